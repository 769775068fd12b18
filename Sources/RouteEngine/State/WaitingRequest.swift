/// A request without an outcome yet: received and being asked about, or parked.
public struct WaitingRequest: Hashable, Sendable, TableElement {
  /// The event that a waiting request waits for.
  public enum Status: Hashable, Sendable {
    /// For host code that was asked: should the host die now, this request may be why.
    case received
    /// For its turn: it may go on, and no host code has been asked since.
    case released
    /// Until the session is resumed. One that was opened for a principal who is not signed in then
    /// stays kept.
    case suspended
    /// Until the host signals the condition.
    case condition(String)
  }

  /// Its id.
  public let id: RequestID
  /// The request as it was received.
  public let request: RouteRequest
  /// The event that it waits for.
  public package(set) var status: Status
  /// The target that the host has put in place of the request's; nil when it has not.
  public var replacement: RouteRequest.Target? {
    if case .by(let target)? = replaced { target } else { nil }
  }
  /// One reference: few requests have it, and a target has 78 bytes.
  private var replaced: Replaced?

  private indirect enum Replaced: Hashable, Sendable {
    case by(RouteRequest.Target)
  }

  /// Microseconds by which the wall clock was set between two runs while it waited.
  package private(set) var clockSetMicroseconds: Int64

  /// By how much the wall clock was set between two runs while it waited, back when below zero: its
  /// last moment goes with it.
  public var clockSet: Duration { .microseconds(clockSetMicroseconds) }

  /// The target in force: the request's, unless the host has replaced it.
  public var target: RouteRequest.Target { replacement ?? request.target }

  /// Whether it was put aside and its time has passed; one that host code is asked about ends when
  /// that has answered.
  public func isExpired(at now: RouteInstant) -> Bool {
    status != .received && expiry.map { $0 < now } ?? false
  }

  /// The last moment at which it may be carried out; nil when it never expires.
  public var expiry: RouteInstant? {
    request.expiry?.advanced(byMicroseconds: clockSetMicroseconds)
  }

  /// Whether it was put aside, for a condition or until the session is resumed.
  public var isParked: Bool {
    switch status {
    case .received, .released: false
    case .suspended, .condition: true
    }
  }

  /// Puts another target in place of the request's.
  mutating func replaceTarget(by target: RouteRequest.Target) { replaced = .by(target) }

  /// Counts a clock that was set once more.
  mutating func setClock(by span: Int64) {
    let (sum, overflow) = clockSetMicroseconds.addingReportingOverflow(span)
    clockSetMicroseconds = overflow ? (span < 0 ? .min : .max) : sum
  }

  package var tableKey: UInt64 { UInt64(bitPattern: id.rawValue) }

  /// A request that waits so.
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
  /// Whether it is as it was made with that status and that id, whatever its request.
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
