/// One entry of the journal as plain column values, numbered 1 to 24 in this order.
///
/// The store knows positions and the chain; what the other columns mean is the engine's business.
/// Times are microseconds; the engine says them as moments and spans.
public struct EntryRow: Sendable, Hashable {
  /// Position in the history, from 1, without gaps.
  public package(set) var sequence: Int64
  /// Number of the session that wrote the entry.
  public package(set) var session: Int64
  /// Name of the window the entry belongs to.
  public package(set) var scene: String?
  /// The kind of the entry: a number of the closed list in table `entry_kind`.
  public package(set) var kind: Int64
  /// Sequence of the first entry of its request.
  public package(set) var request: Int64?
  /// Sequence of the entry that brought it about.
  public package(set) var cause: Int64?
  /// Wall clock, microseconds since 1970: the session's start plus monotonic time.
  package var atMicroseconds: Int64
  /// Monotonic microseconds since the session's start.
  package var elapsedMicroseconds: Int64
  /// Microseconds from the arrival of the request to the entry.
  package var durationMicroseconds: Int64?
  /// Where the request came from.
  public package(set) var entryPoint: String?
  /// The external address, private values replaced by tokens.
  public package(set) var link: String?
  /// Name of the route that took the request.
  public package(set) var route: String?
  /// Version of that route.
  public package(set) var routeVersion: Int64?
  /// Name of the router that owns the route.
  public package(set) var router: String?
  /// Variant of an experiment that was drawn.
  public package(set) var variant: String?
  /// How the request ended; only on its final entry.
  public package(set) var outcome: String?
  /// Why it ended so.
  public package(set) var reason: String?
  /// Kind of the visible screen before the entry.
  public package(set) var screenBefore: String?
  /// Kind of the visible screen after it.
  public package(set) var screenAfter: String?
  /// Identifier of the pending action the entry is about.
  public package(set) var action: Int64?
  /// Which attempt at that action.
  public package(set) var attempt: Int64?
  /// Canonical JSON as UTF-8; empty when there is none (NULL in the file).
  public package(set) var payload: [UInt8]
  /// Digest of the state after the entry.
  public package(set) var stateDigest: UInt64?
  /// Digest that includes all earlier entries; the store fills it in when it appends.
  public package(set) var chainDigest: ChainDigest

  /// An entry with everything optional left out.
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

  /// How many columns a row has.
  static let columnCount = 24

  /// Which of them, from 0, is the payload.
  static let payloadColumn = 21

  /// Whether a column, from 0, holds numbers; the others but the last one hold texts.
  @inline(__always)
  static func isNumber(_ column: Int) -> Bool { 0b101_1000_0001_0001_1111_1011 >> column & 1 == 1 }

  /// The columns of a row, in the order of their numbers.
  static let columns = """
    sequence, session, scene, kind, request, cause, at_us, elapsed_us, duration_us, entry_point, \
    link, route, route_version, router, variant, outcome, reason, screen_before, screen_after, \
    action, attempt, payload, state_digest, chain_digest
    """
}
