/// Work that belongs to a destination: accepted, bound to a screen, waiting for its moment.
public struct PendingAction: Hashable, Sendable, TableElement {
  /// Where an action stands in its life.
  public enum Status: String, Hashable, Sendable, CaseIterable {
    /// For its moment.
    case waiting
    /// Taken by the session; the attempt is counted.
    case claimed
    /// Its handler has been called.
    case started
    /// This version has no handler for it.
    case shelved
    /// Given up; somebody may revive it.
    case dead
  }

  /// All that stays as it was accepted. The array always has one element. It is an array so that a
  /// copy counts one reference for all of it: with each action that comes, up to eleven others are
  /// copied.
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
  /// The request that brought it; of an action that the host brought itself, its own sequence.
  public var request: RequestID { accepted[0].request }
  /// The principal that was signed in when the action was accepted; the action runs for no other
  /// principal. Nil: it runs for any principal, and when no user is signed in.
  public var principal: String? { accepted[0].principal }
  /// The name its handler is registered under.
  public var name: String { accepted[0].name }
  /// The screen it is bound to.
  public var screen: ScreenID { accepted[0].screen }
  /// Marks actions of one screen that are the same work; nil when it stands for itself.
  public var key: String? { accepted[0].key }
  /// When it may run, and how its failure is handled.
  public var terms: ActionTemplate.Terms { accepted[0].terms }
  /// Whether its code is a closure of the process that accepted it: no other can run it.
  public var isClosure: Bool { accepted[0].isClosure }
  /// The parameters that the handler gets; once the screen has given its result, with those of it.
  public internal(set) var parameters: Parameters
  /// When it may run at the earliest: after its delay, or after a failure.
  public internal(set) var notBefore: RouteInstant?
  /// When it is no longer to be run.
  public internal(set) var expires: RouteInstant?
  /// Where it stands.
  public internal(set) var status: Status
  /// How often it was claimed and not given back. The number of an attempt is its token: what is
  /// said of any other attempt than the one under way counts no more.
  public internal(set) var attempt: Int
  /// How often the process died in its handler, since it was accepted or revived.
  public internal(set) var crashes: Int
  /// The attempt at which the dead action was last revived: it has one more attempt, whatever its
  /// terms allow. Nil when it was never revived.
  public internal(set) var revivedAt: Int?
  /// Until when its handler may take; set while it is started under a lease.
  public internal(set) var leaseEnds: RouteInstant?
  /// Whether its handler was called before: its effect outside may have happened already.
  public internal(set) var possiblyExecuted: Bool
  /// Whether its screen has given the result that it waits for.
  public internal(set) var isGiven: Bool

  /// When it may run, its screen considered.
  public var moment: ActionTemplate.Moment { terms.moment }

  package var tableKey: UInt64 { UInt64(bitPattern: id.rawValue) }
  /// A run that two states share is copied when one of them changes, each action with two
  /// references.
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
