import BenchmarkWorkload
import RouteEngine
import RouteReplay
import RouteStore

/// Operations whose cost is counted, not timed. `Scripts/counts` runs each under callgrind in two
/// sizes, and divides the difference of the counts by the difference of the work.
///
/// A busy machine does not change a count of instructions.
@main
struct CountedOperations {
  /// An operation with its sizes.
  private struct Operation {
    /// The sizes of the shorter and the longer run.
    let sizes: (short: Int, long: Int)
    /// Prepares the operation, which is not counted.
    var prepare: (@MainActor (_ size: Int, _ path: String) throws -> Void)?
    /// Runs the operation, and returns the number of units of work.
    let carryOut: @MainActor (_ size: Int, _ path: String) throws -> Int
  }

  private static let operations: KeyValuePairs<String, Operation> = [
    "match": Operation(sizes: (512, 4_096)) { size, _ in
      let workload = try Workload()
      let links = try workload.links.map { try RouteLink($0) }
      guard links.allSatisfy({ workload.table.match($0) != nil }) else {
        throw BenchmarkError(description: "a link fits no route")
      }
      for time in 0..<size { keep(workload.table.match(links[time % links.count])) }
      return size
    },
    "match.none": Operation(sizes: (512, 4_096)) { size, _ in
      let workload = try Workload()
      let links = try workload.links.map { try RouteLink($0 + "/nowhere") }
      guard links.allSatisfy({ workload.table.match($0) == nil }) else {
        throw BenchmarkError(description: "a link that was to fit no route fits one")
      }
      for time in 0..<size { keep(workload.table.match(links[time % links.count])) }
      return size
    },
    "match.142": Operation(sizes: (10, 100)) { size, _ in
      let table = try PathTable(of: PathsToMatch.invented)
      var count = 0
      for number in 0..<size {
        let paths = table.slice(number)
        table.match(paths)
        count += paths.count
      }
      return count
    },
    "decide": Operation(sizes: (512, 2_048)) { size, _ in
      let decisions = try Decisions()
      for _ in 0..<size { decisions.decideNext() }
      return size
    },
    "open.one_commit": Operation(sizes: (512, 1_536)) { size, path in
      try Workload().write(size, to: path)
      return size
    },
    "open.two_commits": Operation(sizes: (512, 1_536)) { size, path in
      try Workload(asks: true).write(size, to: path)
      return size
    },
    // Opens with an action that stays pending; it is accepted in the same transaction.
    "open.enqueues": Operation(sizes: (100, 300)) { size, path in
      let links = Workload.deepLinks(size)
      let workload = try Workload(actions: [Workload.waiting], links: links)
      try workload.write(size, to: path) { $0.perform("upload") { _ in .done } }
      return size
    },
    // Work in a large tree: a new screen is pushed on a stack of 5,000 and popped, and the screen
    // below it is opened again.
    "open.deep": Operation(sizes: (100, 600)) { size, path in
      try DeepStack(of: 5_000, at: path).browse(size)
      return size
    },
    "encode": Operation(
      sizes: (512, 2_048), prepare: { _, path in try write(512, path) },
      carryOut: { size, path in
        var entries: [JournalEntry] = []
        try History(path: path).forEachEntry { entries.append(try EntryCoder.decode($0)) }
        var (coder, row) = (EntryCoder(), EntryRow())
        // The first entry begins the session; the others are decisions.
        for time in 0..<size {
          coder.encode(entries, at: 1 + time % (entries.count - 1), into: &row)
        }
        return size
      }),
    "verify": Operation(sizes: (1_000, 4_000), prepare: write) { _, path in
      try verify(path)
    },
    "rerun": Operation(sizes: (1_000, 4_000), prepare: write) { _, path in
      try rerun(path)
    },
    "verify.shop": Operation(sizes: (300, 1_200), prepare: writeShop) { _, path in
      try verify(path)
    },
    "rerun.shop": Operation(sizes: (300, 1_200), prepare: writeShop) { _, path in
      try rerun(path)
    },
    "what-if": Operation(sizes: (1_000, 4_000), prepare: write) { _, path in
      var definition = try Workload().table.definition
      definition.routes.removeLast()
      let rerun = try Rerun(of: History(path: path), with: RouteTable(definition))
      guard rerun.differing > 0 else {
        throw BenchmarkError(description: "another table decides the same")
      }
      return rerun.decisions
    },
    "restore": Operation(
      sizes: (1, 4), prepare: { _, path in try write(Workload.tail, path) },
      carryOut: { size, path in
        let workload = try Workload()
        for _ in 0..<size { try workload.launch(.file(path)).stable() }
        return size
      }),
  ]

  private static func verify(_ path: String) throws -> Int {
    let verification = try Verification(of: History(path: path))
    guard verification.isIntact else {
      throw BenchmarkError(description: "\(verification.findings)")
    }
    return verification.entries
  }

  private static func rerun(_ path: String) throws -> Int {
    let rerun = try Rerun(of: History(path: path))
    guard rerun.isIdentical else { throw BenchmarkError(description: "\(rerun.divergences)") }
    return rerun.decisions
  }

  private static func write(_ requests: Int, _ path: String) throws {
    try Workload().write(requests, to: path)
  }

  private static func writeShop(_ requests: Int, _ path: String) throws {
    _ = try ShopJournal().write(requests: requests, to: path)
  }

  static func main() {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      fail("route-counts: \(error)")
    }
  }

  /// Does what is named: `names` prints what operations there are; `prepare` and `count` take an
  /// operation, `short` or `long`, and the path of a file that they may write, and `count` prints
  /// how many units of work it did.
  /// - Throws: ``BenchmarkError`` for other arguments; whatever the operation throws.
  private static func run(_ arguments: [String]) throws {
    if arguments == ["names"] { return print(operations.map(\.key).joined(separator: " ")) }
    guard arguments.count == 4,
      let operation = operations.first(where: { $0.key == arguments[1] })?.value
    else { throw BenchmarkError(description: "'Scripts/counts' says what is counted") }
    let size = arguments[2] == "long" ? operation.sizes.long : operation.sizes.short
    switch arguments[0] {
    case "prepare": try operation.prepare?(size, arguments[3])
    default: print(try operation.carryOut(size, arguments[3]))
    }
  }
}
