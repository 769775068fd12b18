/// Everything the engine knows at one moment: screens, waiting requests, pending actions, and what
/// the host has said. A value; copies share structure.
public struct RouteState: Sendable {
  /// The hierarchy of screens.
  public internal(set) var tree: ScreenTree
  /// The id given last; the next new screen gets the next one.
  public package(set) var counter: UInt64 = 0
  /// All that most decisions leave alone. The array always has one element. It is an array because
  /// states share its storage, and storage that is not shared is edited in place.
  private var rest: [Rest]

  /// A request over which the host died.
  public struct CrashSuspect: Hashable, Sendable {
    /// Which request: the digest of its target and entry point.
    public let fingerprint: UInt64
    /// How often so far.
    public let count: Int
  }

  /// Nothing on screen, nothing waiting.
  public init() { (tree, rest) = (ScreenTree(), [Rest()]) }

  /// Hands the state over where a copy would count its five references and give them back. Nothing
  /// may be asked of the rest, which has not even scenes.
  mutating func take() -> RouteState {
    RouteState(tree: tree.take(), counter: counter, rest: rest.take())
  }

  private init(tree: consuming ScreenTree, counter: UInt64, rest: consuming [Rest]) {
    (self.tree, self.counter, self.rest) = (tree, counter, rest)
  }

  /// Requests without an outcome, oldest first.
  public var waiting: [WaitingRequest] { waitingTable.elements }
  /// Work that is not over, oldest first.
  public var actions: [PendingAction] { actionTable.elements }
  /// Whether any request waits to be released.
  public var hasParkedRequests: Bool { waitingTable.elements.contains(where: \.isParked) }

  /// Whether one more request can wait.
  package func hasRoomToWait(within limits: RouteLimits) -> Bool {
    waitingTable.count < limits.waitingRequests
  }

  /// Those that are kept back until the session is resumed, oldest first.
  package var kept: [WaitingRequest] { waiting.filter { $0.status == .suspended } }

  /// Those of them that go on when the session is resumed now: a request of another principal stays
  /// until a resumption while that one is signed in.
  package var resumable: [WaitingRequest] { kept.filter { $0.request.mayGoOn(for: principal) } }

  /// Whether a request that has not begun is kept back now.
  package func keepsBack(_ request: RouteRequest) -> Bool {
    isSuspended && request.options.isSuspendable
  }

  /// Whether a request is on behalf of more than so many: of the one for which it was opened, of
  /// the one for which that was opened, and so on, as far as they wait.
  package func isOnBehalf(_ request: RouteRequest, ofMoreThan most: Int) -> Bool {
    var count = 0
    var next = request.options.onBehalfOf
    while count <= most, let id = next, let parent = self.waiting(id) {
      count += 1
      next = parent.request.options.onBehalfOf
    }
    return count > most
  }

  /// Those that go on when the condition is signalled while that one is signed in, oldest first.
  package func waiting(for condition: String, as principal: String?) -> [WaitingRequest] {
    waiting.filter { $0.status == .condition(condition) && $0.request.mayGoOn(for: principal) }
  }

  /// The pending actions that stand as wanted, oldest first.
  package func actions(
    where isWanted: (PendingAction.Status) -> Bool
  ) -> [PendingAction] {
    var found: [PendingAction] = []
    actionTable.forEachLeaf { actions in
      // By position, which takes hold of no action: of 10,000 that takes 40 instructions each
      // instead of 1,140.
      for index in actions.indices where isWanted(actions[index].status) {
        found.append(actions[index])
      }
      return true
    }
    return found
  }

  /// Whether that request waits; copies nothing of it. Mostly none does, and then the table is not
  /// taken hold of: each decision asks twice, and that takes four references.
  package func isWaiting(_ id: RequestID) -> Bool {
    rest[0].waiting.count > 0 && waitingTable.contains(UInt64(bitPattern: id.rawValue))
  }

  /// The waiting request with that id.
  public func waiting(_ id: RequestID) -> WaitingRequest? {
    rest[0].waiting.isEmpty ? nil : waitingTable[UInt64(bitPattern: id.rawValue)]
  }

  /// The pending action with that id.
  public func action(_ id: ActionID) -> PendingAction? {
    actionTable[UInt64(bitPattern: id.rawValue)]
  }

  /// The one 64-bit digest of all of it, kept up to date at the cost of what changed.
  public var digest: UInt64 {
    Digest64.hash(tree.digest, counter, rest[0].digest)
  }
}

extension RouteState {
  /// The part of a state that is neither on screen nor counted. It changes seldom, so that states
  /// share it: copying a state is a few words, and its digest is there already.
  private struct Rest: Sendable {
    var conditions: [String] = []
    var principal: String?
    var isSuspended = false
    var suspects: [CrashSuspect] = []
    var waiting = OrderedTable<[WaitingRequest]>()
    var actions = OrderedTable<[PendingAction]>()
    var waitingSum: UInt64 = 0
    var actionSum: UInt64 = 0
    /// The digest of all of it.
    private(set) var digest: UInt64 = 0

    init() { takeDigest() }

    mutating func takeDigest() {
      var digest = Digest64()
      digest.combine(waitingSum)
      digest.combine(UInt64(waiting.count))
      digest.combine(actionSum)
      digest.combine(UInt64(actions.count))
      digest.combine(UInt64(conditions.count))
      for condition in conditions { digest.combine(condition) }
      digest.combine(optional: principal)
      digest.combine(isSuspended ? 1 as UInt8 : 0)
      digest.combine(UInt64(suspects.count))
      for suspect in suspects {
        digest.combine(suspect.fingerprint)
        digest.combine(UInt64(suspect.count))
      }
      self.digest = digest.value
    }
  }

  private mutating func edit<Result>(_ change: (inout Rest) -> Result) -> Result {
    defer { rest[0].takeDigest() }
    return change(&rest[0])
  }

  /// Conditions that hold, in byte order.
  public internal(set) var conditions: [String] {
    get { rest[0].conditions }
    set { edit { $0.conditions = newValue } }
  }

  /// The principal's token; nil when no user is signed in.
  public internal(set) var principal: String? {
    get { rest[0].principal }
    set { edit { $0.principal = newValue } }
  }

  /// Whether requests are kept back.
  public internal(set) var isSuspended: Bool {
    get { rest[0].isSuspended }
    set { edit { $0.isSuspended = newValue } }
  }

  /// Requests over which the host died: fingerprint and how often, ascending by fingerprint.
  public var suspects: [CrashSuspect] {
    allSuspects.filter { $0.fingerprint != Self.restoredPlace }
  }

  /// How many launches in a row have restored this place and not yet shown that it can be trusted:
  /// each counts from the moment when it begins, until it is stable, in the background or ended.
  public var untrustedRestores: Int {
    allSuspects.first { $0.fingerprint == Self.restoredPlace }?.count ?? 0
  }

  /// The fingerprint that stands for the restored place among the suspects: no request's.
  package static var restoredPlace: UInt64 { 0 }

  /// The suspects, the restored place among them.
  package internal(set) var allSuspects: [CrashSuspect] {
    get { rest[0].suspects }
    set { edit { $0.suspects = newValue } }
  }

  package var waitingTable: OrderedTable<[WaitingRequest]> { rest[0].waiting }
  package var actionTable: OrderedTable<[PendingAction]> { rest[0].actions }

  /// Whether the sums of the digests are what they are when they are taken anew.
  var hasFreshSums: Bool {
    var (waitingSum, actionSum): (UInt64, UInt64) = (0, 0)
    waitingTable.forEach { waitingSum &+= $0.digest }
    actionTable.forEach { actionSum &+= $0.digest }
    return rest[0].waitingSum == waitingSum && rest[0].actionSum == actionSum
  }

  mutating func put(_ waiting: WaitingRequest) {
    edit { rest in
      if let old = rest.waiting.insert(waiting) { rest.waitingSum &-= old.digest }
      rest.waitingSum &+= waiting.digest
    }
  }

  mutating func settle(_ id: RequestID) -> Bool {
    edit { rest in
      guard let old = rest.waiting.remove(UInt64(bitPattern: id.rawValue)) else { return false }
      rest.waitingSum &-= old.digest
      return true
    }
  }

  mutating func put(_ action: PendingAction) {
    edit { rest in
      if let old = rest.actions.insert(action) { rest.actionSum &-= old.digest }
      rest.actionSum &+= action.digest
    }
  }

  /// Takes pending actions in place of those that are there; false when they are not in the order
  /// of their ids.
  mutating func adopt(_ actions: [PendingAction]) -> Bool {
    guard let table = OrderedTable<[PendingAction]>(rising: actions) else { return false }
    edit { rest in
      rest.actions = table
      rest.actionSum = 0
      for index in actions.indices { rest.actionSum &+= actions[index].digest }
    }
    return true
  }

  mutating func retire(_ id: ActionID) {
    edit { rest in
      guard let old = rest.actions.remove(UInt64(bitPattern: id.rawValue)) else { return }
      rest.actionSum &-= old.digest
    }
  }
}

extension RouteState: Hashable {
  /// Equal when everything in them is.
  public static func == (left: RouteState, right: RouteState) -> Bool {
    left.counter == right.counter && left.conditions == right.conditions
      && left.principal == right.principal && left.isSuspended == right.isSuspended
      && left.allSuspects == right.allSuspects && left.waiting == right.waiting
      && left.actions == right.actions && left.tree == right.tree
  }

  /// Feeds the digest.
  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
