import RouteEngine
import RouteTestSupport
import Testing

/// Work that the host brings and takes away itself.
@MainActor
struct ActionClosureTests {
  @Test func `S12, C20: a closure runs when its screen is ready, once`() throws {
    let journal = try TestJournal(Scenario.shop())
    let session = journal.launch()
    session.open("/products/7")
    var performed: [String] = []
    session.perform("old", key: "k") { _ in returning(.done, after: performed.append("old")) }
    let id = session.perform("new", key: "k") { attempt in
      performed.append(attempt.action.name)
      return .done
    }
    #expect(session.state.actions.map(\.id) == [id])
    #expect(performed == [])
    session.ready()
    session.ready()
    #expect(performed == ["new"])
    session.perform("at once") { _ in .done }
    #expect(session.state.actions == [], "no name, and nothing happens")
    session.perform("atOnce") { attempt in
      performed.append(attempt.action.name)
      return .done
    }
    #expect(performed == ["new", "atOnce"])
    try journal.requireReplays(of: session)
  }

  @Test func `a closure is named in the journal, and cancelled when its process is gone`() throws {
    let journal = try TestJournal(Scenario.shop())
    do {
      let session = journal.launch()
      session.open("/products/7")
      session.perform("closure") { _ in .done }
      #expect(session.perform("closure", key: "k", sameKey: .refuse) { _ in .done } != nil)
      #expect(session.perform("closure", key: "k", sameKey: .refuse) { _ in .done } == nil)
      #expect(session.perform("closure", on: ScreenID(999)) { _ in .done } == nil)
      try journal.requireReplays(of: session)
    }
    let session = journal.launch { $0.perform("closure") { _ in .done } }
    #expect(session.state.actions == [])
    #expect(try journal.kinds().suffix(2) == ["cancelled", "cancelled"])
    try journal.requireReplays(of: session)
  }

  @Test func `the host cancels what is not under way`() throws {
    let journal = try TestJournal(Scenario.shop(ActionTemplate("a", when: .ready)))
    let session = journal.launch { $0.perform("a") { _ in .done } }
    session.open("/products/7")
    let id = try #require(session.state.actions.first).id
    #expect(session.cancel(id))
    #expect(!session.cancel(id))
    #expect(try journal.kinds().last == "cancelled")
    try journal.requireReplays(of: session)
  }
}
