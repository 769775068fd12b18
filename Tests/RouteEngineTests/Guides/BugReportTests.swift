import Foundation
import RouteEngine
import RouteReplay
import RouteTesting
import Testing

private typealias Shop = TestedApp.Shop

/// A journal that a user of an earlier version sent, kept beside the tests.
@MainActor
struct BugReportTests {
  // guide:
  @Test func `bug 41: an order does not open in whatever tab is selected`() throws {
    let report = URL(filePath: "../Fixtures/bug-41.sqlite", relativeTo: URL(filePath: #filePath))
    let host = ReplayHost(try Shop.table()) { Shop.contribute(to: &$0) }
    let rerun = try host.rerun(report.path, with: host.table)
    #expect(rerun.divergences.map(\.target) == ["/orders/7"])
    let difference = rerun.divergences.first?.lines.first
    #expect(difference == "changes: in main > home: order(id: 7) -> nothing")
  }
  // :guide

  /// The earlier version, which opens an order in the tab that is selected.
  private func recordedTable() throws(RouteTable.Mistakes) -> RouteTable {
    try RouteTable(tree: "main/tabs[ home/stack*[feed]  shop/stack[catalog] ]") {
      DeclaredScreen(Shop.Order.self)
      DeclaredScreen(Shop.Login.self)
      Route("order", "/orders/:id", to: [.push(Shop.Order.self)]).asks("signedIn")
      Route("login", "/login", to: [.present(Shop.Login.self, style: .sheet)])
    }
  }

  /// `ROUTE_GOLDEN=write` records the report if it is missing.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["ROUTE_GOLDEN"] == "write"))
  func `the bug report is recorded when it is missing`() throws {
    let path = URL(filePath: "../Fixtures/bug-41.sqlite", relativeTo: URL(filePath: #filePath)).path
    guard !FileManager.default.fileExists(atPath: path) else { return }
    let journal = try TemporaryJournal()
    let session = journal.launch(try recordedTable()) {
      $0.appVersion = "1"
      Shop.contribute(to: &$0)
    }
    session.open("/orders/7")
    session.report(.dismissed(nil))
    session.signal("signedIn", principal: "user-1")
    #expect(session.notation == "main[home*[feed order(id: 7)] shop[catalog]]")
    session.end()
    try session.writeReportCopy(to: path)
  }
}
