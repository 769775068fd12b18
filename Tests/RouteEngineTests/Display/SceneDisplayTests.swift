import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// The edits that a renderer receives, and the effects of a user's changes, tested with
/// ``FakeRenderer``.
@MainActor
struct SceneDisplayTests: DisplayTests {
  private struct Product: ScreenKind { var id: Int }
  private struct Login: ScreenKind {}

  let journal: TestJournal
  let renderer = FakeRenderer()
  let session: RouteSession
  let display: SceneDisplay

  init() throws {
    let tree = "main/tabs[ home/stack*[feed] shop/stack[catalog] old/foreign ]"
    let table = try RouteTable(tree: tree) {
      DeclaredScreen(Product.self).performs("light", when: .ready)
      DeclaredScreen(Login.self)
      DeclaredScreen("inner", container: .stack)
      DeclaredScreen("own", container: .custom("deck", .stack))
      Route("product", "/products/:id", to: [.select("shop"), .push(Product.self)])
      Route("login", "/login", to: [.present(Login.self, style: .sheet)])
    }
    journal = try TestJournal(table)
    session = journal.launch { $0.perform("light") { _ in .done } }
    display = session.display.attach(renderer, scene: "A1")
  }

  private func newestFact() throws -> HostFact? {
    let facts = try journal.entries().map(\.request?.target).compactMap { target -> HostFact? in
      if case .fact(let fact)? = target { fact } else { nil }
    }
    return facts.last
  }

  @Test func `the first picture is whole, and shown before anything else happens`() throws {
    #expect(display.scene == "main")
    #expect(renderer.picture == "main[home[feed*]* shop[catalog*] old]")
    #expect(renderer.steps.last == .root(try id("main")))
    try requireTruth()
  }

  @Test func `a decision becomes the fewest edits`() throws {
    renderer.steps = []
    session.open("/products/7")
    let (main, shop, catalog) = (try id("main"), try id("shop"), try id("catalog"))
    let product = try id("product")
    #expect(
      renderer.steps == [
        .arrange([catalog, product], selected: product, in: shop), .select(shop, in: main),
      ])
    renderer.steps = []
    session.open("/login")
    #expect(renderer.steps == [.present(try id("login"), over: main, style: .sheet)])
    renderer.steps = []
    session.report(.dismissed(nil))
    session.report(.popped(nil))
    #expect(
      renderer.steps == [.dismiss(over: main), .arrange([catalog], selected: catalog, in: shop)])
    #expect(renderer.picture == "main[home[feed*] shop[catalog*]* old]")
    #expect(renderer.views[product] == nil)
    try requireTruth()
  }

  @Test func `a request that is not to be animated is shown at once`() throws {
    renderer.animations = []
    let still = RouteRequest.Options(isAnimated: false)
    session.open("/login", options: still)
    #expect(renderer.animations == [false])
    session.openAll("/products/7", "/login")
    #expect(renderer.animations.last == true)
    try requireTruth()
  }

  @Test func `a sheet of a hidden screen is shown when that screen is`() throws {
    session.display.reconcile(
      with: "main/tabs[home/stack[feed] shop/stack*[catalog^sheet:login] old/foreign]")
    #expect(renderer.picture == "main[home[feed*] shop[catalog^login*]* old]")
    let (main, home, shop) = (try id("main"), try id("home"), try id("shop"))
    renderer.select(home, in: main)
    display.userSelected(home, in: main)
    #expect(renderer.picture == "main[home[feed*]* shop[catalog*] old]")
    session.report(.selected(shop))
    #expect(renderer.picture == "main[home[feed*] shop[catalog^login*]* old]")
    try requireTruth()
  }

  @Test func `B9: a screen that cannot be shown is removed, and the others stay`() throws {
    renderer.unrenderable = ["product"]
    let before = renderer.picture
    renderer.steps = []
    #expect(session.open("/products/7").outcome == .shown)
    #expect(renderer.steps == [])
    #expect(renderer.picture == before)
    #expect(session.notation == "main[home*[feed] shop[catalog] old/foreign]")
    guard case .renderFailed(let failure)? = try newestFact() else {
      throw ScenarioMistake("no render failure")
    }
    #expect(failure.reason == "nothing shows a screen of the kind product")
    renderer.unrenderable = []
    session.open("/products/8")
    #expect(renderer.picture == "main[home[feed*] shop[catalog product*]* old]")
    try requireTruth()
  }

  @Test func `B9: screens that cannot be shown after a relaunch are removed one by one`() throws {
    for id in 1...6 { session.open("/products/\(id)") }
    let other = FakeRenderer()
    other.unrenderable = ["product"]
    session.display.attach(other, scene: "main")
    #expect(other.attempts == 7)
    #expect(other.picture == "main[home[feed*]* shop[catalog*] old]")
    #expect(renderer.picture == other.picture)
    try requireTruth()
  }

  @Test(arguments: ["main", "catalog"])
  func `B9: a renderer that cannot show the first tree is not asked for ever`(kind: String) throws {
    let other = FakeRenderer()
    other.unrenderable = [kind]
    let second = session.display.attach(other, scene: "main")
    #expect(other.picture == "")
    #expect(other.attempts <= 7)
    #expect(second.shown == RenderedScene())
    try requireTruth()
  }

  @Test func `a screen with other parameters is made again in its place`() throws {
    session.open("/products/7")
    let (shop, product) = (try id("shop"), try id("product"))
    let before = try #require(renderer.views[product])
    var part = try #require(session.state.tree.subtree(product))
    part.parameters = ["id": 8]
    session.display.reconcile(with: DisplayedScreens(part: part))
    let after = try #require(renderer.views[product])
    #expect(after !== before)
    #expect(after.node.kind as? Product == Product(id: 8))
    #expect(renderer.views[shop]?.selected == product)
    try requireTruth()
  }

  @Test func `a container in a stack is reported to renderers that cannot show it`() throws {
    #expect(display.shown.containerInStack == nil)
    session.display.reconcile(
      with: "main/tabs[home/stack*[feed own/stack:deck[y]] shop/stack[catalog]]")
    #expect(renderer.picture == "main[home[feed own[y*]*]* shop[catalog*]]")
    #expect(display.shown.containerInStack == nil)
    session.display.reconcile(
      with: "main/tabs[home/stack*[feed inner/stack[x]] shop/stack[catalog]]")
    #expect(display.shown.containerInStack?.name == "inner")
    let refused = display.shown.firstChild { child, holder in
      child.node.name == "x" && holder.node.name == "inner"
    }
    #expect(refused?.name == "x")
    #expect(display.shown.firstChild { child, _ in child.node.name == "main" } == nil)
    try requireTruth()
  }

  @Test func `a back swipe, a tapped tab and a sheet put away become host facts`() throws {
    session.openAll("/products/1", "/products/2")
    let (main, home, shop, catalog) = (
      try id("main"), try id("home"), try id("shop"), try id("catalog")
    )
    renderer.steps = []
    let children = try #require(renderer.views[shop]).children
    renderer.setChildren([catalog, children[1]], of: shop)
    display.stack(shop, holds: [.known(catalog), .known(children[1])])
    #expect(session.notation == "main[home[feed] shop*[catalog product(id: 1)] old/foreign]")
    #expect(try newestFact() == .popped(children[2]))
    renderer.select(home, in: main)
    display.userSelected(home, in: main)
    #expect(session.notation == "main[home*[feed] shop[catalog product(id: 1)] old/foreign]")
    #expect(renderer.steps == [])
    session.open("/login")
    renderer.steps = []
    let login = try id("login")
    renderer.swipeAway(over: main)
    display.userDismissed(login)
    #expect(session.state.tree[login] == nil)
    #expect(renderer.steps == [])
    try requireTruth()
  }

  @Test func `a screen that is on display already is not reported`() throws {
    session.open("/products/1")
    let (main, home, shop) = (try id("main"), try id("home"), try id("shop"))
    let before = session.journal.anchor.sequence
    let children = try #require(renderer.views[shop]).children
    display.stack(shop, holds: children.map { .known($0) })
    display.userSelected(shop, in: main)
    display.userSelected(home, in: shop)
    display.userDismissed(try id("product"))
    display.activate()
    #expect(session.journal.anchor.sequence == before)
    try requireTruth()
  }

  @Test func `B8: a screen that other code pushes is journaled, and adopted unchanged`() throws {
    session.open("/products/1")
    let (shop, catalog, product) = (try id("shop"), try id("catalog"), try id("product"))
    renderer.steps = []
    let strange = ScreenID(99)
    renderer.setChildren([catalog, product, strange], of: shop)
    display.stack(shop, holds: [.known(catalog), .known(product), .strange(named: "Help<Page>")])
    #expect(
      session.notation
        == "main[home[feed] shop*[catalog product(id: 1) HelpPage/foreign] old/foreign]")
    #expect(renderer.steps == [])
    let help = try id("HelpPage")
    #expect(renderer.views[shop]?.children == [catalog, product, help])
    try requireTruth()
    renderer.setChildren([catalog, help], of: shop)
    display.stack(shop, holds: [.known(catalog), .known(help)])
    #expect(session.notation == "main[home[feed] shop*[catalog HelpPage/foreign] old/foreign]")
    #expect(renderer.steps == [])
    #expect(renderer.views[product] == nil)
    try requireTruth()
  }

  @Test func `C29: requests wait while an edit moves, and its action for its end`() throws {
    renderer.isSlow = true
    session.open("/login")
    #expect(session.display.isInTransition)
    let opening = session.open("/products/7")
    #expect(opening.outcome == nil)
    #expect(renderer.finish())
    #expect(!session.display.isInTransition)
    #expect(opening.outcome == .shown)
    #expect(!renderer.finish())  // several edits are not animated
    try requireTruth()
  }

  @Test func `a screen is ready when it can be seen, and its action runs`() throws {
    session.open("/products/7")
    #expect(session.state.tree[try id("product")]?.isReady == true)
    #expect(session.state.actions.isEmpty)
    renderer.isSlow = true
    session.open("/products/8")
    let top = try #require(session.state.tree.visibleLeaf())
    #expect(!top.isReady)
    #expect(renderer.finish())
    #expect(session.state.tree[top.id]?.isReady == true)
    try requireTruth()
  }

  @Test func `a screen that another one covers is ready no longer, until it is seen again`() throws
  {
    session.open("/products/7")
    let first = try id("product")
    session.open("/products/8")
    #expect(session.state.tree[first]?.isReady == false)
    renderer.isSlow = true
    session.report(.popped(nil))
    #expect(session.state.tree[first]?.isReady == false)
    #expect(renderer.finish())
    #expect(session.state.tree[first]?.isReady == true)
    try requireTruth()
  }

  @Test func `a screen to which the user goes back is ready again`() throws {
    session.openAll("/products/7", "/products/8")
    let (main, home, shop) = (try id("main"), try id("home"), try id("shop"))
    let children = try #require(renderer.views[shop]).children
    renderer.setChildren([children[0], children[1]], of: shop)
    display.stack(shop, holds: [.known(children[0]), .known(children[1])])
    #expect(session.state.tree[children[1]]?.isReady == true)
    renderer.select(home, in: main)
    display.userSelected(home, in: main)
    #expect(session.state.tree[children[1]]?.isReady == false)
    #expect(session.state.tree[try id("feed")]?.isReady == true)
    try requireTruth()
  }

  @Test func `C28: a second window shows a scene of its own, and the first goes on alone`() throws {
    let other = FakeRenderer()
    let second = session.display.attach(other, scene: "B 2")
    #expect(second.scene == "B-2")
    #expect(other.picture == renderer.picture)
    second.activate()
    #expect(session.state.tree.activeScene == "B-2")
    session.open("/products/7")
    #expect(other.picture == "main[home[feed*] shop[catalog product*]* old]")
    #expect(renderer.picture == "main[home[feed*]* shop[catalog*] old]")
    second.detach()
    other.steps = []
    session.open("/products/8")
    #expect(other.steps == [])
    #expect(session.display.attach(FakeRenderer(), scene: "B 2").scene == "B-2")
    try requireTruth()
  }

  @Test func `a window that closes during an animation leaves no transition behind`() throws {
    renderer.isSlow = true
    session.open("/login")
    #expect(session.display.isInTransition)
    display.detach()
    #expect(!session.display.isInTransition)
    #expect(renderer.finish())
    #expect(!session.display.isInTransition)
  }

  @Test func `an edit whose end is reported twice ends once`() throws {
    session.open("/products/7")
    (renderer.isSlow, renderer.isHasty) = (true, true)
    session.open("/products/8")
    #expect(!session.display.isInTransition)
    #expect(renderer.finish())
    renderer.isHasty = false
    session.open("/products/9")
    #expect(session.display.isInTransition)
    #expect(session.state.tree.visibleLeaf()?.isReady == false)
    display.detach()
    #expect(!session.display.isInTransition)
  }

  @Test(arguments: 0..<20)
  func `after random inputs the display shows the decided screens`(seed: UInt64) throws {
    var random = RandomTree(seed)
    for _ in 0..<25 {
      guard var scene = session.state.tree.subtrees.first else { break }
      scene.root.scramble(&random)
      session.display.reconcile(with: DisplayedScreens(scenes: [scene]))
      #expect(renderer.mistakes == [])
      #expect(renderer.picture == session.expectedPicture)
    }
    #expect(display.shown == RenderedScene(display.scene, of: session))
  }
}

extension Subtree {
  /// Drops, adds, covers or selects a screen, here or further inside.
  fileprivate mutating func scramble(_ random: inout RandomTree) {
    for index in children.indices where random.random.chance(60) {
      children[index].scramble(&random)
    }
    if container != nil, random.random.chance(40) {
      if random.random.chance(50), children.count > 1 {
        children.remove(at: random.random.below(children.count))
      } else {
        var added = random.subtree(depth: 2)
        added.forgetIDs()
        children.insert(added, at: random.random.below(children.count + 1))
      }
    }
    selected = container?.layout == .tabs ? random.random.below(max(1, children.count)) : nil
    if random.random.chance(20) {
      var over = random.subtree(depth: 1)
      over.forgetIDs()
      presented = presented.isEmpty ? [over] : []
    }
  }

  /// Removes ids and parameters, and screens of no version.
  private mutating func forgetIDs() {
    (id, parameters, isReady) = (nil, [:], false)
    if ownership.isUnknown { ownership = .declared }
    for index in children.indices { children[index].forgetIDs() }
    for index in presented.indices { presented[index].forgetIDs() }
  }
}

extension RouteSession {
  /// The picture that a renderer should show of the active scene.
  fileprivate var expectedPicture: String {
    let tree = state.tree
    let path = Set(tree.visiblePath().map(\.id))
    func picture(_ id: ScreenID) -> String {
      guard let screen = tree[id] else { return "?" }
      var text = screen.kind
      let children = screen.ownership == .foreign ? [] : screen.children
      if !children.isEmpty {
        let seen = screen.visibleChild
        text += "[" + children.map { picture($0) + ($0 == seen ? "*" : "") }.joined(separator: " ")
        text += "]"
      }
      if let presented = screen.presented, path.contains(presented) {
        text += "^" + picture(presented)
      }
      return text
    }
    return tree.root().map(picture) ?? ""
  }
}
