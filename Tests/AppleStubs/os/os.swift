// The parts of os that this package uses, each declaration as Apple documents it, with the
// availability of its page. Addresses are below https://developer.apple.com/documentation. The
// pages of a message's initializers and alignment were not available; these are quoted from the
// public prototype in swiftlang/swift, stdlib/private/OSLog. Apple's compiler also requires that a
// message and its privacy are literals; that is not checked here.

/// "struct Logger", iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0
/// /os/logger
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
@frozen public struct Logger {
  /// "init(subsystem: String, category: String)"
  /// /os/logger/init(subsystem:category:)
  public init(subsystem: String, category: String) {}
  /// "func debug(_ message: OSLogMessage)"
  /// /os/logger/debug(_:)
  public func debug(_ message: OSLogMessage) {}
  /// "func info(_ message: OSLogMessage)"
  /// /os/logger/info(_:)
  public func info(_ message: OSLogMessage) {}
  /// "func notice(_ message: OSLogMessage)"
  /// /os/logger/notice(_:)
  public func notice(_ message: OSLogMessage) {}
  /// "func error(_ message: OSLogMessage)"
  /// /os/logger/error(_:)
  public func error(_ message: OSLogMessage) {}
}

/// "@frozen struct OSLogMessage", iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0
/// /os/oslogmessage
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
@frozen public struct OSLogMessage: ExpressibleByStringInterpolation {
  /// "public init(stringInterpolation: OSLogInterpolation)", OSLogMessage.swift
  public init(stringInterpolation: OSLogInterpolation) {}
  /// "public init(stringLiteral value: String)", OSLogMessage.swift
  public init(stringLiteral value: String) {}
}

/// "@frozen public struct OSLogInterpolation : StringInterpolationProtocol", OSLogMessage.swift
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
@frozen public struct OSLogInterpolation: StringInterpolationProtocol {
  /// A requirement of StringInterpolationProtocol.
  public init(literalCapacity: Int, interpolationCount: Int) {}
  /// A requirement of StringInterpolationProtocol.
  public mutating func appendLiteral(_ literal: String) {}
  /// "mutating func appendInterpolation(_ argumentString: @autoclosure @escaping () -> String,
  /// align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto)"
  /// /os/osloginterpolation/appendinterpolation(_:align:privacy:)-6tazr
  public mutating func appendInterpolation(
    _ argumentString: @autoclosure @escaping () -> String, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) {}
}

/// "@frozen public struct OSLogStringAlignment", OSLogStringAlignment.swift
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
@frozen public struct OSLogStringAlignment {
  /// "public static var none: OSLogStringAlignment", OSLogStringAlignment.swift
  public static var none: OSLogStringAlignment { OSLogStringAlignment() }
}

/// "@frozen struct OSLogPrivacy", iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0
/// /os/oslogprivacy
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
@frozen public struct OSLogPrivacy {
  /// "static var auto: OSLogPrivacy { get }"
  /// /os/oslogprivacy/auto
  public static var auto: OSLogPrivacy { OSLogPrivacy() }
  /// "static var `public`: OSLogPrivacy { get }"
  /// /os/oslogprivacy/public
  public static var `public`: OSLogPrivacy { OSLogPrivacy() }
}

/// "struct OSSignposter", iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0
/// /os/ossignposter
@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
public struct OSSignposter {
  /// "init(logger: Logger)"
  /// /os/ossignposter/init(logger:)
  public init(logger: Logger) {}
  /// "static var disabled: OSSignposter { get }"
  /// /os/ossignposter/disabled
  public static var disabled: OSSignposter {
    OSSignposter(logger: Logger(subsystem: "", category: ""))
  }
  /// "func makeSignpostID() -> OSSignpostID"
  /// /os/ossignposter/makesignpostid()
  public func makeSignpostID() -> OSSignpostID { OSSignpostID() }
  /// "func beginInterval(_ name: StaticString, id: OSSignpostID = .exclusive, _ message:
  /// SignpostMetadata) -> OSSignpostIntervalState"
  /// /os/ossignposter/begininterval(_:id:_:)
  public func beginInterval(
    _ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata
  ) -> OSSignpostIntervalState { OSSignpostIntervalState() }
  /// "func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState)"
  /// /os/ossignposter/endinterval(_:_:)
  public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) {}
}

/// "typealias SignpostMetadata = OSLogMessage", iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0
/// /os/signpostmetadata
@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
public typealias SignpostMetadata = OSLogMessage

/// "struct OSSignpostID", iOS 12.0, macOS 10.14, tvOS 12.0, watchOS 5.0
/// /os/ossignpostid
@available(iOS 12.0, macOS 10.14, tvOS 12.0, watchOS 5.0, *)
public struct OSSignpostID {
  /// "static let exclusive: OSSignpostID"
  /// /os/ossignpostid/exclusive
  public static var exclusive: OSSignpostID { OSSignpostID() }
}

/// "class OSSignpostIntervalState", iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0
/// /os/ossignpostintervalstate
@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
public class OSSignpostIntervalState {}
