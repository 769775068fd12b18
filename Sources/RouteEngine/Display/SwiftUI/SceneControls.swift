/// The controls of one window, and what they show and say: the bindings of SwiftUI without SwiftUI.
///
/// A window that was given a scene of its own shows that one. Before, and in an app of one window,
/// its controls show the scene that is active.
@MainActor
package final class SceneControls {
  /// Where a window is, as the system tells each by itself.
  package enum Phase: Hashable, Sendable {
    case active, inactive, background
  }

  package let session: RouteSession
  /// Is told when controls have to be read again.
  package var changed: () -> Void = {}

  private(set) var window: SceneWindow?
  private var watcher: SessionWatcher?
  private var tabs: [Place: TabSelection] = [:]
  private var columns: [Place: SplitColumn] = [:]

  /// A control's place: the screen's kind and the scene.
  private struct Place: Hashable {
    let kind: String
    let scene: String?
  }

  /// Shows a session, as long as somebody keeps these controls.
  package init(of session: RouteSession) {
    self.session = session
    watcher = session.watch(for: self) { controls, _ in controls.changed() }
  }

  /// The scene that is shown; nil means whichever is active.
  package var scene: String? { window?.scene }

  /// Gives the window a scene of its own, once.
  ///
  /// - Parameter name: the scene that the window had when the system kept it; empty for a new one.
  /// - Returns: the scene's name, for the system to keep.
  @discardableResult
  package func show(scene name: String) -> String {
    if let window { return window.scene }
    let window = SceneWindow(session, scene: name.isEmpty ? RouteSession.randomIdentifier() : name)
    window.tell = { [weak self] _ in
      if self == nil { window.detach() }
    }
    self.window = window
    changed()
    return window.scene
  }

  /// Takes the system's name for the window, by which it is known when the system discards it.
  package func mark(_ systemName: String) { window?.systemName = systemName }

  /// The window is gone for good, and takes its scene along. One that comes back all the same gets
  /// a scene as a new one does.
  package func close() {
    guard let window else { return }
    self.window = nil
    window.detach()
    session.display.close(scene: window.scene)
    changed()
  }

  /// Takes where the window is: its user works with an active one, and an inactive one is where it
  /// was.
  package func entered(_ phase: Phase) {
    guard phase != .inactive else { return }
    if let window {
      window.enter(foreground: phase == .active)
      if phase == .active { window.activate() }
    } else if let watcher {
      session.enter(watcher, foreground: phase == .active)
    }
  }

  /// Opens what the window was entered with, in its scene unless the route says otherwise.
  @discardableResult
  package func open(_ entrance: Entrance) -> Opening { session.open(entrance, in: scene) }

  /// The selected tab, the same value for the same control.
  package func selection(in container: String, scene: String?) -> TabSelection {
    let place = Place(kind: container, scene: scene ?? self.scene)
    let control = tabs[place] ?? TabSelection(of: session, in: container, scene: place.scene)
    tabs[place] = control
    return control
  }

  /// The column that is seen, the same value for the same control.
  package func column(in split: String, scene: String?) -> SplitColumn {
    let place = Place(kind: split, scene: scene ?? self.scene)
    let control = columns[place] ?? SplitColumn(of: session, in: split, scene: place.scene)
    columns[place] = control
    return control
  }

  /// The path of a stack as it is now: another value for each moment.
  package func path(in stack: String, scene: String?) -> StackPath {
    let path = StackPath(of: session, in: stack, scene: scene ?? self.scene)
    _ = path.get()
    return path
  }

  /// The presented screen as it is now: another value for each moment.
  package func presented(
    over presenter: String, scene: String?, as control: PresentedScreen.Control?
  ) -> PresentedScreen {
    let screen = PresentedScreen(
      of: session, over: presenter, scene: scene ?? self.scene, as: control)
    _ = screen.get()
    return screen
  }

  /// Takes what the control of a path says. Where the session decides otherwise, the control has
  /// shown too much and reads again.
  package func set(_ screens: [ScreenNode], to path: StackPath) {
    path.set(screens)
    if path.screens != screens { changed() }
  }

  /// Takes which column the user went to.
  package func set(_ column: ContainerKind.Column, to control: SplitColumn) {
    control.set(column)
    changed()
  }
}

extension RouteSession {
  /// Opens what a window was entered with, in its scene unless the route says otherwise.
  @discardableResult
  func open(
    _ entrance: Entrance, in scene: String?, isolation: isolated any Actor = #isolation
  ) -> Opening {
    var options = RouteRequest.Options()
    options.scene = scene
    return open(entrance, options: options)
  }
}
