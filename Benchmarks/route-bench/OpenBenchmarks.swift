import BenchmarkWorkload
import RouteEngine
import RouteStore

/// `open` with its commits, compared with a floor that writes the same rows through C.
struct OpenBenchmarks {
  /// The way an operation is opened, and the rows that its floor has to write.
  private struct Variant {
    var asks = false
    var hasSource = false
    var durability = Durability.process
    var slices = 60
    var operations = 500

    /// The variant in which each commit waits for the disk. It has fewer operations, because each
    /// takes a thousand times as long.
    func withPower() -> Variant {
      var variant = self
      (variant.durability, variant.slices, variant.operations) = (.power, 20, 50)
      return variant
    }

    /// The number of entries that one operation writes.
    var entries: Int64 { asks ? 2 : 1 }
  }

  private struct Times {
    var ours: [Double] = []
    var floor: [Double] = []
    /// The session's rate in each slice, as a fraction of the floor's.
    var ratios: [Double] = []
  }

  static func oneCommit() throws -> [Measurement] {
    [rate("open.one_commit", try times(Variant()))]
  }

  static func withID() throws -> [Measurement] {
    [rate("open.with_id", try times(Variant(hasSource: true)))]
  }

  static func twoCommits() throws -> [Measurement] {
    [rate("open.two_commits", try times(Variant(asks: true)))]
  }

  /// Measures with ``Durability/power``, compared with a floor that also synchronises.
  static func power() throws -> [Measurement] {
    [
      rate("open.one_commit.power", try times(Variant().withPower())),
      rate("open.with_id.power", try times(Variant(hasSource: true).withPower())),
      rate("open.two_commits.power", try times(Variant(asks: true).withPower())),
    ]
  }

  static func latency() throws -> [Measurement] {
    let times = try times(Variant())
    return [("p50", 0.5), ("p99", 0.99), ("p999", 0.999)].map { name, part in
      let (ours, floor) = (times.ours.quantile(part), times.floor.quantile(part))
      return Measurement(
        name: "open.\(name)", value: ours / 1_000, unit: "us", floor: floor / 1_000,
        ratio: ours / floor, targets: part > 0.5 ? [.ratioAtMost(1.5)] : [])
    }
  }

  /// The floor that keeps a reader's lock between its commits, compared with the floor that does
  /// not: the saving that such a lock would bring.
  static func readersLock() throws -> [Measurement] {
    let variant = Variant()
    return try Folder.temporary { folder in
      let rows = try recorded(Workload(), variant, in: folder)
      let (plain, holding) = try (
        FloorWriter(path: folder.file("plain")), FloorWriter(path: folder.file("holding"))
      )
      for writer in [plain, holding] { try writer.append(rows, 0) }
      var times = Times()
      for slice in 0..<variant.slices {
        let indices = slice * variant.operations..<(slice + 1) * variant.operations
        let ours = try indices.map { index in
          try timed { try holding.appendHolding(rows, 1 + Int64(index)) }
        }
        let floor = try indices.map { index in
          try timed { try plain.append(rows, 1 + Int64(index)) }
        }
        times.ratios.append(floor.reduce(0, +) / ours.reduce(0, +))
        times.ours += ours
        times.floor += floor
      }
      var measured = rate("floor.readers_lock", times)
      measured.targets = []
      return [measured]
    }
  }

  private static func rate(_ name: String, _ times: Times) -> Measurement {
    let mean = { (times: [Double]) in times.reduce(0, +) / Double(times.count) }
    return Measurement(
      name: name, value: 1e9 / mean(times.ours), unit: "1/s", floor: 1e9 / mean(times.floor),
      ratio: times.ratios.median, targets: [.ratioAtLeast(0.9)])
  }

  /// Times each operation of the session and of the floor; their slices alternate.
  private static func times(_ variant: Variant) throws -> Times {
    try Folder.temporary { folder in
      let run = try Run(variant, in: folder)
      var times = Times()
      for slice in 0..<variant.slices {
        let range = slice * variant.operations..<(slice + 1) * variant.operations
        var ours: [Double] = []
        if slice % 2 == 0 { ours = run.ours(range) }
        let floor = try run.floor(range)
        if slice % 2 == 1 { ours = run.ours(range) }
        times.ratios.append(floor.reduce(0, +) / ours.reduce(0, +))
        times.ours += ours
        times.floor += floor
      }
      guard run.session.health.isRecording else {
        throw BenchmarkError(description: run.session.health.description)
      }
      return times
    }
  }

  /// A session and a floor, each with its own file.
  private final class Run {
    let session: RouteSession
    private let workload: Workload
    private let variant: Variant
    private let rows: FloorRows
    private let writer: FloorWriter

    init(_ variant: Variant, in folder: Folder) throws {
      self.variant = variant
      workload = try Workload(asks: variant.asks)
      rows = try recorded(workload, variant, in: folder)
      session = try workload.launch(.file(folder.file("ours")), variant.durability)
      writer = try FloorWriter(path: folder.file("floor"), durability: variant.durability)
      try writer.append(rows, 0)
    }

    func ours(_ operations: Range<Int>) -> [Double] {
      operations.map { operation in timed { open(operation, workload, variant, in: session) } }
    }

    func floor(_ operations: Range<Int>) throws -> [Double] {
      try operations.map { operation in
        try timed { try write(operation, rows, variant, to: writer) }
      }
    }
  }

  /// The rows that a session writes for all operations. They are recorded beforehand, so that
  /// session and floor write the same rows in the same order.
  private static func recorded(
    _ workload: Workload, _ variant: Variant, in folder: Folder
  ) throws -> FloorRows {
    let path = folder.file("recorded")
    let session = try workload.launch(.file(path))
    let operations = variant.slices * variant.operations
    for operation in 0..<operations { open(operation, workload, variant, in: session) }
    session.background()
    let rows = try FloorRows(journal: path)
    let expected = 2 + Int64(operations) * variant.entries
    guard rows.count == expected else {
      throw BenchmarkError(description: "\(rows.count) entries instead of \(expected)")
    }
    return rows
  }

  private static func open(
    _ operation: Int, _ workload: Workload, _ variant: Variant, in session: RouteSession
  ) {
    let source = variant.hasSource ? sources[operation] : nil
    let opening = session.open(workload.link(at: operation), source: source)
    precondition(opening.accepted, "\(opening.outcome?.description ?? "waits")")
  }

  private static func write(
    _ operation: Int, _ rows: FloorRows, _ variant: Variant, to floor: FloorWriter
  ) throws {
    let index = 1 + Int64(operation) * variant.entries
    if variant.hasSource { return try floor.appendSeen(rows, index) }
    for index in index..<index + variant.entries { try floor.append(rows, index) }
  }

  /// Unordered ids, like those of a push service.
  private static let sources: [String] = {
    var random = SystemRandomNumberGenerator()
    return (0..<Variant().slices * Variant().operations).map { _ in
      let (first, second) = (String(random.next(), radix: 16), String(random.next(), radix: 16))
      return "\(first)-\(second)"
    }
  }()
}
