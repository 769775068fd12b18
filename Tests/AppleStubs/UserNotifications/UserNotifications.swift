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
