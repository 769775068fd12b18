import RouteEngine
import RouteStore

/// The entries of a step whose input only all of them together show: those of a resume that
/// replaces targets, and those that end an outage.
struct EntryGroup {
  /// More entries than any outage can leave out.
  private static var most: Int64 { 1 << 53 }

  /// The first entry and the state before it.
  private let first: StepChecks.Place
  /// All entries known so far, including the first.
  var entries: [JournalEntry]

  init(_ first: StepChecks.Place) {
    (self.first, entries) = (first, [first.entry])
  }

  /// Whether an entry belongs to the group.
  func takes(_ entry: JournalEntry) -> Bool {
    guard entry.elapsed == first.entry.elapsed, entry.session == first.entry.session else {
      return false
    }
    if first.entry.kind == .resumed { return entry.isReplacement(at: first.entry.sequence) }
    switch entry.kind {
    case .received:
      // Host code is asked about a later request with a route.
      return entry.request != nil && entry.route == nil && entry.router == nil
        && (entries.count == 1 || entries[entries.count - 1].kind == .received)
    case .enqueued: return entry.cause == first.entry.sequence
    case .done, .failed, .expired, .cancelled:
      guard entry.changes.count == 1, case .advance(let id, let transition) = entry.changes[0],
        id == entry.action, EntryKind(transition) == entry.kind
      else { return false }
      return isKnown(id)
    default: return false
    }
  }

  /// Whether an action is one that the journal knew before its outage.
  private func isKnown(_ action: ActionID) -> Bool {
    guard case .adopt(let known)? = first.entry.changes.first else { return false }
    return known.action(action) != nil
  }

  /// The problems of the entries.
  ///
  /// - Parameters:
  ///   - machine: the session's.
  ///   - state: the state after them.
  ///   - isCut: whether the history may have been cut off among them.
  func problems(
    of machine: inout Machine, after state: RouteState, isCut: Bool,
    _ comparison: inout EntryComparison
  ) -> [Verification.Finding] {
    let made =
      first.entry.kind == .resumed
      ? resumption(of: &machine) : reacquisition(of: &machine, leadingTo: state)
    guard let made else {
      return [finding(.order, first.entry.sequence, "no input leads to this entry")]
    }
    var problems: [Verification.Finding] = []
    for (told, made) in zip(entries, made) {
      for difference in comparison.differences(of: told, from: made, isJudged: false) {
        problems.append(finding(difference.check, told.sequence, difference.problem))
      }
    }
    guard problems.isEmpty, !isCut else { return problems }
    let place = first.entry.sequence + Int64(made.count)
    let told = Set(entries.compactMap(\.requestID))
    if first.entry.kind == .resumed,
      let missing = first.state.resumable.first(where: { !told.contains($0.id) })
    {
      return [
        finding(
          .order, place, "expected an entry here in which request \(missing.id) continues or ends")
      ]
    }
    guard made.count != entries.count else { return [] }
    return [finding(.order, place, "it does not follow from entry \(first.entry.sequence)")]
  }

  private func finding(
    _ check: Verification.Check, _ sequence: Int64, _ problem: String
  ) -> Verification.Finding {
    Verification.Finding(sequence: sequence, check: check, problem: problem)
  }

  // MARK: Inputs

  /// The entries of a resume that replaces targets: each kept request has one; nil when the resume
  /// is not possible.
  private func resumption(of machine: inout Machine) -> [JournalEntry]? {
    let followers = Dictionary(
      entries.dropFirst().compactMap { entry in entry.requestID.map { ($0, entry) } },
      uniquingKeysWith: { first, _ in first })
    let targets = first.state.resumable.compactMap { kept in followers[kept.id].map { ($0, kept) } }
    machine.stand(in: first.state, after: first.entry.sequence - 1)
    return machine.step(
      of: .transformed(
        targets.map { entry, kept in
          (kept.id, entry.kind == .released ? entry.waiting?.target ?? kept.target : nil)
        }), at: first.entry.elapsed)?.entries
  }

  /// The entries that reacquire a journal; their resulting state is the state of the input.
  private func reacquisition(
    of machine: inout Machine, leadingTo state: RouteState
  ) -> [JournalEntry]? {
    guard let outage = first.entry.outage, case .adopt(let known)? = first.entry.changes.first
    else { return nil }
    let head = first.entry.sequence - 1
    let ends = entries.compactMap { entry -> UnrecordedEnd? in
      guard case .advance(let id, let transition)? = entry.changes.first, id == entry.action,
        EntryKind(transition) == entry.kind, let action = known.action(id)
      else { return nil }
      return UnrecordedEnd(action, by: transition, reason: entry.reason, rule: entry.rule)
    }
    let found = StorageReturn(
      after: head, cause: first.entry.reason, since: outage.since, sources: first.entry.sources,
      ends: ends)
    // A forged entry can contain any number.
    let unrecorded = outage.unrecorded.map { $0 > 0 && $0 < Self.most ? $0 : 0 } ?? 0
    machine.stand(in: state, after: head + unrecorded)
    machine.noteAdoption(from: outage.formerTable, to: outage.table)
    return machine.step(of: .storageReturned(found), at: first.entry.elapsed)?.entries
  }
}

extension JournalEntry {
  /// Whether it records the treatment of a request in the resume of an entry that replaces targets.
  func isReplacement(at resume: Int64) -> Bool {
    rule == .transform || kind == .released && cause == resume
  }

  /// The request that its change makes wait; nil when there is none.
  var waiting: WaitingRequest? {
    for case .wait(let waiting) in changes { return waiting }
    return nil
  }
}
