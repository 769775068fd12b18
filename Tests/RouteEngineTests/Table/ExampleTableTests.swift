import Foundation
import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

@testable import shop_terminal

extension PackageFile {
  fileprivate static let accessLog = "../shared/data/access-log/semicomplete.log"

  /// The links of a list, without comments.
  fileprivate static func links(_ path: String) throws -> [String] {
    try lines(path).filter { !$0.hasPrefix("#") }
  }
}

@Suite @MainActor struct ShopTableTests {
  let table: RouteTable

  init() throws { table = try Shop.table() }

  /// A session in memory in which every interceptor allows everything.
  private func session() -> RouteSession {
    let visitor = Terminal.Visitor()
    visitor.isGrownUp = true
    let session = RouteSession.launch(table, at: .memory) {
      Terminal.answerQuestions(of: &$0, visitor)
    }
    session.signal("signedIn", principal: "user-1")
    return session
  }

  @Test func `the table in Swift and the table file are the same`() throws {
    try requireSame(table, as: PackageFile.text("Examples/shop/routes.json5"))
  }

  @Test func `the terminal takes the words that its help offers`() throws {
    let offered = try #require(Terminal.help.firstMatch(of: /resume \[([^\]]+)\]/))
    let words = offered.output.1.split(separator: "|").map(String.init)
    #expect(words == WaitingRequest.ResumePolicy.allCases.map(\.rawValue))
  }

  @Test func `every route is taken by a link of the list`() throws {
    let links = try PackageFile.links("Examples/shop/links.txt")
    #expect(links.count >= 200)
    let taken = links.compactMap { try? RouteLink($0) }.compactMap { table.match($0)?.route }
    #expect(Set(table.routes.map(\.identifier)).subtracting(taken) == [])
  }

  @Test func `every route can be reached from the first screen`() async throws {
    var reached: Set<String> = []
    for text in try PackageFile.links("Examples/shop/links.txt") {
      guard let link = try? RouteLink(text), let match = table.match(link),
        let route = match.route, !reached.contains(route)
      else { continue }
      let outcome = await session().open(text).ended()
      if outcome?.isSuccess == true { reached.insert(route) }
    }
    #expect(Set(table.routes.map(\.identifier)).subtracting(reached) == [])
  }

  @Test func `every link of the list has an outcome, a refused one has no effect`() async throws {
    let session = session()
    for link in try PackageFile.links("Examples/shop/links.txt") {
      let before = session.state.tree
      let opening = session.open(link)
      let outcome = await opening.ended()
      #expect(opening.isRecorded)
      if outcome?.isSuccess != true { #expect(session.state.tree == before, "\(link)") }
      if session.state.tree.visibleLeaf()?.kind == Shop.Maintenance.kind {
        session.report(.dismissed(nil))
      }
    }
  }

  @Test func `every link of the journey ends on a screen`() async throws {
    let session = session()
    for link in try PackageFile.links("Examples/shop/journeys.txt") {
      let outcome = await session.open(link).ended()
      #expect(outcome?.isSuccess == true, "\(link): \(outcome?.description ?? "waiting")")
    }
  }

  @Test func `every screen can be opened by its typed value`() async throws {
    let session = session()
    #expect(await session.open(Shop.Product(id: 7), by: "product").ended() == .shown)
    #expect(await session.open(Shop.Settings(section: .privacy)).ended() == .shown)
    let shown = session.table.notation(of: session.state.tree)
    #expect(shown.contains("settings(section: \"privacy\")"), "\(shown)")
  }
}

/// C16: a log-in that an interceptor shows through the session itself.
@Suite @MainActor struct ShopLogInTests {
  private func session() throws -> RouteSession {
    RouteSession.launch(try Shop.table(), at: .memory) {
      // Another test may use the processor for longer than a link waits.
      $0.clock = ManualClock().sessionClock
      Terminal.answerQuestions(of: &$0, Terminal.Visitor())
    }
  }

  /// Opens a link that needs a log-in and lets its interceptor run until it waits.
  private func openGuarded(_ link: String, in session: RouteSession) async -> Opening {
    let opening = session.open(link)
    while session.state.waiting.contains(where: { $0.status == .received }) { await Task.yield() }
    return opening
  }

  @Test func `signing in ends what waited, in order, and no second log-in opens`() async throws {
    let session = try session()
    let first = await openGuarded("/orders/7", in: session)
    let second = await openGuarded("/account/cards", in: session)
    #expect(session.notation.hasSuffix("]^sheet:login"))
    session.report(.dismissed(nil))
    session.signal("signedIn", principal: "anna")
    #expect(await first.ended() == .shown)
    #expect(await second.ended() == .shown)
    #expect(session.notation.contains("account*[menu[profile] detail[cards]]"))
  }

  @Test func `giving a condition up denies what waits for it and changes no screen`() async throws {
    let session = try session()
    let opening = await openGuarded("/orders/7", in: session)
    session.report(.dismissed(nil))
    let before = session.state.tree
    session.giveUp("signedIn", reason: "the log-in was closed")
    #expect(await opening.ended() == .denied(reason: "the log-in was closed"))
    #expect(session.state.tree == before)
    #expect(!session.state.hasParkedRequests)
    // The waiting request is gone: a later log-in resumes nothing.
    session.signal("signedIn", principal: "anna")
    #expect(session.open("/help").outcome == .shown)
  }
}

@Suite @MainActor struct SemicompleteTableTests {
  private func table() throws -> RouteTable {
    try RouteTable(json: PackageFile.bytes("Examples/semicomplete/routes.json"))
  }

  @Test func `the table of the real site has no mistakes`() throws {
    #expect(try (25...40).contains(table().routes.count))
  }

  @Test(.enabled(if: PackageFile.exists(PackageFile.accessLog), "there is no access log"))
  func `most requests of the real log end on a screen, the others are not found`() throws {
    let session = RouteSession.launch(try table(), at: .memory)
    var counts: [String: Int] = [:]
    for line in try PackageFile.lines(PackageFile.accessLog).prefix(2_000) {
      let path = try #require(line.split(separator: "\"").dropFirst().first).split(separator: " ")[
        1]
      let outcome = try #require(session.open(String(path)).outcome)
      counts[outcome.word, default: 0] += 1
      if case .failed = outcome { Issue.record("\(path): \(outcome)") }
    }
    #expect(counts["shown", default: 0] + counts["alreadyShown", default: 0] > 1_300)
    #expect(counts["notFound", default: 0] > 200)
  }
}
