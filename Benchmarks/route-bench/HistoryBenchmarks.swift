import Dispatch
import Floor
import RouteEngine
import RouteStore

/// What `route-replay` does with long histories of the shipped example.
struct HistoryBenchmarks {
  /// The journey makes a few more entries than requests.
  private static let requests = 700_000
  private static let slices = 3
  private static let places = 50

  /// A journal of about a million entries: verify beside the same rows and chain in C, rerun, how
  /// much quicker both are with a thread that reads ahead, the memory that verify takes, and the
  /// hierarchy at any place.
  static func long() throws -> [Measurement] {
    try Folder.temporary { folder in
      let path = folder.file("long")
      let shop = try ShopJournal()
      _ = shop.write(requests: requests, to: path)
      return try verify(path) + [
        rerun(path), memory(path), tree(path),
        speedup("verify.two", path) { keep(try Verification(of: $0)) },
        speedup("rerun.two", path) { keep(try Rerun(of: $0)) },
      ]
    }
  }

  private static func verify(_ path: String) throws -> [Measurement] {
    var ours: [Double] = []
    var floors: [Double] = []
    for _ in 0..<slices {
      let before = processorTime()
      let verification = try Verification(of: History(path: path))
      guard verification.isIntact else {
        throw FloorError(description: "\(verification.findings)")
      }
      let between = processorTime()
      guard unsafe floor_verify(path) == verification.entries else {
        throw FloorError(description: "the floor reads another chain")
      }
      ours.append(Double(verification.entries) / (between - before) * 1e9)
      floors.append(Double(verification.entries) / (processorTime() - between) * 1e9)
    }
    let ratio = zip(ours, floors).map { $0 / $1 }.median
    return [
      Measurement(
        name: "verify.million", value: ours.median, unit: "entries/s", floor: floors.median,
        ratio: ratio, targets: [.ratioAtLeast(0.5)])
    ]
  }

  private static func rerun(_ path: String) throws -> Measurement {
    let rates = try (0..<slices).map { _ in
      let before = processorTime()
      let rerun = try Rerun(of: History(path: path))
      guard rerun.isIdentical else { throw FloorError(description: "\(rerun.divergences)") }
      return Double(rerun.decisions) / (processorTime() - before) * 1e9
    }
    return Measurement(
      name: "rerun.million", value: rates.median, unit: "requests/s",
      targets: [.valueAtLeast(250_000)])
  }

  /// The most that a process of its own has in memory while it verifies the file.
  private static func memory(_ path: String) throws -> Measurement {
    let bytes = try ChildProcess.peakMemory(of: [RouteBench.verifying, path])
    return Measurement(
      name: "verify.memory", value: Double(bytes) / 1_048_576, unit: "MB",
      targets: [.valueAtMost(64)])
  }

  /// The slowest of some places.
  private static func tree(_ path: String) throws -> Measurement {
    let history = try History(path: path)
    let end = try history.head().sequence
    let times = try (1...places).map { place in
      let sequence = end * Int64(place) / Int64(places)
      return try timed {
        keep(try HistoryFold.state(at: sequence, of: history))
        keep(try history.tableDigest(at: sequence))
      }
    }
    return Measurement(
      name: "tree.at", value: (times.max() ?? .nan) / 1e6, unit: "ms", targets: [.valueAtMost(20)])
  }

  private static let files = 100
  private static let requestsOfFile = 10_000

  /// Another table tried on the files of a fleet, on two threads.
  static func fleet() throws -> [Measurement] {
    try Folder.temporary { folder in
      let shop = try ShopJournal()
      let first = folder.file("device-0")
      _ = shop.write(requests: requestsOfFile, to: first)
      let paths = try (0..<files).map { index in
        let path = folder.file("device-\(index)")
        if index > 0 { try FileText.copy(first, to: path) }
        return path
      }
      var definition = shop.table.definition
      definition.routes.removeLast()
      let other = try RouteTable(definition)
      let time = try timed {
        try inParallel(paths) { path in _ = try Rerun(of: History(path: path), with: other) }
      }
      return [
        Measurement(
          name: "what-if.fleet", value: time / 1e9, unit: "s", targets: [.valueAtMost(6)])
      ]
    }
  }

  /// How many times quicker it goes through a file with a second thread that reads ahead, by the
  /// clock on the wall.
  private static func speedup(
    _ name: String, _ path: String, _ work: (History) throws -> Void
  ) throws -> Measurement {
    let ratios = try (0..<slices).map { _ in
      let times = try [0, 1].map { readers in
        let history = try History(path: path)
        history.readers = readers
        return try timed { try work(history) }
      }
      return times[0] / times[1]
    }
    return Measurement(
      name: name, value: ratios.median, unit: "times", targets: [.valueAtLeast(1.7)])
  }

  private static func inParallel(
    _ paths: [String], _ work: @escaping @Sendable (String) throws -> Void
  ) throws {
    let threads = 2
    DispatchQueue.concurrentPerform(iterations: threads) { @Sendable thread in
      for (index, path) in paths.enumerated() where index % threads == thread {
        do { try work(path) } catch { fail("route-bench: \(path): \(error)") }
      }
    }
  }
}
