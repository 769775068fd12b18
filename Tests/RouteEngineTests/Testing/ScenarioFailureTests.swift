import Foundation
import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

@testable import RouteTesting

/// The messages when a story has another result than written.
@MainActor
struct ScenarioFailureTests {
  private let shop = Scenario.gatedShop.configured { $0.answer("gate") { _ in .allow } }

  private func told(by story: String, in scenario: Scenario? = nil) -> ScenarioFailure? {
    do throws(ScenarioFailure) {
      try (scenario ?? shop).run(story, fileID: "ShopTests/ShopRouteTests.swift", line: 42)
      return nil
    } catch {
      return error
    }
  }

  @Test func `every line that differs is told, as the guide shows it`() throws {
    let failure = try #require(
      told(
        by: """
          open: /products/7 -> not found
          shows: product(id: 8)
          """))
    let guide = try PackageFile.text(
      "Sources/RouteEngine/Testing/RouteTesting.docc/testing-your-routes.md")
    #expect(guide.contains("```\n\(failure)\n```\n"), "\(failure)")
    #expect(failure.mismatches.map(\.line) == [1, 2])
    #expect(failure.place == "ShopRouteTests.swift:42")
  }

  @Test func `a story that is wrong fails its test at the line that runs it`() async throws {
    let line = #line + 2
    try withKnownIssue {
      try shop.run("open: /products/7 -> not found\nshows: product")
    } matching: { issue in
      issue.sourceLocation?.line == line && "\(issue)".contains("found     shown")
    }
    let last = #line + 2
    try await withKnownIssue {
      try await shop.run(awaiting: "shwos: catalog")
    } matching: { issue in
      issue.sourceLocation?.line == last && "\(issue)".contains("did you mean 'shows'?")
    }
  }

  @Test(
    arguments: [
      ("opne: /products/7", "no line begins with 'opne'; did you mean 'open'?"),
      ("shwos: product", "did you mean 'shows'?"),
      ("https://shop.example/products/7", "no line begins with 'https'"),
      ("given: main[", "given: main["), ("given: gone/stack[a a(b: 1)]", "given: gone"),
      ("given: main/stack[feed]\ngiven: main/stack[feed]", "found     a second one"),
      ("tree: main[", "tree: main["), ("wait: soon", "soon"), ("wait: 1e300", "1e300"),
      ("outcome other: shown", "there is no request other"), ("outcome: shown", "no request"),
      ("ready: order", "there is no order"), ("update: next", "there is none"),
      ("code: allow", "none was"), ("finish: done", "none is"), ("fact: selected", "selected"),
      ("open: /products/7\nfact: popped prodcut", "there is no prodcut"),
      ("open: /login\nfact: dismissed lgoin", "there is no lgoin"),
      (
        "open: /products/7\nopen: /products/8\nready: product",
        "found     product(id: 7), product(id: 8)"
      ),
      ("open a b c: /products/7", "b"), ("transition: now", "now"), ("resume: later", "later"),
      ("revive: highlight", "no action highlight was given up"), ("signal", "nothing"),
      ("open: /products/7\ncancel", "found     not taken back"),
      ("show: product(", "product("), ("shows: product(", "byte 8"), ("resume: replace ://", "://"),
      ("open: /products/7 ->", "nothing"), ("code", "none was"), ("give up", "CONDITION: REASON"),
      ("performed highlight", "no colon"), ("shows", "no colon"), ("entries:", "nothing"),
      ("sign im: anna", "sign im: anna"), ("sign: anna", "sign: anna"),
      ("signal: signedIn as", "signedIn as"), ("signal: signedIn is anna", "signedIn is anna"),
      ("signal: signedIn anna", "signedIn anna"), ("unsignal: signedIn anna", "signedIn anna"),
      ("unsignal", "nothing"), ("open: /products/7\nstable -> shown", "'stable' has none"),
      ("open: /products/7\nshows: product -> shown", "'shows' has none"),
      ("open /products/7", "no colon"), ("urgent /products/7", "no colon"),
      ("urgent a for 60: /products/7", "found     a for 60"), ("handles highlight", "'handles:'"),
      ("boot second", "'boot:' and its text"), ("parked a: 1", "'parked:' and its text"),
      ("outcome a b: shown", "one word at most"), ("wake: 60", "'wake' alone"),
      ("settle now", "'settle' alone"), ("kill: now", "'kill' alone"),
      ("fact: selected catalog feed", "found     catalog feed"),
      ("open: /products/7\nshows: product(id: 7)^login", "found     product(id: 7)^login"),
      ("show: product(id: 7)^login", "found     product(id: 7)^login"),
      ("give in signedIn: closed", "'give up CONDITION: REASON'"),
      ("open: /products/7\nrender faled: no view", "'render failed: REASON'"),
      ("open: /products/7->shown", "a space on both sides"),
      ("open: /products/7 ->shown", "a space on both sides"),
      ("resume: replace", "'replace LINK'"), ("resume: execute all", "found     execute all"),
    ])
  func `a line that cannot be played is reported`(story: String, found: String) throws {
    let failure = try #require(told(by: story))
    #expect(failure.description.contains(found), "\(failure)")
  }

  @Test(arguments: ["code: allow", "finish: done", "settle", "relaunch", ""])
  func `a story that does not wait for asynchronous code names the one that does`(
    line: String
  ) throws {
    let failure = try #require(
      told(by: "open: /orders/7\n\(line)", in: Scenario.gatedShop.later("gate")))
    #expect(failure.mismatches.contains { $0.found.contains("'run(awaiting:)'") }, "\(failure)")
  }

  @Test func `an arrow behind a request that is named expects the outcome of that one`() throws {
    let failure = try #require(
      told(
        by: """
          suspend
          open a: /products/7 -> waiting
          open b: /products/8 -> waiting
          cancel a: late -> waiting
          """))
    #expect(failure.mismatches.map(\.found) == ["denied: late"])
  }

  @Test func `a line names one of several screens by its parameters, private ones too`() {
    let story = Scenario(
      screens: [.product, .note],
      routes: [.product, Route("note", "/notes/:text", to: .inShop("note"))])
    let failure = told(
      by: """
        open: /products/7 -> shown
        open: /products/8 -> shown
        open: /notes/mine -> shown
        open: /notes/yours -> shown
        fact: poppedTo note(text: mine) -> shown
        shows: note(text: mine)
        fact: poppedTo product(id: 7) -> shown
        tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 7)]]
        """, in: story)
    #expect(failure == nil, "\(failure?.description ?? "")")
  }

  @Test func `all words behind 'as' are the principal`() {
    let story = Scenario.gatedShop.configured {
      $0.answer("gate") { asked in
        asked.principal == "Anna Smith" ? .allow : .deny(reason: asked.principal ?? "nobody")
      }
    }
    let failure = told(
      by: """
        signal: signedIn
        open: /orders/7 -> denied: nobody
        signal: signedIn as Anna Smith
        open: /orders/7 -> shown
        """,
      in: story)
    #expect(failure == nil, "\(failure?.description ?? "")")
  }

  @Test func `an action that was given up is revived behind another of its name`() {
    var (product, order) = (Route.product, Route("order", "/orders/:id", to: .inShop("order")))
    product.actions = [ActionTemplate("send").waits(for: "online")]
    let policy = RetryPolicy(attempts: 2, first: .zero, longest: .zero)
    order.actions = [ActionTemplate("send").retried(policy)]
    let story = Scenario(screens: [.product, .order], routes: [product, order]).configured {
      $0.perform("send") { _ in .failed(reason: "no network") }
    }
    let failure = told(
      by: """
        open: /products/7 -> shown
        open: /orders/7 -> shown
        wake
        actions: send waiting, send dead
        revive: send
        """, in: story)
    #expect(failure == nil, "\(failure?.description ?? "")")
  }

  @Test func `no line of a story traps, whatever is left out`() {
    for word in StoryWord.allCases.map(\.rawValue) {
      for line in [word, "\(word) a:", "\(word): a"] { _ = told(by: "open: /products/7\n\(line)") }
    }
  }

  @Test func `mistakes in lines are reported before any line is played`() throws {
    let failure = try #require(
      told(
        by: """
          open: /products/7 -> not found

          clsoe: /products/7
          shwos: product
          """))
    #expect(failure.mismatches.map(\.line) == [3, 4])
  }

  @Test func `a line that cannot be played ends the story`() throws {
    let failure = try #require(
      told(by: "shows: product\nready: order\nshows: order"))
    #expect(failure.mismatches.map(\.line) == [1, 2])
  }

  @Test func `a message shows an empty value and each space`() throws {
    let failure = try #require(
      told(by: "open: /orders/7 -> denied: a  b\nasked:\nconditions: c", in: denying("a b")))
    #expect(
      failure.mismatches.map { $0.description.split(separator: "\n").dropFirst() } == [
        ["  expected  denied: a  b", "  found     denied: a b"],
        ["  expected  nothing", "  found     gate"], ["  expected  c", "  found     nothing"],
      ])
  }

  private func denying(_ reason: String) -> Scenario {
    Scenario.gatedShop.configured { $0.answer("gate") { _ in .deny(reason: reason) } }
  }

  @Test func `no message is wider than a terminal, and ten are shown in full`() throws {
    let long = "main/tabs[home/stack[feed] shop/stack*[catalog \(products(40))]]"
    let lines = Array(repeating: "tree: \(long)", count: 12)
    let failure = try #require(
      told(
        by: (lines + ["reason: \(String(repeating: "x", count: 200))"]).joined(separator: "\n")))
    let shown = failure.description.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(shown.allSatisfy { $0.count <= 80 }, "\(failure)")
    #expect(shown.last == "and 3 more")
  }

  private func products(_ count: Int) -> String {
    (1...count).map { "product(id: \($0))" }.joined(separator: " ")
  }

  @Test func `a screen opened by the code of a denied request is no mismatch`() throws {
    let story = Scenario.gatedShop.configured {
      $0.answer("gate") { asked in
        asked.open("/login")
        return .deny(reason: "nobody is signed in")
      }
    }
    let failure = told(
      by: """
        open: /orders/7 -> denied: nobody is signed in
        shows: login
        """, in: story)
    #expect(failure == nil, "\(failure?.description ?? "")")
  }

  @Test func `a Swift step that does not do the same twice is found`() throws {
    var count = 0
    let routes: [Route] = [.named("x", .run("next"))]
    let story = Scenario(screens: kinds("a", "b"), routes: routes) {
      $0.runsStepsTwice = true
      $0.step("next") { editor, _ in
        guard let home = editor.find("home") else { return false }
        count += 1
        try editor.push(count == 1 ? "a" : "b", onto: home.id)
        return true
      }
    }
    let failure = try #require(told(by: "open: /x -> shown", in: story))
    #expect(failure.mismatches[0].found.contains("next does not do the same"), "\(failure)")
  }

  @Test func `a journal of another story is found`() throws {
    let journal = try TemporaryJournal()
    let table = try RouteTable(Scenario.shop().definition(tree: Scenario.tree))
    let session = journal.launch(table)
    session.open("/products/7")
    try journal.requireReplays(of: session)
    let another = try TemporaryJournal()
    let other = another.launch(table)
    let failure = #expect(throws: ScenarioFailure.self) { try journal.requireReplays(of: other) }
    #expect(failure?.description.contains("the journal and its session differ") == true)
  }

  @Test func `without a folder for its journal a story says why`() throws {
    let failure = FilePath.temporaryBase.withValue("/nowhere") { told(by: "open: /products/7") }
    #expect(failure?.mismatches.map(\.text) == ["before the first line"])
    #expect(failure?.mismatches.first?.found.contains("TMPDIR") == true)
  }

  @Test func `the folder of a journal is removed with all that is in it`() throws {
    var journal: TemporaryJournal? = try TemporaryJournal()
    let path = try #require(journal?.path)
    let table = try RouteTable(Scenario.shop().definition(tree: Scenario.tree))
    var session = journal?.launch(table)
    session?.open("/products/7")
    var copy = try journal?.killed()
    let path2 = try #require(copy?.path)
    #expect(
      path != path2 && FileManager.default.fileExists(atPath: path)
        && FileManager.default.fileExists(atPath: path2))
    (session, copy) = (nil, nil)
    journal = nil
    #expect(
      !FileManager.default.fileExists(atPath: path)
        && !FileManager.default.fileExists(atPath: path2))
    _ = session
  }
}
