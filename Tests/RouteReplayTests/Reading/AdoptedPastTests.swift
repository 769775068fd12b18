import Foundation
import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

@testable import RouteReplay

/// A file in the place of one that was set aside tells of what came from there by its name.
@MainActor
@Suite struct `What came from a file that was set aside` {
  let place: Workplace
  private let path: String
  private let table: RouteTable
  /// Pending since before.
  private let action: Int64
  private let request: Int64

  init() throws {
    place = try Workplace()
    path = place.folder.appending(path: "app.journal").path
    table = try RouteTable(json: Array(Workplace.table.utf8))
    do {
      let session = RouteSession.launch(table, at: .file(path)) {
        $0.answer("signedIn") { $0.principal == nil ? .wait(condition: "signedIn") : .allow }
      }
      session.open("/products/7")
      request = try #require(session.open("/orders/3").request).rawValue
      action = try #require(session.state.actions.first).id.rawValue
      session.open("/nowhere")
    }
    try Tampering.run(
      "UPDATE journal SET link = '/x' WHERE sequence = (SELECT max(sequence) FROM journal)",
      on: path)
    let session = RouteSession.launch(table, at: .file(path)) {
      $0.answer("signedIn") { $0.principal == nil ? .wait(condition: "signedIn") : .allow }
    }
    guard case .recordingAnew = session.health else { throw ScenarioMistake("\(session.health)") }
    session.signal("signedIn", principal: "ann")
    session.wake()
    session.ready()
    #expect(session.state.waiting.isEmpty)
  }

  @Test func `is named by show, with the file that has its beginning`() throws {
    let shown = try place.run("show", "app.journal", "\(action)")
    #expect(shown.status == 2)
    #expect(
      shown.notes.contains("action \(action) (trackView) began in 'app.journal-damaged-1'"),
      "\(shown)")
    let asked = try place.run("show", "app.journal", "\(request)")
    #expect(asked.notes.contains("request \(request) (/orders/3) began in 'app."), "\(asked)")
    let other = try place.run("show", "app.journal", "1")
    #expect(other.status == 2 && other.notes.contains("entry 1 lay in 'app."), "\(other)")
    let none = try place.run("show", "app.journal", "9999")
    #expect(none.status == 2 && none.notes.contains("the newest is"), "\(none)")
  }

  @Test func `is named where requests are listed that wait, too`() throws {
    let listed = try place.run("log", "app.journal", "--outcome", "waiting")
    #expect(!listed.notes.contains("began in"), "none waits any more: \(listed)")
    let waiting: Int64
    do {
      let session = RouteSession.launch(table, at: .file(path)) {
        $0.answer("signedIn") { $0.principal == nil ? .wait(condition: "signedIn") : .allow }
      }
      session.signOut()
      waiting = try #require(session.open("/orders/9").request).rawValue
      session.open("/nowhere")
    }
    try Tampering.run(
      "UPDATE journal SET link = '/x' WHERE sequence = (SELECT max(sequence) FROM journal)",
      on: path)
    do { _ = RouteSession.launch(table, at: .file(path)) }
    let now = try place.run("log", "app.journal", "--outcome", "waiting")
    #expect(
      now.notes.contains("request \(waiting) began in 'app.journal-damaged-2'"), "\(now)")
    #expect(try place.run("app.journal").output.contains("1 waiting"))
  }

  @Test func `is named by actions`() throws {
    let shown = try place.run("actions", "app.journal", "show", "\(action)")
    #expect(shown.status == 0, "\(shown)")
    #expect(shown.notes.contains("lay in 'app.journal-damaged-1', which was set aside"), "\(shown)")
  }

  @Test func `is named by actions when it is over as well`() throws {
    do {
      let session = RouteSession.launch(table, at: .file(path)) {
        $0.perform("trackView") { _ in .done }
      }
      session.wake()
      session.ready()
      #expect(session.state.action(ActionID(action)) == nil)
    }
    let shown = try place.run("actions", "app.journal", "show", "\(action)")
    #expect(shown.status == 2 && shown.notes.contains("is over; it began in 'app."), "\(shown)")
    let listed = try place.run("log", "app.journal", "--grep", "trackView \(action)")
    #expect(listed.output.contains("done"), "\(listed)")
  }

  @Test func `keeps its link in the list of entries`() throws {
    let decided = try place.run("log", "app.journal", "--outcome", "shown", "-o", "jsonl").output
    #expect(decided.contains(#""link":"/orders/3""#), "\(decided)")
    let sequence = try #require(
      decided.split(separator: ",").first { $0.contains("sequence") }?.split(separator: ":").last)
    let shown = try place.run("show", "app.journal", String(sequence)).output
    #expect(shown.contains("origin   entry \(request), in 'app.journal-damaged-1'"), "\(shown)")
  }
}
