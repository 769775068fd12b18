/// One wish to navigate, from whichever side it came: what is wanted, by whom, when.
///
/// A pure value. Private parts are tokens by the time a request has this form.
public struct RouteRequest: Hashable, Sendable {
  /// The target that a request asks for.
  public enum Target: Hashable, Sendable {
    /// The route that a link fits.
    case link(RouteLink)
    /// The route of that identifier, with its parameters.
    case route(String, Parameters)
    /// A screen of a declared kind; needs no route.
    case screen(kind: String, Parameters)
    /// A value that the host translates: the name of its type and its fields. A field called
    /// `link` holds the web address that came with it, if one did.
    case value(type: String, Parameters)
    /// Something that has already happened.
    case fact(HostFact)
  }

  /// The caller's wishes beyond the target.
  public struct Options: Hashable, Sendable {
    /// Whether the request waits while the session is suspended; one that does not runs at once.
    public var isSuspendable: Bool
    /// A hint for the host.
    public var isAnimated: Bool
    /// Microseconds from the request's time after which it is no longer to be carried out.
    package var lifetimeMicroseconds: Int64?
    /// The scene wanted; the active one when nil.
    public var scene: String?
    /// The router that is asked first, instead of that of the screen that is shown.
    public var router: String? {
      get { if case .of(let router, _)? = rare { router } else { nil } }
      set { rare = Rare(router: newValue, result: result) }
    }
    /// Whether only that router and those below it are asked, not its parents.
    public var staysBelowRouter = false
    /// The action that takes the result of the screen that the request leads to, by its name: its
    /// handler is called once, when the screen has given its result or has gone without one. The
    /// opener may wait for it instead, with
    /// ``RouteSession/Requests/result(of:isolation:)-(Opening,_)``. Nil: no result is asked for.
    public var result: String? {
      get { if case .of(_, let result)? = rare { result } else { nil } }
      set { rare = Rare(router: router, result: newValue) }
    }
    /// The request on whose behalf this one was opened: it is decided at once.
    public var onBehalfOf: RequestID?
    /// The texts that few requests have: another one beside the scene counts 35 references in an
    /// `open` that asks.
    private var rare: Rare?

    private indirect enum Rare: Hashable, Sendable {
      case of(router: String?, result: String?)

      init?(router: String?, result: String?) {
        if router == nil, result == nil { return nil }
        self = .of(router: router, result: result)
      }
    }

    /// How long after the request's time it is no longer to be carried out; below zero it never
    /// was. Nil: it does not expire. Kept to the microsecond.
    public var expiresAfter: Duration? {
      get { lifetimeMicroseconds.map { .microseconds($0) } }
      set { lifetimeMicroseconds = newValue?.microseconds }
    }

    /// Options with the defaults for those that are not given.
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

  /// Where it came from.
  public var entryPoint: RouteRequest.EntryPoint
  /// The target that it asks for.
  public var target: Target
  /// When it arrived.
  public var at: RouteInstant
  /// The principal's token at that time; nil when no user was signed in.
  public var principal: String?
  /// The id that its source gave it; the same id takes effect once.
  public var source: String?
  /// The caller's wishes beyond the target.
  public var options: Options
  /// The fingerprint before private values became tokens, under a key of the journal's; nil when no
  /// value became a token, or when the request need not be recognised again.
  package var keyedFingerprint: UInt64?

  /// A request for that target.
  public init(
    _ target: Target, from entryPoint: RouteRequest.EntryPoint, at: RouteInstant,
    principal: String? = nil,
    source: String? = nil, options: Options = Options()
  ) {
    self.entryPoint = entryPoint
    self.target = target
    self.at = at
    self.principal = principal
    self.source = source
    self.options = options
  }

  /// Whether its time has passed at the given instant.
  public func isExpired(at now: RouteInstant) -> Bool {
    expiry.map { $0 < now } ?? false
  }

  /// Whether it may go on while that one is signed in: only for whom it was opened, if for anybody.
  package func mayGoOn(for principal: String?) -> Bool {
    self.principal.map { principal?.hasSameBytes(as: $0) ?? false } ?? true
  }

  /// Whether it is none that is queued: host code opened it about a request of its own, or it tells
  /// what has happened already.
  package var isDecidedAtOnce: Bool { options.onBehalfOf != nil || entryPoint == .hostFact }

  /// The last moment at which it may be carried out; nil when it never expires.
  public var expiry: RouteInstant? {
    options.lifetimeMicroseconds.map(at.advanced(byMicroseconds:))
  }
}
