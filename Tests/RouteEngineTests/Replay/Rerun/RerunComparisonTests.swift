import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Each comparison of a rerun finds something that no other one finds: without it, a journal with
/// another content than was decided would pass.
@MainActor
@Suite struct `A comparison that is left out` {
  /// A journal with a difference, and the way it is decided again.
  @MainActor
  private struct Trial {
    let journal: TestJournal
    let history: History
    var table: RouteTable?
    var footing = Rerun.Footing.pinned
    var steps: RehearsedSteps?
    /// Whether it differs only after another difference.
    var follows = false

    /// The comparisons that find the difference, without the disabled ones.
    func found(without disabled: Set<Divergence.Comparison> = []) throws -> Set<
      Divergence.Comparison
    > {
      let rerun = try Rerun(
        of: history, with: table, on: footing, most: 100, without: disabled,
        running: { steps?.answer(to: $0, of: $1) })
      #expect(rerun.differing == rerun.divergences.count)
      #expect(rerun.isIdentical == rerun.divergences.isEmpty)
      let differences = rerun.divergences.flatMap(\.differences)
      for difference in differences {
        for comparison in difference.parts.flatMap(\.comparisons) {
          #expect(comparison.kind == difference.kind)
        }
      }
      return Set(differences.flatMap(\.parts).flatMap(\.comparisons))
    }
  }

  @Test(arguments: Divergence.Comparison.allCases)
  func `is missed`(_ comparison: Divergence.Comparison) throws {
    var trial = try trial(of: comparison)
    for footing in trial.follows ? [.free] : Rerun.Footing.allCases {
      trial.footing = footing
      let found = try trial.found()
      if trial.follows {
        #expect(found.contains(comparison) && found.count > 1)
      } else {
        #expect(found == [comparison], "\(footing)")
      }
      #expect(try trial.found(without: [comparison]) == found.subtracting([comparison]))
    }
  }

  @Test func `exists for each class of differences`() {
    #expect(Set(Divergence.Comparison.allCases.map(\.kind)) == Set(Divergence.Class.allCases))
  }

  /// The smallest forgery that the comparison finds, with all digests recomputed.
  private func trial(of comparison: Divergence.Comparison) throws -> Trial {
    switch comparison {
    case .outcome: try shown { $0[1].outcome = .alreadyShown }
    case .route: try shown { $0[1].route = "forged" }
    case .leftOut: try shown { $0[1].leftOut = ["page"] }
    case .routeVersion: try shown { $0[1].routeVersion = 2 }
    case .router: try shown { $0[1].router = "forged" }
    case .scene: try shown { $0[1].scene = "forged" }
    case .changes: try shown { $0[1].changes.append(.suspect(fingerprint: 7, count: 1)) }
    case .answerMissing: try asked { $0[2].answers.removeAll() }
    case .answerUnused:
      try shown { $0[1].answers = [RecordedAnswer(Question(.interceptor, "spy"), .allow)] }
    case .answerOrder: try asked { $0[2].answers.reverse() }
    case .step: try stepping()
    case .actionMissing: try working { $0.removeLast() }
    case .actionExtra: try working { try Self.plant(behind: &$0, cause: 2) }
    case .actionName: try working(.name)
    case .actionParameters: try working(.parameters)
    case .actionKey: try working(.key)
    case .actionDelay: try working(.delay)
    case .actionExpiry: try working(.expires)
    case .actionMoment: try working(.when)
    case .actionCondition: try working(.condition)
    case .actionLane: try working(.lane)
    case .actionRetry: try working(.retry)
    case .actionLease: try working(.lease)
    case .actionScreen: try working(.screen)
    case .actionPrincipal: try working(.principal)
    case .actionClosure: try working(.closure)
    case .actionGiven: try working { try $0[2].add("\"given\":true", before: "name") }
    case .actionRequest: try working(.request)
    case .actionStatus: try working { try $0[2].add("\"status\":\"dead\"", before: "when") }
    case .actionAttempt: try working { try $0[2].add("\"attempt\":2", before: "name") }
    case .actionCrashes: try working { try $0[2].add("\"crashes\":1", before: "name") }
    case .actionRevival: try working { try $0[2].add("\"revived_at\":2", before: "screen") }
    case .actionPossiblyExecuted:
      try working { try $0[2].add("\"possibly_executed\":true", before: "screen") }
    case .actionsGivingWay: try working { Self.supersede(behind: &$0) }
    case .actionEntries: try working { try Self.renumber(&$0[2]) }
    case .acceptance: try working { try Self.plant(behind: &$0, cause: nil) }
    case .unfit: try reaching(another: .unfit)
    case .ended: try reaching(another: .ended)
    case .request: try shown { $0[1].request = nil }
    case .requestPrincipal: try shown { $0[1].request?.principal = "ann" }
    case .requestAsking: try shown { Self.receive(behind: &$0) }
    case .turn: try turning(TurnForgeryTests.released(), 9..<11, with: 11..<13)
    case .actionTurn: try turning(TurnForgeryTests.acted(), 5..<8, with: 8..<11)
    }
  }

  // MARK: Journals

  private static func definition(
    products: String = "/products/:id", asking interceptors: [String] = []
  ) -> RouteTableDefinition {
    RouteTableDefinition(
      tree: Scenario.tree, screens: [.product],
      routes: [
        Route(
          "product", patterns: [products],
          destination: Destination([Step(.select, "shop"), Step(.push, "product")]),
          interceptors: interceptors)
      ])
  }

  private func journal(asking interceptors: [String] = []) throws -> TestJournal {
    let definition = Self.definition(asking: interceptors)
    return try TestJournal(
      Scenario(screens: definition.screens, routes: definition.routes), tree: Scenario.tree)
  }

  /// Began, and a product that is decided in the second entry.
  private func shown(_ edit: (inout [JournalEntry]) throws -> Void) throws -> Trial {
    let journal = try journal()
    let session = journal.launch()
    journal.clock.advance(by: 10)
    session.open("/products/1")
    try journal.requireReplays(of: session)
    return Trial(journal: journal, history: try journal.rewritten(edit))
  }

  /// Began, a product that is received, and decided in the third entry with two answers.
  private func asked(_ edit: (inout [JournalEntry]) throws -> Void) throws -> Trial {
    let journal = try journal(asking: ["gate", "door"])
    let session = journal.launch {
      for name in ["gate", "door"] { $0.answer(name) { _ in .allow } }
    }
    session.open("/products/1")
    try journal.requireReplays(of: session)
    return Trial(journal: journal, history: try journal.rewritten(edit))
  }

  /// Began, a product that is decided, and its action in the third entry.
  private func working(_ edit: (inout [JournalEntry]) throws -> Void) throws -> Trial {
    let journal = try TestJournal(
      Scenario.shop(
        ActionTemplate("sync", with: ["id": .request("id")], when: .ready)
          .keyed("sync", .replace).delayed(by: .seconds(60)).expires(after: .seconds(3_600))
          .inLane("uploads").leased(for: .seconds(30))
          .retried(RetryPolicy(attempts: 2, first: .seconds(10)))))
    let session = journal.launch { $0.perform("sync") { _ in .done } }
    session.open("/products/7")
    try journal.requireReplays(of: session)
    return Trial(journal: journal, history: try journal.rewritten(edit))
  }

  private func working(_ field: EnqueuedForgeryTests.Field) throws -> Trial {
    try working { entries in
      let action = try Self.action(of: entries[2])
      entries[2].changes = [.enqueue(field.change(action))]
    }
  }

  /// A Swift step that did nothing, and now declines the request.
  private func stepping() throws -> Trial {
    let journal = try TestJournal(Scenario(routes: [Route("x", "/x", to: [.run("edit")])]))
    let session = journal.launch { $0.step("edit") { _, _ in true } }
    session.open("/x")
    try journal.requireReplays(of: session)
    let steps = try RehearsedSteps(journal.table) { $0.step("edit") { _, _ in false } }
    return Trial(journal: journal, history: try History(path: journal.path), steps: steps)
  }

  /// A request that has its turn before an earlier one.
  private func turning(
    _ journal: TestJournal, _ first: Range<Int>, with second: Range<Int>
  ) throws -> Trial {
    let history = try journal.rewritten { TurnForgeryTests.exchange(first, with: second, in: &$0) }
    return Trial(journal: journal, history: history)
  }

  /// A free rerun that reaches another state, which it can do only after a difference.
  private func reaching(another comparison: Divergence.Comparison) throws -> Trial {
    let (journal, other): (TestJournal, RouteTableDefinition)
    if comparison == .ended {
      (journal, other) = (try self.journal(asking: ["gate"]), Self.definition())
      let session = journal.launch {
        $0.answer("gate") { $0.principal == nil ? .wait(condition: "signedIn") : .allow }
      }
      session.open("/products/1")
      session.signal("signedIn", principal: "ann")
      try journal.requireReplays(of: session)
    } else {
      (journal, other) = (try self.journal(), Self.definition(products: "/wares/:id"))
      let session = journal.launch()
      session.open("/products/1")
      session.ready()
      try journal.requireReplays(of: session)
    }
    return Trial(
      journal: journal, history: try History(path: journal.path), table: try RouteTable(other),
      follows: true)
  }

  // MARK: Forgeries

  private static func action(of entry: JournalEntry) throws -> PendingAction {
    let work = entry.changes.compactMap { if case .enqueue(let work) = $0 { work } else { nil } }
    return try #require(work.first)
  }

  /// Adds an action after the last one, of the same decision or of none.
  private static func plant(behind entries: inout [JournalEntry], cause: Int64?) throws {
    let last = entries[entries.count - 1]
    let (work, sequence) = (try action(of: last), last.sequence + 1)
    var planted = last
    (planted.sequence, planted.cause, planted.action) = (sequence, cause, ActionID(sequence))
    let request = cause == nil ? RequestID(sequence) : work.request
    planted.requestID = request
    planted.changes = [
      .enqueue(
        PendingAction(
          id: ActionID(sequence), request: request, name: "planted", parameters: [:],
          screen: work.screen, key: nil))
    ]
    entries.append(planted)
  }

  /// Ends an action as superseded, as if the decision had done that.
  private static func supersede(behind entries: inout [JournalEntry]) {
    var entry = entries[entries.count - 1]
    let work = ActionID(entry.sequence)
    (entry.sequence, entry.kind) = (entry.sequence + 1, .superseded)
    entry.changes = [.advance(work, .supersede)]
    entries.append(entry)
  }

  /// Gives the same action the id of another entry.
  private static func renumber(_ entry: inout JournalEntry) throws {
    let (old, id) = (try action(of: entry), ActionID(9))
    entry.action = id
    entry.changes = [
      .enqueue(
        PendingAction(
          id: id, request: old.request, name: old.name, parameters: old.parameters,
          screen: old.screen, key: old.key, terms: old.terms, notBefore: old.notBefore,
          expires: old.expires))
    ]
  }

  /// Adds a request about which host code was allegedly asked.
  private static func receive(behind entries: inout [JournalEntry]) {
    let last = entries[entries.count - 1]
    guard let request = last.request else { return }
    var entry = JournalEntry(
      sequence: last.sequence + 1, session: last.session, kind: .received, at: last.at,
      elapsed: last.elapsed)
    let id = RequestID(entry.sequence)
    (entry.requestID, entry.request) = (id, request)
    entry.changes = [.wait(WaitingRequest(id: id, request: request, status: .received))]
    entries.append(entry)
  }
}
