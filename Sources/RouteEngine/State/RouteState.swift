/// Everything the engine knows at one moment: screens, waiting requests, pending actions, and what
/// the host has said. A value; copies share structure.
public struct RouteState: Sendable {
  /// The hierarchy of screens.
  public internal(set) var tree = ScreenTree()
  /// The id given last; the next new screen gets the next one.
  public internal(set) var counter: UInt64 = 0
  /// Conditions that hold, in byte order.
  public internal(set) var conditions: [String] = []
  /// The principal's token; nil when nobody is signed in.
  public internal(set) var principal: String?
  /// Whether requests are kept back.
  public internal(set) var isSuspended = false
  /// Requests over which the host died: fingerprint and how often, ascending by fingerprint.
  public internal(set) var suspects: [CrashSuspect] = []

  package private(set) var waitingTable = OrderedTable<WaitingRequest>()
  package private(set) var actionTable = OrderedTable<PendingAction>()
  private var waitingSum: UInt64 = 0
  private var actionSum: UInt64 = 0

  /// A request over which the host died.
  public struct CrashSuspect: Hashable, Sendable {
    /// Which request: the digest of its target and entry point.
    public let fingerprint: UInt64
    /// How often so far.
    public let count: Int
  }

  /// Nothing on screen, nothing waiting.
  public init() {}

  /// Requests without an outcome, oldest first.
  public var waiting: [WaitingRequest] { waitingTable.elements }
  /// Work that is not over, oldest first.
  public var actions: [PendingAction] { actionTable.elements }
  /// Whether any request waits to be released.
  public var hasParkedRequests: Bool { waitingTable.elements.contains(where: \.isParked) }

  /// The waiting request with that id.
  public func waiting(_ id: RequestID) -> WaitingRequest? {
    waitingTable[UInt64(bitPattern: id.rawValue)]
  }

  /// The pending action with that id.
  public func action(_ id: ActionID) -> PendingAction? {
    actionTable[UInt64(bitPattern: id.rawValue)]
  }

  /// The one 64-bit digest of all of it, kept up to date at the cost of what changed.
  public var digest: UInt64 {
    var digest = Digest64()
    digest.combine(tree.digest)
    digest.combine(counter)
    digest.combine(waitingSum)
    digest.combine(UInt64(waitingTable.count))
    digest.combine(actionSum)
    digest.combine(UInt64(actionTable.count))
    digest.combine(UInt64(conditions.count))
    for condition in conditions { digest.combine(condition) }
    digest.combine(principal == nil ? 0 as UInt8 : 1)
    digest.combine(principal ?? "")
    digest.combine(isSuspended ? 1 as UInt8 : 0)
    for suspect in suspects {
      digest.combine(suspect.fingerprint)
      digest.combine(UInt64(suspect.count))
    }
    return digest.value
  }
}

extension RouteState {
  mutating func put(_ waiting: WaitingRequest) {
    if let old = waitingTable.insert(waiting) { waitingSum &-= old.digest }
    waitingSum &+= waiting.digest
  }

  mutating func settle(_ id: RequestID) -> Bool {
    guard let old = waitingTable.remove(UInt64(bitPattern: id.rawValue)) else { return false }
    waitingSum &-= old.digest
    return true
  }

  mutating func put(_ action: PendingAction) {
    if let old = actionTable.insert(action) { actionSum &-= old.digest }
    actionSum &+= action.digest
  }

  mutating func retire(_ id: ActionID) -> Bool {
    guard let old = actionTable.remove(UInt64(bitPattern: id.rawValue)) else { return false }
    actionSum &-= old.digest
    return true
  }
}

extension RouteState: Hashable {
  /// Equal when everything in them is.
  public static func == (left: RouteState, right: RouteState) -> Bool {
    left.counter == right.counter && left.conditions == right.conditions
      && left.principal == right.principal && left.isSuspended == right.isSuspended
      && left.suspects == right.suspects && left.waiting == right.waiting
      && left.actions == right.actions && left.tree == right.tree
  }

  /// Feeds the digest.
  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
