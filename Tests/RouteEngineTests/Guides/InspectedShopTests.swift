import RouteEngine
import RouteTestSupport
import RouteTesting
import Testing

/// The guide to inspections shows the text that a real session gives.
@MainActor
struct InspectedShopTests {
  @Test func `the text in the guide is that of its session`() throws {
    let page = try PackageFile.text("Sources/RouteEngine/RouteEngine.docc/seeing-it-run.md")
    let shown = GuideTests.pieces(of: page, from: "```text", to: "```")
    let clock = ManualClock()
    let session = try LoggedShop.launch(with: clock.sessionClock) { _ in }
    session.open("/orders/7")
    clock.advance(by: .microseconds(5_200_310))
    session.ready()
    var text: [String] = []
    var drawn: [String] = []
    InspectedShop.show(session, as: { text.append($0) }) { title, text, _ in
      drawn.append("\(title): \(text)")
    }
    #expect(text == shown)
    #expect(drawn.contains("Screens: └─ home  <- visible, ready"))
  }
}
