/// A request without an outcome: host code is asked about it, or it is parked.
public struct WaitingRequest: Hashable, Sendable, TableElement {
  /// The event that a waiting request waits for.
  public enum Status: Hashable, Sendable {
    /// The answer of host code. If the host dies now, this request may be the cause.
    case received
    /// Its turn: it may continue, and no host code has been asked since.
    case released
    /// The resumption of the session. A request of a principal who is not signed in then stays
    /// kept.
    case suspended
    /// The host's signal of the condition.
    case condition(String)
  }

  /// Its id.
  public let id: RequestID
  /// The request as it was received.
  public let request: RouteRequest
  /// The event that it waits for.
  public package(set) var status: Status
  /// The target by which the host has replaced the request's; nil when it has not.
  public var replacement: RouteRequest.Target? {
    if case .by(let target)? = replaced { target } else { nil }
  }
  /// Behind one reference: few requests have it, and a target has 78 bytes.
  private var replaced: Replaced?

  private indirect enum Replaced: Hashable, Sendable {
    case by(RouteRequest.Target)
  }

  /// Microseconds by which the wall clock was set between two runs while it waited.
  package private(set) var clockSetMicroseconds: Int64

  /// By how much the wall clock was set between two runs while it waited, back when negative. Its
  /// expiry moves with the clock.
  public var clockSet: Duration { .microseconds(clockSetMicroseconds) }

  /// The target in force: the request's, unless the host has replaced it.
  public var target: RouteRequest.Target { replacement ?? request.target }

  /// Whether it is parked or released and its lifetime has passed. A request about which host code
  /// is asked ends only when that has answered.
  public func isExpired(at now: RouteInstant) -> Bool {
    status != .received && expiry.map { $0 < now } ?? false
  }

  /// The last moment at which it may be carried out; nil when it never expires.
  public var expiry: RouteInstant? {
    request.expiry?.advanced(byMicroseconds: clockSetMicroseconds)
  }

  /// Whether it is parked: it waits for a condition or for the session's resumption.
  public var isParked: Bool {
    switch status {
    case .received, .released: false
    case .suspended, .condition: true
    }
  }

  /// Replaces the request's target.
  mutating func replaceTarget(by target: RouteRequest.Target) { replaced = .by(target) }

  /// Adds one more setting of the clock.
  mutating func setClock(by span: Int64) {
    let (sum, overflow) = clockSetMicroseconds.addingReportingOverflow(span)
    clockSetMicroseconds = overflow ? (span < 0 ? .min : .max) : sum
  }

  package var tableKey: UInt64 { UInt64(bitPattern: id.rawValue) }

  /// A waiting request with that status.
  package init(
    id: RequestID, request: RouteRequest, status: Status, replacement: RouteRequest.Target? = nil
  ) {
    self.init(id: id, request: request, status: status, replacement: replacement, clockSet: 0)
  }

  package init(
    id: RequestID, request: RouteRequest, status: Status, replacement: RouteRequest.Target?,
    clockSet: Int64
  ) {
    clockSetMicroseconds = clockSet
    self.id = id
    self.request = request
    self.status = status
    replaced = replacement.map(Replaced.by)
  }
}

extension WaitingRequest {
  /// Whether it equals a new value with that status and that id, whatever its request.
  func isUnchanged(since status: Status, _ id: RequestID) -> Bool {
    self.id == id && self.status == status && replacement == nil && clockSetMicroseconds == 0
  }

  /// The digest of every field.
  package var digest: UInt64 {
    var digest = Digest64()
    digest.combine(UInt64(bitPattern: id.rawValue))
    request.combine(into: &digest)
    switch status {
    case .received: digest.combine(1 as UInt8)
    case .suspended: digest.combine(2 as UInt8)
    case .condition(let condition):
      digest.combine(3 as UInt8)
      digest.combine(condition)
    case .released: digest.combine(4 as UInt8)
    }
    replacement?.combine(into: &digest)
    if clockSetMicroseconds != 0 { digest.combine(UInt64(bitPattern: clockSetMicroseconds)) }
    return digest.value
  }
}
