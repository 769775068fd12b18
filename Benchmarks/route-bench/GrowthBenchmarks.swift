import BenchmarkWorkload
import RouteEngine
import RouteStore

/// Costs that may not grow with size: the same work in a small and a large table, on a small and a
/// large stack. The floor of a row is the lowest of the values it is compared with.
struct GrowthBenchmarks {
  private static let tableSizes = [20, 142, 2_000, 20_000]

  /// The time to match a path, from its UTF-8 bytes to its pattern and captures, in tables of
  /// several sizes. The paths come in the order of the table; each slice continues where the
  /// previous one ended.
  static func match() throws -> [Measurement] {
    let tables = try tableSizes.map { size in
      try PathTable(of: PathsToMatch.patterns(size, of: PathsToMatch.patterns()))
    }
    var times: [[Double]] = tables.map { _ in [] }
    for slice in 0..<1_500 {
      for (index, table) in tables.enumerated() {
        let paths = table.slice(slice)
        times[index].append(timed { table.match(paths) } / Double(paths.count))
      }
    }
    let costs = times.map(\.median)
    let least = costs.min() ?? .nan
    return zip(tableSizes, costs).map { size, cost in
      Measurement(
        name: "match.\(size)", value: cost, unit: "ns", floor: least, ratio: cost / least,
        targets: (size == 142 ? [.valueAtMost(75)] : []) + [.ratioAtMost(1.5)])
    }
  }

  /// The processor time to read a table file of 20,000 routes, from its bytes to a table without
  /// mistakes.
  static func check() throws -> [Measurement] {
    let definition = RouteTableDefinition(
      tree: "main/stack[start]", screens: [Self.item],
      routes: try PathsToMatch.patterns(20_000, of: PathsToMatch.patterns()).enumerated().map {
        index, pattern in
        Route(
          "route\(index)", patterns: [pattern], destination: Destination([Step(.push, "item")]))
      })
    let file = definition.canonicalJSON
    let times = try (0..<5).map { _ in
      let before = processorTime()
      keep(try RouteTable(json: file))
      return processorTime() - before
    }
    return [
      Measurement(
        name: "check.20000", value: times.median / 1e9, unit: "s", targets: [.valueAtMost(2)])
    ]
  }

  private static let item = ScreenDeclaration(
    "item", schema: ParameterSchema([ParameterSchema.Entry(name: "id", type: .int)]))

  /// The time to open a new screen, to go back from it, to open the screen on top, and to update
  /// the digest after a change: on a stack of 100,000 screens, compared with one of 10.
  static func deep() throws -> [Measurement] {
    try Folder.temporary { folder in
      let small = try Stack(of: 10, in: folder)
      let large = try Stack(of: 100_000, in: folder)
      for slice in 0..<80 {
        for stack in slice % 2 == 0 ? [small, large] : [large, small] { stack.run() }
      }
      let rows =
        [("push", \Stack.push), ("pop", \Stack.pop), ("find", \Stack.find)]
        + [("digest", \Stack.digest)]
      var measurements = rows.map { name, times in
        let (ours, floor) = (large[keyPath: times].median, small[keyPath: times].median)
        return Measurement(
          name: "open.deep.\(name)", value: ours / 1_000, unit: "us", floor: floor / 1_000,
          ratio: ours / floor, targets: [.ratioAtMost(name == "push" ? 1.3 : 2)])
      }
      let (ours, floor) = (try large.bytesOfEntry(), try small.bytesOfEntry())
      measurements.append(
        Measurement(
          name: "open.deep.journal", value: ours, unit: "bytes", floor: floor,
          ratio: ours / floor, targets: [.ratioAtMost(2)]))
      return measurements
    }
  }

  /// A session with a stack of the given number of screens of one kind, on a journal of its own.
  private final class Stack {
    private static let operations = 50
    private let session: RouteSession
    private let path: String
    private var next: Int
    private let top: String
    /// Nanoseconds per operation, for each slice.
    private(set) var push: [Double] = []
    private(set) var pop: [Double] = []
    private(set) var find: [Double] = []
    private(set) var digest: [Double] = []

    init(of count: Int, in folder: Folder) throws {
      let screens = (1..<count).map { "item(id: \($0))" }.joined(separator: " ")
      let table = try RouteTable(
        RouteTableDefinition(
          tree: "main/stack[start \(screens)]", screens: [item],
          routes: [
            Route(
              "item", patterns: ["/items/:id"], destination: Destination([Step(.push, "item")]))
          ]))
      path = folder.file("stack-of-\(count)")
      session = RouteSession.launch(table, at: .file(path)) { $0.retention = .unlimited }
      guard session.health.isRecording, session.state.tree.count == count + 1 else {
        throw BenchmarkError(description: "\(session.state.tree.count) screens, \(session.health)")
      }
      next = count
      top = "/items/\(count - 1)"
    }

    func run() {
      var times = [0.0, 0, 0, 0]
      for _ in 0..<Self.operations {
        next += 1
        let link = "/items/\(next)"
        times[0] += timed { require(session.open(link).outcome == .shown) }
        var digest: UInt64 = 0
        times[1] += timed { digest = session.state.digest }
        keep(digest)
        times[2] += timed { require(session.report(.popped(nil)).outcome == .shown) }
        times[3] += timed { require(session.open(top).outcome == .alreadyShown) }
      }
      let each = times.map { $0 / Double(Self.operations) }
      push.append(each[0])
      digest.append(each[1])
      pop.append(each[2])
      find.append(each[3])
    }

    /// The mean payload bytes of an entry that ends a request or records a host fact.
    func bytesOfEntry() throws -> Double {
      session.background()
      var (sum, count) = (0, 0)
      try History(path: path).forEachEntry { entry in
        guard entry.outcome != nil else { return }
        sum += entry.payload.count
        count += 1
      }
      return Double(sum) / Double(count)
    }

    private func require(_ isSo: Bool) { precondition(isSo, "the stack is as it was") }
  }
}
