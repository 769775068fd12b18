import RouteAnalytics
import RouteStore
import RouteTestSupport
import Testing

/// The data of visits and their views about the requests in them.
@Suite struct VisitTests {
  @Test func `a request that waits at once opens its visit`() throws {
    var history = HandMadeHistory()
    history.begin("d", "1.0", "clean", at: 86_400_000_000)
    history.add(1, 0) { $0.screenAfter = "feed" }
    let waiting = history.add(5, 1_000_000) {
      ($0.request, $0.entryPoint) = ($0.sequence, "push")
      ($0.route, $0.variant) = ("item", "B")
      ($0.screenBefore, $0.screenAfter) = ("feed", "feed")
    }
    history.show("bag", 2_000_000, "url", variant: "A", took: 300)
    history.add(4, 60_000_000) {
      ($0.request, $0.outcome) = (waiting, "shown")
      ($0.screenBefore, $0.screenAfter) = ("bag", "item")
    }
    let sql = "SELECT requests, entry_point, variant_route, variant FROM v_visit"
    #expect(try history.rows(sql) == ["2 push item B"])
  }

  @Test func `a visit's first view belongs to the request that showed its screen`() throws {
    var history = HandMadeHistory()
    func fail(_ after: Int64, _ before: String?, _ screen: String) {
      history.add(4, after) {
        ($0.entryPoint, $0.outcome) = ("url", "notFound")
        ($0.screenBefore, $0.screenAfter) = (before, screen)
      }
    }
    history.begin("d", "1.0", "clean", at: 86_400_000_000)
    history.add(1, 0) { $0.screenAfter = "feed" }
    fail(3_600_000_000, "feed", "feed")
    history.show("item", 3_660_000_000, "url", variant: "A", took: 300)
    history.show("bag", 9_000_000_000, "url", variant: "A", took: 300)
    fail(15_000_000_000, nil, "bag")
    let sql = "SELECT view_id, screen, request_id FROM v_screen_view ORDER BY view_sequence"
    #expect(
      try history.rows(sql) == [
        "s1:1 feed -", "s1:2 feed -", "s1:3 item s1:3", "s1:4 bag s1:4", "s1:5 bag -",
      ])
  }

  @Test func `a screen that another table brought is a view from the next entry on`() throws {
    var history = HandMadeHistory()
    func end(_ after: Int64, _ outcome: String, _ before: String, _ screen: String) {
      history.add(4, after) {
        ($0.entryPoint, $0.outcome) = ("url", outcome)
        ($0.screenBefore, $0.screenAfter) = (before, screen)
      }
    }
    history.begin("d", "1.0", "clean", at: 86_400_000_000)
    history.add(1, 0) { $0.screenAfter = "feed" }
    end(10_000_000, "shown", "feed", "item")
    history.add(16, 20_000_000)
    end(25_000_000, "notFound", "home", "home")
    end(40_000_000, "shown", "home", "bag")
    let sql = """
      SELECT view_id, screen, next_screen, request_id, dwell_us / 1000000 FROM v_screen_view
      ORDER BY view_sequence
      """
    #expect(
      try history.rows(sql) == [
        "s1:1 feed item - 10", "s1:2 item home s1:2 15", "s1:4 home bag - 15",
        "s1:5 bag - s1:5 20",
      ])
  }
}
