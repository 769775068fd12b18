import RouteEngine
import UIKit

/// Opens the responses to notifications; the scenes come from the app's Info.plist, which names
/// ``SceneDelegate``.
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  private var notifications: NotificationDoor?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    notifications = NotificationDoor(Shop.session)
    return true
  }

  func application(
    _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
  ) {
    Shop.session.display.discard(sceneSessions)  // discarded for good: their scenes leave
  }
}
