/// One wish to navigate, from any entry point: its target, its principal and its time.
///
/// A pure value. When a request has this form, tokens have replaced its private values.
///
/// Its fields are in one immutable object. On its way from a caller through the queue, a decision
/// and an entry into the state a request is copied up to ten times; as a structure, each copy
/// counted up to six references.
public struct RouteRequest: Hashable, Sendable, CustomReflectable {
  /// The target that a request asks for.
  public enum Target: Hashable, Sendable {
    /// The route that a link matches.
    case link(RouteLink)
    /// The route of that identifier, with its parameters.
    case route(String, Parameters)
    /// A screen of a declared kind; needs no route.
    case screen(kind: String, Parameters)
    /// A value that the host translates: the name of its type and its fields. A field called `link`
    /// holds the web address of the value, if there is one.
    case value(type: String, Parameters)
    /// An event that has already happened.
    case fact(HostFact)
  }

  /// The caller's options beyond the target.
  public struct Options: Hashable, Sendable {
    /// Whether the request waits while the session is suspended; otherwise it runs at once.
    public var isSuspendable: Bool
    /// Whether to animate; a hint for the host.
    public var isAnimated: Bool
    /// Microseconds after the request's time until which it may be carried out.
    package var lifetimeMicroseconds: Int64?
    /// The scene to use; nil: the active one.
    public var scene: String?
    /// The router to ask first; nil: the router of the visible screen.
    public var router: String? {
      get { if case .of(let router, _)? = rare { router } else { nil } }
      set { rare = Rare(router: newValue, result: result) }
    }
    /// Whether only that router and those below it are asked, and not its parents.
    public var staysBelowRouter = false
    /// The name of the action that takes the result of the screen to which the request leads. Its
    /// handler is called once, when the screen has given its result or has gone without one. The
    /// opener may wait for the result instead, with
    /// ``RouteSession/Requests/result(of:isolation:)-(Opening,_)``. Nil: no result is requested.
    public var result: String? {
      get { if case .of(_, let result)? = rare { result } else { nil } }
      set { rare = Rare(router: router, result: newValue) }
    }
    /// The request on whose behalf this one was opened; this one is then decided at once.
    public var onBehalfOf: RequestID?
    /// The texts that few requests have, behind one reference, because options are copied on
    /// access.
    private var rare: Rare?

    private indirect enum Rare: Hashable, Sendable {
      case of(router: String?, result: String?)

      init?(router: String?, result: String?) {
        if router == nil, result == nil { return nil }
        self = .of(router: router, result: result)
      }
    }

    /// The time after which it must no longer be carried out, counted from the request's time; if
    /// negative, it has always expired. Nil: it does not expire. Kept to the microsecond.
    public var expiresAfter: Duration? {
      get { lifetimeMicroseconds.map { .microseconds($0) } }
      set { lifetimeMicroseconds = newValue?.microseconds }
    }

    /// Options; those not given have defaults.
    public init(
      isSuspendable: Bool = true, isAnimated: Bool = true, expiresAfter: Duration? = nil,
      scene: String? = nil, result: String? = nil, onBehalfOf: RequestID? = nil
    ) {
      self.isSuspendable = isSuspendable
      self.isAnimated = isAnimated
      lifetimeMicroseconds = expiresAfter?.microseconds
      self.scene = scene
      self.result = result
      self.onBehalfOf = onBehalfOf
    }
  }

  private struct Fields: Hashable, Sendable {
    var entryPoint: RouteRequest.EntryPoint
    var target: Target
    var at: RouteInstant
    var principal: String?
    var source: String?
    var options: Options
    var keyedFingerprint: UInt64?
  }

  private final class Storage: Sendable {
    let fields: Fields

    init(_ fields: consuming Fields) { self.fields = fields }
  }

  private var storage: Storage

  private mutating func edit(_ change: (inout Fields) -> Void) {
    var fields = storage.fields
    change(&fields)
    storage = Storage(fields)
  }

  /// Where it came from.
  public var entryPoint: RouteRequest.EntryPoint {
    get { storage.fields.entryPoint }
    set { edit { $0.entryPoint = newValue } }
  }
  /// Its target.
  public var target: Target {
    get { storage.fields.target }
    set { edit { $0.target = newValue } }
  }
  /// When it arrived.
  public var at: RouteInstant {
    get { storage.fields.at }
    set { edit { $0.at = newValue } }
  }
  /// The principal that was signed in at that time; nil when no user was.
  public var principal: String? {
    get { storage.fields.principal }
    set { edit { $0.principal = newValue } }
  }
  /// The id that its source gave it; an id takes effect once.
  public var source: String? {
    get { storage.fields.source }
    set { edit { $0.source = newValue } }
  }
  /// The caller's options beyond the target.
  public var options: Options {
    get { storage.fields.options }
    set { edit { $0.options = newValue } }
  }
  /// The fingerprint before tokens replaced private values, under a key of the journal; nil when no
  /// value was replaced, or when the request need not be recognised again.
  package var keyedFingerprint: UInt64? {
    get { storage.fields.keyedFingerprint }
    set { edit { $0.keyedFingerprint = newValue } }
  }

  /// A request for that target.
  public init(
    _ target: Target, from entryPoint: RouteRequest.EntryPoint, at: RouteInstant,
    principal: String? = nil, source: String? = nil, options: Options = Options()
  ) {
    storage = Storage(
      Fields(
        entryPoint: entryPoint, target: target, at: at, principal: principal, source: source,
        options: options))
  }

  /// The fields by their names, for `print` and debuggers.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "entryPoint": entryPoint, "target": target, "at": at, "principal": principal as Any,
        "source": source as Any, "options": options,
      ], displayStyle: .struct)
  }

  /// Whether all fields are equal.
  public static func == (one: Self, other: Self) -> Bool {
    one.isCopy(of: other) || one.storage.fields == other.storage.fields
  }

  /// Whether both are copies of one request, and therefore equal. False says nothing.
  package func isCopy(of other: Self) -> Bool { storage === other.storage }

  /// Hashes all fields.
  public func hash(into hasher: inout Hasher) { storage.fields.hash(into: &hasher) }

  /// Whether its lifetime has passed at the given instant.
  public func isExpired(at now: RouteInstant) -> Bool {
    expiry.map { $0 < now } ?? false
  }

  /// Whether it may continue while that principal is signed in. A request that was opened for a
  /// principal may continue only for that one; any other may always continue.
  package func mayGoOn(for principal: String?) -> Bool {
    self.principal.map { principal?.hasSameBytes(as: $0) ?? false } ?? true
  }

  /// Whether it is never queued: host code opened it while it was asked about another request, or
  /// it reports a host fact.
  package var isDecidedAtOnce: Bool { options.onBehalfOf != nil || entryPoint == .hostFact }

  /// The last moment at which it may be carried out; nil when it never expires.
  public var expiry: RouteInstant? {
    options.lifetimeMicroseconds.map(at.advanced(byMicroseconds:))
  }
}

extension RouteRequest.Options {
  /// The options with the name of the scene cut to the journal's bound.
  var bounded: RouteRequest.Options {
    guard let scene, scene.utf8.count > String.mostReasonBytes else { return self }
    var options = self
    options.scene = scene.boundedReason
    return options
  }
}

extension RouteRequest.Target {
  /// The reason why a journal could not read the target back; nil when it could. A link may be
  /// longer than a journal allows, because a host chooses the bound of the links that it reads.
  var problem: RouteLink.ParseError? {
    let most = RouteLink.defaultMaximumJournaledLength
    guard case .link(let link) = self, link.bytes.count > most else { return nil }
    return .tooLong(length: link.bytes.count, limit: most)
  }
}
