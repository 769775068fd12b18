import RouteTestSupport
import Testing

@testable import RouteEngine
@testable import RouteReplay

/// The differences between two states of one journal.
struct StateComparisonTests {
  private static let before = "main/tabs[home/stack*[feed] shop/stack[catalog product(id: 7)]]"

  private static func state(
    _ tree: String, _ ids: [UInt64], ready: UInt64...
  ) throws -> RouteState {
    let scenes = try TreeNotation(tree).numbered(ids)
    let roots = scenes.scenes.map { RouteChange.tree(.root(scene: $0.name, screen: [$0.root])) }
    let marks = ready.map { RouteChange.tree(.ready(ScreenID($0), true)) }
    return try RouteState(
      rebuilding: roots + marks + [.tree(.activate(scene: scenes.activeScene))], actions: [],
      counter: 1_000)
  }

  private static func words(_ part: TreeDifference) -> String {
    let counts = part.removed + part.added > 0 ? " (\(part.removed), \(part.added))" : ""
    return "\(part.kind.rawValue) in \(part.place.joined(separator: ">")): "
      + "\(part.before ?? "-") / \(part.after ?? "-")" + counts
  }

  /// The differences between the tree above, whose screens are 1 to 6, and another one.
  private static func parts(_ after: String, _ ids: [UInt64]) throws -> [String] {
    let comparison = StateComparison(
      from: try state(before, [1, 2, 3, 4, 5, 6]), to: try state(after, ids))
    #expect(comparison.others == [])
    return comparison.screens.map(words)
  }

  @Test func `added and removed screens, with the screens in them`() throws {
    #expect(try Self.parts(Self.before, [1, 2, 3, 4, 5, 6]) == [])
    #expect(
      try Self.parts("main/tabs[home/stack*[feed] shop/stack[catalog]]", [1, 2, 3, 4, 5]) == [
        "removed in main>shop: product(id: 7) / - (1, 0)"
      ])
    #expect(
      try Self.parts(
        "main/tabs[home/stack*[feed a b] shop/stack[product(id: 7)]]", [1, 2, 3, 7, 8, 4, 6]) == [
          "added in main>home: - / a (0, 1)", "added in main>home: - / b (0, 1)",
          "removed in main>shop: catalog / - (1, 0)",
        ])
    #expect(
      try Self.parts(
        "main/tabs[home/stack*[feed]^sheet:bag/stack[items] shop/stack[catalog product(id: 7)]]",
        [1, 2, 3, 9, 10, 4, 5, 6]) == ["added in main>home: - / bag/stack (0, 2)"])
    #expect(
      try Self.parts("main/tabs[home/stack*[feed]]", [1, 2, 3]) == [
        "removed in main: shop/stack / - (3, 0)"
      ])
  }

  @Test func `conditions that hold and no longer hold are found among thousands in time`() throws {
    func state(_ numbers: Range<Int>) throws -> RouteState {
      let names = numbers.map { "\"c\($0)\"" }.joined(separator: ",")
      let text = """
        {"conditions":[\(names)],"counter":1,"scenes":[{"name":"main","root":{"id":1,"kind":"a"}}]}
        """
      return try StateCoding.decode(Array(text.utf8))
    }
    let others = StateComparison(
      from: try state(100_000..<150_000), to: try state(100_001..<150_001)
    ).others
    #expect(
      others == [.condition("c100000", holds: false), .condition("c150000", holds: true)])
  }

  @Test func `a long list that is reordered whole is compared in time`() throws {
    func state(_ ids: some Sequence<Int>) throws -> RouteState {
      let children = ids.map { "{\"id\":\($0),\"kind\":\"b\"}" }.joined(separator: ",")
      let root = "{\"children\":[\(children)],\"container\":\"stack\",\"id\":1,\"kind\":\"a\"}"
      let text = "{\"counter\":60000,\"scenes\":[{\"name\":\"main\",\"root\":\(root)}]}"
      return try StateCoding.decode(Array(text.utf8))
    }
    let screens = StateComparison(
      from: try state(2...50_000), to: try state((2...50_000).reversed())
    ).screens
    #expect(screens.count == 49_998 && screens.allSatisfy { $0.kind == .moved })
  }

  @Test func `parameters, selection, presentation and readiness`() throws {
    #expect(
      try Self.parts(
        "main/tabs[home/stack[feed] shop/stack*[catalog product(id: 8)]]", [1, 2, 3, 4, 5, 6]) == [
          "changed in main>shop: product(id: 7) / product(id: 8)",
          "selected in main: home/stack is selected / shop/stack is selected",
        ])
    let sheet = try Self.state("main/stack[home]^sheet:login", [1, 2, 3])
    let full = try Self.state("main/stack[home]^full:login", [1, 2, 3])
    #expect(
      StateComparison(from: sheet, to: full).screens.map(Self.words) == [
        "presented in main: presented as sheet / presented as full"
      ])
    let stack = "main/stack[product(id: 7) product(id: 8)]"
    let one = try Self.state(stack, [1, 2, 3], ready: 2)
    let other = try Self.state(stack, [1, 2, 3], ready: 3)
    #expect(
      StateComparison(from: one, to: other).screens.map(Self.words) == [
        "ready in main>product: product(id: 7) is ready / product(id: 7) is not ready",
        "ready in main>product: product(id: 8) is not ready / product(id: 8) is ready",
      ])
  }

  @Test func `a replaced screen is distinguished from a changed one`() throws {
    #expect(
      try Self.parts(
        "main/tabs[home/stack*[feed] shop/stack[catalog order(id: 1)]]", [1, 2, 3, 4, 5, 9]) == [
          "replaced in main>shop: product(id: 7) / order(id: 1) (1, 1)"
        ])
    #expect(
      try Self.parts(
        "main/tabs[home/stack*[feed] shop/stack[catalog product(id: 8)]]", [1, 2, 3, 4, 5, 9]) == [
          "replaced in main>shop: product(id: 7) / product(id: 8) (1, 1)"
        ])
  }

  @Test func `a screen in another place has moved, and is not a new one`() throws {
    #expect(
      try Self.parts(
        "main/tabs[home/stack*[feed product(id: 7)] shop/stack[catalog]]", [1, 2, 3, 6, 4, 5]) == [
          "moved in main>shop: product(id: 7) / now in main > home"
        ])
    #expect(
      try Self.parts("other/tabs[home/stack*[feed] shop/stack[catalog]]", [9, 2, 3, 4, 5]) == [
        "replaced in : main/tabs / other/tabs (2, 1)",
        "moved in main: home/stack / now in other", "moved in main: shop/stack / now in other",
        "removed in main>shop: product(id: 7) / - (1, 0)",
      ])
    #expect(
      try Self.parts(
        "main/tabs[shop/stack[catalog product(id: 7)] home/stack*[feed]]", [1, 4, 5, 6, 2, 3]) == [
          "moved in main: home/stack / now in main"
        ])
  }

  @Test func `a root inside a new root has moved there`() throws {
    #expect(
      try Self.parts("shell/stack[\(Self.before)]", [9, 1, 2, 3, 4, 5, 6]) == [
        "moved in : main/tabs / now in shell", "added in : - / shell/stack (0, 1)",
      ])
    let one = try Self.state("left: a/stack[b] | right: c", [1, 2, 3])
    let other = try Self.state("left: a/stack | right: b", [1, 2])
    #expect(
      StateComparison(from: one, to: other).screens.map { "\($0.scene) \(Self.words($0))" } == [
        "left moved in a: b / now in the root of scene right", "right removed in : c / - (1, 0)",
      ])
  }

  @Test func `the same screens under other ids are reported as such`() throws {
    let parts = try Self.parts(Self.before, [11, 12, 13, 14, 15, 16])
    #expect(parts == ["identity in : the same screens / the same screens under other ids"])
  }

  @Test func `scenes that were opened, closed and activated`() throws {
    let one = try Self.state("left: a | right: b", [1, 2])
    let other = try Self.state("left: a | third!: c/stack[d]", [1, 3, 4])
    #expect(
      StateComparison(from: one, to: other).screens.map { "\($0.scene) \(Self.words($0))" } == [
        "right scene in : scene right / - (1, 0)", "third scene in : - / scene third (0, 2)",
        "third scene in : scene left is active / scene third is",
      ])
  }

  @Test func `scenes that were opened in another order are the same`() throws {
    let one = try Self.state("left: a | right!: b", [1, 2]).tree
    let other = try Self.state("right: b | left: a", [1, 2]).tree
    #expect(one.firstDifference(from: other, ignoringTokens: true) == nil)
    #expect(one.contentDigest(ignoringTokens: true) == other.contentDigest(ignoringTokens: true))
  }

  @Test func `the first part is the first difference of a rerun, whatever the trees`() throws {
    for seed in 0..<300 as Range<UInt64> {
      var random = RandomTree(seed)
      let tree = try RouteState(
        rebuilding: [.tree(.root(scene: "main", screen: [random.subtree()]))], actions: [],
        counter: 5_000
      ).tree
      let other = try RouteState(
        rebuilding: [.tree(.root(scene: "main", screen: [random.subtree()]))], actions: [],
        counter: 5_000
      ).tree
      func parts(_ most: Int) -> [TreeDifference] {
        tree.parts(from: other, knowsByID: false, ignoringTokens: false, most: most)
      }
      let all = parts(.max)
      let first = tree.firstDifference(from: other, ignoringTokens: false)
      #expect(parts(1) == Array(all.prefix(1)), "seed \(seed)")
      #expect(first?.place == all.first?.place, "seed \(seed)")
      #expect(first?.recorded == all.first?.before, "seed \(seed)")
      #expect(first?.replayed == all.first?.after, "seed \(seed)")
      let digests = [tree, other].map { $0.contentDigest(ignoringTokens: false) }
      #expect(all.isEmpty == (digests[0] == digests[1]), "seed \(seed)")
      #expect(tree.firstDifference(from: tree, ignoringTokens: false) == nil, "seed \(seed)")
    }
  }

  @Test func `random changes are found, and none when there are none`() throws {
    for seed in 0..<300 as Range<UInt64> {
      var random = RandomTree(seed)
      var state = try RouteState(
        rebuilding: [.tree(.root(scene: "main", screen: [random.subtree()]))], actions: [],
        counter: 5_000)
      random.counter = 5_000
      let before = state
      for _ in 0..<3 { try? state.apply(.tree(random.change(of: state.tree)), limits: .format) }
      let comparison = StateComparison(from: before, to: state)
      #expect(comparison.screens.isEmpty == (before.tree == state.tree), "seed \(seed)")
      let newIDs = comparison.screens.reduce(0) { $0 + $1.added - $1.removed }
      #expect(newIDs == state.tree.count - before.tree.count, "seed \(seed)")
    }
  }

  @Test func `principal, conditions, waiting requests and pending actions`() throws {
    let request = RouteRequest(
      .route("order", ["id": 1]), from: .url, at: RouteInstant(microseconds: 0))
    func waits(_ id: Int64, _ status: WaitingRequest.Status) -> WaitingRequest {
      WaitingRequest(id: RequestID(id), request: request, status: status)
    }
    func action(_ id: Int64) -> PendingAction {
      PendingAction(
        id: ActionID(id), request: RequestID(1), name: "a", parameters: [:], screen: ScreenID(1),
        key: nil)
    }
    let one = try RouteState(
      rebuilding: [
        .principal("ann"), .signal(condition: "online", true), .wait(waits(1, .received)),
        .wait(waits(2, .suspended)),
      ], actions: [action(3), action(5)], counter: 0)
    var other = try RouteState(
      rebuilding: [
        .signal(condition: "ready", true), .suspend(true), .wait(waits(2, .condition("x"))),
        .wait(waits(4, .received)),
      ], actions: [action(3), action(6)], counter: 0)
    try other.apply(.advance(ActionID(3), .claim), limits: .format)
    let claimed = try #require(other.action(ActionID(3)))
    #expect(
      StateComparison(from: one, to: other).others == [
        .principal(before: "ann", after: nil), .condition("online", holds: false),
        .condition("ready", holds: true), .suspended(true),
        .waiting(before: waits(1, .received), after: nil),
        .waiting(before: waits(2, .suspended), after: waits(2, .condition("x"))),
        .waiting(before: nil, after: waits(4, .received)),
        .action(before: action(3), after: claimed), .action(before: action(5), after: nil),
        .action(before: nil, after: action(6)),
      ])
    #expect(StateComparison(from: one, to: one).isEmpty)
  }
}
