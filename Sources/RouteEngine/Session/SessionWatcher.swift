/// A part of this library that is told of every change of the state, as a host is by
/// ``RouteSession/onChange``.
package final class SessionWatcher {
  /// The scene that it shows, if it shows one.
  package internal(set) var scene: String?
  /// Whether a request was shown since the last call. It may have led to screens that were there
  /// already. A request that is shown during a call counts for the next one.
  package private(set) var isLed = false
  /// Whether a request was shown since the last call began.
  private var isLedNext = false
  /// Whether its window is in the foreground; nil for a watcher that never said so.
  fileprivate var isInForeground: Bool?
  private let tell: (RouteSession) -> Void
  /// Called with the system's name of a window that is gone for good; nil for a watcher without
  /// windows.
  var windowIsGone: ((String) -> Void)?

  fileprivate init(scene: String?, tell: @escaping (RouteSession) -> Void) {
    self.scene = scene
    self.tell = tell
  }

  /// Notes that a request was shown.
  func noteLed() { isLedNext = true }

  /// Tells of a change. The watcher may itself cause that a request is shown meanwhile.
  func call(with session: RouteSession) {
    (isLed, isLedNext) = (isLedNext, false)
    tell(session)
    isLed = false
  }
}

@available(*, unavailable)
extension SessionWatcher: Sendable {}

extension RouteSession {
  /// Adds a watcher of every change, told after ``onChange``, and of every request that is shown.
  ///
  /// - Parameters:
  ///   - scene: the scene that the watcher shows.
  ///   - tell: called with the session. Requests that it opens are queued.
  package func watch(
    _ scene: String? = nil, tell: @escaping (RouteSession) -> Void
  ) -> SessionWatcher {
    let watcher = SessionWatcher(scene: scene, tell: tell)
    add(watcher)
    return watcher
  }

  /// Watches every change as long as the owner exists; the watcher does not retain the owner.
  ///
  /// - Parameters:
  ///   - owner: the object that is told.
  ///   - isolation: the actor that the session lives on; the caller's.
  ///   - tell: called with the owner, and whether a request was shown since the last call.
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

  /// Removes a watcher; its window no longer counts.
  package func unwatch(_ watcher: SessionWatcher, isolation: isolated any Actor = #isolation) {
    remove(watcher)
    if watcher.isInForeground != nil { followWindows() }
  }

  /// Notes whether the window of a watcher is in the foreground.
  package func enter(
    _ watcher: SessionWatcher, foreground isInForeground: Bool,
    isolation: isolated any Actor = #isolation
  ) {
    watcher.isInForeground = isInForeground
    followWindows()
  }

  /// Goes to the background with the last window, and to the foreground with the first. A host
  /// without windows has to say by itself where it is.
  private func followWindows(isolation: isolated any Actor = #isolation) {
    let windows = audience.watchers.compactMap(\.isInForeground)
    guard !windows.isEmpty, windows.contains(true) == isInBackground else { return }
    if isInBackground { foreground() } else { background() }
  }

  /// The scenes that watchers show.
  package var watchedScenes: [String] { audience.watchers.compactMap(\.scene) }
}
