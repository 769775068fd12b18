import Foundation
import RouteEngine
import RouteReplay
import RouteTestSupport
import Testing

/// The language for conditions on a state.
struct StateConditionTests {
  private static let shop = """
    main/tabs[home/stack[feed map/foreign] \
    shop/stack*[catalog product(coupon: "x y", id: 7) product(id: 8)]]^sheet:login \
    | side: notes/stack[note(id: 1)]
    """

  private static func state(
    _ tree: String = shop, _ changes: [RouteChange] = [], actions: [PendingAction] = []
  ) throws -> RouteState {
    let scenes = try TreeNotation(tree)
    let start = try RouteState(scenes: scenes, counter: 0)
    let roots = start.tree.subtrees.map {
      RouteChange.tree(.root(scene: $0.name, screen: [$0.root]))
    }
    return try RouteState(
      rebuilding: roots + [.tree(.activate(scene: scenes.activeScene))] + changes,
      actions: actions, counter: 100)
  }

  private static func waiting(_ id: Int64, _ status: WaitingRequest.Status) throws -> RouteChange {
    let link = try RouteLink("/orders/\(id)")
    let request = RouteRequest(.link(link), from: .url, at: RouteInstant(microseconds: 0))
    return .wait(WaitingRequest(id: RequestID(id), request: request, status: status))
  }

  private static func full() throws -> RouteState {
    let action = PendingAction(
      id: ActionID(9), request: RequestID(8), name: "trackView", parameters: ["id": 7],
      screen: ScreenID(1), key: nil)
    return try state(
      shop,
      [
        .principal("ann"), .signal(condition: "online", true), .suspend(true),
        waiting(11, .condition("signedIn")), waiting(12, .received), waiting(13, .suspended),
      ], actions: [action])
  }

  @Test(arguments: [
    "screen product", "screen product(id: 7)", "screen product(id: 7, coupon: \"x y\")",
    "screen product in shop", "screen login in visible", "screen feed of main",
    "screen shop*", "screen shop/stack*", "screen map/foreign", "screen note of side",
    "shows login", "shows note of side", "count screen product == 2", "count screen login < 2",
    "count screen product(id: 8) in shop >= 1", "count waiting > 2", "count action <= 1",
    "waiting", "waiting is received", "waiting is suspended", "waiting is parked",
    "waiting for signedIn", "count waiting is parked == 2", "action", "action trackView",
    "action is waiting", "action trackView(id: 7) is waiting", "action \"trackView\"",
    "principal", "principal is ann", "principal is \"ann\"", "principal is 'ann'",
    "condition online", "suspended", "not screen order", "not (waiting and screen order)",
    "screen order or screen product and principal", "not screen order and not screen cart",
    "  screen\n product ", "not not suspended",
  ])
  func `a condition holds in a matching state`(text: String) throws {
    #expect(try StateCondition(text).holds(in: Self.full()), "\(text)")
  }

  @Test(arguments: [
    "screen order", "screen product(id: \"7\")", "screen product(id: 9)", "screen product in home",
    "screen feed in visible", "screen note of main", "screen home*", "screen shop/tabs",
    "screen map", "screen product/foreign", "screen product/unknown", "shows product",
    "shows login of side", "shows note of nowhere", "count screen product > 2",
    "waiting is released", "waiting for online", "action trackView is dead", "action highlight",
    "action trackView(id: 8)", "principal is bob", "condition signedIn",
    "(screen order or screen product) and shows order", "not suspended", "count action == 0",
  ])
  func `a condition does not hold in another state`(text: String) throws {
    #expect(try !StateCondition(text).holds(in: Self.full()), "\(text)")
  }

  @Test func `tombstones and the screens in them are found only on request`() throws {
    let state = try Self.state("main/stack[gone/unknown/stack[order(id: 1)] home]")
    for (text, holds) in [
      ("screen gone", false), ("screen gone/unknown", true), ("screen order", false),
      ("count screen gone/unknown == 1", true), ("count screen order == 0", true),
    ] {
      #expect(try StateCondition(text).holds(in: state) == holds, "\(text)")
    }
  }

  @Test func `the state at the beginning is empty`() throws {
    let nothing = RouteState()
    for text in ["screen a", "shows a", "waiting", "action", "principal", "suspended", "$.waiting"]
    {
      #expect(try !StateCondition(text).holds(in: nothing), "\(text)")
      #expect(try StateCondition("not \(text)").holds(in: nothing), "\(text)")
    }
  }

  // MARK: Paths

  @Test(arguments: [
    "$", "$.principal", "$.principal == 'ann'", "$['principal'] == \"ann\"", "$.counter == 100",
    "$.counter == 100.0", "$.counter >= 1e2", "$.counter < 100.5", "$.counter != 'x'",
    "$.scenes[0].root.kind == 'main'", "$.scenes[-1].name == 'side'",
    "$.scenes[ 0 ].root.children[1][\"kind\"] == 'shop'",
    "$.scenes[0].root.children[1].children[1].parameters.id == 7",
    "$.scenes[0].root.children[1].children[1].parameters.coupon > 'x'",
    "$.waiting[0].condition == 'signedIn'", "$.waiting[0].request.link == '/orders/11'",
    "$.suspended == true", "$.suspended != false", "not $.nothing", "$.nothing != 'x'",
    "$.nothing != null", "not $.nothing == null", "not $.nothing < 1", "not $.counter < 'a'",
    "$.principal < 'b' and $.principal >= 'ann' and $.principal <= 'ann'",
    "not $.scenes == 'x'", "not $.scenes[7]", "not $.principal.name", "not $[0]",
  ])
  func `a path compares as RFC 9535 says`(text: String) throws {
    #expect(try StateCondition(text).holds(in: Self.full()), "\(text)")
  }

  @Test func `texts are compared by their bytes, with either quotes`() throws {
    let state = try Self.state("main", [.principal("e\u{301}'\"\\")])
    #expect(try StateCondition(#"$.principal == 'e\u0301\'"\\'"#).holds(in: state))
    #expect(try StateCondition(#"$.principal == "e\u0301'\"\\""#).holds(in: state))
    #expect(try !StateCondition(#"$.principal == "\u00e9'\"\\""#).holds(in: state))
    #expect(try StateCondition(#"principal is 'e\u0301\'"\\'"#).holds(in: state))
  }

  // MARK: Mistakes

  @Test(arguments: [
    ("", 0, "screen, shows"), ("   ", 3, "screen, shows"), ("screens", 0, "screen, shows"),
    ("screen", 6, "a screen name"), ("screen product(id:", 18, "a value"),
    ("screen product(id: 7", 20, "\",\" or \")\""), ("screen product and", 18, "screen, shows"),
    ("screen product or or", 18, "screen, shows"), ("screen product shows", 15, "\"and\", \"or\""),
    ("screen a in", 11, "everything, visible, topmost, root"), ("screen a of", 11, "a scene"),
    ("screen home/box", 15, "stack, tabs"), ("(screen a", 9, "\")\""), ("screen a)", 8, "the end"),
    ("count product > 1", 6, "screen, waiting or action"), ("count screen a", 14, "one of =="),
    ("count screen a > x", 17, "a whole number"), ("count screen a > -1", 17, "a whole number"),
    ("count screen a > 1.5", 17, "a whole number"), ("waiting is dead", 11, "parked, received"),
    ("waiting for", 11, "a condition"), ("action a is parked", 12, "waiting, claimed"),
    ("action a(id: )", 13, "a value"), ("action 'a", 7, "a closing quote"),
    ("principal is", 12, "who is signed in"), ("condition", 9, "a condition"),
    ("$.", 2, "the name of a member"), ("$.1", 2, "the name of a member"), ("$[", 2, "an index"),
    ("$[x]", 2, "an index"), ("$[1.5]", 2, "an index"), ("$[0", 3, "\"]\""),
    ("$['a]", 2, "a closing"),
    ("$.a = 1", 4, "\"and\", \"or\""), ("$.a == ", 7, "a number"), ("$.a == b", 7, "a number"),
    ("$.a == [1]", 7, "a number"), ("$.a == 01", 7, "a number"), ("$.a == '\\q'", 7, "a text in"),
    ("screen a && screen b", 9, "\"and\", \"or\""), ("not", 3, "screen, shows"),
    ("مرحبا", 0, "screen, shows"), ("screen a(t: \"شاشة\"", 22, "\",\" or"),
  ])
  func `a mistake is named with its place and what was expected`(
    text: String, offset: Int, expected: String
  ) {
    let error = #expect(throws: StateCondition.ParseError.self) { try StateCondition(text) }
    #expect(error?.offset == offset, "\(text): \(error?.description ?? "")")
    #expect(error?.expected.contains(expected) == true, "\(text): \(error?.description ?? "")")
  }

  @Test func `length and depth are bounded`() throws {
    let deepest = StateCondition.deepest
    func nested(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + "waiting" + String(repeating: ")", count: depth)
    }
    #expect(throws: Never.self) { try StateCondition(nested(deepest)) }
    let deep = #expect(throws: StateCondition.ParseError.self) {
      try StateCondition(nested(deepest + 1))
    }
    #expect(deep?.expected.contains("at most \(deepest)") == true)
    #expect(throws: StateCondition.ParseError.self) {
      try StateCondition(String(repeating: "not ", count: 500) + "waiting")
    }
    let many = "waiting" + String(repeating: " or waiting", count: 300)
    #expect(throws: Never.self) { try StateCondition(many) }
    let long = #expect(throws: StateCondition.ParseError.self) { try StateCondition(many + many) }
    #expect(long?.offset == StateCondition.longest)
  }

  @Test func `the examples of the guide are conditions`() throws {
    let text = try PackageFile.text("Sources/RouteEngine/Replay/RouteReplay.docc/replaying.md")
    let examples = GuideTests.pieces(of: text, from: "```condition", to: "```")
      .flatMap { $0.split(separator: "\n").map(String.init) }
    #expect(examples.count >= 8)
    for example in examples {
      #expect(throws: Never.self, "\(example)") { try StateCondition(example) }
    }
  }

  @Test func `any bytes are read or refused`() {
    var random = SeededRandom(9535)
    let parts = [
      "screen ", "count ", "action ", "waiting ", "is ", "for ", "in ", "of ", "not ", "and ",
      "or ",
      "(", ")", "$", ".a", "[0]", "['", "'", "\"", "\\", "\\u12", "==", "<", "7", "-", "~", "x",
      "é",
      "*", "/stack", "(id: 7)", "\u{0}", "😀", "#", "1e999", "true",
    ]
    for _ in 0..<3_000 {
      let text = (0..<random.below(9)).map { _ in random.pick(parts) }.joined()
      guard let condition = try? StateCondition(text) else { continue }
      #expect(condition.description == text)
      _ = condition.holds(in: RouteState())
    }
  }
}
