/// The notices of a session that the host has not taken yet, oldest first. A session whose host
/// takes no notices has no such object and makes no notices.
final class Notices {
  typealias Notice = RouteSession.Notice

  private let tell: (Notice) -> Void
  private var queued: [Notice] = []
  private var isTelling = false
  private var calls = 0
  /// The health that the host was told last; at first, the one that it assumes.
  private var health = RouteSession.Health.recording

  /// Notices for the host; nil when it takes none.
  init?(for tell: ((Notice) -> Void)?) {
    guard let tell else { return nil }
    self.tell = tell
  }

  /// Adds the notices of the entries of a step.
  ///
  /// - Parameters:
  ///   - entries: the step's.
  ///   - isRecorded: whether the entries are in the journal.
  ///   - health: the session's health after the step.
  ///   - before: the state before them.
  ///   - after: the state after them.
  func add(
    _ entries: [JournalEntry], isRecorded: Bool, health: RouteSession.Health,
    from before: RouteState, to after: RouteState
  ) {
    add(health)
    for entry in entries {
      if let action = entry.action {
        add(entry, about: before.action(action) ?? after.action(action), action)
      } else if let id = entry.requestID {
        if let request = entry.request { queued.append(.arrived(id, request)) }
        add(entry, of: after.waiting(id), isRecorded: isRecorded)
      }
    }
  }

  private func add(_ entry: JournalEntry, of waiting: WaitingRequest?, isRecorded: Bool) {
    if let end = RouteSession.Requests.End(entry, isRecorded: isRecorded) {
      queued.append(
        .ended(end, visible: entry.screenAfter, after: entry.duration.map(Duration.microseconds)))
    } else if entry.kind == .parked, let waiting {
      queued.append(.waits(waiting.id, condition: waiting.condition))
    }
  }

  private func add(_ entry: JournalEntry, about action: PendingAction?, _ id: ActionID) {
    queued.append(
      .action(
        Notice.ActionNotice(
          action: id, name: action?.name, request: entry.requestID, attempt: entry.attempt,
          reason: entry.reason, kind: entry.kind)))
  }

  /// Adds the session's health if it has changed.
  func add(_ health: RouteSession.Health) {
    guard health != self.health else { return }
    self.health = health
    queued.append(.health(health))
  }

  /// Adds a notice that host code is called.
  ///
  /// - Returns: the call, to be used when it returns.
  func addCall(_ kind: Notice.Call.Kind, _ name: String, for request: RequestID) -> Notice.Call {
    calls += 1
    let call = Notice.Call(number: calls, kind: kind, name: name, request: request)
    queued.append(.called(call))
    return call
  }

  /// Adds a notice that host code has returned.
  func addReturn(of call: Notice.Call) { queued.append(.returned(call)) }

  /// Whether notices are queued, and the host is not being told further up the call stack.
  var isDue: Bool { !isTelling && !queued.isEmpty }

  /// Tells the host all queued notices, including those that are added meanwhile.
  func tellAll() {
    isTelling = true
    var told = 0
    while told < queued.count {
      tell(queued[told])
      told += 1
    }
    queued.removeAll(keepingCapacity: true)
    isTelling = false
  }
}

@available(*, unavailable)
extension Notices: Sendable {}

extension WaitingRequest {
  /// The condition that the request waits for; nil when it waits for something else.
  fileprivate var condition: String? {
    if case .condition(let condition) = status { condition } else { nil }
  }
}
