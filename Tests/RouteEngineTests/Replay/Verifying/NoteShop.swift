import Foundation
import RouteTestSupport
import Testing

@testable import RouteEngine
@testable import RouteStore

extension Scenario {
  /// A shop in which customers open products and write notes of their own.
  ///
  /// - Parameters:
  ///   - interceptors: the interceptors that are asked before a note is shown.
  ///   - more: further routes.
  @MainActor static func noteShop(asking interceptors: [String] = [], _ more: Route...) -> Scenario
  {
    Scenario(
      screens: [.product, .note],
      routes: [
        .product,
        Route(
          "note", patterns: ["/notes/:text"],
          destination: Destination([Step(.select, "shop"), Step(.push, "note", find: .none)]),
          interceptors: interceptors),
      ] + more)
  }
}

extension Route {
  /// An order, which only a signed-in person can see.
  static let order = Route("order", "/orders/:id", to: [.push("product")]).asks("signedIn")
}

extension TestJournal {
  /// A session of the note shop, in which a note waits until somebody has signed in.
  func launchShop(
    at path: String? = nil, configure: (inout RouteSession.Configuration) -> Void = { _ in }
  ) -> RouteSession {
    launch(at: path) {
      $0.answer("signedIn") { $0.principal == nil ? .wait(condition: "signedIn") : .allow }
      configure(&$0)
    }
  }

  /// Opens a product, a note that waits, and another product.
  func fillShop() {
    let session = launchShop()
    session.open("/products/1", source: "mail-1")
    session.open("/notes/mine", source: "mail-2")
    session.open("/products/3")
  }

  /// Requires that links of these sources take no effect again.
  func requireDuplicates(
    _ session: RouteSession, _ links: KeyValuePairs<String, String>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for (source, link) in links {
      let again = session.open(link, source: source)
      #expect(
        again.outcome?.word == "duplicate", "\(source): \(again)", sourceLocation: sourceLocation)
    }
  }

  /// Requires that the first product and the note of ``fillShop()`` are known.
  func requireShop(
    _ session: RouteSession, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    requireDuplicates(
      session, ["mail-1": "/products/1", "mail-2": "/notes/mine"], sourceLocation: sourceLocation)
    #expect(session.state.waiting.count == 1, sourceLocation: sourceLocation)
  }

  /// Requires what ``requireShop(_:)`` requires, and that the note has its text for the person who
  /// signs in.
  func requireWholeShop(
    _ session: RouteSession, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try requireShop(session, sourceLocation: sourceLocation)
    session.signal("signedIn", principal: "ann")
    #expect(session.state.waiting.isEmpty, sourceLocation: sourceLocation)
    let shown = try #require(session.state.tree.visibleLeaf()?.parameters)
    #expect(session.revealed(shown)["text"] == "mine", sourceLocation: sourceLocation)
  }

  /// Damages the newest entry of the file, which no process has open.
  func damage() throws {
    try Connection(path: path, mode: .write).execute(Self.damagingNewestEntry)
  }

  /// SQL that changes the newest entry.
  static var damagingNewestEntry: String {
    "UPDATE journal SET link = '/x' WHERE sequence = (SELECT max(sequence) FROM journal)"
  }

  /// Changes the file's tables so that prepared statements no longer fit: SQLite reports that.
  func damage(under session: RouteSession) throws {
    let connection = try Connection(path: path, mode: .write)
    try connection.execute("PRAGMA writable_schema=ON")
    try connection.execute("DROP TABLE seen")
    try session.recorder.journal.connection.execute("PRAGMA query_only=ON")
  }

  /// The mark beside the journal.
  var mark: AsideMark { AsideMark(beside: path) }

  /// Makes a mark that names a file.
  func leaveMark(_ number: Int = 1) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path + "-aside", withDestinationPath: "journal.sqlite-damaged-\(number)")
  }

  /// Makes the session create its new file, which has no entry yet.
  func makeNewFile(of session: RouteSession) throws {
    clock.advance(by: 60_000_000)
    let recovery = session.recorder.recover(
      at: session.now, state: session.state, isForced: false)
    guard case .anew? = recovery else { throw ScenarioMistake("\(session.health)") }
  }

  /// Puts something in the place of a file to be made: a new journal, or its log.
  func obstruct(_ suffix: String) throws {
    try FileManager.default.createDirectory(
      atPath: path + suffix + "/full", withIntermediateDirectories: true)
  }

  /// Removes what has the journal's name with that suffix.
  func clear(_ suffix: String) throws {
    try FileManager.default.removeItem(atPath: path + suffix)
  }

  /// Moves the file away, as when a folder or a volume is unavailable for a while.
  func takeAway() throws {
    try FileManager.default.moveItem(atPath: path, toPath: file("away.sqlite"))
  }

  /// Moves the file back.
  func bringBack() throws {
    try FileManager.default.moveItem(atPath: file("away.sqlite"), toPath: path)
  }

  /// Counts as many launches in a row as make the journal suspect.
  func countLaunches() {
    LaunchCount(beside: path, host: RouteSession.Configuration().hostDigest).write(6)
  }

  /// The place of the session's damaged file; throws when the session has not begun a new one.
  func setAside(of session: RouteSession) throws -> RouteSession.SetAside {
    guard case .recordingAnew(let setAside) = session.health else {
      throw ScenarioMistake("\(session.health)")
    }
    return setAside
  }
}
