import RouteEngine
import RouteTestSupport
import RouteTesting
import Testing

/// The guide to logging shows the lines that a real session logs.
@MainActor
struct LoggingTests {
  @Test func `the lines in the guide are those of its session`() throws {
    let page = try PackageFile.text("Sources/RouteEngine/RouteEngine.docc/logging.md")
    let shown = GuideTests.pieces(of: page, from: "```text", to: "```")
    let clock = ManualClock()
    var lines: [String] = []
    let session = try LoggedShop.launch(with: clock.sessionClock) { lines.append($0) }
    session.open("/orders/7")
    clock.advance(by: .microseconds(5_200_310))
    session.signal("signedIn", principal: "user-1")
    #expect([lines.joined(separator: "\n")] == shown)
  }
}
