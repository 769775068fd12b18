// Notifications within a process.
// Addresses are below https://developer.apple.com/documentation. The declarations are quoted from
// memory of those pages; the pages themselves were not at hand.

/// "class NSNotification", of which only the name of names is touched
/// /foundation/nsnotification
open class NSNotification: NSObject {
  /// "struct Name"
  /// /foundation/nsnotification/name-swift.struct
  public struct Name: Hashable, Sendable {
    /// "init(rawValue: String)"
    /// /foundation/nsnotification/name-swift.struct/init(rawvalue:)
    public init(rawValue: String) {}
  }
}

/// "struct Notification"
/// /foundation/notification
public struct Notification {}

/// "class OperationQueue"
/// /foundation/operationqueue
open class OperationQueue: NSObject {}

/// "class NotificationCenter"
/// /foundation/notificationcenter
open class NotificationCenter: NSObject {
  /// "class var `default`: NotificationCenter { get }"
  /// /foundation/notificationcenter/default
  open class var `default`: NotificationCenter { NotificationCenter() }
  /// "func addObserver(forName name: NSNotification.Name?, object obj: Any?, queue:
  /// OperationQueue?, using block: @escaping @Sendable (Notification) -> Void) -> any
  /// NSObjectProtocol"
  /// /foundation/notificationcenter/addobserver(forname:object:queue:using:)
  open func addObserver(
    forName name: NSNotification.Name?, object obj: Any?, queue: OperationQueue?,
    using block: @escaping @Sendable (Notification) -> Void
  ) -> any NSObjectProtocol { self }
  /// "func removeObserver(_ observer: Any)"
  /// /foundation/notificationcenter/removeobserver(_:)
  open func removeObserver(_ observer: Any) {}
}
