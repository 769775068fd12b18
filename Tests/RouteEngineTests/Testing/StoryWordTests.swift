import RouteEngine
import RouteTestSupport
import Testing

@testable import RouteTesting

/// The guide's tables list exactly the lines that a story can have, and no line ignores a part.
@MainActor
struct StoryWordTests {
  @Test func `the guide tells of every word that a line can begin with, and of no other`() throws {
    let guide = try PackageFile.lines(
      "Sources/RouteEngine/Testing/RouteTesting.docc/testing-your-routes.md")
    var told: Set<String> = []
    for row in guide where row.hasPrefix("| `") {
      let cell = row.dropFirst(2).prefix { $0 != "|" }
      let lines = cell.split(separator: "`").enumerated().filter { $0.offset.isMultiple(of: 2) }
      for (_, line) in lines { told.insert(String(line.prefix { $0 != ":" && $0 != " " })) }
    }
    #expect(told == Set(StoryWord.allCases.map(\.rawValue)).union(["LINE"]))
  }

  @Test func `each word has lines that are accepted and lines that are refused`() {
    let words = StoryForms.all.map(\.word)
    #expect(words.sorted() == StoryWord.allCases.map(\.rawValue).sorted())
    #expect(StoryForms.all.allSatisfy { !$0.accepted.isEmpty && !$0.refused.isEmpty })
  }

  @Test(arguments: StoryForms.all)
  func `a line is run, or is refused for a part that it would ignore`(forms: StoryForms) async {
    for story in forms.accepted {
      let mistake = await mistake(in: story, within: .seconds(60))
      #expect(mistake == nil, "\(story)")
    }
    for story in forms.refused {
      let mistake = await mistake(in: story, within: .milliseconds(50))
      // The lines before the last one only prepare it.
      #expect(mistake?.line == story.split(separator: "\n").count, "\(story)")
      #expect(mistake?.text.hasPrefix(forms.word) == true, "\(story)")
    }
  }

  @Test(arguments: [
    ("open a result color from result: /x", "color"), ("open result from n-1: /x", nil),
    ("open from result: /x", nil), ("open for 60 result color: /x", "color"),
  ])
  func `only the action of the option takes the result of a link`(
    text: String, action: String?
  ) throws {
    let line = try #require(StoryLine.all(in: text).lines.first)
    #expect(line.resultName == action)
  }

  /// The line of a story that cannot be run; nil when each line can. The result of a line is not
  /// looked at.
  ///
  /// - Parameter limit: how long a line waits for code. A refused line may wait for code that is
  ///   never called.
  private func mistake(
    in story: String, within limit: Duration
  ) async -> ScenarioFailure.Mismatch? {
    let (lines, unread) = StoryLine.all(in: story)
    let count = lines.filter { $0.word != .given }.count
    var stage = Stage(shop, for: story)
    var played = 0
    while await stage.playNext(within: limit) { played += 1 }
    let mismatches = stage.mismatches
    stage.leave()
    return played == count && unread.isEmpty ? nil : mismatches.last
  }

  /// A shop whose orders ask for an answer, and whose products perform an action, of the story.
  private var shop: Scenario {
    var product = Route.product
    let policy = RetryPolicy(attempts: 2, first: .zero, longest: .zero)
    product.actions = [ActionTemplate("send").retried(policy)]
    var shop = Scenario(
      screens: [.product, .order] + kinds("login"),
      routes: [product, Route("order", "/orders/:id", to: .inShop("order")).asks("gate")],
      later: ["gate", "send"])
    shop.definitions["next"] = Scenario.shop().definition(tree: Scenario.tree)
    return shop
  }
}

/// Stories whose last lines begin with a word.
struct StoryForms: Sendable, CustomTestStringConvertible {
  let word: String
  let accepted: [String]
  let refused: [String]

  var testDescription: String { word }

  init(_ word: StoryWord, _ accepted: [String], refused: [String]) {
    (self.word, self.accepted, self.refused) = (word.rawValue, accepted, refused)
  }

  static let all = host + life + code + expectations

  private static let product = "open: /products/7"
  private static let products = "\(product)\nopen: /products/8"

  private static let host: [StoryForms] = [
    StoryForms(
      .given, ["given: main/tabs[home/stack[feed] shop/stack*[catalog order(id: 1)]]\nstable"],
      refused: ["stable\ngiven: main[", "stable\ngiven", "stable\ngiven a: main/stack[feed]"]),
    StoryForms(
      .open,
      [
        product, "open a: /products/7", "open for 60: /products/7", "open a from n-1: /products/7",
        "open a for 60 from n-1 result color: /products/7",
      ],
      refused: [
        "open /products/7", "open a b: /products/7", "open a b c: /products/7",
        "open for soon: /products/7", "open for 60 for 30: /products/7", "open: /products/7 ->",
        "open: /products/7->shown",
      ]),
    StoryForms(
      .urgent, ["urgent: /products/7", "urgent a: /products/7"],
      refused: ["urgent /products/7", "urgent a for 60: /products/7"]),
    StoryForms(
      .offer, ["offer shop: /nowhere"], refused: ["offer: /nowhere", "offer a b: /nowhere"]),
    StoryForms(
      .below, ["below shop: /nowhere"], refused: ["below: /nowhere", "below a b: /nowhere"]),
    StoryForms(
      .value, ["value: note", "value a: note(text: \"x\")"],
      refused: [
        "value:", "value: note(", "value: note^login", "value: note/foreign", "value a b: note",
      ]),
    StoryForms(
      .show, ["show: login", "show a: product(id: 7)"],
      refused: [
        "show:", "show: product(", "show: product(id: 7)^login", "show: a | b", "show: b: login",
      ]),
    StoryForms(
      .route, ["route: product(id: 7)", "route a: product(id: 7)"],
      refused: [
        "route:", "route: product(id: 7) order", "route: product(id: 7)*", "route product",
      ]),
    StoryForms(
      .fact,
      [
        "fact: popped", "fact: dismissed", "fact: selected shop", "fact a: popped feed",
        "\(products)\nfact: poppedTo product(id: 7)", "\(products)\nfact: popped product(id: 8)",
      ],
      refused: [
        "fact:", "fact: pooped", "fact: selected", "fact: poppedTo", "fact: popped fede",
        "fact: selected catalog feed", "fact: returned", "fact: returned gone(a: 1)",
        "\(products)\nfact: popped product", "\(products)\nfact: poppedTo product(id: 9)",
        "\(products)\nfact: returned product(red: 1)", "fact: selected shop/stack",
      ]),
    StoryForms(
      .reconcile, ["reconcile: \(Scenario.tree)", "reconcile a: \(Scenario.tree)"],
      refused: ["reconcile \(Scenario.tree)", "reconcile a b: \(Scenario.tree)"]),
    StoryForms(
      .render, ["\(product)\nrender failed: no view"],
      refused: [
        "\(product)\nrender failed", "\(product)\nrender: no view",
        "\(product)\nrender faled: no view",
      ]),
    StoryForms(
      .transition, ["transition: begins\ntransition: ends"],
      refused: ["transition", "transition: now", "transition: begins now"]),
    StoryForms(
      .signal, ["signal: signedIn", "signal: signedIn as Anna Smith"],
      refused: ["signal", "signal: signedIn as", "signal: signedIn anna", "signal a: signedIn"]),
    StoryForms(
      .unsignal, ["unsignal: signedIn"], refused: ["unsignal", "unsignal: signedIn anna"]),
    StoryForms(
      .give, ["give up signedIn: closed"],
      refused: ["give up signedIn", "give up: closed", "give in signedIn: closed"]),
    StoryForms(
      .sign, ["sign in: anna", "sign in: Anna Smith", "sign out"],
      refused: ["sign in", "sign out: anna", "sign: anna", "sign in anna: b"]),
    StoryForms(
      .ready, ["ready: feed", "\(products)\nready: product(id: 7)"],
      refused: ["ready", "ready: order", "ready a: feed", "\(products)\nready: product"]),
    StoryForms(
      .unready, ["unready: feed", "\(products)\nunready: product(id: 7)"],
      refused: ["unready", "unready: order", "unready a: feed", "\(products)\nunready: product"]),
    StoryForms(
      .resume,
      [
        "suspend\nresume: execute", "resume: transform /products/7", "resume: replace /products/7",
        "resume: custom",
      ],
      refused: [
        "resume", "resume: later", "resume: execute all", "resume: replace",
        "resume: transform /products/7 /products/8",
      ]),
    StoryForms(.suspend, ["suspend"], refused: ["suspend: a", "suspend a"]),
    StoryForms(
      .cancel,
      ["suspend\n\(product)\ncancel", "suspend\nopen a: /products/7\ncancel a: too late"],
      refused: ["cancel", "\(product)\ncancel a", "\(product)\ncancel a b"]),
    StoryForms(.adopt, ["adopt: next"], refused: ["adopt", "adopt: nxt", "adopt: next next"]),
    StoryForms(
      .revive,
      ["\(product)\nfinish: failed a\nwake\nfinish: failed b\nactions: send dead\nrevive: send"],
      refused: ["revive a: send"]),
  ]

  private static let life: [StoryForms] = [
    StoryForms(.pass, ["pass: 1.5"], refused: ["pass", "pass: soon", "pass: 1 2", "pass: -1"]),
    StoryForms(.wake, ["wake"], refused: ["wake: 60", "wake now"]),
    StoryForms(.wait, ["wait: 60"], refused: ["wait", "wait: 1e300", "wait: -1", "wait for: 60"]),
    StoryForms(.clock, ["clock: -60"], refused: ["clock", "clock: back"]),
    StoryForms(.boot, ["boot: second"], refused: ["boot", "boot second", "boot a: second"]),
    StoryForms(.background, ["background"], refused: ["background: a", "background a"]),
    StoryForms(.foreground, ["foreground"], refused: ["foreground: a", "foreground a"]),
    StoryForms(.stable, ["stable"], refused: ["stable: a", "stable -> shown"]),
    StoryForms(.end, ["end"], refused: ["end: a", "end a"]),
    StoryForms(.relaunch, ["relaunch"], refused: ["relaunch: a", "relaunch a"]),
    StoryForms(.update, ["update: next"], refused: ["update", "update: nxt", "update a: next"]),
    StoryForms(
      .handles, ["handles: send", "handles:"], refused: ["handles send", "handles a: b"]),
    StoryForms(.crash, ["crash"], refused: ["crash: a", "crash a"]),
    StoryForms(.kill, ["kill"], refused: ["kill: now", "kill now"]),
  ]

  private static let order = "open a: /orders/7"

  private static let code: [StoryForms] = [
    StoryForms(
      .code,
      [
        "\(order)\ncode: allow", "\(order)\ncode a: deny it is closed",
        "\(order)\ncode: wait signedIn", "\(order)\ncode: pause signedIn",
        "\(order)\ncode: open product(id: 7)", "\(order)\ncode: show login",
      ],
      refused: [
        "code: allow", "\(order)\ncode", "\(order)\ncode: allow it", "\(order)\ncode: deny",
        "\(order)\ncode b: allow", "\(order)\ncode a b: allow", "\(order)\ncode: maybe",
        "\(order)\ncode: show login now", "\(order)\ncode: open product(",
      ]),
    StoryForms(
      .finish, ["\(product)\nfinish: done", "\(product)\nfinish send: failed no network"],
      refused: [
        "finish: done", "\(product)\nfinish: failed", "\(product)\nfinish: done now",
        "\(product)\nfinish view: done", "\(product)\nfinish send view: done",
      ]),
    StoryForms(.settle, ["settle"], refused: ["settle: a", "settle now"]),
  ]

  private static let expectations: [StoryForms] = [
    StoryForms(
      .outcome, ["\(order)\noutcome: waiting", "\(order)\noutcome a: waiting"],
      refused: ["outcome: shown", "\(order)\noutcome b: shown", "\(order)\noutcome a b: shown"]),
    StoryForms(
      .accepted, ["\(product)\naccepted: true"], refused: ["accepted: true", "accepted"]),
    StoryForms(
      .repeated, ["\(product)\nrepeated: nothing"], refused: ["repeated: nothing", "repeated"]),
    StoryForms(
      .tree, ["tree: \(Scenario.tree)"], refused: ["tree", "tree: main[", "tree a: main"]),
    StoryForms(
      .shows, ["shows: feed", "\(product)\nshows: product(id: 7)"],
      refused: [
        "shows", "shows a: feed", "shows: product(", "shows: product(id: 7)^login",
        "shows: main: feed",
      ]),
    plain(.asked, "", "gate"), plain(.performed, "", "send"), plain(.attempts, "", "send 1"),
    plain(.actions, ""), plain(.crashes, ""), plain(.unanswered, "0"), plain(.parked, "0"),
    plain(.waiting, ""), plain(.conditions, ""), plain(.suspects, ""), plain(.restored, ""),
    plain(.changes, "0"), plain(.router, "none"), plain(.request, "none"), plain(.attempt, "none"),
    plain(.reason, "none"), plain(.ended, "nothing"),
    StoryForms(
      .entries, ["entries: began"], refused: ["entries", "entries:", "entries a: began"]),
  ]

  /// The forms of an expectation that compares all of its text.
  private static func plain(_ word: StoryWord, _ texts: String...) -> StoryForms {
    StoryForms(
      word, texts.map { "\(word): \($0)" },
      refused: ["\(word)", "\(word) a: \(texts[0])", "\(word): \(texts[0]) -> shown"])
  }
}
