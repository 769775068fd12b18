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
  }

  /// Its id: the sequence of the entry that enqueued it.
  public let id: ActionID
  /// The request that brought it.
  public let request: RequestID
  /// Who was signed in when it was accepted; it runs for nobody else. Nil: for anybody.
  public let principal: String?
  /// The name its handler is registered under.
  public let name: String
  /// What the handler is given.
  public let parameters: Parameters
  /// The screen it is bound to.
  public let screen: ScreenID
  /// Marks actions of one screen that replace one another; nil when it stands for itself.
  public let key: String?
  /// When it may run.
  public let moment: ActionMoment
  /// When it is no longer to be run.
  public let expires: Instant?
  /// Where it stands.
  public internal(set) var status: Status
  /// How often it was claimed.
  public internal(set) var attempt: Int
  /// Whether its handler was called before: its effect outside may have happened already.
  public internal(set) var possiblyExecuted: Bool

  package var tableKey: UInt64 { UInt64(bitPattern: id.rawValue) }

  /// A waiting action that was never tried.
  public init(
    id: ActionID, request: RequestID, principal: String? = nil, name: String,
    parameters: Parameters, screen: ScreenID,
    key: String?, moment: ActionMoment, expires: Instant?
  ) {
    self.id = id
    self.request = request
    self.principal = principal
    self.name = name
    self.parameters = parameters
    self.screen = screen
    self.key = key
    self.moment = moment
    self.expires = expires
    status = .waiting
    attempt = 0
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
    digest.combine(moment.rawValue)
    digest.combine(optional: expires.map { UInt64(bitPattern: $0.microseconds) })
    digest.combine(status.rawValue)
    digest.combine(UInt64(attempt))
    digest.combine(possiblyExecuted ? 1 as UInt8 : 0)
    return digest.value
  }
}
