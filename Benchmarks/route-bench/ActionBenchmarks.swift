import BenchmarkWorkload
import RouteEngine
import RouteStore

/// Pending actions: accepting, running and finding them again.
struct ActionBenchmarks {
  /// One link for all actions, so that they share one screen.
  private static let ordersLink = ["https://shop.example/orders"]

  /// Adds a handler: without it an action would be shelved, which costs another entry.
  private static func handleUploads(_ configuration: inout RouteSession.Configuration) {
    configuration.perform("upload") { _ in .done }
  }

  /// Opening with an action compared with opening without one. Each time the sessions are new, so
  /// that the number of waiting actions does not grow.
  static func enqueue() throws -> [Measurement] {
    let (slices, operations) = (30, 300)
    let deepLinks = Workload.deepLinks(operations)
    let without = try Workload(links: deepLinks)
    let with = try Workload(actions: [Workload.waiting], links: deepLinks)
    var (ours, floor, ratios): ([Double], [Double], [Double]) = ([], [], [])
    for slice in 0..<slices {
      try Folder.temporary { folder in
        let pairs = [(with, "with"), (without, "without")]
        var times: [String: Double] = [:]
        for (workload, name) in slice % 2 == 0 ? pairs : pairs.reversed() {
          let session = try workload.launch(.file(folder.file(name)), .process, handleUploads)
          times[name] = timed {
            for operation in 0..<operations { session.open(workload.link(at: operation)) }
          }
          let expected = name == "with" ? operations : 0
          guard session.health.isRecording, session.state.actions.count == expected else {
            throw BenchmarkError(description: "\(session.state.actions.count) actions wait")
          }
        }
        guard let mine = times["with"], let other = times["without"] else { return }
        ours.append(mine / Double(operations))
        floor.append(other / Double(operations))
        ratios.append(mine / other)
      }
    }
    return [
      Measurement(
        name: "action.enqueue", value: ours.median / 1_000, unit: "us",
        floor: floor.median / 1_000, ratio: ratios.median, targets: [.ratioAtMost(1.15)])
    ]
  }

  /// The commits from an action's claim to its end; the commit of the signal that makes the actions
  /// ready is not counted.
  static func cycle() throws -> [Measurement] {
    let actions = 100
    return try Folder.temporary { folder in
      let workload = try Workload(actions: [Workload.waiting], links: ordersLink)
      var done = 0
      let session = try workload.launch(.file(folder.file("cycle"))) { configuration in
        configuration.perform("upload") { _ in
          done += 1
          return .done
        }
      }
      for operation in 0..<actions { session.open(workload.link(at: operation)) }
      let before = try folder.commits(of: "cycle")
      session.signal("online")
      let commits = try folder.commits(of: "cycle") - before - 1
      guard done == actions, session.state.actions.isEmpty else {
        throw BenchmarkError(description: "\(done) of \(actions) actions ran")
      }
      return [
        Measurement(
          name: "action.cycle", value: Double(commits) / Double(actions), unit: "commits",
          targets: [.valueAtMost(2)])
      ]
    }
  }

  /// The time from opening a file that a killed host left with 10,000 pending actions to the first
  /// screen.
  static func recover() throws -> [Measurement] {
    let actions = 10_000
    let workload = try Workload(actions: [Workload.waiting], links: ordersLink)
    return try Folder.temporary { folder in
      let path = folder.file("living")
      let session = try workload.launch(.file(path), .process, handleUploads)
      for operation in 0..<actions { session.open(workload.link(at: operation)) }
      var times: [Double] = []
      for sample in 0..<15 {
        let killed = folder.file("killed-\(sample)")
        for suffix in ["", "-wal"] { try FilePath.copy(path + suffix, to: killed + suffix) }
        times.append(try RestoreBenchmarks.launchTime(workload, killed, handleUploads))
      }
      // The session has to exist until here: when it ends it closes the file, and the log is
      // removed.
      guard session.health.isRecording, session.state.actions.count == actions else {
        throw BenchmarkError(description: "\(session.state.actions.count) actions wait")
      }
      return [
        Measurement(
          name: "recover.10000", value: times.median / 1e6, unit: "ms",
          targets: [.valueAtMost(100)])
      ]
    }
  }
}
