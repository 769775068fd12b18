import Foundation
import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// Runs the code of the recipes.
@MainActor
struct RecipeTests {
  private let journal: TestJournal

  init() throws { journal = try TestJournal(RecipeShop.table()) }

  private final class Stack: RecipeShop.ScreenStack {
    var names: [String] = []
    func show(_ screens: [ScreenNode]) { names = screens.map(\.name) }
  }

  @Test func `a coordinator shows what the session decided`() throws {
    let session = journal.launch()
    let stack = Stack()
    let coordinator = RecipeShop.ShopCoordinator(session, stack)
    session.onChange = { _ in coordinator.update() }
    coordinator.update()
    #expect(stack.names == ["catalog"])
    coordinator.productTapped(7)
    session.open("/products/8")
    #expect(stack.names == ["catalog", "product", "product"])
    coordinator.didGoBack(to: try #require(session.display.node(named: "catalog")))
    #expect(stack.names == ["catalog"])  // over both at once
    session.onChange = nil
    try journal.requireReplays(of: session)
  }

  @Test func `a notification opens what its fields say, once`() throws {
    let session = journal.launch { RecipeShop.takeNotifications(in: &$0) }
    let moment = RouteInstant(microseconds: 1_700_000_000_000_000)
    let tap = Entrance.notificationResponse(to: "n-1", deliveredAt: moment, info: ["id": "7"])
    #expect(session.open(tap).outcome == .shown)
    #expect(session.open(tap).repeated == .shown)
    #expect(session.notation == "main[shop*[catalog product(id: 7)] account[profile]]")
    let button = Entrance.notificationResponse(
      "TRACK", to: "n-2", deliveredAt: moment, info: ["order": "5"])
    #expect(session.open(button).outcome == .shown)
    #expect(session.notation.hasSuffix("account*[profile order(id: 5)]]"))
    let closed = Entrance.notificationResponse(
      Entrance.dismissed, to: "n-4", deliveredAt: moment, info: ["id": "9"])
    #expect(session.open(closed).outcome == .alreadyShown)
  }

  @Test func `what another process leaves is opened by the app`() throws {
    let folder = TemporaryFolder()
    let place = RouteSession.Location.file(folder.path + "/journal.sqlite")
    let session = RouteSession.launch(try RecipeShop.table(), at: place)
    try RecipeShop.leaveOrder(5, for: place)
    #expect(throws: StoreError.refused(reason: "a journal in memory has no drop box")) {
      try RecipeShop.leaveOrder(5, for: .memory)
    }
    session.background()
    session.foreground()
    #expect(session.notation == "main[shop[catalog] account*[profile order(id: 5)]]")
    session.end()
  }

  @Test func `a handoff shows the product on the other device, once`() throws {
    let info = try RecipeShop.handoff(of: RecipeShop.Product(id: 7), id: "A1")
    #expect(info == ["link": "/products/7", "source": "A1"])
    let other = journal.launch()
    #expect(RecipeShop.continueHandoff(info, in: other)?.outcome == .shown)
    #expect(RecipeShop.continueHandoff(info, in: other)?.repeated == .shown)
    #expect(RecipeShop.continueHandoff(["link": "/products/7"], in: other) == nil)
    #expect(other.notation == "main[shop*[catalog product(id: 7)] account[profile]]")
    try journal.requireReplays(of: other)
  }
}
