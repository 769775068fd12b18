#if canImport(UserNotifications) && !os(tvOS)
import Foundation
public import UserNotifications

extension Entrance {
  /// The user's response to a notification: opened, dismissed, or one of the app's own actions.
  public static func notificationResponse(_ response: UNNotificationResponse) -> Entrance {
    let action =
      switch response.actionIdentifier {
      case UNNotificationDefaultActionIdentifier: opened
      case UNNotificationDismissActionIdentifier: dismissed
      default: response.actionIdentifier
      }
    let seconds = response.notification.date.timeIntervalSince1970
    let microseconds = Int64(exactly: (seconds * 1_000_000).rounded(.down)) ?? 0
    let request = response.notification.request
    return .notificationResponse(
      action, to: request.identifier, deliveredAt: RouteInstant(microseconds: microseconds),
      info: ReceivedInfo(userInfo: request.content.userInfo))
  }
}

extension RouteSession {
  /// Opens a response to a notification, once for each delivery and action.
  @discardableResult
  public func open(
    _ response: UNNotificationResponse, options: RouteRequest.Options = RouteRequest.Options(),
    isolation: isolated any Actor = #isolation
  ) -> Opening {
    open(.notificationResponse(response), options: options)
  }
}
#endif
