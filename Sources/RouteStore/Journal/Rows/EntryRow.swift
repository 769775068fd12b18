/// One entry of the journal as plain column values, numbered 1 to 24 in this order.
///
/// The store knows positions and the chain; the engine interprets the other columns. Times are in
/// microseconds; the engine converts them to moments and durations.
public struct EntryRow: Sendable, Hashable {
  /// Position in the history, from 1, without gaps.
  public package(set) var sequence: Int64
  /// Number of the session that wrote the entry.
  public package(set) var session: Int64
  /// Name of the window to which the entry belongs.
  public package(set) var scene: String?
  /// The kind of the entry: a number of the closed list in table `entry_kind`.
  public package(set) var kind: Int64
  /// Sequence of the first entry of its request.
  public package(set) var request: Int64?
  /// Sequence of the entry that caused it.
  public package(set) var cause: Int64?
  /// Wall clock, microseconds since 1970: the session's start plus monotonic time.
  package var atMicroseconds: Int64
  /// Monotonic microseconds since the session's start.
  package var elapsedMicroseconds: Int64
  /// Microseconds from the arrival of the request, or after a relaunch from when that launch first
  /// took it up, to the entry.
  package var durationMicroseconds: Int64?
  /// The request's origin.
  public package(set) var entryPoint: String?
  /// The external address, private values replaced by tokens.
  public package(set) var link: String?
  /// Name of the route that took the request.
  public package(set) var route: String?
  /// Version of that route.
  public package(set) var routeVersion: Int64?
  /// Name of the router that owns the route.
  public package(set) var router: String?
  /// Variant that was drawn in an experiment.
  public package(set) var variant: String?
  /// Outcome of the request; only on its final entry.
  public package(set) var outcome: String?
  /// Reason of that outcome.
  public package(set) var reason: String?
  /// Kind of the visible screen before the entry.
  public package(set) var screenBefore: String?
  /// Kind of the visible screen after it.
  public package(set) var screenAfter: String?
  /// Identifier of the pending action that the entry concerns.
  public package(set) var action: Int64?
  /// Number of the attempt at that action.
  public package(set) var attempt: Int64?
  /// Canonical JSON as UTF-8; empty when there is none (NULL in the file).
  public package(set) var payload: [UInt8]
  /// Digest of the state after the entry.
  public package(set) var stateDigest: UInt64?
  /// Digest that includes all earlier entries; the store sets it when it appends.
  public package(set) var chainDigest: ChainDigest

  /// An entry without its optional values.
  package init(
    sequence: Int64 = 0, session: Int64 = 0, kind: Int64 = 0, atMicroseconds: Int64 = 0,
    elapsedMicroseconds: Int64 = 0
  ) {
    self.sequence = sequence
    self.session = session
    self.kind = kind
    self.atMicroseconds = atMicroseconds
    self.elapsedMicroseconds = elapsedMicroseconds
    payload = []
    chainDigest = .zero
  }

  /// The number of columns in a row.
  static let columnCount = 24

  /// The index of the payload column, from 0.
  static let payloadColumn = 21

  /// Whether a column, by its index from 0, contains numbers; all others except the last contain
  /// texts.
  @inline(__always)
  static func isNumber(_ column: Int) -> Bool { 0b101_1000_0001_0001_1111_1011 >> column & 1 == 1 }

  /// The columns of a row, in the order of their numbers.
  static let columns = """
    sequence, session, scene, kind, request, cause, at_us, elapsed_us, duration_us, entry_point, \
    link, route, route_version, router, variant, outcome, reason, screen_before, screen_after, \
    action, attempt, payload, state_digest, chain_digest
    """
}
