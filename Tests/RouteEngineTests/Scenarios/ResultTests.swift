import RouteEngine
import RouteStore
import RouteTestSupport
import RouteTesting
import Testing

/// Screens that are opened for a result.
@MainActor struct ResultTests {
  private func table() throws -> RouteTable {
    try RouteTable(tree: "main/stack[canvas]") {
      DeclaredScreen("main", container: .stack)
      DeclaredScreen("canvas")
      DeclaredScreen("picker").performs("track", when: .ready)
      DeclaredScreen("nav", container: .stack)
      DeclaredScreen("wheel")
      DeclaredScreen("feed")
      DeclaredScreen("survey").performs("answers", when: .result)
      Route("picker", "/picker", to: [.present("picker")])
      Route("flow", "/flow", to: [.present("nav").holding("wheel")])
      Route("survey", "/survey", to: [.push("survey")])
      Route("feed", "/feed", to: [.push("feed")])
      Route("canvas", "/", to: [.dismiss(.all)])
    }
  }

  @Test func `a result is given once to the handler of its action`() throws {
    try Scenario(table()).run(
      """
      open P result color: /picker -> shown
      actions: track waiting, color waiting
      performed:
      fact: returned picker(red: 7) -> shown
      performed: color
      actions: track waiting
      fact: returned picker(red: 8) -> impossible: nothing waits for a result of that screen
      fact: dismissed -> shown
      performed:
      """)
  }

  @Test func `a screen removed without a result ends the wait for it`() throws {
    var attempts: [(Bool, Parameters)] = []
    let scenario = Scenario(try table()) { configuration in
      configuration.perform("color") { attempt in
        attempts.append((attempt.hasResult, attempt.parameters))
        return .done
      }
    }
    try scenario.run(
      """
      open result color: /picker -> shown
      fact: dismissed -> shown
      tree: main[canvas]
      open result color: /picker -> shown
      fact: returned picker(red: 7) -> shown
      open: / -> shown
      """)
    #expect(attempts.map(\.0) == [false, true])
    #expect(attempts.map(\.1) == [[:], ["red": 7]])
  }

  @Test func `the wait survives a relaunch, with a result and without`() throws {
    try Scenario(table()).run(
      """
      open result color: /picker -> shown
      relaunch
      tree: main[canvas]^picker
      actions: track waiting, color waiting
      fact: returned picker(red: 7) -> shown
      performed: color
      open: / -> shown
      performed:
      open result color: /picker -> shown
      crash
      fact: dismissed -> shown
      performed: color
      actions:
      """)
  }

  @Test func `a result of one person is not for the action of another`() throws {
    try Scenario(table()).run(
      """
      signal: seen as anna
      open result color: /picker -> shown
      signal: seen as bert
      fact: returned picker(red: 7) -> impossible: nothing waits for a result of that screen
      signal: seen as anna
      fact: returned picker(red: 8) -> shown
      performed: color
      """)
  }

  @Test func `a result goes to the nearest waiting screen only`() throws {
    let notation = try TreeNotation("main/stack[nav/stack[wheel]]")
    var state = try RouteState(scenes: notation, counter: 0)
    let (outer, inner) = (ScreenID(2), ScreenID(3))
    for (id, screen, person) in [(1, outer, nil), (2, inner, "anna")] as [(Int64, _, String?)] {
      let action = PendingAction(
        id: ActionID(id), request: RequestID(1), principal: person, name: "color", parameters: [:],
        screen: screen, key: nil, terms: ActionTemplate.Terms(when: .result))
      try state.apply(.enqueue(action))
    }
    #expect(state.changes(returning: ["red": 7], from: inner) == [])
    try state.apply(.principal("anna"))
    let given = state.changes(returning: ["red": 7], from: inner)
    #expect(given == [.advance(ActionID(2), .give(["red": 7]))])
  }

  @Test func `a result waits for a version that takes it`() throws {
    try Scenario(table()).run(
      """
      open result color: /picker -> shown
      handles: answers track
      fact: returned picker(red: 7) -> shown
      actions: track waiting, color shelved
      fact: dismissed -> shown
      handles: answers color track
      performed: color
      """)
  }

  @Test func `a kind may always be asked for a result`() throws {
    try Scenario(table()).run(
      """
      open: /survey -> shown
      open: /survey -> already shown
      actions: answers waiting, answers waiting
      fact: returned survey(score: 3) -> shown
      performed: answers answers
      """)
  }

  @Test func `the result of a container is given by a screen in it, not by one over it`() throws {
    try Scenario(table()).run(
      """
      open result color: /flow -> shown
      tree: main[canvas]^nav[wheel]
      open: /picker -> shown
      fact: returned picker(red: 1) -> impossible: nothing waits for a result of that screen
      fact: dismissed -> shown
      fact: returned wheel(red: 7) -> shown
      performed: color
      """)
  }

  @Test func `the nearest screen that waits for a result gets it`() throws {
    try Scenario(table()).run(
      """
      open result color: /flow -> shown
      open: /survey -> shown
      tree: main[canvas]^nav[wheel survey]
      fact: returned survey(score: 3) -> shown
      performed: answers
      fact: returned wheel(red: 7) -> shown
      performed: color
      """)
  }

  @Test func `another action of the request does not end the wait`() async throws {
    let journal = try TestJournal(table())
    let session = journal.launch { $0.perform("track") { _ in .done } }
    let opening = session.open("/picker", options: .init(result: "color"))
    let result = Task { await session.requests.result(of: opening) }
    await Task.yield()
    session.ready()
    session.report(.returned(nil, ["red": 7]))
    #expect(await result.value == ["red": 7])
    try journal.requireReplays(of: session)
    session.end()
  }

  @Test func `a session that ends while it delivers a result leaves it to the next`() async throws {
    let journal = try TestJournal(table())
    try await endInBetween(journal)
    var given: [Parameters] = []
    let next = journal.launch { configuration in
      configuration.perform("track") { _ in .done }
      configuration.perform("color") { attempt in
        given.append(attempt.parameters)
        return .done
      }
    }
    #expect(given == [["red": 7]])
    next.end()
  }

  private func endInBetween(_ journal: TestJournal) async throws {
    let session = journal.launch { $0.perform("track") { _ in .done } }
    let opening = session.open("/picker", options: .init(result: "color"))
    let result = Task { await session.requests.result(of: opening) }
    await Task.yield()
    session.onChange = { session in
      if session.state.actions.contains(where: { $0.name == "color" && $0.status == .started }) {
        session.end()
      }
    }
    session.report(.returned(nil, ["red": 7]))
    session.onChange = nil
    session.end()
    #expect(await result.value == nil)
  }

  @Test func `an opener gets no result of a person who has signed out`() async throws {
    let journal = try TestJournal(table())
    let session = journal.launch { $0.perform("track") { _ in .done } }
    session.signIn(as: "ann")
    let opening = session.open("/picker", options: .init(result: "color"))
    let result = Task { await session.requests.result(of: opening) }
    await Task.yield()
    session.signOut()
    #expect(await result.value == nil)
    session.report(.returned(nil, ["red": 7]))
    session.report(.dismissed(nil))
    #expect(session.state.actions.map(\.name) == ["color"])
    try journal.requireReplays(of: session)
    session.end()
  }

  @Test func `an opener that waits gets the result, or that none comes`() async throws {
    let journal = try TestJournal(table())
    let session = journal.launch()
    let first = session.open("/picker", options: .init(result: "color"))
    let result = Task { await session.requests.result(of: first) }
    await Task.yield()
    session.report(.returned(nil, ["red": 7]))
    #expect(await result.value == ["red": 7])
    session.report(.dismissed(nil))

    let second = session.open("/picker", options: .init(result: "color"))
    let none = Task { await session.requests.result(of: second) }
    await Task.yield()
    session.report(.dismissed(nil))
    #expect(await none.value == nil)
    #expect(session.state.actions.isEmpty)

    #expect(await session.requests.result(of: second) == nil)
    #expect(await session.requests.result(of: session.open("/feed")) == nil)
    try journal.requireReplays(of: session)
    session.end()
  }

  @Test func `of two openers one gets the result, also when its task is cancelled`() async throws {
    let journal = try TestJournal(table())
    let session = journal.launch()
    let opening = session.open("/picker", options: .init(result: "color"))
    let first = Task { await session.requests.result(of: opening) }
    let second = Task { await session.requests.result(of: opening) }
    for _ in 1...100 { await Task.yield() }
    first.cancel()
    second.cancel()
    for _ in 1...100 { await Task.yield() }
    session.report(.returned(nil, ["red": 7]))
    let results = [await first.value, await second.value]
    #expect(results.compactMap(\.self) == [["red": 7]])
    try journal.requireReplays(of: session)
    session.end()
  }

  @Test func `an earlier result is still available`() async throws {
    let journal = try TestJournal(table())
    let session = journal.launch()
    let opening = session.open("/picker", options: .init(result: "color"))
    session.report(.returned(nil, ["red": 7]))
    #expect(session.state.actions.last?.status == .shelved)
    #expect(await session.requests.result(of: opening) == ["red": 7])
    #expect(session.state.actions.filter { $0.name == "color" }.isEmpty)
    try journal.requireReplays(of: session)
    session.end()
  }

  @Test func `an opener of two actions takes one result, the other waits for its handler`()
    async throws
  {
    let journal = try TestJournal(table())
    let session = journal.launch()
    let opening = session.open("/survey", options: .init(result: "color"))
    session.report(.returned(nil, ["score": 3]))
    #expect(await session.requests.result(of: opening) == ["score": 3])
    #expect(session.state.actions.map(\.status) == [.shelved])
    session.end()
  }

  @Test func `a later session learns that a screen was removed without a result`() async throws {
    let journal = try TestJournal(table())
    var session: RouteSession? = journal.launch()
    let request = try #require(
      session?.open("/picker", options: .init(result: "color")).request)
    session?.report(.dismissed(nil))
    session?.end()
    session = nil
    let next = journal.launch()
    #expect(await next.requests.result(of: request) == nil)
    #expect(next.state.actions.isEmpty)
    next.end()
  }

  @Test func `the end of the session ends the wait, and the next session's handler is called`()
    async throws
  {
    let journal = try TestJournal(table())
    try await waitUntilTheEnd(of: journal)
    var given: [Bool] = []
    let next = journal.launch { configuration in
      configuration.perform("color") { attempt in
        given.append(attempt.hasResult)
        return .done
      }
    }
    next.report(.returned(nil, [:]))
    #expect(given == [true])
    next.end()
  }

  private func waitUntilTheEnd(of journal: TestJournal) async throws {
    let session = journal.launch()
    let opening = session.open("/picker", options: .init(result: "color"))
    let result = Task { await session.requests.result(of: opening) }
    await Task.yield()
    session.end()
    #expect(await result.value == nil)
  }

  @Test func `an impossible name fails the request`() throws {
    let journal = try TestJournal(table())
    let session = journal.launch()
    let opening = session.open("/picker", options: .init(result: "a b"))
    #expect(
      opening.outcome
        == .failed(step: 0, reason: "the result is for \"a b\", which is no action's name"))
    session.end()
  }

  @Test func `a closure that waits for a result has it among its parameters`() throws {
    let journal = try TestJournal(table())
    let session = journal.launch()
    session.open("/picker")
    var given: [Parameters] = []
    session.actions.perform("color", when: .result) { attempt in
      given.append(attempt.parameters)
      return .done
    }
    session.ready()
    #expect(given == [])
    session.report(.returned(nil, ["red": 7]))
    #expect(given == [["red": 7]])
    try journal.requireReplays(of: session)
  }

  @Test func `undeclared values of a result are private`() throws {
    let journal = try TestJournal(table())
    var given: Parameters = [:]
    let session = journal.launch { configuration in
      configuration.perform("color") { attempt in
        given = attempt.parameters
        return .done
      }
    }
    session.open("/picker", options: .init(result: "color"))
    session.report(.returned(nil, ["note": "confidential-note"]))
    #expect(given == ["note": "confidential-note"])
    let copy = journal.file("copy")
    try session.writeReportCopy(to: copy)
    session.end()
    #expect(try !journal.holds("confidential-note", at: copy))
  }

  @Test func `a value of a result is open where every kind that has it declares it so`() throws {
    let journal = try TestJournal(
      RouteTable(
        text: """
          { format: "route-table/1", tree: "main/stack[canvas]",
            screens: {
              picker: { parameters: { shade: "string?", note: "string?" } },
              memo: { parameters: { note: "string?" }, private: ["note"] },
            },
            routes: [{ id: "picker", patterns: ["/picker"], destination: [{ push: "picker" }] }] }
          """))
    let session = journal.launch()
    session.open("/picker", options: .init(result: "color"))
    let given: Parameters = ["note": "confidential-note", "shade": "turquoise"]
    #expect(session.report(.returned(nil, given)).outcome == .shown)
    let copy = journal.file("copy")
    try session.writeReportCopy(to: copy)
    session.end()
    #expect(try !journal.holds("confidential-note", at: copy))
    #expect(try journal.holds("turquoise", at: copy))
  }
}
