/// Somebody in this library who is told of every change of the state, as a host is by
/// ``RouteSession/onChange``.
package final class SessionWatcher {
  /// The scene that it shows, if it shows one.
  package let scene: String?
  /// Whether a request was shown since it was told last. It may lead to what was there already.
  package internal(set) var isLed = false
  let tell: (RouteSession) -> Void

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

  /// Tells it no longer.
  package func unwatch(_ watcher: SessionWatcher) { remove(watcher) }

  /// The scenes that somebody shows.
  package var watchedScenes: [String] { audience.watchers.compactMap(\.scene) }
}
