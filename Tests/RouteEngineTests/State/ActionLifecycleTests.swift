import Foundation
import RouteEngine
import RouteTestSupport
import Testing

/// The life of an action as a pure state machine, and the table that documents it.
struct ActionLifecycleTests {
  typealias Status = PendingAction.Status
  typealias Transition = PendingAction.Transition

  private static let later = RouteInstant(microseconds: 99)
  private static let transitions: [Transition] = [
    .claim, .start(until: nil), .start(until: later), .giveBack, .finish, .fail, .retry(at: later),
    .interrupt, .crash, .die, .expire, .cancel, .supersede, .shelve, .revive, .clockSet(by: 5),
    .give(["red": 7]),
  ]

  /// One row of the documentation's table.
  private struct Row {
    let transition: String
    let from: [String]
    let to: String
    let entry: String
  }

  private func documented() throws -> [Row] {
    let lines = try PackageFile.lines("Sources/RouteEngine/RouteEngine.docc/pending-actions.md")
    let start = try #require(lines.firstIndex { $0.hasPrefix("| transition |") })
    return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return Row(
        transition: cells[0], from: cells[1].components(separatedBy: ", "), to: cells[2],
        entry: cells[3].replacingOccurrences(of: "`", with: ""))
    }
  }

  private func action(
    _ retry: RetryPolicy? = nil, expires: RouteInstant? = nil, when moment: ActionMoment = .arrival
  ) -> PendingAction {
    PendingAction(
      id: ActionID(5), request: RequestID(4), name: "a", parameters: [:], screen: ScreenID(1),
      key: nil, terms: ActionTerms(when: moment, retry: retry), expires: expires)
  }

  @Test func `revived actions run one at a time, so that a death identifies one`() throws {
    var state = RouteState()
    let ids = [ActionID(5), ActionID(6), ActionID(7)]
    for id in ids {
      let action = PendingAction(
        id: id, request: RequestID(4), name: "a", parameters: [:], screen: ScreenID(1), key: nil,
        terms: ActionTerms(when: .arrival, retry: RetryPolicy(attempts: 9)))
      try state.apply(.enqueue(action), limits: .standard)
    }
    let path: [Transition] = [
      .claim, .start(until: nil), .crash, .claim, .start(until: nil), .crash, .die, .revive,
    ]
    for id in ids[..<2] {
      for transition in path { try state.apply(.advance(id, transition), limits: .standard) }
    }
    #expect(state.actions.allSatisfy { state.isFree($0) })
    try state.apply(.advance(ids[0], .claim), limits: .standard)
    #expect(ids.map { id in state.action(id).map { state.isFree($0) } }[1...] == [false, true])
  }

  private func moved(_ action: PendingAction, _ path: Transition...) throws -> PendingAction {
    var action = action
    for transition in path { action = try #require(try action.moved(by: transition)) }
    return action
  }

  /// Actions in every status, with and without attempts left, with and without deaths.
  private func everywhere() throws -> [PendingAction] {
    var all: [PendingAction] = []
    for (retry, expires) in [
      (nil, Self.later), (RetryPolicy(attempts: 9), nil), (RetryPolicy(attempts: 2), Self.later),
    ] {
      let fresh = action(retry, expires: expires)
      let claimed = try moved(fresh, .claim)
      let started = try moved(claimed, .start(until: Self.later))
      let once = try moved(started, .crash)
      let twice = try moved(once, .claim, .start(until: nil), .crash)
      all += [fresh, claimed, started, once, twice, try moved(fresh, .shelve)]
      all += [try moved(once, .claim), try moved(once, .claim, .start(until: nil))]
      all.append(try moved(twice, .die))
      all.append(try moved(once, .claim, .start(until: nil), .interrupt))
      let revived = try moved(twice, .die, .revive, .claim, .start(until: nil))
      all += [try moved(revived, .interrupt), try moved(revived, .crash)]
    }
    let asks = action(when: .result)
    all += [asks, try moved(asks, .shelve), try moved(asks, .give([:])), try moved(asks, .claim)]
    var often = action()
    for _ in 0..<100 { often = try moved(often, .claim, .start(until: nil), .interrupt) }
    all.append(often)
    return all
  }

  /// Whether a transition's conditions other than the status are met.
  private func allows(_ transition: Transition, _ action: PendingAction) -> Bool {
    let most = max(action.terms.retry?.attempts ?? 100, action.revivedAt.map { $0 + 1 } ?? 0)
    let left = action.attempt < most
    let isTooDeadly = action.crashes >= (action.revivedAt == nil ? 2 : 1)
    let isGivenUp = isTooDeadly || action.possiblyExecuted && !left
    switch (action.status, transition) {
    case (.waiting, .claim): return !isGivenUp
    case (.waiting, .die): return isGivenUp
    case (.started, .fail): return action.terms.retry == nil
    case (.started, .retry): return left && action.terms.retry != nil
    case (_, .give): return action.moment == .result && !action.isGiven
    case (_, .clockSet): return action.notBefore != nil || action.expires != nil
    case (.started, .die): return action.terms.retry != nil && !left
    default: return true
    }
  }

  @Test func `from each status exactly the documented transitions are possible`() throws {
    let rows = try documented()
    var walked = Set<String>()
    for action in try everywhere() {
      for transition in Self.transitions {
        let row = rows.first {
          $0.transition == transition.word && $0.from.contains(action.status.rawValue)
        }
        guard let row, allows(transition, action) else {
          #expect(throws: PendingAction.Refusal.self, "\(action.status) \(transition)") {
            try action.moved(by: transition)
          }
          continue
        }
        let next = try action.moved(by: transition)
        #expect(next?.status.rawValue ?? "over" == row.to, "\(action.status) \(transition)")
        let other = transition.parameters == nil ? "restored" : "decided"
        #expect(EntryKind(transition)?.word ?? other == row.entry)
        let counted = transition == .claim ? 1 : transition == .giveBack ? -1 : 0
        let attempt = action.attempt + counted
        #expect(next?.attempt ?? attempt == attempt, "a claim counts, unless it is given back")
        walked.insert("\(row.transition) \(action.status.rawValue)")
      }
    }
    let all = rows.flatMap { row in row.from.map { "\(row.transition) \($0)" } }
    #expect(walked == Set(all), "every row can be walked")
    #expect(Set(rows.map(\.transition)) == Set(Transition.words))
  }

  @Test func `a state takes an action's transition, or stays as it is and says why not`() throws {
    for standing in try everywhere() {
      for transition in Self.transitions {
        var state = RouteState()
        try state.apply(.enqueue(standing))
        let before = state
        let next: PendingAction?
        do throws(PendingAction.Refusal) {
          next = try standing.moved(by: transition)
        } catch {
          let refusal = #expect(throws: ChangeError.self) {
            try state.apply(.advance(standing.id, transition))
          }
          #expect(refusal?.description == error.description)
          #expect(state == before)
          continue
        }
        let change = RouteChange.advance(standing.id, transition)
        try state.apply(change)
        #expect(state.actions == (next.map { [$0] } ?? []))
        #expect(state != before, "each transition counts in the digest")
        try state.apply(before.inverse(of: change))
        #expect(state == before)
      }
    }
  }

  @Test func `a start makes an effect possible, and a lease ends with its attempt`() throws {
    let claimed = try moved(action(RetryPolicy(attempts: 9)), .claim)
    #expect(!claimed.possiblyExecuted)
    let started = try moved(claimed, .start(until: Self.later))
    #expect(started.possiblyExecuted)
    #expect(started.leaseEnds == Self.later)
    let again = try moved(started, .retry(at: RouteInstant(microseconds: 7)))
    #expect(again.leaseEnds == nil)
    #expect(again.notBefore == RouteInstant(microseconds: 7))
    #expect(try moved(claimed, .crash).crashes == 0, "nothing ran")
    #expect(try moved(started, .interrupt).crashes == 0, "no evidence")
    let dead = try moved(started, .crash, .claim, .start(until: nil), .crash, .die)
    #expect(dead.crashes == 2)
    #expect(try moved(dead, .revive).crashes == 0)
    let once = try moved(dead, .revive, .claim, .start(until: nil), .crash)
    #expect(throws: PendingAction.Refusal.self, "attempts are left") { try once.moved(by: .claim) }
    #expect(try moved(once, .die, .revive, .claim).crashes == 0, "each revival is for one death")
  }

  @Test func `a death in the last attempt ends it, and revived it has one more`() throws {
    let first = try moved(action(RetryPolicy(attempts: 1)), .claim, .interrupt, .claim, .crash)
    #expect(first.attempt == 2)
    let called = try moved(first, .claim, .start(until: nil), .interrupt)
    #expect(called.attempt == 3, "nothing ran before: not given up yet")
    #expect(throws: PendingAction.Refusal.self) { try called.moved(by: .claim) }
    let revived = try moved(called, .die, .revive)
    #expect(revived.revivedAt == 3)
    let again = try moved(revived, .claim, .start(until: nil), .interrupt)
    #expect(throws: PendingAction.Refusal.self) { try again.moved(by: .claim) }
    #expect(try moved(revived, .claim, .giveBack) == revived, "given back, it was no attempt")
    #expect(try moved(first, .shelve, .revive).revivedAt == nil, "it was not dead")
  }

  @Test func `setting the clock moves both moments, and never overflows`() throws {
    let terms = ActionTerms(retry: RetryPolicy(attempts: 9))
    let action = PendingAction(
      id: ActionID(5), request: RequestID(4), name: "a", parameters: [:], screen: ScreenID(1),
      key: nil, terms: terms, notBefore: RouteInstant(microseconds: 70), expires: Self.later)
    let back = try moved(action, .clockSet(by: -30))
    #expect(back.notBefore == RouteInstant(microseconds: 40))
    #expect(back.expires == RouteInstant(microseconds: 69))
    #expect(try moved(back, .clockSet(by: 30)) == action)
    for end in [Int64.min, .max] {
      let far = try moved(back, .clockSet(by: end), .clockSet(by: end))
      #expect(far.notBefore == RouteInstant(microseconds: end))
    }
    #expect(throws: PendingAction.Refusal.self) { try action.moved(by: .clockSet(by: 0)) }
  }

  @Test func `the wait after a failure doubles up to its bound, and never overflows`() {
    let policy = RetryPolicy(attempts: 99, first: .milliseconds(1), longest: .milliseconds(5))
    #expect((1...5).map(policy.delay) == [1_000, 2_000, 4_000, 5_000, 5_000])
    func delay(_ first: Duration, _ longest: Duration, after attempt: Int) -> Int64 {
      RetryPolicy(attempts: 99, first: first, longest: longest).delay(after: attempt)
    }
    let year = Duration.seconds(31_536_000)
    #expect(delay(year * 290_000, year * 1_000_000, after: 64) == .max)
    #expect(delay(.seconds(-1), .seconds(-1), after: .max) == 0)
    #expect(delay(.seconds(-1), .seconds(Int64.max), after: 2) == 0)
    #expect(delay(.microseconds(9), .microseconds(1), after: 1) == 1)
    #expect(delay(.microseconds(1), .seconds(Int64.max), after: .max) == .max)
  }

  @Test func `the result of a failure depends on the remaining attempts`() throws {
    let now = RouteInstant(microseconds: 50)
    #expect(try moved(action(), .claim).failure(at: now) == .fail)
    let twice = RetryPolicy(attempts: 2, first: .microseconds(10))
    let first = try moved(action(twice), .claim, .start(until: nil))
    #expect(first.failure(at: now) == .retry(at: RouteInstant(microseconds: 60)))
    #expect(try moved(first, .retry(at: now), .claim, .start(until: nil)).failure(at: now) == .die)
  }
}
