import Bakery
import RouteTesting
import Testing

@MainActor
struct BakeryTests {
  private let bakery: Scenario

  init() throws { bakery = Scenario(try Bakery.table()) { Bakery.contribute(to: &$0) } }

  @Test func `the app contributes all code that the table names, and nothing else`() throws {
    try bakery.requireContributions()
  }

  @Test func `an order opens after the log-in, also when the app is killed between`() throws {
    try bakery.run(
      """
      open: bakery://orders/5 -> waiting
      shows: login
      kill
      signal: signedIn as user-1
      tree: main/tabs[breads/stack[shelf] orders/stack*[history order(id: 5)]]
      """)
  }

  @Test func `a log-in that is closed gives up the order`() throws {
    try bakery.run(
      """
      open order: bakery://orders/5 -> waiting
      fact: dismissed
      outcome order: denied: login was closed
      """)
  }
}
