import RouteTestSupport
import Testing

@testable import RouteEngine
@testable import RouteStore

/// A host goes to the background or ends while its journal cannot be written, or just after.
@MainActor
struct RestingTests {
  let journal = TestJournal(of: .shop())

  /// The two calls after which the system may end a host at any moment.
  enum Rest: String, CaseIterable, Sendable {
    case background, ended
  }

  private func take(_ rest: Rest, _ session: RouteSession) {
    switch rest {
    case .background: session.background()
    case .ended: session.end()
    }
  }

  @Test(arguments: Rest.allCases)
  func `a host in the background has its state stored, even just after a failure`(rest: Rest) throws
  {
    do {
      let session = journal.launch()
      session.open("/products/1")
      try session.failWriting()
      #expect(!session.open("/products/2").isRecorded)
      take(rest, session)
      #expect(session.health == .recording)
      #expect(try journal.kinds().suffix(2) == ["outage", rest.rawValue])
      try journal.requireReplays(of: session)
    }
    #expect(journal.launch().visible["id"] == 2)
  }

  @Test(arguments: Rest.allCases)
  func `a host that goes to the background notices that its journal was just deleted`(rest: Rest)
    throws
  {
    do {
      let session = journal.launch()
      session.open("/products/1")
      try journal.delete()
      take(rest, session)
      guard case .recordingAnew(let gone) = session.health else {
        throw ScenarioMistake("\(session.health)")
      }
      #expect(gone.path == nil)
      #expect(try journal.kinds() == ["began", rest.rawValue])
      try journal.requireReplays(of: session)
    }
    #expect(journal.launch().visible["id"] == 1)
  }
}
