/// One wish to navigate, from whichever side it came: what is wanted, by whom, when.
///
/// A pure value. Private parts are tokens by the time a request has this form.
///
/// Its fields lie in one object that is never changed. On its way from a caller through the queue,
/// a decision and an entry into the state a request is copied up to ten times; as a structure, each
/// copy counted up to six references.
public struct RouteRequest: Hashable, Sendable, CustomReflectable {
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
    /// The texts that few requests have, as one reference: options are copied where one is read.
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
  /// The target that it asks for.
  public var target: Target {
    get { storage.fields.target }
    set { edit { $0.target = newValue } }
  }
  /// When it arrived.
  public var at: RouteInstant {
    get { storage.fields.at }
    set { edit { $0.at = newValue } }
  }
  /// The principal's token at that time; nil when no user was signed in.
  public var principal: String? {
    get { storage.fields.principal }
    set { edit { $0.principal = newValue } }
  }
  /// The id that its source gave it; the same id takes effect once.
  public var source: String? {
    get { storage.fields.source }
    set { edit { $0.source = newValue } }
  }
  /// The caller's wishes beyond the target.
  public var options: Options {
    get { storage.fields.options }
    set { edit { $0.options = newValue } }
  }
  /// The fingerprint before private values became tokens, under a key of the journal's; nil when no
  /// value became a token, or when the request need not be recognised again.
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

  /// Whether both are copies of one request, and so the same to the byte. False says nothing.
  package func isCopy(of other: Self) -> Bool { storage === other.storage }

  /// Feeds all fields.
  public func hash(into hasher: inout Hasher) { storage.fields.hash(into: &hasher) }

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
