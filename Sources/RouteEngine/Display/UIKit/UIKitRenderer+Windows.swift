#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
import UIKit

/// The life of the window, which the system tells by notifications.
extension UIKitRenderer {
  func watchWindow() {
    // A window becomes key when it is first shown, also in a scene that the system connects in the
    // background. Only in an active scene has the user chosen it.
    watch(UIWindow.didBecomeKeyNotification, of: window) { [weak window] display in
      let state = window?.windowScene?.activationState
      if state == nil || state == .foregroundActive { display.activate() }
    }
    guard let scene = window.windowScene else { return }
    watch(UIScene.willEnterForegroundNotification, of: scene) { $0.foreground() }
    watch(UIScene.didActivateNotification, of: scene) { $0.activate() }
    watch(UIScene.didEnterBackgroundNotification, of: scene) { $0.background() }
    watch(UIScene.didDisconnectNotification, of: scene) { $0.detach() }
    enter(scene)
  }

  /// Tells of a scene that is in the foreground already: its notifications came before the renderer
  /// was attached.
  private func enter(_ scene: UIWindowScene) {
    let state = scene.activationState
    guard state == .foregroundActive || state == .foregroundInactive else { return }
    display?.foreground()
    if state == .foregroundActive { display?.activate() }
  }

  private func watch(
    _ name: NSNotification.Name, of sender: AnyObject,
    _ tell: @escaping @MainActor @Sendable (SceneDisplay) -> Void
  ) {
    // UIKit posts on the main thread; without a queue the block runs before the post returns.
    let token = NotificationCenter.default.addObserver(
      forName: name, object: sender, queue: nil
    ) { [weak self] _ in
      MainActor.assumeIsolated {
        if let display = self?.display { tell(display) }
      }
    }
    observers.append(token)
  }

  /// Stops observing the window.
  func leaveWindow() {
    for token in observers { NotificationCenter.default.removeObserver(token) }
    observers = []
  }
}
#endif
