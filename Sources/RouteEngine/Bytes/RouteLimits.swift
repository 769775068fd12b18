/// Every bound of the engine, by name. Links and journals are untrusted: input beyond a bound is
/// refused with an outcome or a typed error that names the bound.
public struct RouteLimits: Hashable, Sendable {
  /// Bytes of one link.
  public var linkBytes = 8_192
  /// Items of the query of one link, and of its fragment.
  public var queryItems = 64
  /// Bytes of the id that a request's source gave it.
  public var sourceBytes = 1_024
  /// Redirects that one request may follow. The same number limits the chain of requests that are
  /// opened on behalf of each other; one more fails where host code would be asked about it.
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
  /// Attempts at one action that a route table may ask for.
  public var attempts = 100
  /// Requests queued behind one that is being decided.
  public var queuedRequests = 1_000
  /// Bytes of one name: a screen kind, a route, a scene, a condition, an action.
  public var nameBytes = 128

  /// The defaults, which suit an app.
  public init() {}

  /// The bounds that hold where no host has chosen others.
  public static let standard = RouteLimits()

  /// The bounds of the journal's format. A program that does not know a session's own limits can
  /// read back, restore and replay everything that the session was allowed within these bounds.
  public static var format: RouteLimits {
    var limits = RouteLimits()
    limits.linkBytes = 65_536
    limits.queryItems = 4_096
    limits.sourceBytes = 16_384
    limits.redirects = 64
    limits.screens = 4_000_000
    limits.depth = 128
    limits.steps = 256
    limits.waitingRequests = 100_000
    limits.pendingActions = 1_000_000
    limits.attempts = 10_000
    limits.queuedRequests = 100_000
    limits.nameBytes = 1_024
    return limits
  }

  /// Every bound with its name, in the order of the names.
  package static var fields: [(name: String, field: WritableKeyPath<RouteLimits, Int>)] {
    [
      ("attempts", \.attempts), ("depth", \.depth), ("linkBytes", \.linkBytes),
      ("nameBytes", \.nameBytes),
      ("pendingActions", \.pendingActions), ("queryItems", \.queryItems),
      ("queuedRequests", \.queuedRequests), ("redirects", \.redirects), ("screens", \.screens),
      ("sourceBytes", \.sourceBytes), ("steps", \.steps), ("waitingRequests", \.waitingRequests),
    ]
  }

  /// Whether no bound of these is wider than the other's.
  package func isWithin(_ other: RouteLimits) -> Bool {
    Self.fields.allSatisfy { self[keyPath: $0.field] <= other[keyPath: $0.field] }
  }

  /// These bounds, clamped to at least 1 and at most the bound of the format.
  var withinFormat: RouteLimits {
    var limits = self
    let format = RouteLimits.format
    for (_, field) in Self.fields {
      limits[keyPath: field] = max(1, min(limits[keyPath: field], format[keyPath: field]))
    }
    return limits
  }
}
