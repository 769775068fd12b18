// Of UserNotifications what this package touches, each declaration as Apple documents it.
// Addresses are below https://developer.apple.com/documentation.

public import Foundation

/// "let UNNotificationDefaultActionIdentifier: String"
/// /usernotifications/unnotificationdefaultactionidentifier
public let UNNotificationDefaultActionIdentifier: String = ""
/// "let UNNotificationDismissActionIdentifier: String"
/// /usernotifications/unnotificationdismissactionidentifier
public let UNNotificationDismissActionIdentifier: String = ""

/// "class UNNotificationResponse"
/// /usernotifications/unnotificationresponse
open class UNNotificationResponse: NSObject {
  /// "var actionIdentifier: String { get }"
  /// /usernotifications/unnotificationresponse/actionidentifier
  open var actionIdentifier: String { "" }
  /// "@NSCopying var notification: UNNotification { get }"
  /// /usernotifications/unnotificationresponse/notification
  open var notification: UNNotification { UNNotification() }
}

/// "class UNNotification"
/// /usernotifications/unnotification
open class UNNotification: NSObject {
  /// "var date: Date { get }"
  /// /usernotifications/unnotification/date
  open var date: Date { Date() }
  /// "@NSCopying var request: UNNotificationRequest { get }"
  /// /usernotifications/unnotification/request
  open var request: UNNotificationRequest { UNNotificationRequest() }
}

/// "class UNNotificationRequest"
/// /usernotifications/unnotificationrequest
open class UNNotificationRequest: NSObject {
  /// "var identifier: String { get }"
  /// /usernotifications/unnotificationrequest/identifier
  open var identifier: String { "" }
  /// "@NSCopying var content: UNNotificationContent { get }"
  /// /usernotifications/unnotificationrequest/content
  open var content: UNNotificationContent { UNNotificationContent() }
}

/// "class UNNotificationContent"
/// /usernotifications/unnotificationcontent
open class UNNotificationContent: NSObject {
  /// "var userInfo: [AnyHashable : Any] { get }"
  /// /usernotifications/unnotificationcontent/userinfo
  open var userInfo: [AnyHashable: Any] { [:] }
}

/// "class UNUserNotificationCenter"
/// /usernotifications/unusernotificationcenter
open class UNUserNotificationCenter: NSObject {
  /// "class func current() -> UNUserNotificationCenter"
  /// /usernotifications/unusernotificationcenter/current()
  open class func current() -> UNUserNotificationCenter { UNUserNotificationCenter() }
  /// "weak var delegate: (any UNUserNotificationCenterDelegate)? { get set }"
  /// /usernotifications/unusernotificationcenter/delegate
  open weak var delegate: (any UNUserNotificationCenterDelegate)?
}

/// "protocol UNUserNotificationCenterDelegate : NSObjectProtocol"
/// /usernotifications/unusernotificationcenterdelegate
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
  #if !os(tvOS)
  /// "optional func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response:
  /// UNNotificationResponse, withCompletionHandler completionHandler: @escaping @Sendable () ->
  /// Void)", of every system but tvOS
  /// /usernotifications/unusernotificationcenterdelegate
  /// /usernotificationcenter(_:didreceive:withcompletionhandler:)
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping @Sendable () -> Void)
  #endif
}

#if !os(tvOS)
extension UNUserNotificationCenterDelegate {
  /// Optional.
  public func userNotificationCenter(
    _: UNUserNotificationCenter, didReceive _: UNNotificationResponse,
    withCompletionHandler _: @escaping @Sendable () -> Void
  ) {}
}
#endif
