import BenchmarkWorkload
import RouteEngine
import RouteStore

/// Benchmarks of journals with a history.
struct RestoreBenchmarks {
  /// Opens and restores a journal of about a thousand entries and one of about a million.
  static func restore() throws -> [Measurement] {
    let workload = try Workload()
    return try Folder.temporary { folder in
      try workload.write(Workload.tail, to: folder.file("thousand"))
      try workload.write(999_040 + Workload.tail, to: folder.file("million"))
      var thousand: [Double] = []
      var million: [Double] = []
      for _ in 0..<15 {
        thousand.append(try launchTime(workload, folder.file("thousand")))
        million.append(try launchTime(workload, folder.file("million")))
      }
      let ratio = zip(million, thousand).map { $0 / $1 }.median
      return [
        Measurement(
          name: "restore.thousand", value: thousand.median / 1e6, unit: "ms",
          targets: [.valueAtMost(2)]),
        Measurement(
          name: "restore.million", value: million.median / 1e6, unit: "ms",
          floor: thousand.median / 1e6, ratio: ratio,
          targets: [.valueAtMost(2), .ratioAtMost(1.5)]),
      ]
    }
  }

  /// The nanoseconds until the session exists; closing its file is not included.
  static func launchTime(
    _ workload: Workload, _ path: String,
    _ configure: (inout RouteSession.Configuration) -> Void = { _ in }
  ) throws -> Double {
    let before = nanoseconds()
    let session = try workload.launch(.file(path), .process, configure)
    let time = nanoseconds() - before
    session.stable()  // launches that die before this mark restore less each time
    return time
  }
}
