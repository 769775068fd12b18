// Notifications within a process.
// Addresses are below https://developer.apple.com/documentation. "In a copy" says that the page was
// read below "documentation" in the repository Averyy/apple-dev-docs.

/// "class NSNotification", of which only the name of names is touched
/// /foundation/nsnotification, in a copy
open class NSNotification: NSObject {
  /// "struct Name"
  /// /foundation/nsnotification/name-swift.struct, in a copy
  public struct Name: Hashable, Sendable {
    /// "init(rawValue: String)"
    /// /foundation/nsnotification/name-swift.struct/init(rawvalue:), in a copy
    public init(rawValue: String) {}
  }
}

/// "struct Notification"
/// /foundation/notification
public struct Notification {}

/// "class OperationQueue"
/// /foundation/operationqueue, in a copy
open class OperationQueue: NSObject {}

/// "class NotificationCenter"
/// /foundation/notificationcenter
open class NotificationCenter: NSObject {
  /// "class var `default`: NotificationCenter { get }"
  /// /foundation/notificationcenter/default, in a copy
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
  /// /foundation/notificationcenter/removeobserver(_:), in a copy
  open func removeObserver(_ observer: Any) {}
}
