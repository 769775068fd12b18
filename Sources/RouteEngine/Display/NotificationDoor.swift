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
  private let presentation: UNNotificationPresentationOptions

  /// Becomes the delegate of the notification center.
  ///
  /// - Parameters:
  ///   - session: opens what is done with notifications.
  ///   - presentation: how a notification that arrives while the app is in the foreground is
  ///     shown. Without it none is, as in an app without a delegate.
  public init(
    _ session: RouteSession, whileInForeground presentation: UNNotificationPresentationOptions = []
  ) {
    self.session = session
    self.presentation = presentation
    super.init()
    UNUserNotificationCenter.current().delegate = self
  }

  /// Shows a notification while the app is in the foreground, as the app has said.
  nonisolated public func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping @Sendable (UNNotificationPresentationOptions) -> Void
  ) {
    completionHandler(presentation)
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
