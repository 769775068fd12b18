import RouteEngine
import UIKit

/// Opens what is done with notifications; its scenes come with the app's Info.plist, which names
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
    Shop.session.display.discard(sceneSessions)  // gone for good: their scenes leave
  }
}
