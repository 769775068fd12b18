#if canImport(UserNotifications) && !os(tvOS)
public import Foundation
public import UserNotifications

/// Opens what is done with notifications, while the app runs and when it is launched by that: once
/// for each delivery and action, however often the system tells of it.
///
/// Make one before the app has finished launching, and keep it: the system keeps its delegate
/// weakly.
///
/// ```swift
/// private let notifications = NotificationDoor(Shop.session)
/// ```
@MainActor
public final class NotificationDoor: NSObject, UNUserNotificationCenterDelegate {
  private let session: RouteSession

  /// Becomes the delegate of the notification center.
  public init(_ session: RouteSession) {
    self.session = session
    super.init()
    UNUserNotificationCenter.current().delegate = self
  }

  /// Opens what was done with a notification.
  nonisolated public func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping @Sendable () -> Void
  ) {
    let entrance = Entrance.notificationResponse(response)
    Task { @MainActor in
      session.open(entrance)
      completionHandler()
    }
  }
}
#endif
