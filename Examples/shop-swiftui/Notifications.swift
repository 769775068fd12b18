#if !os(tvOS)
import Foundation
import RouteEngine
import UserNotifications

/// Opens what is done with notifications, while the app runs and when it is launched by that.
@MainActor
final class Notifications: NSObject, UNUserNotificationCenterDelegate {
  static let shared = Notifications()

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
#endif
