import Testing

@testable import RouteEngine

/// A state that violates an invariant is detected: each invariant is violated once, bypassing the
/// changes that preserve it.
struct InvariantTests {
  private let whole = "main/tabs[home/stack*[feed] shop/stack[catalog]]"

  private func tree() throws -> ScreenTree {
    try RouteState(scenes: TreeNotation(whole), counter: 0).tree
  }

  private func broken(_ edit: (inout ScreenTree) throws -> Void) throws -> String? {
    var tree = try tree()
    try edit(&tree)
    return tree.brokenInvariant
  }

  @Test func `hold for states that changes make`() throws {
    #expect(try tree().brokenInvariant == nil)
    #expect(RouteState().brokenInvariant == nil)
  }

  @Test func `detect an incomplete scene`() throws {
    #expect(try broken { $0.activeScene = "gone" } == "the active scene is none")
    #expect(try broken { $0.scenes.append($0.scenes[0]) } == "two scenes are called main")
    #expect(try broken { $0.removeAll(from: $0.scenes[0].root) } == "scene main has no root")
    #expect(try broken { $0.scenes = [] } == "0 of 5 screens hang below a root")
  }

  @Test func `detect relations that only one side has`() throws {
    let edits: [(String, (inout ScreenRow) -> Void, String)] = [
      ("feed", { $0.parent = ScreenID(1) }, "2 holds 3, which says otherwise"),
      ("shop", { $0.children = ScreenRow.Children() }, "4 of 5 screens hang below a root"),
      ("main", { $0.selected = nil }, "no child of tabs 1 is selected"),
      ("home", { $0.selected = ScreenID(3) }, "2 has a selected child and no tabs"),
      ("home", { $0.layout = nil }, "2 is no container and has children"),
    ]
    for (kind, edit, problem) in edits {
      let found = try broken { tree in
        tree.edit(try #require(tree.firstScreen { $0.kind == kind }).id, edit)
      }
      #expect(found == problem, "\(kind)")
    }
  }

  @Test func `detect more screens than columns`() throws {
    var tree = try RouteState(scenes: TreeNotation("main/stack[a b c]"), counter: 0).tree
    tree.edit(try #require(tree.root())) { $0.layout = .split }
    #expect(tree.brokenInvariant == "1 has 2 columns, not 3")
  }

  @Test func `detect violations that only a whole state shows`() throws {
    var state = try RouteState(scenes: TreeNotation(whole), counter: 0)
    #expect(state.brokenInvariant == nil)
    state.counter = 4
    #expect(state.brokenInvariant == "screen 5 is above the counter 4")
    state.counter = 5
    state.conditions = ["b", "a"]
    #expect(state.brokenInvariant == "condition a is not in its order")
  }
}
