import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Steps that no session can have made are found, whatever they contain, and never trap.
@MainActor
struct StepForgeryTests {
  /// A session with one request, whose action waits for its screen.
  private func recorded() throws -> TestJournal {
    let journal = try TestJournal(Scenario.shop(ActionTemplate("sync", when: .ready)))
    let session = journal.launch { $0.perform("sync") { _ in .done } }
    session.open("/products/7")
    session.background()
    return journal
  }

  private func findings(
    _ edit: (inout [JournalEntry], RouteState) throws -> Void
  ) throws -> [Verification.Finding] {
    let journal = try recorded()
    let last = try #require(try journal.entries().last).sequence
    let state = try HistoryFold.state(at: last, of: History(path: journal.path))
    let history = try journal.rewritten { try edit(&$0, state) }
    return try withExtendedLifetime(journal) {
      _ = try? Rerun(of: history)
      return try Verification(of: history).findings
    }
  }

  private func following(_ entries: [JournalEntry], _ kind: EntryKind) throws -> JournalEntry {
    let last = try #require(entries.last)
    return JournalEntry(
      sequence: last.sequence + 1, session: last.session, kind: kind, at: last.at,
      elapsed: last.elapsed)
  }

  private func advanced(
    _ state: RouteState, by transitions: [PendingAction.Transition]
  ) throws -> RouteState {
    let id = try #require(state.actions.first?.id)
    var state = state
    for transition in transitions { try state.apply(.advance(id, transition)) }
    return state
  }

  @Test func `an outage with an impossible count`() throws {
    for unrecorded in [Int64.min, -1, 1 << 53, .max - 1, .max] {
      let found = try findings { entries, state in
        var outage = try following(entries, .outage)
        outage.changes = [.adopt(state)]
        outage.screenAfter = state.tree.visibleLeaf()?.kind
        outage.notes = ["since": .int(0), "unrecorded": .int(unrecorded)]
        entries.append(outage)
      }
      #expect(found.map(\.check) == [.column], "\(unrecorded): \(found)")
    }
  }

  @Test(
    arguments: [PendingAction.Transition.interrupt, .crash],
    [EntryKind.cancelled, .received, .enqueued])
  func `an action that ends in an outage by an impossible transition`(
    transition: PendingAction.Transition, kind: EntryKind
  ) throws {
    let found = try findings { entries, state in
      let claimed = try advanced(state, by: [.claim])
      var outage = try following(entries, .outage)
      outage.changes = [.adopt(claimed)]
      outage.screenAfter = claimed.tree.visibleLeaf()?.kind
      entries.append(outage)
      var end = try following(entries, kind)
      let action = try #require(claimed.actions.first)
      (end.action, end.requestID, end.attempt) = (action.id, action.request, 1)
      if kind == .received {
        (end.requestID, end.request) = (RequestID(end.sequence), entries[1].request)
      }
      if kind == .enqueued { end.cause = outage.sequence }
      end.changes = [.advance(action.id, transition)]
      entries.append(end)
    }
    #expect(!found.isEmpty)
  }

  @Test func `a clean beginning that leaves an action started`() throws {
    let found = try findings { entries, state in
      let started = try advanced(state, by: [.claim, .start(until: nil)])
      entries[0].changes = [.adopt(started)]
      entries.removeSubrange(1...)
      entries.append(try following(entries, .foreground))
    }
    #expect(found.contains { $0.problem.contains("an action is still started") }, "\(found)")
  }

  @Test func `a request whose duration is impossible`() throws {
    let most = (Int64(1) << 53) - 1  // a larger number is refused before it is used
    for duration in [-most, -1, most] {
      let found = try findings { entries, _ in
        var ended = try following(entries, .decided)
        ended.requestID = RequestID(ended.sequence)
        ended.request = entries[1].request
        (ended.outcome, ended.duration) = (.denied(reason: "cancelled"), duration)
        ended.notes = ["by": "cancelled"]
        (ended.screenBefore, ended.screenAfter) = ("product", "product")
        entries.append(ended)
      }
      #expect(found.isEmpty == (duration == most), "\(duration): \(found)")
    }
  }

  @Test func `a late result of an attempt that no action has`() throws {
    for attempt in [-5, 0] {
      let found = try findings { entries, state in
        let action = try #require(state.actions.first)
        var late = try following(entries, .late)
        (late.action, late.requestID, late.attempt) = (action.id, action.request, attempt)
        late.reason = "done"
        entries.append(late)
      }
      #expect(found.contains { $0.problem.contains("counted from 1") }, "\(found)")
    }
  }

  @Test func `a note of a newer version gets a remark only`() throws {
    let journal = try recorded()
    let history = try journal.rewritten { entries in
      for index in entries.indices { entries[index].notes["future"] = "yes" }
    }
    let checked = try withExtendedLifetime(journal) { try Verification(of: history) }
    #expect(checked.findings == [])
    #expect(checked.remarks.count == 1)
  }
}
