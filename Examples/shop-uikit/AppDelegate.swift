import RouteEngine
import UIKit
import UserNotifications

/// Opens what is done with notifications while the app runs; its scenes come with the app's
/// Info.plist, which names ``SceneDelegate``.
@main
final class AppDelegate: UIResponder, UIApplicationDelegate, UNUserNotificationCenterDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    UNUserNotificationCenter.current().delegate = self
    return true
  }

  nonisolated func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping @Sendable () -> Void
  ) {
    let entrance = Entrance.notificationResponse(response)
    Task { @MainActor in
      Shop.session.open(entrance)  // once for each delivery and action, however often it is told
      completionHandler()
    }
  }
}
