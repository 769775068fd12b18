/// Synchronises the display of one scene with the session: it carries out decisions, and reports
/// the user's own changes and the screens that could not be shown.
@MainActor
public final class SceneDisplay {
  /// The session that decides.
  public let session: RouteSession
  /// The scene's name in the tree.
  public var scene: String { window.scene }
  /// The screens on display.
  public internal(set) var shown = RenderedScene()

  /// The containers in which the user looks at a list of the children, and at none of them.
  var listed: Set<ScreenID> = []
  let renderer: any SceneRenderer
  let window: SceneWindow
  /// Whether a report or an edit is under way; then, whether the state changed meanwhile.
  private var isBusy = false
  private var isBehind = false
  /// Whether a request led into the scene since the last rendering.
  private var isLed = false
  /// The number of failures to show something since the last rendering.
  var failures = 0
  /// The containers that the edits under way have not reached yet.
  private(set) var unedited: Set<ScreenID> = []
  /// The edits and manual movements under way; then, how many of them the session waits for.
  var moving = 0
  var transitions = 0
  /// The innermost visible screen after the last of them.
  private var seen: ScreenID?

  init(_ renderer: any SceneRenderer, of session: RouteSession, scene: String) {
    self.renderer = renderer
    self.session = session
    window = SceneWindow(session, scene: scene)
    renderer.attached(to: self)
    window.tell = { [self] isLed in
      self.isLed = self.isLed || isLed
      render()
    }
    render()
  }

  /// Ends the display: from now on nothing is rendered or reported, and the visible screen is no
  /// longer ready. The scene stays, for a window that the system may bring back.
  public func detach() {
    guard window.isShown else { return }
    window.detach()
    renderer.detached()
    for _ in 0..<transitions { session.display.endTransition() }
    transitions = 0
    if let seen { session.unready(seen) }
  }

  /// Ends the display and removes the scene from the tree: for a window that is gone for good. The
  /// last scene stays.
  public func close() {
    detach()
    session.display.close(scene: scene)
  }

  /// Shows the present state.
  public func render() {
    isBehind = true
    guard !isBusy, window.isShown else { return }
    isBusy = true
    // A host may go back to a tree that it cannot show either, so there may be as many failures as
    // screens. If the table's own tree cannot be shown, no number of attempts helps.
    failures = 0
    let mostFailures = session.state.tree.count
    while isBehind, failures <= mostFailures {
      isBehind = false
      var wanted = RenderedScene(scene, of: session)
      let path = isLed ? session.state.tree.visiblePath(of: scene).map(\.id) : []
      isLed = false
      wanted.keepColumns(of: shown, butOn: path)
      for id in path where listed.remove(id) != nil { shown.items[id]?.selected = nil }
      guard wanted != shown else { continue }
      carryOut(RenderingPlan(from: shown, to: wanted), to: wanted)
    }
    isBusy = false
    settle()
  }

  /// Carries out a plan. If something cannot be made, the former display stays.
  private func carryOut(_ plan: RenderingPlan, to wanted: RenderedScene) {
    do throws(RenderingMistake) {
      try renderer.make(plan.made, for: wanted)
    } catch {
      return failed(error)
    }
    let isAnimated = plan.steps.count == 1 && shown.root != nil && session.display.isAnimated
    shown = wanted
    moving += plan.steps.count
    if isAnimated {
      transitions += 1
      session.display.beginTransition()
    }
    unedited = Set(plan.steps.compactMap(\.container))
    for step in plan.steps {
      if let container = step.container { unedited.remove(container) }
      var isOver = false
      renderer.carryOut(step, animated: isAnimated) { [self] in
        guard !isOver else { return }  // UIKit may run a completion that it has refused
        isOver = true
        finish(animated: isAnimated)
      }
    }
    renderer.drop(plan.dropped)
  }

  /// An edit is visible, or a manual movement has ended.
  func finish(animated isAnimated: Bool) {
    moving -= 1
    guard window.isShown else { return }
    if isAnimated {
      transitions -= 1
      session.display.endTransition()
    }
    settle()
  }

  /// When all edits are visible, the actions of the visible screen may run, and those of the
  /// formerly visible one no longer. A state that changed during the edits is shown first.
  private func settle() {
    guard moving == 0, !isBehind, window.isShown, shown.root != nil,
      let leaf = session.state.tree.visibleLeaf(of: scene)?.id
    else { return }
    let before = seen
    seen = leaf
    if let before, before != leaf { session.unready(before) }
    session.ready(leaf)
  }

  /// Reports, then shows the resulting state.
  func tell(_ report: () -> Void) {
    guard window.isShown else { return }
    let wasBusy = isBusy
    isBusy = true
    report()
    isBusy = wasBusy
    render()
  }
}
