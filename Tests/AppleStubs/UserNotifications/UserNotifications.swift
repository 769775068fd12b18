// The parts of UserNotifications that this package uses, each declaration as Apple documents it.
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

/// "struct UNNotificationPresentationOptions", "iOS: 10.0.0 -"; "Conforms To" names OptionSet and
/// Sendable in a copy of the page, in Averyy/apple-dev-docs
/// /usernotifications/unnotificationpresentationoptions
public struct UNNotificationPresentationOptions: OptionSet, Sendable {
  /// OptionSet's.
  public let rawValue: UInt
  /// "init(rawValue: UInt)", among the initializers of the same copy
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// "static var sound: UNNotificationPresentationOptions { get }", "iOS: 10.0.0 -"
  /// /usernotifications/unnotificationpresentationoptions/sound
  public static var sound: UNNotificationPresentationOptions { .init(rawValue: 1 << 1) }
  /// "static var list: UNNotificationPresentationOptions { get }", "iOS 14.0+", in the same copies
  /// /usernotifications/unnotificationpresentationoptions/list
  public static var list: UNNotificationPresentationOptions { .init(rawValue: 1 << 3) }
  /// "static var banner: UNNotificationPresentationOptions { get }", "iOS: 14.0.0 -"
  /// /usernotifications/unnotificationpresentationoptions/banner
  public static var banner: UNNotificationPresentationOptions { .init(rawValue: 1 << 4) }
}

/// "protocol UNUserNotificationCenterDelegate : NSObjectProtocol"
/// /usernotifications/unusernotificationcenterdelegate
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
  /// "optional func userNotificationCenter(_ center: UNUserNotificationCenter, willPresent
  /// notification: UNNotification, withCompletionHandler completionHandler: @escaping @Sendable
  /// (UNNotificationPresentationOptions) -> Void)", "iOS: 10.0.0 -"
  /// /usernotifications/unusernotificationcenterdelegate
  /// /usernotificationcenter(_:willpresent:withcompletionhandler:)
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping @Sendable (UNNotificationPresentationOptions) -> Void)
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

extension UNUserNotificationCenterDelegate {
  /// Optional.
  public func userNotificationCenter(
    _: UNUserNotificationCenter, willPresent _: UNNotification,
    withCompletionHandler _: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
  ) {}
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
