import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// S2 and B5: all entrances of an app give values that become requests in the same way.
@MainActor
struct EntranceTests {
  private let stage = TestJournal(of: .shop())
  private let moment = RouteInstant(microseconds: 1_700_000_000_250_000)

  /// A session that translates "go", and the questions that its translator received.
  private final class Asking {
    var fields: [Parameters] = []
  }

  private func launch(_ asking: Asking = Asking()) -> RouteSession {
    stage.launch { configuration in
      for name in ["go", Entrance.opened] {
        configuration.translate(name) { asked in
          var fields = Parameters()
          for element in asked.parameters { fields[element.name] = asked.value(of: element.name) }
          asking.fields.append(fields)
          guard case .int(let id)? = fields["product"] else { return [] }
          return [.route("gone", [:]), .route("product", ["id": .int(id)])]
        }
      }
    }
  }

  nonisolated private static let values: [Entrance] = [
    .url("https://shop.example/products/7"), .universalLink("https://shop.example/products/7"),
    .userActivity("go", webPage: "https://shop.example/elsewhere", info: ["product": 7]),
    .shortcutItem("go", info: ["product": 7]),
    .notificationResponse(
      to: "n-1", deliveredAt: RouteInstant(microseconds: 5), info: ["product": 7]),
    .customValue("go", info: ["product": 7]),
  ]

  @Test(arguments: values)
  func `S2: every entry point leads to the same screen, taken at once`(entrance: Entrance) throws {
    let session = launch()
    let opening = session.open(entrance)
    #expect(opening.accepted)
    #expect(opening.outcome == .shown)
    #expect(session.notation == "main[home[feed] shop*[catalog product(id: 7)]]")
    let request = try #require(try stage.entries().compactMap(\.request).last)
    #expect(request.entryPoint == entrance.entryPoint)
    #expect(request.source == entrance.source)
    try stage.requireReplays(of: session)
  }

  @Test(arguments: [
    Entrance.userActivity("untranslated", webPage: "https://shop.example/products/7"),
    .shortcutItem("untranslated", info: ["link": "/products/7"]),
    .customValue("untranslated", info: ["link": "/products/7"]),
  ])
  func `S2: a value without a translator leads where its link leads`(entrance: Entrance) throws {
    let session = launch()
    #expect(session.open(entrance).outcome == .shown)
    #expect(session.state.tree.visibleLeaf()?.kind == "product")
    try stage.requireReplays(of: session)
  }

  @Test func `S2: of a notification only a tap follows the link`() throws {
    let session = stage.launch()
    let link: ReceivedInfo = ["link": "/products/7"]
    func response(_ action: String) -> Entrance {
      .notificationResponse(action, to: "n-1", deliveredAt: moment, info: link)
    }
    let before = session.state.tree
    #expect(session.open(response(Entrance.dismissed)).outcome == .alreadyShown)
    #expect(
      session.open(response("archive")).outcome
        == .failed(step: 0, reason: "no host code is registered for archive"))
    #expect(session.state.tree == before)
    let tap = Entrance.notificationResponse(to: "n-1", deliveredAt: moment, info: link)
    #expect(session.open(tap).outcome == .shown)
    try stage.requireReplays(of: session)
  }

  @Test func `S2: the translator of a dismissed notification may open something`() throws {
    let session = stage.launch {
      $0.translate(Entrance.dismissed) { asked in
        asked.value(of: "product") == nil ? [] : [.route("product", ["id": 7])]
      }
    }
    func dismissed(_ info: ReceivedInfo) -> Entrance {
      .notificationResponse(Entrance.dismissed, to: "n-1", deliveredAt: moment, info: info)
    }
    #expect(session.open(dismissed([:])).outcome == .alreadyShown)
    #expect(session.open(.customValue(Entrance.dismissed)).outcome == .notFound)
    let other = Entrance.notificationResponse(
      Entrance.dismissed, to: "n-2", deliveredAt: moment, info: ["product": 7])
    #expect(session.open(other).outcome == .shown)
    try stage.requireReplays(of: session)
  }

  @Test func `S2: texts from a translator are read like those of a link`() throws {
    let session = stage.launch {
      $0.translate("push") { asked in
        asked.value(of: "product").map { [.route("product", ["id": $0])] } ?? []
      }
    }
    #expect(session.open(.customValue("push", info: ["product": "7"])).outcome == .shown)
    #expect(session.notation == "main[home[feed] shop*[catalog product(id: 7)]]")
    let before = session.state
    let opening = session.open(.customValue("push", info: ["product": "seven"]))
    #expect(opening.outcome?.word == "failed")
    #expect(session.state == before)
    try stage.requireReplays(of: session)
  }

  private struct Product: ScreenKind { var id: Int }

  @Test func `S2: a notification's fields are the parameters of a screen`() throws {
    let session = stage.launch { $0.translate(Entrance.opened, to: Product.self) }
    func tap(_ notification: String, _ info: ReceivedInfo) -> Outcome? {
      session.open(.notificationResponse(to: notification, deliveredAt: moment, info: info)).outcome
    }
    #expect(tap("n-1", ["id": "7", "campaign": "spring"]) == .shown)
    #expect(session.notation == "main[home[feed] shop*[catalog product(id: 7)]]")
    #expect(
      tap("n-2", ["campaign": "spring"])
        == .failed(step: 0, reason: "opened: product needs the field id, and it is missing"))
    #expect(
      tap("n-3", ["id": "seven"])
        == .failed(step: 0, reason: "opened: the field id of product is no int"))
    try stage.requireReplays(of: session)
  }

  @Test func `S2: a value with none of a screen's parameters leads where its link leads`() throws {
    let session = stage.launch {
      $0.translate(Entrance.opened, to: Product.self)
      $0.translate(Entrance.dismissed, to: Product.self)
    }
    func respond(_ notification: String, _ type: String, _ info: ReceivedInfo) -> Outcome? {
      session.open(
        .notificationResponse(type, to: notification, deliveredAt: moment, info: info)
      ).outcome
    }
    #expect(respond("n-1", Entrance.opened, ["link": "/products/7", "spring": true]) == .shown)
    #expect(session.notation == "main[home[feed] shop*[catalog product(id: 7)]]")
    #expect(
      respond("n-2", Entrance.opened, ["link": "/products/8", "id": "seven"])
        == .failed(step: 0, reason: "opened: the field id of product is no int"))
    #expect(respond("n-3", Entrance.dismissed, ["link": "/products/8"]) == .alreadyShown)
    try stage.requireReplays(of: session)
  }

  @Test func `S2: a link that came with a value and cannot be read ends its request`() throws {
    let session = stage.launch()
    let before = session.state
    let opening = session.open(.shortcutItem("untranslated", info: ["link": "http://"]))
    #expect(opening.outcome?.reason?.hasPrefix("no link: ") == true)
    #expect(!opening.accepted)
    #expect(session.state == before)
    try stage.requireReplays(of: session)
  }

  @Test func `S2: the translator reads the web page, and what was left out`() throws {
    let asking = Asking()
    let session = launch(asking)
    var info: ReceivedInfo = ["product": 7, "link": "/other"]
    info.leaveOut("aps", because: "a dictionary")
    session.open(.userActivity("go", webPage: "https://shop.example/7", info: info))
    #expect(
      asking.fields == [
        [
          "product": 7, "link": "https://shop.example/7",
          "leftOut": "aps (a dictionary), link (the web page stands there)",
        ]
      ])
  }

  @Test func `S2: no field of a value is in the journal in clear`() throws {
    let session = launch()
    session.open(.shortcutItem("go", info: ["product": 7, "name": "Anna Karenina"]))
    session.open(.userActivity("go", webPage: "https://shop.example/Anna"))
    let written = try stage.entries().map { "\($0.request.debugDescription) \($0.answers)" }
    #expect(!written.contains { $0.contains("Anna") })
    let points = try stage.entries().compactMap(\.request?.entryPoint)
    #expect(points == [.shortcutItem, .userActivity])
    let copy = stage.file("copy.sqlite")
    try session.writeReportCopy(to: copy)
    for word in ["Karenina", "example/Anna"] { #expect(try !stage.holds(word, at: copy)) }
  }

  @Test func `S2: a type beyond the bounds is refused and journaled without it`() throws {
    let session = launch()
    for type in ["", String(repeating: "x", count: 129)] {
      let opening = session.open(.shortcutItem(type))
      #expect(opening.outcome == .failed(step: 0, reason: "a value's type has 1 to 128 bytes"))
    }
    #expect(
      try stage.entries().suffix(2).map(\.request?.target) == [
        .value(type: "text", ["bytes": 0]), .value(type: "text", ["bytes": 129]),
      ])
    try stage.requireReplays(of: session)
  }

  @Test func `B5: a notification takes effect once, also across a relaunch`() throws {
    let tap = Entrance.notificationResponse(to: "n-1", deliveredAt: moment, info: ["product": 7])
    var first: RouteSession? = launch()
    #expect(first?.open(tap).outcome == .shown)
    first?.report(.popped(nil))
    let again = first?.open(tap)
    #expect(again?.repeated == .shown)
    #expect(again?.accepted == true)
    first = nil  // killed
    let second = launch()
    #expect(second.open(tap).repeated == .shown)
    #expect(second.notation == "main[home[feed] shop*[catalog]]")
    try stage.requireReplays(of: second)
  }

  @Test func `B5: a later delivery under the same identifier is another notification`() throws {
    let session = launch()
    for day in 0..<2 {
      let tap = Entrance.notificationResponse(
        to: "daily", deliveredAt: moment.advanced(byMicroseconds: Int64(day) * 86_400_000_000),
        info: ["product": .int(Int64(day))])
      #expect(session.open(tap).outcome == .shown)
    }
    #expect(session.notation == "main[home[feed] shop*[catalog product(id: 0) product(id: 1)]]")
  }
}

/// The fields of a request that a user info gives.
struct ReceivedInfoTests {
  private func fields(_ values: [String: ReceivedInfo.Received], _ limits: RouteLimits = .standard)
    -> Parameters
  {
    ReceivedInfo(values).fields(within: limits)
  }

  @Test func `valid parameters are kept, others are reported with the reason`() {
    #expect(
      fields([
        "id": .field(7), "price": .field(1.5), "new": .field(true), "name": .field("x"),
        "aps": .other("a dictionary"), "when": .other("a date"),
      ]) == [
        "id": 7, "price": 1.5, "new": true, "name": "x",
        "leftOut": "aps (a dictionary), when (a date)",
      ])
    #expect(fields(["id": .field(7)]) == ["id": 7])
  }

  @Test(arguments: ["two words", "", "naïve", "a:b", String(repeating: "x", count: 65), "leftOut"])
  func `fields with impossible names are left out`(name: String) {
    #expect(fields([name: .field(1)]).names == ["leftOut"])
  }

  @Test func `a long name of a field left out is shortened`() {
    let long = String(repeating: "é", count: 100)
    #expect(
      fields([long: .field(1)])
        == ["leftOut": .string("\(String(repeating: "é", count: 32))... (not a field's name)")])
  }

  @Test func `fields are bounded in number and bytes, and the first of them by name stay`() {
    var limits = RouteLimits.standard
    limits.queryItems = 2
    #expect(
      fields(["c": .field(3), "a": .field(1), "b": .field(2)], limits)
        == ["a": 1, "b": 2, "leftOut": "c (more than 2 fields)"])
    limits.linkBytes = 10
    #expect(
      fields(["a": .field("123456789"), "b": .field("too long"), "c": .field("")], limits)
        == [
          "a": "123456789",
          "leftOut": "b (more than 10 bytes in all), c (more than 10 bytes in all)",
        ])
  }

  @Test func `a flood of fields is read up to a bound, and reported in one line`() throws {
    var flood: [String: ReceivedInfo.Received] = [:]
    for index in 0..<1_000 { flood["k\(1_000 + index)"] = .field(.int(Int64(index))) }
    let kept = fields(flood)
    #expect(kept.count == 65)
    #expect(kept["k1063"] == 63)
    guard case .string(let line)? = kept["leftOut"] else { throw ScenarioMistake("\(kept)") }
    #expect(line.hasPrefix("744 values (more than 256 came), k1064 (more than 64 fields), "))
    #expect(line.hasSuffix(" and 177 more"))
  }
}
