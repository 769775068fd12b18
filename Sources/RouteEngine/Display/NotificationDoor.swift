#if canImport(UserNotifications) && !os(tvOS)
public import Foundation
public import UserNotifications

/// Opens responses to notifications, while the app runs and when a response launches it: once for
/// each delivery and action, however often the system reports it.
///
/// Make one before the app has finished launching, and keep it: the system holds its delegate
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
  ///   - session: opens the responses.
  ///   - presentation: how to show a notification that arrives while the app is in the foreground.
  ///     Without it none is shown, as in an app without a delegate.
  public init(
    _ session: RouteSession, whileInForeground presentation: UNNotificationPresentationOptions = []
  ) {
    self.session = session
    self.presentation = presentation
    super.init()
    UNUserNotificationCenter.current().delegate = self
  }

  /// Shows a notification while the app is in the foreground, as the app has specified.
  nonisolated public func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping @Sendable (UNNotificationPresentationOptions) -> Void
  ) {
    completionHandler(presentation)
  }

  /// Opens a response to a notification.
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
