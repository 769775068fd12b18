/// Somebody in this library who is told of every change of the state, as a host is by
/// ``RouteSession/onChange``.
package final class SessionWatcher {
  /// The scene that it shows, if it shows one.
  package internal(set) var scene: String?
  /// Whether a request was shown since it was told last. It may lead to what was there already.
  package internal(set) var isLed = false
  /// Whether its window is in the foreground; nil for one that never said where it is.
  fileprivate var isInForeground: Bool?
  let tell: (RouteSession) -> Void
  /// Is told the system's name of a window that is gone for good; nil for one that has no window.
  var windowIsGone: ((String) -> Void)?

  fileprivate init(scene: String?, tell: @escaping (RouteSession) -> Void) {
    self.scene = scene
    self.tell = tell
  }
}

@available(*, unavailable)
extension SessionWatcher: Sendable {}

extension RouteSession {
  /// Tells of every change from now on, after ``onChange`` is told, and of every request that is
  /// shown.
  ///
  /// - Parameters:
  ///   - scene: what is shown of it.
  ///   - tell: is given the session. What it opens is queued.
  package func watch(
    _ scene: String? = nil, tell: @escaping (RouteSession) -> Void
  ) -> SessionWatcher {
    let watcher = SessionWatcher(scene: scene, tell: tell)
    add(watcher)
    return watcher
  }

  /// Tells of every change as long as the owner is there; what is told keeps nothing of it.
  ///
  /// - Parameters:
  ///   - owner: is told, and given back.
  ///   - isolation: the actor that the session lives on; the caller's.
  ///   - tell: is given the owner, and whether a request was shown since it was told last.
  @discardableResult
  package func watch<Owner: AnyObject>(
    for owner: Owner, isolation: isolated any Actor = #isolation,
    tell: @escaping (_ owner: Owner, _ isLed: Bool) -> Void
  ) -> SessionWatcher {
    var watcher: SessionWatcher?
    let added = watch { [weak owner] session in
      _ = isolation
      if let owner {
        tell(owner, watcher?.isLed == true)
      } else if let idle = watcher {
        watcher = nil
        session.unwatch(idle)
      }
    }
    watcher = added
    return added
  }

  /// Tells it no longer; its window is none any more.
  package func unwatch(_ watcher: SessionWatcher, isolation: isolated any Actor = #isolation) {
    remove(watcher)
    if watcher.isInForeground != nil { followWindows() }
  }

  /// Takes where the window of a watcher is.
  package func enter(
    _ watcher: SessionWatcher, foreground isInForeground: Bool,
    isolation: isolated any Actor = #isolation
  ) {
    watcher.isInForeground = isInForeground
    followWindows()
  }

  /// Goes to the background with the last window, and to the foreground with the first. A host
  /// whose windows are all gone says by itself where it is.
  private func followWindows(isolation: isolated any Actor = #isolation) {
    let windows = audience.watchers.compactMap(\.isInForeground)
    guard !windows.isEmpty, windows.contains(true) == isInBackground else { return }
    if isInBackground { foreground() } else { background() }
  }

  /// The scenes that somebody shows.
  package var watchedScenes: [String] { audience.watchers.compactMap(\.scene) }
}
