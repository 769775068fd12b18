/// Everything the engine knows at one moment: screens, waiting requests, pending actions, and what
/// the host has told it. A value; copies share structure.
public struct RouteState: Sendable {
  /// The hierarchy of screens.
  public internal(set) var tree: ScreenTree
  /// The last id given; the next new screen gets the next one.
  public package(set) var counter: UInt64 = 0
  /// The parts that few decisions change. The array always has one element. It is an array because
  /// states share its storage, and storage that is not shared is edited in place.
  private var rest: [Rest]

  /// A request during which the host died.
  public struct CrashSuspect: Hashable, Sendable {
    /// The request's fingerprint: the digest of its target and entry point.
    public let fingerprint: UInt64
    /// The number of deaths so far.
    public let count: Int

    /// The most deaths that are counted: the journal's numbers have 32 bits.
    static let mostDeaths = Int(Int32.max)
  }

  /// A state with no screens and nothing waiting.
  public init() {
    (tree, rest) = (ScreenTree(), [Rest()])
    takeDigest()
  }

  /// Moves the state out; a copy would count its five references. Nothing may be read from the
  /// remaining value, which has not even scenes.
  mutating func take() -> RouteState {
    RouteState(tree: tree.take(), counter: counter, rest: rest.take())
  }

  private init(tree: consuming ScreenTree, counter: UInt64, rest: consuming [Rest]) {
    (self.tree, self.counter, self.rest) = (tree, counter, rest)
  }

  /// Takes everything except the screens and their ids from another state.
  mutating func takeRest(of other: borrowing RouteState) { rest = other.rest }

  /// The requests without an outcome, oldest first.
  public var waiting: [WaitingRequest] { waitingTable.elements }
  /// The actions that are not over, oldest first.
  public var actions: [PendingAction] { actionTable.elements }
  /// Whether any request waits to be released.
  public var hasParkedRequests: Bool { waitingTable.elements.contains(where: \.isParked) }

  /// Whether one more request can wait.
  package func hasRoomToWait(within limits: RouteLimits) -> Bool {
    waitingTable.count < limits.waitingRequests
  }

  /// The requests that are kept back until the session is resumed, oldest first.
  package var kept: [WaitingRequest] { waiting.filter { $0.status == .suspended } }

  /// The kept requests that continue when the session is resumed now. A request of another
  /// principal stays kept until a resumption while that principal is signed in.
  package var resumable: [WaitingRequest] { kept.filter { $0.request.mayGoOn(for: principal) } }

  /// Whether a request that arrives now is kept back.
  package func keepsBack(_ request: RouteRequest) -> Bool {
    isSuspended && request.options.isSuspendable
  }

  /// Whether a request has more than `most` waiting requests in its chain: the one on whose behalf
  /// it was opened, the one on whose behalf that was opened, and so on.
  func isOnBehalf(_ request: RouteRequest, ofMoreThan most: Int) -> Bool {
    var count = 0
    var next = request.options.onBehalfOf
    while count <= most, let id = next, let parent = self.waiting(id) {
      count += 1
      next = parent.request.options.onBehalfOf
    }
    return count > most
  }

  /// The requests that continue when the condition is signalled while that principal is signed in,
  /// oldest first.
  package func waiting(for condition: String, as principal: String?) -> [WaitingRequest] {
    waiting.filter { $0.status == .condition(condition) && $0.request.mayGoOn(for: principal) }
  }

  /// The pending actions with a wanted status, oldest first.
  package func actions(
    where isWanted: (PendingAction.Status) -> Bool
  ) -> [PendingAction] {
    var found: [PendingAction] = []
    actionTable.forEachLeaf { actions in
      // Access by position retains no action: for 10,000 actions that takes 40 instructions each
      // instead of 1,140.
      for index in actions.indices where isWanted(actions[index].status) {
        found.append(actions[index])
      }
      return true
    }
    return found
  }

  /// Whether that request waits; copies nothing. Usually no request waits, and then the table is
  /// not retained: each decision asks twice, and that takes four references.
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

  /// The 64-bit digest of the whole state; each change updates it at its own cost.
  public var digest: UInt64 {
    Digest64.hash(tree.digest, counter, rest[0].digest ?? rest[0].newDigest)
  }
}

extension RouteState {
  /// The part of a state apart from the tree and the counter. It changes seldom, so states share
  /// it: copying a state is a few words, and the digest of this part is already computed.
  private struct Rest: Sendable {
    var conditions: [String] = []
    var principal: String?
    var isSuspended = false
    var suspects: [CrashSuspect] = []
    var waiting = OrderedTable<[WaitingRequest]>()
    var actions = OrderedTable<[PendingAction]>()
    var waitingSum: UInt64 = 0
    var actionSum: UInt64 = 0
    /// The digest of this part; nil from an edit until it is taken.
    var digest: UInt64?

    /// Computes the digest in place. An assignment from outside would copy all this for the
    /// getter, at seven retains for each entry that is verified.
    mutating func takeDigest() { digest = newDigest }

    /// The digest of this part, computed anew.
    var newDigest: UInt64 {
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
      return digest.value
    }
  }

  private mutating func edit<Result>(_ change: (inout Rest) -> Result) -> Result {
    rest[0].digest = nil
    return change(&rest[0])
  }

  /// Computes what edits left out of the digest, once for all copies that are made from here on.
  mutating func takeDigest() {
    if rest[0].digest == nil { rest[0].takeDigest() }
  }

  /// The conditions that hold, in byte order.
  public internal(set) var conditions: [String] {
    get { rest[0].conditions }
    set { edit { $0.conditions = newValue } }
  }

  /// The principal that is signed in, as the host named it; nil when no user is.
  public internal(set) var principal: String? {
    get { rest[0].principal }
    set { edit { $0.principal = newValue } }
  }

  /// Whether requests are kept back.
  public internal(set) var isSuspended: Bool {
    get { rest[0].isSuspended }
    set { edit { $0.isSuspended = newValue } }
  }

  /// The requests during which the host died, sorted by fingerprint.
  public var suspects: [CrashSuspect] {
    allSuspects.filter { $0.fingerprint != Self.restoredPlace }
  }

  /// The number of launches in a row that restored this place and have not yet shown that it can be
  /// trusted. A launch counts from its beginning until it is stable, in the background or ended.
  public var untrustedRestores: Int {
    allSuspects.first { $0.fingerprint == Self.restoredPlace }?.count ?? 0
  }

  /// The fingerprint of the restored place among the suspects; no request has it.
  package static var restoredPlace: UInt64 { 0 }

  /// The suspects, including the restored place.
  package internal(set) var allSuspects: [CrashSuspect] {
    get { rest[0].suspects }
    set { edit { $0.suspects = newValue } }
  }

  /// Notes that a condition holds or does not hold.
  mutating func signal(_ condition: String, _ holds: Bool) {
    let place = conditions.countOfFirst { $0.utf8.lexicographicallyPrecedes(condition.utf8) }
    let isHeld = place < conditions.count && conditions[place].hasSameBytes(as: condition)
    if holds, !isHeld {
      edit { $0.conditions.insert(condition, at: place) }
    } else if !holds, isHeld {
      edit { _ = $0.conditions.remove(at: place) }
    }
  }

  /// Notes how often the host has died during a request.
  mutating func suspect(_ fingerprint: UInt64, _ count: Int) {
    let place = allSuspects.countOfFirst { $0.fingerprint < fingerprint }
    let isKnown = place < allSuspects.count && allSuspects[place].fingerprint == fingerprint
    let suspects = count > 0 ? [CrashSuspect(fingerprint: fingerprint, count: count)] : []
    edit { $0.suspects.replaceSubrange(place..<(isKnown ? place + 1 : place), with: suspects) }
  }

  package var waitingTable: OrderedTable<[WaitingRequest]> { rest[0].waiting }
  var actionTable: OrderedTable<[PendingAction]> { rest[0].actions }

  /// Whether the sums of the digests equal newly computed ones.
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

  /// Replaces all pending actions; false when the new ones are not in the order of their ids.
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
  /// Equal when all their parts are equal.
  public static func == (left: RouteState, right: RouteState) -> Bool {
    left.counter == right.counter && left.conditions == right.conditions
      && left.principal == right.principal && left.isSuspended == right.isSuspended
      && left.allSuspects == right.allSuspects && left.waiting == right.waiting
      && left.actions == right.actions && left.tree == right.tree
  }

  /// Hashes the digest.
  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

extension Array {
  /// How many elements at the beginning satisfy a predicate that none of the others satisfies,
  /// found by halving.
  fileprivate func countOfFirst(where isBefore: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
