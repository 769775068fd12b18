import BenchmarkWorkload
import Dispatch
import Floor
import RouteEngine
import RouteReplay
import RouteStore

/// The commands of `route-replay` on long histories of the shipped example.
struct HistoryBenchmarks {
  /// The number of requests; the journey makes a few more entries than requests.
  private static let requests = 700_000
  private static let slices = 3
  private static let places = 50

  /// Measures on a journal of about a million entries: verify with one thread and with a second one
  /// that reads ahead, compared with the same rows and chain in C; rerun with one and two threads;
  /// the memory of verify; and the hierarchy at any entry.
  static func long() throws -> [Measurement] {
    try Folder.temporary { folder in
      let path = folder.file("long")
      let shop = try ShopJournal()
      _ = shop.write(requests: requests, to: path)
      return try verify(path) + rerun(path) + [memory(path), tree(path)]
    }
  }

  private static func verify(_ path: String) throws -> [Measurement] {
    let entries = try History(path: path).head().sequence
    let walks = try Walks(of: path, entries) { history in
      let verification = try Verification(of: history)
      guard verification.isIntact, verification.entries == entries else {
        throw BenchmarkError(description: "\(verification.findings)")
      }
    } floor: {
      guard unsafe floor_verify(path) == entries else {
        throw BenchmarkError(description: "the floor reads another chain")
      }
    }
    let floor = walks.floor.median
    return [
      Measurement(
        name: "verify.million", value: walks.ahead.median, unit: "entries/s", floor: floor,
        ratio: walks.ahead.median / floor, targets: [.ratioAtLeast(1.2)]),
      Measurement(
        name: "verify.one", value: walks.alone.median, unit: "entries/s", floor: floor,
        ratio: walks.alone.median / floor, targets: [.ratioAtLeast(0.5)]),
      walks.speedup("verify.two"),
    ]
  }

  private static func rerun(_ path: String) throws -> [Measurement] {
    let decisions = Int64(try Rerun(of: History(path: path)).decisions)
    let walks = try Walks(of: path, decisions) { history in
      let rerun = try Rerun(of: history)
      guard rerun.isIdentical else { throw BenchmarkError(description: "\(rerun.divergences)") }
    }
    return [
      Measurement(
        name: "rerun.million", value: walks.ahead.median, unit: "requests/s",
        targets: [.valueAtLeast(250_000)]),
      Measurement(name: "rerun.one", value: walks.alone.median, unit: "requests/s"),
      walks.speedup("rerun.two"),
    ]
  }

  /// Items per second of a pass over a journal, in wall-clock time, over several turns.
  private struct Walks {
    /// With one thread.
    var alone: [Double] = []
    /// With a second thread that reads ahead.
    var ahead: [Double] = []
    /// The same work in C.
    var floor: [Double] = []

    init(
      of path: String, _ things: Int64, _ walk: @MainActor (History) throws -> Void,
      floor work: (@MainActor () throws -> Void)? = nil
    ) throws {
      func rate(_ body: @MainActor () throws -> Void) throws -> Double {
        Double(things) / (try timed(body)) * 1e9
      }
      func rate(readers: Int) throws -> Double {
        let history = try History(path: path)
        history.readers = readers
        return try rate { try walk(history) }
      }
      for _ in 0..<slices {
        alone.append(try rate(readers: 0))
        ahead.append(try rate(readers: 1))
        if let work { floor.append(try rate(work)) }
      }
    }

    /// The speed-up from the second thread.
    func speedup(_ name: String) -> Measurement {
      Measurement(
        name: name, value: zip(ahead, alone).map { $0 / $1 }.median, unit: "times",
        targets: [.valueAtLeast(1.8)])
    }
  }

  /// The peak memory of a separate process that verifies the file.
  private static func memory(_ path: String) throws -> Measurement {
    let bytes = try ChildProcess.peakMemory(of: [RouteBench.verifying, path])
    return Measurement(
      name: "verify.memory", value: Double(bytes) / 1_048_576, unit: "MB",
      targets: [.valueAtMost(64)])
  }

  /// The slowest of some entries.
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

  /// Tries another table on the files of a fleet, with two threads.
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
          name: "what-if.fleet", value: time / 1e9, unit: "s", targets: [.valueAtMost(8)])
      ]
    }
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
