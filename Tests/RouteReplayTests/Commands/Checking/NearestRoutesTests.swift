import Foundation
import Testing

/// The routes that `explain` names for a link that no route takes.
@Suite struct NearestRoutesTests {
  let place = Workplace()

  init() {
    var routes = (0..<20).map { "{ id: \"r\($0)\", patterns: [\"/area\($0)/list\"], \(Self.end)" }
    routes += [
      "{ id: \"order\", patterns: [\"/orders/:id\"], \(Self.end)",
      "{ id: \"lines\", patterns: [\"/shop/orders/:id/lines\"], \(Self.end)",
      "{ id: \"settings\", patterns: [\"/settings\"], \(Self.end)",
    ]
    place.write(
      "near.json",
      "{ format: \"route-table/1\", tree: \"main/stack[home]\", "
        + "routes: [\(routes.joined(separator: ","))] }")
  }

  private static let end = "destination: [{ push: \"home\" }] }"

  private func first(_ link: String) throws -> [String] {
    let result = try place.run("explain", "--routes", "near.json", link).expect(1)
    let lines = result.output.split(separator: "\n").map(String.init)
    let start = try #require(lines.firstIndex(of: "routes"))
    return lines[(start + 1)...].compactMap { line in
      line.split(separator: " ").first.map(String.init)
    }
  }

  @Test func `a misspelled word, a lost or added segment and another case are near`() throws {
    #expect(try first("/order/7").first == "order")
    #expect(try first("/ORDERS/7").first == "order")
    #expect(try first("/orders").first == "order")
    #expect(try first("/en/orders/7").first == "order")
    #expect(try first("/orders/7/items").first == "order")
    #expect(try first("/shop/order/7/lines").first == "lines")
    #expect(try first("/setings").first == "settings")
    #expect(try first("/orders%2F7").first == "order")
  }

  @Test func `a path that resembles no route is reported`() throws {
    try place.run("explain", "--routes", "near.json", "/zzzzzz/yyyyyyyy/xxxxxx/wwww").expect(
      1, says: "no pattern is close to it")
  }

  @Test func `a word resembles a literal within a third of its letters`() throws {
    #expect(try first("/sttngs").first == "settings")
    try place.run("explain", "--routes", "near.json", "/stngs").expect(
      1, says: "no pattern is close to it")
  }

  @Test func `long words of a link are not compared with short literals`() throws {
    let routes = (0..<2_000).map {
      "{ id: \"r\($0)\", patterns: [\"/shelf\($0)/list\"], \(Self.end)"
    }
    place.write(
      "many.json",
      "{ format: \"route-table/1\", tree: \"main/stack[home]\", "
        + "routes: [\(routes.joined(separator: ","))] }")
    let word = "/" + String(repeating: "w", count: 64)
    try place.run(
      "explain", "--routes", "many.json", String(repeating: word, count: 64)
    ).expect(1, says: "no pattern is close to it")
  }

  @Test func `a path without its slash has no other segment`() throws {
    try place.run("explain", "--all", "--routes", "near.json", "shop:orders/7").expect(
      1, says: "order /orders/:id", "the path does not begin with a slash", lacks: "segment 1 is")
    try place.run("explain", "--all", "--routes", "near.json", "shop:/order/7").expect(
      1, says: "segment 1 is 'order', not 'orders'", lacks: "does not begin with")
  }

  @Test func `the reading of a link is shown, also of one without a route`() throws {
    try place.run("explain", "--routes", "near.json", "/%73ettings/").expect(
      0, says: "in its one form, from '/%73ettings/'", "without regard to a slash at the end")
    try place.run("explain", "--routes", "near.json", "/caf%c3%a9").expect(
      1, says: "in its one form, from '/caf%c3%a9'")
    let plain = try place.run("explain", "--routes", "near.json", "/settings").expect(0)
    #expect(!plain.output.contains("in its one form"))
  }
}
