import RouteEngine
import RouteTestSupport
import Testing

/// A renderer without a display that enforces the rules of a real one: a screen has to be made
/// before it is shown, has one place, presents one other screen, and presents only while it is
/// visible. A call that breaks these rules is recorded as a mistake.
@MainActor
final class FakeRenderer: SceneRenderer {
  /// The view of a screen.
  final class View {
    let node: ScreenNode
    var children: [ScreenID] = []
    var selected: ScreenID?
    var presented: ScreenID?

    init(_ node: ScreenNode) { self.node = node }
  }

  private(set) weak var display: SceneDisplay?
  private(set) var views: [ScreenID: View] = [:]
  /// The views before the last ones were made, to which dismissals refer.
  private var former: [ScreenID: View] = [:]
  private(set) var root: ScreenID?
  private(set) var mistakes: [String] = []
  /// The edits since they were last read.
  var steps: [RenderingStep] = []
  /// Whether each of these was to be animated.
  var animations: [Bool] = []
  /// The kinds that it cannot show.
  var unrenderable: Set<String> = []
  /// The kinds that it makes, but refuses to present.
  var refused: Set<String> = []
  /// The number of attempts to make a view.
  private(set) var attempts = 0
  /// Whether animated edits take time, so that their completions are called later.
  var isSlow = false
  /// Whether it also reports an edit as visible at once, before the real report.
  var isHasty = false
  /// Called when a dismissal has uncovered other screens. UIKit calls delegates at that moment.
  var onUncovering: () -> Void = {}
  /// Called when the root is shown. UIKit loads views at that moment, and their code may open
  /// links.
  var onRoot: () -> Void = {}
  private var unfinished: [() -> Void] = []

  /// Ends the oldest animated edit; false when there is none.
  func finish() -> Bool {
    guard !unfinished.isEmpty else { return false }
    unfinished.removeFirst()()
    return true
  }

  func attached(to display: SceneDisplay) { self.display = display }

  func make(_ items: [RenderedScene.Item], for scene: RenderedScene) throws(RenderingMistake) {
    attempts += 1
    for item in items where unrenderable.contains(item.node.name) {
      throw RenderingMistake(item.node, Unrenderable(item.node))
    }
    former = views
    for item in items { views[item.node.id] = View(item.node) }
  }

  func carryOut(_ step: RenderingStep, animated isAnimated: Bool, then done: @escaping () -> Void) {
    steps.append(step)
    animations.append(isAnimated)
    switch step {
    case .dismiss(let presenter): dismiss(over: presenter)
    case .arrange(let children, let selected, let container):
      for child in children where views[child] == nil { mistakes.append("\(child) is not made") }
      views[container]?.children = children
      views[container]?.selected = selected
    case .select(let child, let container):
      if views[container]?.children.contains(child) != true {
        mistakes.append("\(child) is not in \(container)")
      }
      views[container]?.selected = child
    case .root(let screen):
      if views[screen] == nil { mistakes.append("the root \(screen) is not made") }
      root = screen
      onRoot()
    case .present(let screen, let presenter, _):
      if views[presenter]?.presented != nil { mistakes.append("\(presenter) presents already") }
      if views[screen] == nil { mistakes.append("\(screen) is not made") }
      if !visible.contains(presenter) { mistakes.append("\(presenter) cannot be seen") }
      views[presenter]?.presented = screen
      if let node = views[screen]?.node, refused.contains(node.name) {
        display?.failed(RenderingMistake(node, because: "refused"))
      }
    }
    if isHasty { done() }
    if isSlow, isAnimated { unfinished.append(done) } else { done() }
  }

  private func dismiss(over presenter: ScreenID) {
    guard let view = former[presenter], view.presented != nil else {
      return mistakes.append("\(presenter) presents nothing")
    }
    view.presented = nil
    onUncovering()
  }

  func drop(_ screens: [ScreenID]) {
    for id in screens where shown.contains(id) { mistakes.append("\(id) is still shown") }
    for id in screens { views[id] = nil }
  }

  func adopt(_ screen: ScreenID, at position: Int, of stack: ScreenID) {
    guard let view = views[stack], view.children.indices.contains(position),
      let node = display?.session.display.node(screen)
    else { return mistakes.append("nothing to adopt at \(position) of \(stack)") }
    view.children[position] = screen
    views[screen] = View(node)
  }

  /// Changes a stack as other code, or the user, does.
  func setChildren(_ children: [ScreenID], of stack: ScreenID) {
    views[stack]?.children = children
    views[stack]?.selected = children.last
  }

  /// The user selects a tab.
  func select(_ screen: ScreenID, in container: ScreenID) { views[container]?.selected = screen }

  /// The user swipes away what is presented.
  func swipeAway(over presenter: ScreenID) { views[presenter]?.presented = nil }

  /// The displayed screens, in the notation of trees without parameters.
  var picture: String { root.map(picture) ?? "" }

  private func picture(of id: ScreenID) -> String {
    guard let view = views[id] else { return "?" }
    var text = view.node.name
    if !view.children.isEmpty {
      let children = view.children.map { picture(of: $0) + ($0 == view.selected ? "*" : "") }
      text += "[" + children.joined(separator: " ") + "]"
    }
    return text + (view.presented.map { "^" + picture(of: $0) } ?? "")
  }

  private var shown: [ScreenID] { ids { $0.children } }
  private var visible: [ScreenID] { ids { view in view.selected.map { [$0] } ?? view.children } }

  private func ids(_ held: (View) -> [ScreenID]) -> [ScreenID] {
    var found: [ScreenID] = []
    var pending = root.map { [$0] } ?? []
    while let id = pending.popLast() {
      guard let view = views[id] else { continue }
      found.append(id)
      pending += held(view) + (view.presented.map { [$0] } ?? [])
    }
    return found
  }
}

/// A stack that notes and products are pushed on, with a log-in over it.
enum NotedFeed {
  private struct Product: ScreenKind { var id: Int }

  static func table() throws(RouteTable.Mistakes) -> RouteTable {
    try RouteTable(tree: "main/stack[feed]") {
      DeclaredScreen(Product.self)
      DeclaredScreen("login")
      DeclaredScreen("note")
      Route("login", "/login", to: [.present("login", style: .sheet)])
      Route("note", "/notes", to: [.push("note")])
    }
  }
}

/// Tests of a session whose renderer has no display.
@MainActor
protocol DisplayTests {
  var journal: TestJournal { get }
  var renderer: FakeRenderer { get }
  var session: RouteSession { get }
  var display: SceneDisplay { get }
}

extension DisplayTests {
  func id(_ kind: String) throws -> ScreenID {
    try #require(session.state.tree.firstScreen { $0.kind == kind }?.id)
  }

  /// Requires that no rule was broken, that the displayed screens are the decided ones, unless the
  /// user went elsewhere in a split, and that the journal is sound.
  func requireTruth(
    isElsewhere: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(renderer.mistakes == [], sourceLocation: sourceLocation)
    let decided = RenderedScene(display.scene, of: session)
    #expect((display.shown == decided) == !isElsewhere, sourceLocation: sourceLocation)
    try journal.requireReplays(of: session, sourceLocation: sourceLocation)
  }
}
