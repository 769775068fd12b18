import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Rerun finds every forged field of enqueued actions and every forged answer, in the journal's
/// last entry too, although every digest is recomputed.
@MainActor
struct EnqueuedForgeryTests {
  /// A product with two waiting actions; the second one is in the last entry.
  private func recorded() throws -> TestJournal {
    let journal = try TestJournal(
      Scenario.shop(
        ActionTemplate("light", when: .ready),
        ActionTemplate("sync", with: ["id": .request("id")], when: .ready)
          .keyed("sync", .replace).delayed(by: .seconds(60)).expires(after: .seconds(3_600))
          .inLane("uploads").leased(for: .seconds(30))
          .retried(RetryPolicy(attempts: 2, first: .seconds(10)))))
    let session = journal.launch {
      for name in ["light", "sync"] { $0.perform(name) { _ in .done } }
    }
    session.open("/products/7")
    #expect(try journal.kinds() == ["began", "decided", "enqueued", "enqueued"])
    try journal.requireReplays(of: session)
    return journal
  }

  /// The lines at which a rerun differs after a forgery of actions.
  private func lines(
    forging sequence: Int, _ forge: (inout JournalEntry) throws -> Void
  ) throws -> [String] {
    let journal = try recorded()
    let history = try journal.rewritten { try forge(&$0[sequence - 1]) }
    let divergences = try withExtendedLifetime(journal) { try Rerun(of: history).divergences }
    #expect(divergences.map { $0.differences.map(\.kind) } == [[.action]])
    return divergences.flatMap(\.lines)
  }

  /// One field of an action.
  enum Field: String, CaseIterable, Sendable {
    case request, principal, name, parameters, screen, key, when, condition, lane, retry, lease
    case closure, delay, expires

    func change(_ action: PendingAction) -> PendingAction {
      func value<Value>(_ field: Field, _ old: Value, _ new: Value) -> Value {
        self == field ? new : old
      }
      var terms = action.terms
      switch self {
      case .when: terms.moment = .arrival
      case .condition: terms.condition = "online"
      case .lane: terms.lane = "other"
      case .retry: terms.retry = RetryPolicy(attempts: 3, first: .seconds(10))
      case .lease: terms.leaseMicroseconds = 31_000_000
      default: break
      }
      return PendingAction(
        id: action.id, request: value(.request, action.request, RequestID(1)),
        principal: value(.principal, action.principal, "ann"),
        name: value(.name, action.name, "forged"),
        parameters: value(.parameters, action.parameters, ["id": 8]),
        screen: value(.screen, action.screen, ScreenID(1)),
        key: value(.key, action.key, "forged"), terms: terms,
        isClosure: value(.closure, action.isClosure, true),
        notBefore: value(
          .delay, action.notBefore, action.notBefore?.advanced(byMicroseconds: 1_000_000)),
        expires: value(.expires, action.expires, action.expires?.advanced(byMicroseconds: -1)))
    }
  }

  @Test(arguments: Field.allCases)
  func `each field of the action in the last entry is compared and named`(field: Field) throws {
    let lines = try lines(forging: 4) { entry in
      guard case .enqueue(let action)? = entry.changes.first else { return }
      entry.changes = [.enqueue(field.change(action))]
    }
    #expect(lines.count == 1, "\(lines)")
    let said = field == .name ? "action: forged -> sync" : "action: sync \(field.rawValue)"
    #expect(lines.first?.hasPrefix(said) ?? false, "\(lines)")
  }

  @Test func `spans of time are told from the decision on`() throws {
    let delay = try lines(forging: 4) { entry in
      guard case .enqueue(let action)? = entry.changes.first else { return }
      entry.changes = [.enqueue(Field.delay.change(action))]
    }
    #expect(delay == ["action: sync delay 61s -> sync delay 1m"])
  }

  @Test(
    arguments: [
      ("name", "\"attempt\":2", "attempt"), ("name", "\"crashes\":1", "crashes"),
      ("name", "\"given\":true", "given"),
      ("screen", "\"possibly_executed\":true", "possibly executed"),
      ("screen", "\"revived_at\":2", "revived at"), ("when", "\"status\":\"dead\"", "status"),
    ])
  func `fields that only later entries change are compared too`(
    before: String, member: String, field: String
  ) throws {
    let lines = try lines(forging: 4) { try $0.add(member, before: before) }
    #expect(
      lines.count == 1 && lines.first?.hasPrefix("action: sync \(field)") ?? false, "\(lines)")
  }

  @Test func `actions before the last one are compared too`() throws {
    let lines = try lines(forging: 3) { entry in
      guard case .enqueue(let action)? = entry.changes.first else { return }
      entry.changes = [.enqueue(Field.key.change(action))]
    }
    #expect(lines == ["action: light key forged -> light key none"])
  }

  @Test func `an action that is missing at the end is a divergence`() throws {
    let journal = try recorded()
    let history = try journal.rewritten { $0.removeLast() }
    #expect(try Rerun(of: history).divergences.flatMap(\.lines) == ["action: nothing -> sync"])
  }

  /// A journal that continues with a request that finds nothing, and then with a planted action.
  private func planting(
    _ edit: (inout JournalEntry, inout PendingAction) -> Void
  ) throws -> (TestJournal, History) {
    let journal = try TestJournal(Scenario.shop(ActionTemplate("light", when: .ready)))
    let session = journal.launch { $0.perform("light") { _ in .done } }
    session.openAll("/products/7", "/nowhere")
    let history = try journal.rewritten { entries in
      var planted = entries[2]
      planted.sequence = 5
      planted.action = ActionID(5)
      guard case .enqueue(let old)? = planted.changes.first else { return }
      var action = PendingAction(
        id: ActionID(5), request: old.request, name: "planted", parameters: [:],
        screen: old.screen, key: nil, terms: old.terms)
      edit(&planted, &action)
      planted.requestID = action.request
      planted.changes = [.enqueue(action)]
      entries.append(planted)
    }
    return (journal, history)
  }

  @Test(arguments: [2, 4, nil] as [Int64?])
  func `an action without a decision is found`(cause: Int64?) throws {
    let (journal, history) = try planting { entry, action in
      entry.cause = cause
      guard cause != 2 else { return }
      action = PendingAction(
        id: action.id, request: RequestID(cause ?? 5), name: action.name, parameters: [:],
        screen: action.screen, key: nil, terms: action.terms)
    }
    let rerun = try withExtendedLifetime(journal) { try Rerun(of: history) }
    let found = try #require(rerun.divergences.last)
    #expect(found.kind == .action)
    #expect(found.sequence == (cause == 4 ? 4 : 5))
    #expect(found.lines.first?.contains("planted") ?? false, "\(found.lines)")
    guard cause != 4 else { return }  // only deciding again tells this from a decision
    let findings = try Verification(of: history).findings
    #expect(
      findings.contains { $0.sequence == 5 && $0.problem.contains("decision") }, "\(findings)")
  }

  /// Two requests about which an interceptor is asked.
  private func asked() throws -> TestJournal {
    let journal = try TestJournal(.askingShop)
    let session = journal.launch { $0.answer("gate") { _ in .allow } }
    session.openAll("/products/1", "/products/2")
    try journal.requireReplays(of: session)
    return journal
  }

  @Test func `an answer that is not used and one that is missing are divergences`() throws {
    let journal = try asked()
    let decided = try journal.entries().filter { $0.kind == .decided }.map { Int($0.sequence) }
    #expect(decided.last == (try journal.entries().count), "the last entry is among them")
    for (index, sequence) in decided.enumerated() {
      let unused = try journal.rewritten(as: "unused-\(index).sqlite") {
        $0[sequence - 1].answers.append(RecordedAnswer(Question(.interceptor, "spy"), .allow))
      }
      let extra = try Rerun(of: unused).divergences
      #expect(extra.map(\.sequence) == [Int64(sequence)])
      #expect(extra.flatMap(\.lines) == ["answerUnused: interceptor spy -> not asked"])
      let missing = try journal.rewritten(as: "missing-\(index).sqlite") {
        $0[sequence - 1].answers = []
      }
      let fewer = try Rerun(of: missing).divergences
      #expect(fewer.map(\.sequence) == [Int64(sequence)])
      #expect(fewer.flatMap(\.lines) == ["answerMissing: shown -> asks interceptor gate"])
    }
  }

  @Test func `an answer in an entry that decides nothing is found`() throws {
    let journal = try asked()
    let history = try journal.rewritten {
      $0[1].answers = [RecordedAnswer(Question(.interceptor, "spy"), .allow)]
    }
    #expect(try journal.entries()[1].kind == .received)
    let findings = try Verification(of: history).findings
    #expect(findings.contains { $0.sequence == 2 && $0.problem.contains("answers") }, "\(findings)")
  }
}
