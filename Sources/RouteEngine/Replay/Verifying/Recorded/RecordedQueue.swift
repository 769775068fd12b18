import RouteEngine

/// The queue of requests according to a history: the order of turns, and the ends that must precede
/// any turn.
///
/// The rule is the machine's: a request has its turn when no earlier queued request waits, when the
/// current one has its answer, and after all expired requests have ended. A history does not record
/// all of this. No entry records the place of a request that was queued when an outage ended, that
/// host code opened during a transition, or whose code has waited in the middle of its answer. Such
/// a request has no place and may have its turn at any time.
struct RecordedQueue {
  /// A request that has a place in the queue.
  private struct Place {
    let id: RequestID
    /// The time at which it was queued, in microseconds since the session began.
    let since: Int64
    /// Whether it was opened then; otherwise it had waited and was released.
    let isNew: Bool

    /// Whether this request has its turn before another one, whose place a later entry records. If
    /// the other one was opened before this one was released, their order is unknown: the other one
    /// may have had no entry yet.
    func isBefore(_ other: Place) -> Bool { isNew || !other.isNew || since < other.since }
  }

  /// The places, in the order of their entries.
  private var places: [Place] = []
  /// The request that the others wait for; nil also when it is unknown.
  private var current: RequestID?
  /// The requests whose code may have waited in the middle of its answer: they continue without a
  /// place.
  private var paused: Set<RequestID> = []
  /// Knows when a waiting request may have expired.
  private var expiryWatch = ExpiryWatch()
  /// The time of the newest entry.
  private var newest = RouteInstant(microseconds: .min)
  /// The end of the newest outage, by the session's clock: requests that waited are recorded anew
  /// then.
  private var outageEnd: Int64?

  /// The problem of the turn that an entry records; nil when there is none, or no turn.
  ///
  /// - Parameters:
  ///   - entry: the next entry.
  ///   - state: the state before it.
  mutating func problem(with entry: JournalEntry, before state: RouteState) -> String? {
    defer { newest = entry.at }
    // Most entries of every history: a request that is decided on arrival and waits for no other
    // request. Reading its target would cost 5 retains.
    if entry.kind == .decided, places.isEmpty, current == nil,
      entry.requestID?.rawValue == entry.sequence, !expiryWatch.mayHaveExpired(at: newest)
    {
      return nil
    }
    switch entry.kind {
    case .began, .outage:
      self = RecordedQueue()
      if entry.kind == .outage { outageEnd = entry.elapsed }
      // In an outage, no entry records whose code began to wait.
      for case .adopt(let adopted) in entry.changes {
        for waiting in adopted.waiting { addPaused(waiting) }
      }
    case .restored:
      places = state.waiting.filter(\.hasTurnAtLaunch).map {
        Place(id: $0.id, since: entry.elapsed, isNew: false)
      }
    case .released:
      expiryWatch.add(entry.waiting?.expiry)
      guard let id = entry.requestID, !paused.contains(id) else { return nil }
      // A forged history can release a request repeatedly.
      places.removeAll { $0.id == id }
      places.append(Place(id: id, since: entry.elapsed, isNew: false))
    case .received, .decided, .parked:
      if entry.kind != .decided { expiryWatch.add(entry.waiting?.expiry) }
      return turn(entry, before: state)
    default: break
    }
    return nil
  }

  private mutating func turn(_ entry: JournalEntry, before state: RouteState) -> String? {
    guard let id = entry.requestID else { return nil }
    if let request = entry.request { return arrival(of: request, entry, before: state) }
    defer { note(entry, id) }
    guard let index = places.firstIndex(where: { $0.id == id }), entry.isTurn else { return nil }
    let place = places.remove(at: index)
    let problem = problem(with: place, behind: index, before: state)
    if entry.kind == .received { current = id }
    return problem
  }

  private mutating func arrival(
    of request: RouteRequest, _ entry: JournalEntry, before state: RouteState
  ) -> String? {
    let age = entry.at.microseconds.subtractingReportingOverflow(request.at.microseconds)
    let since = entry.elapsed.subtractingReportingOverflow(age.partialValue)
    // Requests that waited through an outage are recorded anew.
    if entry.kind == .received, outageEnd == entry.elapsed {
      if let waiting = entry.waiting { addPaused(waiting) }
      return nil
    }
    // A forged entry can contain any number.
    guard !request.isDecidedAtOnce, !age.overflow, !since.overflow else { return nil }
    let place = Place(id: RequestID(entry.sequence), since: since.partialValue, isNew: true)
    if entry.kind == .received, entry.waiting?.status == .released {
      places.append(place)
      return nil
    }
    guard entry.isTurn else { return nil }
    let problem = problem(with: place, behind: places.count, before: state)
    if entry.kind == .received { current = place.id }
    return problem
  }

  /// The problem of a request that has its turn.
  private mutating func problem(
    with place: Place, behind count: Int, before state: RouteState
  ) -> String? {
    if let first = places.prefix(count).first(where: { $0.isBefore(place) }) {
      return "request \(place.id) has its turn before request \(first.id), which was queued first"
    }
    if let current {
      return "request \(place.id) has its turn while request \(current) has it"
    }
    // The time is checked before every turn.
    guard expiryWatch.mayHaveExpired(at: newest) else { return nil }
    return expiryWatch.expired(in: state, at: newest).first.map {
      "request \(place.id) has its turn before request \($0) ends, which had expired"
    }
  }

  private mutating func addPaused(_ waiting: WaitingRequest) {
    if case .condition = waiting.status { paused.insert(waiting.id) }
  }

  /// Notes the progress of a request.
  private mutating func note(_ entry: JournalEntry, _ id: RequestID) {
    guard entry.kind != .received else { return }
    if let index = places.firstIndex(where: { $0.id == id }) { places.remove(at: index) }
    if current == id { current = nil }
    if entry.kind == .decided {
      paused.remove(id)
    } else if entry.rule == .interceptor {
      paused.insert(id)
    }
  }
}

extension JournalEntry {
  /// Whether its request has its turn there: it was ended neither by a rule nor by its expiry.
  fileprivate var isTurn: Bool { rule == nil && outcome != .expired }
}
