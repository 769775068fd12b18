/// Every bound of the engine, by name. Links and journals are untrusted: what is beyond a bound is
/// refused with an outcome or a typed error that names it.
public struct Limits: Hashable, Sendable {
  /// Bytes of one link.
  public var linkBytes = 8_192
  /// Query items of one link.
  public var queryItems = 64
  /// Redirects that one request may follow.
  public var redirects = 5
  /// Screens in one state.
  public var screens = 1_000_000
  /// Nesting of screens, containers and presentations together.
  public var depth = 64
  /// Steps in one destination.
  public var steps = 32
  /// Requests that may wait at the same time, received and parked together.
  public var waitingRequests = 1_000
  /// Actions that may be pending at the same time.
  public var pendingActions = 100_000
  /// Requests queued behind one that is being decided.
  public var queuedRequests = 1_000
  /// Bytes of one entry's payload.
  public var payloadBytes = 16 * 1_024 * 1_024
  /// Bytes of one name: a screen kind, a route, a scene, a condition, an action.
  public var nameBytes = 128

  /// The defaults, which suit an app.
  public init() {}

  /// The bounds that hold where no host has chosen others.
  public static let standard = Limits()
}
