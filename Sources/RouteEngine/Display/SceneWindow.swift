/// One window of a host and the scene that it shows, until the window is detached or closed. The
/// first window shows the table's own scene, every further window a scene of its own.
///
/// Systems tell each window separately that it went to the background. The session goes there with
/// the last of its windows.
@MainActor
final class SceneWindow {
  let session: RouteSession
  /// The scene's name in the tree.
  private(set) var scene: String
  /// Called after every change, with whether a request led into the scene since the last call.
  var tell: (_ isLed: Bool) -> Void = { _ in }
  /// The system's name for the window, where it is known.
  var systemName: String?
  private let identifier: String
  /// Whether the scene still has to be found once the session has begun; before that, there are
  /// none.
  private var isProvisional: Bool
  private var watcher: SessionWatcher?

  /// Shows a scene from now on. The session keeps the window until ``detach()``.
  ///
  /// - Parameters:
  ///   - session: the session that decides.
  ///   - identifier: the platform's name for the window, see
  ///     ``RouteSession/Display/attach(_:scene:)``.
  init(_ session: RouteSession, scene identifier: String) {
    (self.session, self.identifier) = (session, identifier)
    session.beginIfUnlocked()
    scene = session.scene(for: identifier)
    isProvisional = session.held.isHolding
    watcher = session.watch(scene) { [self] _ in
      settle()
      // A request activates the scene into which it leads.
      tell(watcher?.isLed == true && session.state.tree.activeScene.hasSameBytes(as: scene))
    }
    watcher?.windowIsGone = { [self] name in
      if systemName?.hasSameBytes(as: name) == true { detach() }
    }
  }

  /// Finds the window's scene in the tree, once the session has begun.
  private func settle() {
    guard isProvisional, !session.held.isHolding, let watcher else { return }
    isProvisional = false
    watcher.scene = nil  // so that the name is free
    let provisional = scene
    scene = session.scene(for: identifier)
    watcher.scene = scene
    session.held.move(from: provisional, to: scene)
  }

  /// Whether the window still exists.
  var isShown: Bool { watcher != nil }

  /// Says that the user now works with this window.
  func activate() {
    guard isShown, !session.state.tree.activeScene.hasSameBytes(as: scene) else { return }
    session.report(.activated(scene: scene))
  }

  /// Says whether the window is in the foreground; the session follows its windows.
  func enter(foreground isInForeground: Bool) {
    guard let watcher else { return }
    session.enter(watcher, foreground: isInForeground)
  }

  /// Shows nothing from now on; the scene stays, for a window that may come back.
  func detach() {
    guard let watcher else { return }
    self.watcher = nil
    tell = { _ in }
    session.unwatch(watcher)
  }
}

extension RouteSession.Display {
  /// Says that a window is gone for good: its scene leaves the tree, with the actions of its
  /// screens. The last scene stays, and so does one that another window shows.
  ///
  /// - Parameters:
  ///   - scene: the scene's name.
  ///   - isolation: the actor that the session lives on; the caller's.
  /// - Returns: the opening of the report; nil when there was nothing to report.
  @discardableResult
  public func close(scene: String, isolation: isolated any Actor = #isolation) -> Opening? {
    let scenes = session.state.tree.subtrees
    let left = scenes.filter { !$0.name.hasSameBytes(as: scene) }
    guard !left.isEmpty, left.count < scenes.count,
      !session.watchedScenes.contains(where: { $0.hasSameBytes(as: scene) })
    else { return nil }
    return reconcile(with: DisplayedScreens(scenes: left, isComplete: true))
  }

  /// Says that the system has discarded a window, which may still show its scene: it shows nothing
  /// from now on, and the scene leaves as in ``close(scene:isolation:)``.
  ///
  /// - Parameters:
  ///   - window: the system's name for the window.
  ///   - scene: the scene that it had.
  @MainActor
  package func discard(_ window: String, showing scene: String) {
    for watcher in session.audience.watchers { watcher.windowIsGone?(window) }
    close(scene: scene)
  }
}

extension RouteSession {
  /// The scene for a window: the scene with its name, a scene of the table's own that no window
  /// shows, or a new one that begins as the table's first scene does.
  @MainActor
  fileprivate func scene(for identifier: String) -> String {
    let bytes = identifier.utf8.prefix(configuration.limits.nameBytes)
      .map { Name.isPart($0) ? $0 : UInt8(ascii: "-") }
    let name = bytes.isEmpty ? ScreenTree.mainScene : String(decoding: bytes, as: UTF8.self)
    guard !held.isHolding else { return name }
    let tree = state.tree
    if tree.root(of: name) != nil { return name }
    let own = table.initialScenes.scenes
    let free = own.map(\.name).first { tree.root(of: $0) != nil && !watchedScenes.contains($0) }
    if let free { return free }
    if let root = own.first?.root {
      display.reconcile(with: DisplayedScreens(scenes: [SceneSubtree(name: name, root: root)]))
    }
    return name
  }
}
