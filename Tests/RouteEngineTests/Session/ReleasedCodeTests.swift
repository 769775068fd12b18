import RouteStore
import RouteTestSupport
import Testing

@testable import RouteEngine

/// Objects that only code of the host holds, and that use the session when they are released.
@MainActor
struct ReleasedCodeTests {
  private let journal = TestJournal(of: .shop())

  private final class Owner {
    private let leave: () -> Void

    init(_ leave: @escaping () -> Void) { self.leave = leave }

    deinit { leave() }
  }

  @Test func `an object of the former observer opens a link when it is released`() throws {
    let session = journal.launch()
    var opening: Opening?
    do {
      let owner = Owner { opening = session.open("/products/7") }
      session.onChange = { _ in withExtendedLifetime(owner) {} }
    }
    session.onChange = nil
    #expect(opening?.outcome == .shown)
    try journal.requireReplays(of: session)
  }

  @Test func `an object of an ended action opens a link when it is released`() throws {
    let session = journal.launch()
    var opening: Opening?
    do {
      let owner = Owner { opening = session.open("/products/7") }
      session.actions.perform("work") { _ in
        withExtendedLifetime(owner) {}
        return .done
      }
    }
    #expect(opening == nil)
    session.ready()
    #expect(opening?.outcome == .shown && session.state.actions.isEmpty)
    try journal.requireReplays(of: session)
  }

  @Test func `an object of an ended action may call a session that ends at that notice`() {
    let session = journal.launch()
    var opening: Opening?
    do {
      let owner = Owner { opening = session.open("/products/7") }
      session.actions.perform("work") { _ in
        withExtendedLifetime(owner) {}
        return .done
      }
    }
    session.onChange = { if $0.state.actions.isEmpty { $0.end() } }
    session.ready()
    #expect(opening?.outcome?.isSuccess == false)
  }

  @Test func `an object of an ended action may call a session that has just begun a new file`()
    throws
  {
    let session = journal.launch()
    var opening: Opening?
    do {
      let owner = Owner { opening = session.open("/products/7") }
      session.actions.perform("work") { _ in
        withExtendedLifetime(owner) {}
        return .done
      }
    }
    session.onChange = { session in
      guard session.state.actions.isEmpty else { return }
      session.onChange = nil
      // The lookup of a source's id does this when it finds a damaged page.
      session.recorder.failToRead(.damaged(reason: "a page", sequence: nil), at: session.now)
      session.endOutage()
    }
    session.ready()
    #expect(opening?.outcome == .shown && session.health.isRecording)
    try journal.requireReplays(of: session)
  }
}
