import RouteTestSupport
import Testing

@testable import RouteEngine

/// The screens of one container, after one edit after another.
struct SiblingsTests {
  /// A container, and an array of the screens that it should hold.
  private struct Pair {
    var state: RouteState
    let container: ScreenID
    var model: [Subtree] = []
    var limits = RouteLimits.standard

    init(_ notation: String) throws {
      state = try RouteState(scenes: TreeNotation(notation), counter: 0)
      container = try #require(state.tree.root())
      limits.screens = 10_000
    }

    mutating func splice(at position: Int, drop: Int, insert: [Subtree]) throws {
      var (screens, counter) = (insert, state.counter)
      for index in screens.indices { screens[index].assignIDs(after: &counter) }
      let change = TreeChange.splice(
        container: container, at: position, drop: drop, insert: NewScreens(screens))
      try state.apply(.tree(change), limits: limits)
      model.replaceSubrange(position..<(position + drop), with: screens)
    }

    func check() throws {
      let holder = try #require(state.tree[container])
      #expect(holder.childCount == model.count)
      #expect(holder.children.map { state.tree.subtree($0) } == model)
      #expect(state.tree.brokenInvariant == nil)
      for position in [0, model.count / 3, model.count - 1] where model.indices.contains(position) {
        let child = state.tree.child(of: holder.row.children, at: position)
        #expect(child == model[position].id)
        #expect(try state.tree.position(of: #require(child), in: holder.row) == position)
      }
      #expect(state.tree.child(of: holder.row.children, at: model.count) == nil)
      #expect(state.tree.child(of: holder.row.children, at: -1) == nil)
    }
  }

  /// A screen with names and parameters of many lengths, sometimes with a style of its own.
  private static func screen(_ random: inout SeededRandom) -> Subtree {
    let text = String(repeating: "x", count: random.chance(5) ? 700 : random.below(40))
    var screen = Subtree(
      kind: random.pick(["a", "item", "a-kind-with-a-long-name"]),
      parameters: random.chance(70) ? ["text": .string(text)] : [:],
      container: random.chance(10) ? .custom("pile", .stack) : nil)
    if random.chance(20) {
      screen.presented = [Subtree(kind: "over")]
      screen.style = random.chance(50) ? .sheet : PresentationStyle("sheet(medium, 40%)") ?? .full
    }
    return screen
  }

  @Test(arguments: ["main/stack", "main/tabs"])
  func `are those of an array under random edits`(notation: String) throws {
    var random = SeededRandom(3)
    var pair = try Pair(notation)
    var copies: [Pair] = []
    for round in 0..<400 {
      let count = pair.model.count
      let position = random.chance(70) ? count - random.below(3) : random.below(count + 1)
      let at = min(max(position, 0), count)
      let most = random.chance(5) ? 150 : random.chance(20) ? 40 : 3
      let drop = random.chance(55) ? 0 : random.below(min(most, count - at) + 1)
      let insert = (0..<random.below(most)).map { _ in Self.screen(&random) }
      try pair.splice(at: at, drop: drop, insert: insert)
      if count > 300 { try pair.splice(at: 20, drop: count - 40, insert: []) }
      guard round % 20 == 0 else { continue }
      try pair.check()
      copies.append(pair)
    }
    for copy in copies { try copy.check() }
  }

  @Test func `have one digest, however they came about`() throws {
    var grown = try Pair("main/stack")
    try grown.splice(at: 0, drop: 0, insert: ["a", "x", "b"].map { Subtree(kind: $0) })
    try grown.splice(at: 1, drop: 1, insert: [])
    var other = try Pair("main/stack")
    try other.splice(at: 0, drop: 0, insert: ["a", "x", "y", "b"].map { Subtree(kind: $0) })
    try other.splice(at: 1, drop: 3, insert: [])
    #expect(grown.state.tree.digest != other.state.tree.digest)
    var last = try #require(grown.model.last)
    last.id = grown.model[1].id
    other.state.counter = 3
    let change = TreeChange.splice(container: other.container, at: 1, drop: 0, insert: [last])
    try other.state.apply(.tree(change), limits: other.limits)
    #expect(grown.state.tree == other.state.tree)
    #expect(grown.state.tree.digest == other.state.tree.digest)
  }

  @Test func `in another order are another digest`() throws {
    var first = try Pair("main/stack")
    try first.splice(at: 0, drop: 0, insert: [Subtree(kind: "a"), Subtree(kind: "a")])
    var second = try Pair("main/stack")
    try second.splice(at: 0, drop: 0, insert: [Subtree(kind: "a")])
    try second.splice(at: 0, drop: 0, insert: [Subtree(kind: "a")])
    #expect(first.state.tree.digest != second.state.tree.digest)
    #expect(first.state.tree != second.state.tree)
  }
}
