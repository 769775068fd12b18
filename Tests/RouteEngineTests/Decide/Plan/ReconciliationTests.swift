import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// The displayed screens become the state with as few changes as possible; screens that are still
/// there stay.
@MainActor
struct ReconciliationTests {
  private let journal: TestJournal
  private let session: RouteSession

  init() throws {
    journal = try TestJournal(RenderFailureTests.shop)
    session = journal.launch { $0.limits.screens = 80 }
  }

  private func screen(_ kind: String) throws -> Screen {
    try #require(session.state.tree.firstScreen { $0.kind == kind })
  }

  /// The displayed root of a scene, which tests change.
  private func root() throws -> Subtree {
    try #require(session.state.tree.root().flatMap { session.state.tree.subtree($0) })
  }

  private func show(_ root: Subtree) -> Outcome? {
    session.display.reconcile(
      with: DisplayedScreens(scenes: [SceneSubtree(name: ScreenTree.mainScene, root: root)])
    ).outcome
  }

  private func lastChanges() throws -> [RouteChange] {
    try #require(journal.entries().last).changes
  }

  @Test func `a report of known screens changes nothing`() throws {
    let before = session.state
    #expect(show(try root()) == .alreadyShown)
    #expect(session.display.reconcile(with: Scenario.tree).outcome == .alreadyShown)
    #expect(session.state == before)
    #expect(try lastChanges().isEmpty)
    try journal.requireReplays(of: session)
  }

  @Test func `a screen keeps id, readiness and actions when only its neighbour is removed`() throws
  {
    session.openAll("/products/7", "/acting/8")
    let eight = try #require(session.state.tree.visibleLeaf()).id
    session.ready(eight)
    var shown = try root()
    shown.children[1].children.remove(at: 1)
    #expect(show(shown) == .shown)
    #expect(session.notation == "main[home[feed] shop*[catalog product(id: 8)]]")
    #expect(try lastChanges().count == 1)
    #expect(session.state.tree[eight]?.isReady == true)
    try journal.requireReplays(of: session)
  }

  @Test func `without ids screens are known by kind and identity, in place`() throws {
    session.open("/products/7")
    let seven = try screen("product").id
    #expect(
      session.display.reconcile(
        with: "main/tabs[home/stack*[feed old] shop/stack[catalog product(id: 7)]]^sheet:login"
      ).outcome == .shown)
    #expect(try screen("product").id == seven)
    #expect(
      session.notation == "main[home*[feed old/foreign] shop[catalog product(id: 7)]]^sheet:login")
    #expect(try lastChanges().count == 3)
    #expect(
      session.display.reconcile(
        with: "main/tabs[home/stack*[feed] shop/stack[catalog product(id: 8)]]"
      ).outcome == .shown)
    #expect(try screen("product").id != seven)
    try journal.requireReplays(of: session)
  }

  @Test func `of reordered screens as many as possible stay`() throws {
    for id in 1...4 { session.open("/products/\(id)") }
    let before = try #require(session.state.tree[try screen("shop").id]).children
    var shown = try root()
    let moved = shown.children[1].children.remove(at: 4)
    shown.children[1].children.insert(moved, at: 1)
    #expect(show(shown) == .shown)
    let after = try #require(session.state.tree[try screen("shop").id]).children
    #expect([after[0], after[2], after[3], after[4]] == Array(before[0...3]))
    #expect(after[1] > before[4])
    #expect(session.notation.contains("[catalog product(id: 4) product(id: 1) product(id: 2)"))
    try journal.requireReplays(of: session)
  }

  @Test func `scenes are opened, activated and closed`() throws {
    #expect(session.display.reconcile(with: "main: lobby | second!: desk").outcome == .shown)
    #expect(session.notation == "main: lobby/foreign | second!: desk/foreign")
    #expect(session.display.reconcile(with: "second: desk/foreign").outcome == .shown)
    #expect(session.notation == "second: desk/foreign")
    var other = DisplayedScreens(scenes: [SceneSubtree(name: "third", root: Subtree(kind: "x"))])
    other.activeScene = "third"
    #expect(session.display.reconcile(with: other).outcome == .shown)
    #expect(session.notation == "second: desk/foreign | third!: x/foreign")
    let left = session.state.tree.subtrees.filter { $0.name != "third" }
    #expect(
      session.display.reconcile(with: DisplayedScreens(scenes: left, isComplete: true)).outcome
        == .shown)
    #expect(session.notation == "second: desk/foreign")
    let none = session.display.reconcile(with: DisplayedScreens(scenes: [], isComplete: true))
    #expect(none.outcome?.reason == "the last scene cannot be closed")
    try journal.requireReplays(of: session)
  }

  @Test func `one part of the display can be reported alone`() throws {
    session.display.reconcile(with: "main/tabs[home/stack*[feed] old/foreign[list]]")
    var part = Subtree(kind: "old")
    part.id = try screen("old").id
    part.children = [Subtree(kind: "list"), Subtree(kind: "detail")]
    let list = try screen("list").id
    #expect(session.display.reconcile(with: DisplayedScreens(part: part)).outcome == .shown)
    #expect(session.notation == "main[home*[feed] old/foreign[list detail]]")
    #expect(try screen("list").id == list)
    let nameless = session.display.reconcile(with: DisplayedScreens(part: Subtree(kind: "old")))
    #expect(nameless.outcome?.reason == "a part that is on display has no id")
    try journal.requireReplays(of: session)
  }

  @Test func `a part whose screen another part does not have is refused`() throws {
    session.open("/products/7")
    let seven = try screen("product").id
    let tree = session.state.tree
    var shop = try #require(tree.subtree(try screen("shop").id))
    shop.children.removeLast()
    var displayed = DisplayedScreens(part: shop)
    displayed.parts.append(try #require(tree.subtree(seven)))
    #expect(
      session.display.reconcile(with: displayed).outcome
        == .impossible(
          reason: "product (\(seven)) is on display, but not in another part around it"))
    #expect(session.state.tree == tree)
    try journal.requireReplays(of: session)
  }

  @Test func `flags that keep a screen from being dismissed do not hold for the past`() throws {
    session.open("/login")
    #expect(session.open("/products/7").outcome?.isSuccess == false)
    #expect(session.display.reconcile(with: Scenario.tree).outcome == .shown)
    #expect(session.notation == RenderFailureTests.plain)
    try journal.requireReplays(of: session)
  }

  @Test func `values that are not declared open do not reach the journal`() throws {
    session.display.reconcile(with: "main/tabs[home/stack*[feed] old/foreign[list(name: \"Ada\")]]")
    let list = try screen("list")
    #expect(list.parameters["name"] != "Ada")
    #expect(session.revealed(list.parameters)["name"] == "Ada")
    let outcome = session.display.reconcile(
      with: "main/tabs[home/stack*[feed] old/foreign[list(name: \"Ada\")]]"
    ).outcome
    #expect(outcome == .alreadyShown)
    let history = try History(path: journal.path)
    try history.forEachEntry { row in
      #expect(!String(decoding: row.payload, as: UTF8.self).contains("Ada"))
    }
    try journal.requireReplays(of: session)
  }

  @Test func `a list with too many differences is replaced as a whole`() throws {
    let journal = try TestJournal(RenderFailureTests.shop)
    let session = journal.launch()
    func list(_ kinds: [String]) -> String { "old/foreign[\(kinds.joined(separator: " "))]" }
    let before = (0..<3_000).map { "k\($0)" }
    let after = (0..<3_000).map { $0.isMultiple(of: 2) ? "k\($0)" : "other" }
    #expect(session.display.reconcile(with: list(before)).outcome == .shown)
    let first = session.state.tree.firstScreen { $0.kind == "k0" }?.id
    #expect(session.display.reconcile(with: list(after)).outcome == .shown)
    #expect(session.notation == list(after))
    #expect(session.state.tree.firstScreen { $0.kind == "k0" }?.id == first)
    #expect(try #require(journal.entries().last).changes.count == 1)
  }
}

extension ReconciliationTests {
  @Test func `an impossible report of the display is refused, and nothing changes`() throws {
    session.open("/products/7")
    let before = session.state.tree
    let seven = try screen("product").id
    func subtree(_ kind: String, _ id: ScreenID? = nil) -> Subtree {
      var subtree = Subtree(kind: kind)
      subtree.id = id
      return subtree
    }
    var deep = Subtree(kind: "x")
    for _ in 0..<70 { deep = Subtree(kind: "x", ownership: .foreign, children: [deep]) }
    var twoSheets = subtree("x")
    twoSheets.presented = [subtree("y"), subtree("z")]
    let twice = Subtree(
      kind: "x", container: .stack,
      children: [subtree("product", seven), subtree("product", seven)])
    let cases: [(Subtree, String)] = [
      (deep, "screens nested deeper than 64"),
      (
        Subtree(kind: "x", container: .stack, children: (0..<80).map { _ in Subtree(kind: "y") }),
        "more than 80 screens"
      ),
      (twice, "screen \(seven) is on display twice"),
      (twoSheets, "x presents more than one screen"),
      (subtree("feed", seven), "screen \(seven) is a product, no feed"),
      (subtree("no name"), "a screen whose kind is no name"),
      (Subtree(kind: "x", parameters: ["no name": 1]), "x has a parameter whose name is none"),
      (Subtree(kind: "product"), "product needs id: int"),
      (Subtree(kind: "product", parameters: ["id": "x"]), "product needs id: int"),
      (
        Subtree(kind: "feed", container: nil, children: [Subtree(kind: "x")]),
        "feed holds screens and is no container"
      ),
    ]
    for (root, problem) in cases {
      let outcome = try #require(show(root))
      #expect(outcome == .impossible(reason: problem))
      #expect(outcome.isImpossible && !outcome.isStale)
      #expect(session.state.tree == before)
    }
    let stale = show(subtree("product", ScreenID(99)))
    #expect(stale == .stale(reason: "there is no screen 99"))
    var twiceNamed = DisplayedScreens(scenes: [])
    twiceNamed.scenes = ["s", "s"].map { SceneSubtree(name: $0, root: Subtree(kind: "x")) }
    #expect(session.display.reconcile(with: twiceNamed).outcome?.isImpossible == true)
    let nothing = DisplayedScreens(scenes: [], isComplete: true)
    #expect(session.display.reconcile(with: nothing).outcome?.isImpossible == true)
    let elsewhere = DisplayedScreens(scenes: [], activeScene: "nowhere")
    #expect(session.display.reconcile(with: elsewhere).outcome?.isStale == true)
    let noText = session.display.reconcile(with: "main/[").outcome
    #expect(
      noText
        == .impossible(
          reason: "at byte 5: expected stack, tabs, split, tripleSplit, foreign or unknown"))
    #expect(session.state.tree == before)
    try journal.requireReplays(of: session)
  }

  @Test func `screens that a journal could not restore are refused`() throws {
    let before = session.state.tree
    var drawer = Subtree(kind: "x")
    drawer.style = .sheet(detents: [.percent(0)])
    let cases: [(Subtree, String)] = [
      (
        Subtree(kind: "x", container: .custom("my carousel", .tabs)),
        "x is a container whose name is none"
      ),
      (Subtree(kind: "x", container: .custom("", .stack)), "x is a container whose name is none"),
      (Subtree(kind: "x", ownership: .unknown(version: 0)), "x is of a version that no kind has"),
      (
        Subtree(kind: "x", parameters: ["a": .token("abc")]),
        "x has a parameter whose token is none"
      ),
      (drawer, "\"0%\" is no height: medium, large, 40%, 320 or a name"),
    ]
    for (root, problem) in cases {
      #expect(show(root) == .impossible(reason: problem))
      #expect(session.state.tree == before)
    }
    #expect(try journal.entries().count > cases.count)
    try journal.requireReplays(of: session)
  }

  @Test func `an impossible fact changes nothing, and its reason names it`() throws {
    let before = session.state.tree
    let (feed, home) = (try screen("feed").id, try screen("home").id)
    let facts: [(HostFact, Bool)] = [
      (.popped(ScreenID(99)), true), (.poppedTo(ScreenID(99)), true),
      (.dismissed(ScreenID(99)), true), (.selected(ScreenID(99)), true),
      (.activated(scene: "nowhere"), true), (.popped(feed), false), (.popped(home), false),
      (.dismissed(feed), false), (.dismissed(nil), false), (.selected(feed), false),
      (.poppedTo(home), false),
    ]
    for (fact, isStale) in facts {
      let outcome = try #require(session.report(fact).outcome)
      #expect(outcome.isStale == isStale, "\(fact): \(outcome)")
      #expect(outcome.isImpossible != isStale, "\(fact): \(outcome)")
    }
    #expect(session.state.tree == before)
    try journal.requireReplays(of: session)
  }

  @Test func `a forged report of the display is found`() throws {
    session.display.reconcile(with: "main/tabs[home/stack*[feed old] shop/stack[catalog]]")
    try journal.requireReplays(of: session)
    let payload = #"replace(payload, '"kind":"catalog"', '"kind":"catalogue"')"#
    let history = try journal.forged("UPDATE journal SET payload = \(payload) WHERE sequence = 2")
    let findings = try Verification(of: history).findings
    #expect(
      findings.map(\.problem) == [
        "it does not lead to the screens that the host reports as on display"
      ])
    #expect(try Rerun(of: history).divergences.map(\.sequence) == [2])
  }
}
