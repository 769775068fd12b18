import RouteEngine
import RouteTestSupport
import Testing

/// Properties of every change, tested on random trees and changes.
struct TreeChangeTests {
  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `edits leave copies, errors leave everything, inverses restore`(seed: UInt64) throws {
    var maker = RandomTree(seed)
    var state = RouteState()
    try state.apply(.tree(.root(scene: "main", screen: [maker.subtree()])))
    var refused = 0
    for _ in 0..<150 {
      let before = state
      let (digest, subtrees) = (state.tree.digest, state.tree.subtrees)
      let change = RouteChange.tree(maker.change(of: state.tree))
      let inverse = Result { try state.inverse(of: change) }
      do {
        try state.apply(change)
      } catch {
        refused += 1
        #expect(state == before, "\(change)")
        #expect(state.digest == before.digest)
        #expect(throws: ChangeError.self) { try inverse.get() }
        maker.counter = max(maker.counter, state.counter)
        continue
      }
      #expect(state.brokenInvariant == nil, "\(change)")
      #expect(before.tree.digest == digest)
      #expect(before.tree.subtrees == subtrees)
      // The digest depends on the content, not on its history.
      let rebuilt = try state.tree.rebuilt
      #expect(rebuilt.digest == state.tree.digest, "\(change)")
      #expect(rebuilt == state.tree)
      var undone = state
      try undone.apply(inverse.get())
      #expect(undone.tree == before.tree, "\(change)")
      #expect(undone.tree.digest == before.tree.digest, "\(change)")
      #expect(undone.counter >= state.counter)
      #expect((state.tree == before.tree) == (state.tree.digest == before.tree.digest))
    }
    #expect(refused > 0, "the maker should also make changes that do not fit")
    #expect(refused < 100, "the maker should mostly make changes that fit")
  }

  @Test func `a list of changes is applied whole or not at all`() throws {
    var maker = RandomTree(5)
    var state = RouteState()
    try state.apply(.tree(.root(scene: "main", screen: [maker.subtree()])))
    let before = state
    #expect(throws: ChangeError.self) {
      try state.apply([
        .signal(condition: "a", true), .tree(.unready), .tree(.select(child: ScreenID(99_999))),
      ])
    }
    #expect(state == before)
  }

  @Test func `ids are taken once, and the counter follows`() throws {
    var tree = ScreenTree()
    var counter: UInt64 = 0
    var root = Subtree(kind: "a", container: .stack)
    root.id = ScreenID(5)
    try tree.apply(.root(scene: "main", screen: [root]), counter: &counter)
    #expect(counter == 5)
    var child = Subtree(kind: "b")
    #expect(throws: ChangeError.self) {
      try tree.apply(
        .splice(container: ScreenID(5), at: 0, drop: 0, insert: [child]), counter: &counter)
    }
    child.id = ScreenID(5)
    #expect(throws: ChangeError.self) {
      try tree.apply(
        .splice(container: ScreenID(5), at: 0, drop: 0, insert: [child]), counter: &counter)
    }
    child.id = ScreenID(6)
    #expect(throws: ChangeError.self) {
      try tree.apply(
        .splice(container: ScreenID(5), at: 0, drop: 0, insert: [child, child]), counter: &counter)
    }
    #expect(counter == 5)
    #expect(tree.count == 1)
  }

  @Test func `bounds hold: screens, depth, positions`() throws {
    var limits = RouteLimits()
    limits.screens = 4
    limits.depth = 3
    var maker = RandomTree(1)
    var tree = ScreenTree()
    var counter: UInt64 = 0
    func screen(_ id: UInt64, _ children: [Subtree] = []) -> Subtree {
      var subtree = Subtree(kind: "a", container: .stack, children: children)
      subtree.id = ScreenID(id)
      return subtree
    }
    try tree.apply(
      .root(scene: "main", screen: [screen(1, [screen(2)])]), counter: &counter, limits: limits)
    let before = tree
    for change: TreeChange in [
      .splice(container: ScreenID(1), at: 0, drop: 0, insert: [screen(3), screen(4), screen(5)]),
      .splice(container: ScreenID(2), at: 0, drop: 0, insert: [screen(3, [screen(4)])]),
      .splice(container: ScreenID(1), at: 2, drop: 0, insert: []),
      .splice(container: ScreenID(1), at: -1, drop: 0, insert: []),
      .splice(container: ScreenID(1), at: 0, drop: -1, insert: []),
      .splice(container: ScreenID(1), at: 1, drop: .max, insert: []),
      .splice(container: ScreenID(1), at: .max, drop: .max, insert: []),
      .root(scene: "not a name", screen: [maker.subtree(depth: 0)]), .close(scene: "main"),
    ] {
      #expect(throws: ChangeError.self) {
        try tree.apply(change, counter: &counter, limits: limits)
      }
      #expect(tree == before)
    }
  }

  @Test func `removed screens make room for their replacements`() throws {
    var limits = RouteLimits()
    limits.screens = 4
    func screen(_ id: UInt64, _ children: [Subtree] = []) -> Subtree {
      var subtree = Subtree(kind: "a", container: .stack, children: children)
      subtree.id = ScreenID(id)
      return subtree
    }
    var tree = ScreenTree()
    var counter: UInt64 = 0
    let first = screen(1, [screen(2, [screen(3)]), screen(4)])
    try tree.apply(.root(scene: "main", screen: [first]), counter: &counter, limits: limits)
    let before = tree
    for change: TreeChange in [
      .splice(
        container: ScreenID(1), at: 0, drop: 1, insert: [screen(5), screen(6), screen(7)]),
      .splice(container: ScreenID(1), at: 1, drop: 1, insert: [screen(5, [screen(6)])]),
      .root(
        scene: "main", screen: [screen(5, [screen(6), screen(7), screen(8), screen(9)])]),
      .root(scene: "other", screen: [screen(5)]),
    ] {
      let error = #expect(throws: ChangeError.self) {
        try tree.apply(change, counter: &counter, limits: limits)
      }
      #expect(error?.description == "more than 4 screens")
      #expect(tree == before)
    }
    for change: TreeChange in [
      .splice(container: ScreenID(1), at: 0, drop: 1, insert: [screen(5, [screen(6)])]),
      .root(scene: "main", screen: [screen(7, [screen(8), screen(9), screen(10)])]),
    ] {
      try tree.apply(change, counter: &counter, limits: limits)
      #expect(tree.count == 4)
    }
    limits.screens = 2
    for change: TreeChange in [
      .splice(container: ScreenID(7), at: 0, drop: 1, insert: [screen(11)]),
      .splice(container: ScreenID(7), at: 1, drop: 2, insert: []),
    ] {
      try tree.apply(change, counter: &counter, limits: limits)
    }
    #expect(tree.count == 2)
  }
}
