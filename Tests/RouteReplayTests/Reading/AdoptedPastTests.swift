import Foundation
import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

@testable import RouteReplayProgram

/// A file that replaces one that was set aside: its entries from the old file name that file.
@MainActor
@Suite struct `Content from a file that was set aside` {
  let place = Workplace()
  private let path: String
  private let table: RouteTable
  /// An action that has been pending since before.
  private let action: Int64
  private let request: Int64

  init() throws {
    path = place.path("app.journal")
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
    try place.run("show", "app.journal", "\(action)").expect(
      2, notes: "action \(action) (trackView) began in 'app.journal-damaged-1'")
    try place.run("show", "app.journal", "\(request)").expect(
      notes: "request \(request) (/orders/3) began in 'app.")
    try place.run("show", "app.journal", "1").expect(2, notes: "entry 1 lay in 'app.")
    try place.run("show", "app.journal", "9999").expect(2, notes: "the newest is")
  }

  @Test(
    arguments: [
      "tree app.journal --at", "routes app.journal --at", "diff app.journal",
      "log app.journal --to", "bisect app.journal --where suspended --to",
      "report app.journal --out none.html --to",
    ])
  func `is an entry and no action where a position is asked for`(line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    try place.run(words + ["\(action)"]).expect(
      2, notes: "entry \(action) lay in 'app.journal-damaged-1', which was set aside")
  }

  @Test func `is not told as pruned where an anchor, a session or no such entry is asked for`()
    throws
  {
    let (earlier, kept) = ("app.journal-damaged-1", "; 'verify' checks it with that file")
    let anchor = try #require(try History(path: place.path(earlier)).anchor(at: 1))
    let base = try History(path: path).base()
    try place.run("verify", "app.journal", "--anchor", "\(anchor)").expect(
      4, notes: "entry 1 lay in '\(earlier)', which was set aside, and its anchor")
    try place.run("verify", "app.journal", "--anchor", "\(base)").expect(0)
    let other = JournalAnchor(sequence: base.sequence, digest: .zero)
    try place.run("verify", "app.journal", "--anchor", "\(other)").expect(4, notes: kept)
    try place.run("log", "app.journal", "--session", "1").expect(
      2, notes: "session 1 lay in '\(earlier)', which was set aside")
    try place.run("tree", "app.journal", "--at", "9999").expect(
      2, notes: "this file goes on after entry \(base.sequence), and the newest is")
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
    try place.run("log", "app.journal", "--outcome", "waiting").expect(
      notes: "request \(waiting) began in 'app.journal-damaged-2'")
    try place.run("app.journal").expect(says: "1 waiting")
  }

  @Test func `is named by actions`() throws {
    try place.run("actions", "app.journal", "show", "\(action)").expect(
      0, notes: "lay in 'app.journal-damaged-1', which was set aside")
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
    try place.run("actions", "app.journal", "show", "\(action)").expect(
      2, notes: "is over; it began in 'app.")
    try place.run("log", "app.journal", "--grep", "trackView \(action)").expect(says: "done")
  }

  @Test func `has a row in each of the two files where both are asked`() throws {
    let query =
      "SELECT count(*) AS told, count(outcome) AS ended FROM v_request "
      + "WHERE request_sequence = \(request)"
    try place.run("sql", "app.journal", "app.journal-damaged-1", query, "-o", "jsonl").expect(
      says: #"{"told":2,"ended":1}"#)
  }

  @Test func `keeps its link in the list of entries`() throws {
    let decided = try place.run("log", "app.journal", "--outcome", "shown", "-o", "jsonl").expect(
      says: #""link":"/orders/3""#
    ).output
    let sequence = try #require(
      decided.split(separator: ",").first { $0.contains("sequence") }?.split(separator: ":").last)
    try place.run("show", "app.journal", String(sequence)).expect(
      says: "origin   entry \(request), in 'app.journal-damaged-1'")
  }
}
