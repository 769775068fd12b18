import RouteStore
import RouteTestSupport
import RouteTesting
import Testing

@testable import RouteEngine

/// The openers of a session that wait for results of screens.
@MainActor struct SessionOpenerTests {
  private func table() throws -> RouteTable {
    try RouteTable(tree: "main/stack[canvas]") {
      DeclaredScreen("main", container: .stack)
      DeclaredScreen("canvas")
      DeclaredScreen("picker")
      Route("picker", "/picker", to: [.present("picker")])
    }
  }

  @Test func `a result is kept for a handler when its user signs out before the opener has it`()
    async throws
  {
    let journal = try TestJournal(table())
    let session = journal.launch()
    session.signIn(as: "ann")
    let opening = session.open("/picker", options: .init(result: "color"))
    let result = Task { await session.requests.result(of: opening) }
    await Task.yield()
    session.onChange = { session in
      if session.state.actions.contains(where: { $0.status == .claimed }) { session.signOut() }
    }
    session.report(.returned(nil, ["red": 7]))
    session.onChange = nil
    #expect(session.state.actions.map(\.status) == [.shelved])
    session.requests.suspend()  // a step that gives no action its turn
    #expect(await result.value == nil)
    try journal.requireReplays(of: session)
    session.end()
  }

  @Test func `a result is kept for a handler when its user signs out at the start of its action`()
    async throws
  {
    let journal = try TestJournal(table())
    try await signOutAtStart(journal)
    var results: [Bool] = []
    let next = journal.launch {
      $0.perform("color") { returning(.done, after: results.append($0.hasResult)) }
    }
    #expect(results == [])
    next.signIn(as: "ann")
    #expect(results == [true])
    try journal.requireReplays(of: next)
  }

  private func signOutAtStart(_ journal: TestJournal) async throws {
    let session = journal.launch()
    session.signIn(as: "ann")
    let opening = session.open("/picker", options: .init(result: "color"))
    let result = Task { await session.requests.result(of: opening) }
    await Task.yield()
    session.onChange = { session in
      if session.state.actions.contains(where: { $0.status == .started }) { session.signOut() }
    }
    session.report(.returned(nil, ["red": 7]))
    session.onChange = nil
    #expect(session.state.actions.map(\.status) == [.started])
    #expect(await result.value == nil)
    try journal.requireReplays(of: session)
    session.end()
  }

  @Test(arguments: [false, true])
  func `a result is kept when its opener is told of a sign-out after the start of its action`(
    signsInAgain: Bool
  ) async throws {
    let journal = try TestJournal(table())
    let session = journal.launch()
    session.signIn(as: "ann")
    let opening = session.open("/picker", options: .init(result: "color"))
    let result = Task { await session.requests.result(of: opening) }
    await Task.yield()
    session.onChange = { session in
      guard session.state.actions.contains(where: { $0.status == .started }) else { return }
      session.onChange = nil
      session.signOut()
      // The lookup of a source's id does this when it finds a damaged page.
      session.recorder.failToRead(.damaged(reason: "a page", sequence: nil), at: session.now)
      session.endOutage()
      if signsInAgain { session.signIn(as: "ann") }
    }
    session.report(.returned(nil, ["red": 7]))
    #expect(await result.value == nil)
    #expect(session.health.isRecording)
    #expect(session.state.actions.map(\.status) == [.started])
    session.end()
  }

  @Test func `an opener gets no result when a name of other bytes signs in`() async throws {
    let journal = try TestJournal(table())
    let session = journal.launch()
    session.signIn(as: "andr\u{E9}")
    let opening = session.open("/picker", options: .init(result: "color"))
    let result = Task { await session.requests.result(of: opening) }
    await Task.yield()
    session.signIn(as: "andre\u{301}")
    session.report(.dismissed(nil))
    #expect(session.state.actions.map(\.status) == [.shelved])
    try journal.requireReplays(of: session)
    session.end()
    #expect(await result.value == nil)
  }

  @Test func `other actions have their turn while an opener's result waits for a condition`()
    async throws
  {
    let journal = try TestJournal(
      RouteTable(tree: "main/stack[canvas]") {
        DeclaredScreen("main", container: .stack)
        DeclaredScreen("canvas")
        DeclaredScreen("survey")
          .performs(ActionTemplate("answers", when: .result).waits(for: "online"))
        DeclaredScreen("picker").performs("track")
        Route("survey", "/survey", to: [.push("survey")])
        Route("picker", "/picker", to: [.present("picker")])
      })
    let session = journal.launch { $0.perform("track") { _ in .done } }
    let opening = session.open("/survey")
    let result = Task { await session.requests.result(of: opening) }
    await Task.yield()
    session.report(.returned(nil, ["score": 3]))
    session.open("/picker")
    #expect(session.state.actions.map(\.name) == ["answers"])
    #expect(session.state.actions.map(\.status) == [.waiting])
    try journal.requireReplays(of: session)
    session.signal("online")
    #expect(await result.value == ["score": 3])
    try journal.requireReplays(of: session)
    session.end()
  }
}
