// The parts of Dispatch that this package uses, each declaration as Apple documents it. Addresses
// are below https://developer.apple.com/documentation.

/// "class DispatchObject"
/// /dispatch/dispatchobject
open class DispatchObject {}

/// "class DispatchQueue"
/// /dispatch/dispatchqueue
public final class DispatchQueue: DispatchObject, @unchecked Sendable {
  /// "convenience init(label: String, ...)", the rest of it with values of its own.
  /// /dispatch/dispatchqueue/init(label:qos:attributes:autoreleasefrequency:target:)
  public convenience init(label: String) { self.init() }
  /// "class var main: DispatchQueue { get }"
  /// /dispatch/dispatchqueue/main
  public class var main: DispatchQueue { DispatchQueue(label: "") }
  /// "@preconcurrency func async(group: DispatchGroup? = nil, qos: DispatchQoS = .unspecified,
  /// flags: DispatchWorkItemFlags = [], execute work: @escaping @Sendable () -> Void)"
  /// /dispatch/dispatchqueue/async(group:qos:flags:execute:)
  @preconcurrency public func async(execute work: @escaping @Sendable () -> Void) {}
}

/// "class DispatchSemaphore"
/// /dispatch/dispatchsemaphore
public final class DispatchSemaphore: DispatchObject, @unchecked Sendable {
  /// "init(value: Int)"
  /// /dispatch/dispatchsemaphore/init(value:)
  public init(value: Int) {}
  /// "func signal() -> Int"
  /// /dispatch/dispatchsemaphore/signal()
  @discardableResult public func signal() -> Int { 0 }
  /// "func wait()"
  /// /dispatch/dispatchsemaphore/wait()
  public func wait() {}
  /// "func wait(timeout: DispatchTime) -> DispatchTimeoutResult"
  /// /dispatch/dispatchsemaphore/wait(timeout:)
  public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { .success }
}

/// "class DispatchGroup"
/// /dispatch/dispatchgroup
public final class DispatchGroup: DispatchObject, @unchecked Sendable {
  /// "init()"
  /// /dispatch/dispatchgroup/init()
  public override init() {}
  /// "func enter()"
  /// /dispatch/dispatchgroup/enter()
  public func enter() {}
  /// "func leave()"
  /// /dispatch/dispatchgroup/leave()
  public func leave() {}
  /// "func notify(qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], queue:
  /// DispatchQueue, execute work: @escaping () -> Void)"
  /// /dispatch/dispatchgroup/notify(qos:flags:queue:execute:)
  public func notify(queue: DispatchQueue, execute work: @escaping () -> Void) {}
}

/// "struct DispatchTime"
/// /dispatch/dispatchtime
public struct DispatchTime: Sendable {
  /// "static func now() -> DispatchTime"
  /// /dispatch/dispatchtime/now()
  public static func now() -> DispatchTime { DispatchTime() }
}

/// "enum DispatchTimeoutResult"
/// /dispatch/dispatchtimeoutresult
public enum DispatchTimeoutResult: Sendable {
  /// "case success", "case timedOut"
  case success, timedOut
}

/// "protocol DispatchSourceProtocol : NSObjectProtocol"
/// /dispatch/dispatchsourceprotocol
public protocol DispatchSourceProtocol: AnyObject {
  /// "func setEventHandler(qos: DispatchQoS, flags: DispatchWorkItemFlags, handler:
  /// Self.DispatchSourceHandler?)", the first two with values of their own; "typealias
  /// DispatchSourceHandler = () -> Void"
  /// /dispatch/dispatchsourceprotocol/seteventhandler(qos:flags:handler:)
  func setEventHandler(handler: (() -> Void)?)
  /// "func setRegistrationHandler(qos: DispatchQoS, flags: DispatchWorkItemFlags, handler:
  /// Self.DispatchSourceHandler?)", the first two with values of their own
  /// /dispatch/dispatchsourceprotocol/setregistrationhandler(qos:flags:handler:)
  func setRegistrationHandler(handler: (() -> Void)?)
  /// "func resume()"
  /// /dispatch/dispatchsourceprotocol/resume()
  func resume()
  /// "func cancel()"
  /// /dispatch/dispatchsourceprotocol/cancel()
  func cancel()
}

/// "protocol DispatchSourceRead : DispatchSourceProtocol"
/// /dispatch/dispatchsourceread
public protocol DispatchSourceRead: DispatchSourceProtocol {}
/// "protocol DispatchSourceSignal : DispatchSourceProtocol"
/// /dispatch/dispatchsourcesignal
public protocol DispatchSourceSignal: DispatchSourceProtocol {}

/// "class DispatchSource"
/// /dispatch/dispatchsource
public final class DispatchSource: DispatchObject, @unchecked Sendable {
  /// "class func makeReadSource(fileDescriptor: Int32, queue: DispatchQueue? = nil) -> any
  /// DispatchSourceRead"
  /// /dispatch/dispatchsource/makereadsource(filedescriptor:queue:)
  public class func makeReadSource(
    fileDescriptor: Int32, queue: DispatchQueue? = nil
  ) -> any DispatchSourceRead { fatalError() }
  /// "class func makeSignalSource(signal: Int32, queue: DispatchQueue? = nil) -> any
  /// DispatchSourceSignal"
  /// /dispatch/dispatchsource/makesignalsource(signal:queue:)
  public class func makeSignalSource(
    signal: Int32, queue: DispatchQueue? = nil
  ) -> any DispatchSourceSignal { fatalError() }
}
