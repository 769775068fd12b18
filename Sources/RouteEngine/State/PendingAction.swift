/// Work that belongs to a destination. It is accepted, bound to a screen, and waits for its moment.
public struct PendingAction: Hashable, Sendable, TableElement {
  /// The status of an action.
  public enum Status: String, Hashable, Sendable, CaseIterable {
    /// It waits for its moment.
    case waiting
    /// The session has claimed it; the attempt counts.
    case claimed
    /// Its handler has been called.
    case started
    /// This version has no handler for it.
    case shelved
    /// Given up; it may be revived.
    case dead
  }

  /// The fields that never change after it was accepted. The array always has one element. It is an
  /// array so that a copy counts one reference for all of it: each new action copies up to eleven
  /// others.
  private let accepted: [Accepted]

  private struct Accepted: Hashable, Sendable {
    let id: ActionID
    let request: RequestID
    let principal: String?
    let name: String
    let screen: ScreenID
    let key: String?
    let terms: ActionTemplate.Terms
    let isClosure: Bool
  }

  /// Its id: the sequence of the entry that enqueued it.
  public var id: ActionID { accepted[0].id }
  /// The request that created it; for an action of the host itself, its own sequence.
  public var request: RequestID { accepted[0].request }
  /// The principal that was signed in when the action was accepted; an attempt starts only while it
  /// is signed in. Nil: an attempt starts for any principal, and when no user is signed in.
  public var principal: String? { accepted[0].principal }
  /// The name under which its handler is registered.
  public var name: String { accepted[0].name }
  /// The screen to which it is bound.
  public var screen: ScreenID { accepted[0].screen }
  /// Marks actions of one screen that are the same work; nil when no other action is the same work.
  public var key: String? { accepted[0].key }
  /// When it may run, and how its failure is handled.
  public var terms: ActionTemplate.Terms { accepted[0].terms }
  /// Whether its code is a closure of the process that accepted it: no other process can run it.
  public var isClosure: Bool { accepted[0].isClosure }
  /// The parameters of the handler; once the screen has given its result, including those of the
  /// result.
  public internal(set) var parameters: Parameters
  /// The earliest moment at which it may run: after its delay, or after a failure.
  public internal(set) var notBefore: RouteInstant?
  /// The moment after which it must no longer run.
  public internal(set) var expires: RouteInstant?
  /// Its status.
  public internal(set) var status: Status
  /// How often it was claimed and not given back. The number of an attempt is its token: results of
  /// any attempt other than the current one are ignored.
  public internal(set) var attempt: Int
  /// How often the process died in its handler since it was accepted or revived.
  public internal(set) var crashes: Int
  /// The attempt at which the dead action was last revived. A revival allows one more attempt,
  /// whatever the terms say. Nil when it was never revived.
  public internal(set) var revivedAt: Int?
  /// The end of its handler's lease; set while it is started with a lease.
  public internal(set) var leaseEnds: RouteInstant?
  /// Whether its handler was called before, so that its effect may already have happened.
  public internal(set) var possiblyExecuted: Bool
  /// Whether its screen has given the result that it waits for.
  public internal(set) var isGiven: Bool

  /// The moment at which it may run, with regard to its screen.
  public var moment: ActionTemplate.Moment { terms.moment }

  package var tableKey: UInt64 { UInt64(bitPattern: id.rawValue) }
  /// The size of a leaf. When a state changes a leaf that it shares with another one, all actions
  /// of the leaf are copied, with two references each.
  package static var tableFanout: Int { 8 }

  /// A waiting action that was never tried.
  package init(
    id: ActionID, request: RequestID, principal: String? = nil, name: String,
    parameters: Parameters, screen: ScreenID, key: String?,
    terms: ActionTemplate.Terms = ActionTemplate.Terms(),
    isClosure: Bool = false, notBefore: RouteInstant? = nil, expires: RouteInstant? = nil,
    isGiven: Bool = false
  ) {
    accepted = [
      Accepted(
        id: id, request: request, principal: principal, name: name, screen: screen, key: key,
        terms: terms, isClosure: isClosure)
    ]
    self.isGiven = isGiven
    self.parameters = parameters
    self.notBefore = notBefore
    self.expires = expires
    status = .waiting
    attempt = 0
    crashes = 0
    revivedAt = nil
    leaseEnds = nil
    possiblyExecuted = false
  }

  /// The digest of every field.
  package var digest: UInt64 {
    var digest = Digest64()
    digest.combine(UInt64(bitPattern: id.rawValue))
    digest.combine(UInt64(bitPattern: request.rawValue))
    digest.combine(optional: principal)
    digest.combine(name)
    parameters.combine(into: &digest)
    digest.combine(screen.rawValue)
    digest.combine(optional: key)
    terms.combine(into: &digest)
    digest.combine(isClosure ? 1 as UInt8 : 0)
    digest.combine(optional: notBefore.map { UInt64(bitPattern: $0.microseconds) })
    digest.combine(optional: expires.map { UInt64(bitPattern: $0.microseconds) })
    digest.combine(status.rawValue)
    digest.combine(UInt64(attempt))
    digest.combine(UInt64(crashes))
    digest.combine(optional: leaseEnds.map { UInt64(bitPattern: $0.microseconds) })
    digest.combine(possiblyExecuted ? 1 as UInt8 : 0)
    if let revivedAt { digest.combine(UInt64(revivedAt)) }
    if isGiven { digest.combine("given") }
    return digest.value
  }
}
