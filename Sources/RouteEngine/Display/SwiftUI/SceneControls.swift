/// The controls of one window, their values and their writes: SwiftUI's bindings without SwiftUI.
///
/// A window with a scene of its own shows that scene. Before, and in an app of one window, its
/// controls show the active scene.
@MainActor
package final class SceneControls {
  /// The phase of a window, as the system tells each window separately.
  package enum Phase: Hashable, Sendable {
    case active, inactive, background
  }

  package let session: RouteSession
  /// Called when controls have to be read again.
  package var changed: () -> Void = {}

  private(set) var window: SceneWindow?
  private var watcher: SessionWatcher?
  private var tabs: [Place: TabSelection] = [:]
  private var columns: [Place: SplitColumn] = [:]

  /// The place of a control: the screen's kind and the scene.
  private struct Place: Hashable {
    let kind: String
    let scene: String?
  }

  /// Shows a session, as long as these controls are retained.
  package init(of session: RouteSession) {
    self.session = session
    watcher = session.watch(for: self) { controls, _ in controls.changed() }
  }

  /// The scene that is shown; nil means the active one.
  package var scene: String? { window?.scene }

  /// Gives the window a scene of its own, once.
  ///
  /// - Parameter name: the scene that the system kept with the window; empty for a new window.
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

  /// Sets the system's name for the window, by which the system later discards it.
  package func mark(_ systemName: String) { window?.systemName = systemName }

  /// Notes that the window is gone for good, and removes its scene. If the window comes back
  /// nevertheless, it gets a scene as a new one does.
  package func close() {
    guard let window else { return }
    self.window = nil
    window.detach()
    session.display.close(scene: window.scene)
    changed()
  }

  /// Notes the phase of the window: the user works with an active one; an inactive one stays where
  /// it was.
  package func entered(_ phase: Phase) {
    guard phase != .inactive else { return }
    if let window {
      window.enter(foreground: phase == .active)
      if phase == .active { window.activate() }
    } else if let watcher {
      session.enter(watcher, foreground: phase == .active)
    }
  }

  /// Opens a link or value by which the window was entered, in its scene unless the route says
  /// otherwise.
  @discardableResult
  package func open(_ entrance: Entrance) -> Opening { session.open(entrance, in: scene) }

  /// The selected tab; one object for each control.
  package func selection(in container: String, scene: String?) -> TabSelection {
    let place = Place(kind: container, scene: scene ?? self.scene)
    let control = tabs[place] ?? TabSelection(of: session, in: container, scene: place.scene)
    tabs[place] = control
    return control
  }

  /// The visible column; one object for each control.
  package func column(in split: String, scene: String?) -> SplitColumn {
    let place = Place(kind: split, scene: scene ?? self.scene)
    let control = columns[place] ?? SplitColumn(of: session, in: split, scene: place.scene)
    columns[place] = control
    return control
  }

  /// The present path of a stack; a new object for each moment.
  package func path(in stack: String, scene: String?) -> StackPath {
    let path = StackPath(of: session, in: stack, scene: scene ?? self.scene)
    _ = path.get()
    return path
  }

  /// The presented screen of now; a new object for each moment.
  package func presented(
    over presenter: String, scene: String?, as control: PresentedScreen.Control?
  ) -> PresentedScreen {
    let screen = PresentedScreen(
      of: session, over: presenter, scene: scene ?? self.scene, as: control)
    _ = screen.get()
    return screen
  }

  /// Takes a write of the control of a path. If the session decides otherwise, the control has
  /// shown too much and reads again.
  package func set(_ screens: [ScreenNode], to path: StackPath) {
    path.set(screens)
    if path.screens != screens { changed() }
  }

  /// Takes the column to which the user went.
  package func set(_ column: ContainerKind.Column, to control: SplitColumn) {
    control.set(column)
    changed()
  }
}

extension RouteSession {
  /// Opens a link or value by which a window was entered, in its scene unless the route says
  /// otherwise.
  @discardableResult
  func open(
    _ entrance: Entrance, in scene: String?, isolation: isolated any Actor = #isolation
  ) -> Opening {
    var options = RouteRequest.Options()
    options.scene = scene
    return open(entrance, options: options)
  }
}
