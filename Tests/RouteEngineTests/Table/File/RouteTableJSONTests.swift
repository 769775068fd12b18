import RouteEngine
import RouteTestSupport
import Testing

/// Reads a table file that has mistakes, and returns them.
private func mistakes(in file: String) throws -> [RouteTableMistakes.Mistake] {
  let error = #expect(throws: RouteTableMistakes.self) {
    try RouteTable(text: file)
  }
  return try #require(error).mistakes
}

/// A table file around this list of routes and these members.
private func file(routes: String = "", screens: String = "item: {}", _ members: String = "")
  -> String
{
  """
  { format: "route-table/1", tree: "main/stack[home]", \(members)
    screens: { \(screens) }, routes: [ \(routes) ] }
  """
}

@Suite struct RouteTableMistakeTests {
  @Test func `a name that is too long is no part of the fields below it`() throws {
    let name = String(repeating: "a", count: 1_025)
    let long = "\(name): { private: [1, 2, 3], parameters: { a: [[], []] } }"
    for text in [file(screens: long), file(screens: "item: {}", "chains: { \(name): [1, 2] },")] {
      let found = try mistakes(in: text)
      #expect(
        found.map(\.message) == ["a name here has 1025 bytes, more than the 1024 allowed"])
      #expect(["screens", "chains"].contains(found[0].field), "\(found[0].field)")
    }
  }

  /// One mistake in nearly every line.
  static let broken = #"""
    {
      format: "route-table/2",
      tree: "main/stack[home",
      interceptors: ["maintenance", "has space"],
      screens: {
        product: { parameters: { id: "integer", coupon: "string?" }, private: ["voucher"] },
        order:   { parameters: { id: "int" }, identity: ["number"], version: "two" },
        cart:    { container: "stak", dismissible: "no" },
        login:   { colour: "red" },
      },
      routes: [
        { id: "order", patterns: ["/orders/:id(\\d+"],
          destination: [{ push: "ordr" }] },
        { patterns: ["/nameless"], destination: [{ push: "order" }] },
        { id: "order", destination: [{ pusch: "order" }, { push: "order", find: "somewhere" }] },
        { id: "empty", patterns: "/empty", destination: [] },
        { id: "nowhere" },
        { id: "sheet", destination: [{ push: "order", style: "sheet" },
                                     { present: "login", style: "huge", from: "cellar" },
                                     { push: "order", with: { id: "seven", name: ":name" } }],
          actions: [{ perform: "highlight", when: "later", expires: "soon" }, { with: {} }] },
      ],
    }
    """#

  static let messages = #"""
    2:11: format: expected "route-table/1", not "route-table/2"
    3:9: tree: at byte 15: expected "]" or a screen's name
    4:33: interceptors[1]: "has space" is no name: expected ASCII letters, digits, "_", "-" and "."
    6:34: screens.product.parameters.id: expected int, double, bool, string, uuid, \#
    date, json, bounds such as 0...255 or a list such as [int], perhaps with "?", or an array of \#
    cases
    6:76: screens.product.private[0]: product has no parameter voucher
    7:54: screens.order.identity[0]: order has no parameter number
    7:74: screens.order.version: expected a whole number, not a string
    8:27: screens.cart.container: expected one of stack, tabs, split, tripleSplit, not "stak"
    8:48: screens.cart.dismissible: expected true or false, not a string
    9:24: screens.login.colour: expected one of actions, answers, container, dismissible, \#
    identity, interceptors, leaving, migrations, parameters, private, restored, secret, version
    12:31: routes[0].patterns[0]: an open "(" at byte 11 of the pattern; expected ")"
    13:29: routes[0].destination[0].push: there is no screen ordr; the nearest is order
    14:5: routes[1].id: expected the route's identifier, found nothing
    15:11: routes[2].id: order is the identifier of routes[0] already
    15:43: routes[2].destination[0].pusch: expected one of select, push, pushAsRoot, replaceTop, \#
    tab, replaceTab, primary, supplementary, detail, present, root, pop, popTo, dismiss, switch, \#
    run, chain
    15:77: routes[2].destination[1].find: expected same, name, none, or an array of \#
    parameters, not "somewhere"
    16:30: routes[3].patterns: expected an array, not a string
    16:53: routes[3].destination: expected at least one step
    17:5: routes[4].destination: expected an array of steps, found nothing
    18:58: routes[5].destination[0].style: only a step that presents has style
    19:61: routes[5].destination[1].style: expected one of automatic, sheet, formSheet, full, \#
    overFull, current, overCurrent, popover, as in "sheet", "sheet(medium, 40%, 320)" or \#
    "sheet:drawer" for one of the app's own, not "huge"
    19:75: routes[5].destination[1].from: there is no screen cellar; expected a screen or \#
    one of current, topmost
    20:63: routes[5].destination[2].with.id: expected int, not "seven"
    20:78: routes[5].destination[2].with.name: order has no parameter name
    21:47: routes[5].actions[0].when: expected one of arrival, ready, result, not "later"
    21:65: routes[5].actions[0].expires: expected a time such as 30s, 5m, 12h or 7d
    21:75: routes[5].actions[1].perform: expected the action's name, found nothing
    """#

  @Test func `every mistake is reported with line, column, field and expectation`() throws {
    let expected = Self.messages.split(separator: "\n").map(String.init)
    #expect(try mistakes(in: Self.broken).map(\.description) == expected)
    #expect(expected.count > 20)
  }

  /// The places of mistakes or warnings, each with its field.
  private func places(of mistakes: [RouteTableMistakes.Mistake]) -> [String] {
    mistakes.map { "\($0.line ?? 0):\($0.column ?? 0) \($0.field)" }
  }

  @Test func `after chains and unreadable parts, places are still those of the file`() throws {
    let text = """
      { format: "route-table/1", tree: "main/tabs[home/stack*[feed] shop/stack]",
        chains: { shop: [{ select: "main" }, { select: "shop" }] },
        screens: { item: {}, "item.old": { identity: ["id"] } },
        routes: [
          { id: "a", patterns: ["/a"], destination: [
              { chain: "shop" }, { push: "itm" },
              { switch: [{ steps: [{ chain: "shop" }, { push: "itn" }] }] } ] },
          { id: "b", patterns: ["/b"], destination: [{ pop: "al" }, { push: "itm" }],
            actions: [{ when: "ready" }, { perform: "has space" }] },
          { id: "c", patterns: ["/c"], destination: [{ pusch: "item" }] },
          { id: "d", patterns: ["/d"], redirect: { rout: "c" } } ] }
      """
    #expect(
      places(of: try mistakes(in: text)) == [
        "3:49 screens.item.old.identity[0]", "6:36 routes[0].destination[1].push",
        "7:57 routes[0].destination[2].switch[0].steps[1].push",
        "8:55 routes[1].destination[0].pop", "8:71 routes[1].destination[1].push",
        "9:17 routes[1].actions[0].perform", "9:47 routes[1].actions[1].perform",
        "10:57 routes[2].destination[0].pusch", "11:44 routes[3].redirect",
        "11:52 routes[3].redirect.rout",
      ])
    let table = try RouteTable(
      text: """
        { format: "route-table/1", tree: "main/tabs[home news/stack[feed]]",
          chains: { a: [{ select: "main" }, { select: "home" }] }, screens: { item: {} },
          routes: [{ id: "r", patterns: ["/r"],
                     destination: [{ chain: "a" }, { push: "item" }] }] }
        """)
    #expect(places(of: table.warnings) == ["4:52 routes[0].destination[1].push"])
  }

  @Test func `the places of thousands of wrong screens are reported in time`() throws {
    let screens = (0..<5_000).map { "s\($0): { identity: [\"x\"] }," }.joined(separator: "\n")
    do throws(RouteTableMistakes) {
      _ = try RouteTable(text: file(screens: "\n" + screens))
      Issue.record("the mistakes were not found")
    } catch {
      #expect(error.count == 5_000)
      #expect(
        places(of: Array(error.mistakes.suffix(2))) == [
          "1001:20 screens.s998.identity[0]", "1002:20 screens.s999.identity[0]",
        ])
    }
  }

  @Test func `thousands of children of a router are read in time`() throws {
    let children = ((0..<20_000) + [7]).map { "{ router: \"r\($0)\" }" }.joined(separator: ",")
    do throws(RouteTableMistakes) {
      _ = try RouteTable(text: file("routers: [{ id: \"a\", children: [\(children)] }],"))
      Issue.record("the mistakes were not found")
    } catch {
      #expect(error.count == 20_000)
    }
  }

  @Test(arguments: [
    "full(medium)": "only a sheet or a formSheet rests at heights, not full",
    "sheet(medium, medium)": "a style has at most 8 heights, each once",
    "sheet(medium, 140%)": "\"140%\" is no height: medium, large, 40%, 320 or a name",
    "sheet:": "no name follows the colon",
    "sheet(medium": "\"(medium\" cannot follow \"sheet\"; heights stand in parentheses, at most "
      + "8: medium, large, 40%, 320 or a name",
    "sheet(1,2,3,4,5,6,7,8,9)": "\"(1,2,3,4,5,6,7,8,9)\" cannot follow \"sheet\"; heights stand "
      + "in parentheses, at most 8: medium, large, 40%, 320 or a name",
    "sheet:drawer x": "\" x\" cannot follow \"sheet:drawer\"; heights stand in parentheses, at "
      + "most 8: medium, large, 40%, 320 or a name",
  ])
  func `the wrong part of a style is reported`(text: String, problem: String) throws {
    let routes = """
      { id: "a", patterns: ["/x/:id"], destination: [{ present: "item", style: "\(text)" }] }
      """
    let found = try mistakes(in: file(routes: routes))
    #expect(found.map(\.message) == ["\(problem), in \"\(text)\""])
  }

  @Test func `patterns that take the same paths are named, both of them`() throws {
    let routes = """
      { id: "a", patterns: ["/x/:id"], destination: [{ push: "item" }] },
      { id: "b", patterns: ["/x/:name"], destination: [{ push: "item" }] }
      """
    let found = try mistakes(in: file(routes: routes))
    #expect(found.map(\.field) == ["routes[1].patterns[0]"])
    #expect(found[0].message.contains("routes[0].patterns[0]"))
    #expect(found[0].message.contains("priority"))
  }

  @Test func `for a file that is no JSON the first mistake is reported, with its place`() throws {
    let found = try mistakes(in: "{ format: \"route-table/1\",\n  tree \"main\" }")
    #expect(found.count == 1)
    #expect(found[0].field == "file")
    #expect(found[0].line == 2)
    #expect(found[0].column == 8)
  }

  @Test func `a duplicate name in an object is a mistake`() throws {
    let found = try mistakes(in: file(screens: "item: {}, item: {}"))
    #expect(found.count == 1)
    #expect(found[0].message.contains("\"item\" was used before"))
  }
}

@Suite struct RouteTableJSONTests {
  private static let routes = #"""
    { id: "item", version: 2, priority: 3, patterns: ["/items/:id(\\d+)", "/i/:id(\\d+)"],
      scene: "main", interceptors: ["signedIn"], open: ["utm_source"],
      destination: [
        { select: "home" },
        { push: "item", find: "name", update: true, with: { id: ":id", note: "::literal" } },
        { present: "item", find: "none", style: "full", from: "home",
          with: { id: 9007199254740993, weight: 0.1, isNew: true } },
        { pushAsRoot: "item" }, { replaceTop: "item" }, { root: "item" }, { run: "tidy" },
      ],
      actions: [{ perform: "highlight", with: { id: ":id" }, when: "ready", key: "k",
                  expires: "90s" }] },
    """#

  private static let screens = """
    item: { parameters: { id: "int", note: "string?", weight: "double?", isNew: "bool?" },
            version: 7, identity: ["id"], private: ["note"], container: "stack",
            dismissible: false, interceptors: ["signedIn"], actions: [{ perform: "track" }] },
    """

  private func table() throws -> RouteTable {
    let text = file(routes: Self.routes, screens: Self.screens, "interceptors: [\"maintenance\"],")
    return try RouteTable(text: text)
  }

  @Test func `the canonical form of a table reads back as the same table`() throws {
    let table = try table()
    let again = try RouteTable(json: table.canonicalJSON)
    #expect(again.canonicalJSON == table.canonicalJSON)
    #expect(again.digest == table.digest)
    #expect(again.definition == table.definition)
  }

  @Test func `the canonical form is plain JSON, members in byte order, no defaults`() throws {
    let text = """
      { tree: "main/stack[home]", format: "route-table/1", routes: [
        { version: 1, id: "a", patterns: [], destination: [{ push: "b", find: "same" }] } ],
        screens: { b: { dismissible: true, version: 1 }, a: {} } }
      """
    let table = try RouteTable(text: text)
    #expect(
      table.canonicalText == #"""
        {"format":"route-table/1",\#
        "routes":[{"destination":[{"push":"b"}],"id":"a"}],\#
        "screens":{"a":{},"b":{}},"tree":"main/stack[home]"}
        """#)
  }

  @Test func `a file gives the definition that it describes`() throws {
    let route = try #require(table().route("item"))
    #expect(route.version == 2 && route.priority == 3)
    #expect(route.destination.scene == "main")
    #expect(
      route.destination.steps.map(\.verb) == [
        .select, .push, .present(from: .named("home"), style: .full), .pushAsRoot, .replaceTop,
        .root, .run,
      ])
    #expect(route.destination.steps[1].parameters == ["note": "::literal"])
    #expect(
      route.destination.steps[2].parameters == [
        "id": 9_007_199_254_740_993, "weight": 0.1, "isNew": true,
      ])
    #expect(route.actions[0].lifetime == .seconds(90))
    #expect(try table().screen("item")?.isDismissible == false)
  }

  @Test func `a file says where the root is replaced from, as Swift does`() throws {
    func table(_ steps: String) throws -> RouteTable {
      let text = file(
        routes: "{ id: \"x\", destination: [\(steps)] },", screens: "x: {}, home: {},")
      return try RouteTable(text: text)
    }
    let current = try table(#"{ root: "x", from: "current" }"#)
    #expect(current.route("x")?.destination.steps == [.root("x", from: .current)])
    #expect(current.canonicalText.contains(#""from":"current""#))
    #expect(try RouteTable(json: current.canonicalJSON).digest == current.digest)
    let usual = try table(#"{ root: "x" }"#)
    #expect(usual.route("x")?.destination.steps == [Step(.root, "x")])
    #expect(try table(#"{ root: "x", from: "root" }"#).digest == usual.digest)
    #expect(usual.digest != current.digest)
    let wrong = [
      (#"{ root: "x", from: "topmost" }"#, "expected one of root, current, not \"topmost\""),
      (#"{ root: "x", from: 1 }"#, "expected a string, not an integer"),
      (#"{ push: "x", from: "current" }"#, "only a step that presents or sets the root has from"),
      (#"{ root: "x", style: "full" }"#, "only a step that presents has style"),
      (#"{ run: "x", with: { id: 7 } }"#, "only a step that leads to a screen has with"),
    ]
    for (step, message) in wrong {
      let error = #expect(throws: RouteTableMistakes.self, "\(step)") { try table(step) }
      #expect(error?.mistakes.map(\.message) == [message])
    }
  }

  @Test func `a colon with a mark on it is a colon in a file, too`() throws {
    let table = try RouteTable(
      text: file(
        routes: #"{ id: "a", destination: [{ push: "item", with: { id: ":\u0301x" } }] }"#,
        screens: #"item: { parameters: { id: "string" } }"#))
    let bindings = try #require(table.routes.first).destination.steps[0].parameters
    #expect(bindings["id"] == .request("\u{301}x"))
    #expect(try RouteTable(json: table.canonicalJSON) == table)
  }

  @Test func `a written default makes no other table`() throws {
    func table(_ route: String, _ step: String) throws -> RouteTable {
      try RouteTable(
        text: file(
          routes: #"{ id: "a", \#(route) destination: [{ push: "item", \#(step) }] }"#,
          screens: #"item: { parameters: { id: "string" } }"#))
    }
    let usual = try table("", "")
    #expect(try table("priority: 0,", #"with: { id: ":id" }"#).digest == usual.digest)
    #expect(try table("version: 1.0,", "").digest == usual.digest)
    #expect(try table("priority: 1,", "").digest != usual.digest)
  }

  @Test func `an empty list of contents makes no other table`() throws {
    func table(_ holding: String) throws -> RouteTable {
      try RouteTable(
        text: file(
          routes: #"{ id: "x", destination: [{ root: "box"\#(holding) }] },"#,
          screens: #"box: { container: "stack" }"#))
    }
    #expect(try table(#", holding: """#) == table(""))
    #expect(try table(#", holding: "home""#) != table(""))
  }

  @Test func `a container's contents are written unchanged, whatever their names`() throws {
    let table = try RouteTable(
      text: file(
        routes: #"{ id: "x", destination: [{ push: "board", holding: "x/tabs[a b] x" }] },"#,
        screens: #"board: { container: "tabs" }, x: {}, a: {}, b: {}"#))
    let json = String(decoding: table.canonicalJSON, as: UTF8.self)
    #expect(json.contains(#""holding":"x/tabs*[a* b] x""#), "\(json)")
    #expect(try RouteTable(text: json) == table)
  }

  @Test func `comments, bare names, single quotes and trailing commas are read`() throws {
    let relaxed = """
      // a table
      { format: 'route-table/1', /* the first screens */ tree: "main/stack[\\
      home]", routes: [], screens: { $x: {}, }, }
      """
    let strict = #"{"format":"route-table/1","tree":"main/stack[home]"}"#
    let found = try mistakes(in: relaxed)
    #expect(found.map(\.field) == ["screens.$x"], "only the name itself is wrong")
    let fine = relaxed.replacing("$x: {},", with: "")
    #expect(try RouteTable(text: fine) == RouteTable(text: strict))
  }

  @Test(
    arguments: [
      [], [0x00], [0xFF, 0xFE], Array("{".utf8), Array("[]".utf8), Array("null".utf8),
      Array("{}".utf8), Array("{\"format\":\"\u{0}\"}".utf8), Array("{ format: 'x\n' }".utf8),
      Array("{ format: 'x\\".utf8), Array("/* no end".utf8), [0x22, 0xC0, 0xAF, 0x22],
      Array(repeating: UInt8(ascii: "["), count: 100_000),
      Array("{ a: 1e999 }".utf8), Array("{ a: 99999999999999999999 }".utf8),
      Array("{} {}".utf8),
    ] as [[UInt8]])
  func `a hostile file is refused with a mistake and nothing worse`(bytes: [UInt8]) throws {
    let error = #expect(throws: RouteTableMistakes.self) { try RouteTable(json: bytes) }
    #expect(try !#require(error).mistakes.isEmpty)
  }

  @Test func `a file cut at any byte is refused, or was complete before`() throws {
    let whole = try table().canonicalJSON
    for end in whole.indices {
      #expect(throws: RouteTableMistakes.self) { try RouteTable(json: Array(whole[..<end])) }
    }
  }

  @Test func `a file with a wrong byte anywhere never does harm`() throws {
    let whole = try table().canonicalJSON
    for position in stride(from: 0, to: whole.count, by: 2) {
      for byte in [0x22, 0x7B, 0xFF] as [UInt8] {
        var changed = whole
        changed[position] = byte
        _ = try? RouteTable(json: changed)
      }
    }
  }
}
