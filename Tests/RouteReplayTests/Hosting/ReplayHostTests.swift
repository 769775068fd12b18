import Foundation
import RouteEngine
import RouteReplay
import Testing

@testable import RouteReplayProgram
@testable import recipes

/// An app with Swift steps and its own `route-replay`: `Examples/recipes`.
@MainActor @Suite struct `An app's own route-replay` {
  let place = Workplace()
  private let links = ["/recipe/soup", "/surprise", "/surprise", "/recipe/soup", "/recipe/cake"]

  private func host(byChance: Bool = false) throws -> ReplayHost {
    ReplayHost(try Recipes.table()) { Recipes.contribute(to: &$0, byChance: byChance) }
  }

  /// Records a journal of an app that has opened the links.
  private func record(
    _ host: ReplayHost, _ links: [String]? = nil, shown count: Int = 4
  ) throws -> String {
    let path = place.path("journal")
    let session = RouteSession.launch(host.table, at: .file(path), configure: host.contribute)
    let outcomes = (links ?? self.links).map { session.open($0).outcome?.description ?? "waits" }
    #expect(outcomes.count { $0 == "shown" } == count)
    session.end()
    return path
  }

  /// The app with a surprise that is drawn by chance.
  private func drawingHost() throws -> ReplayHost {
    var count = 0
    return ReplayHost(try Recipes.table()) {
      Recipes.contribute(to: &$0, byChance: false)
      $0.step("surprise") { editor, _ in
        count += 1
        guard let stack = editor.find("main") else { return false }
        try editor.push(Recipes.Recipe(name: "\(count)"), onto: stack.id)
        return true
      }
    }
  }

  /// Runs the app's program in a folder of its own.
  private func run(
    _ words: [String], environment: [String: String] = [:]
  ) throws -> Workplace.Result {
    let program = Workplace.program.deletingLastPathComponent().appending(path: "recipes")
    return try place.run(words, of: program, environment: environment)
  }

  @Test func `runs the app's Swift steps again, in one line of a test`() throws {
    let journal = try record(host())
    #expect(try host().rerun(journal).divergences.isEmpty)
    let rerun = try host().rerun(journal)
    #expect(rerun.decisions == 5 && rerun.isIdentical)
  }

  @Test func `names a step that does something else than it did`() throws {
    let journal = try record(host())
    let other = ReplayHost(try Recipes.table()) {
      Recipes.contribute(to: &$0, byChance: false)
      $0.step("surprise") { editor, _ in
        guard let stack = editor.find("main") else { return false }
        try editor.push(Recipes.Recipe(name: "stew"), onto: stack.id)
        return true
      }
    }
    let rerun = try other.rerun(journal)
    #expect(rerun.decisions == 5 && rerun.differing == 2 && !rerun.isIdentical)
    #expect(rerun.divergences.map(\.target) == ["/surprise", "/surprise"])
    let first = try #require(rerun.divergences.first)
    #expect(first.differences.map(\.kind) == [.answer])
    #expect(first.recorded.contains("bread") && first.replayed.contains("stew"))
    #expect(first.recorded.contains("\"surprise\""))
  }

  @Test func `names a step that draws lots, because it runs twice`() throws {
    let journal = try record(host())
    let divergences = try drawingHost().rerun(journal).divergences
    #expect(divergences.count == 2)
    #expect(divergences.first?.replayed.contains("surprise does not do the same when it") == true)
  }

  @Test func `is not misled by a private value that no step asks for`() throws {
    let links = ["/surprise?utm_source=mail", "/recipe/soup?utm_source=mail"]
    let journal = try record(host(), links, shown: 2)
    #expect(try host().rerun(journal).isIdentical)
    let drawn = try drawingHost().rerun(journal)
    #expect(drawn.differing == 1 && drawn.undecided == 0)
  }

  @Test func `leaves undecided what a step makes of a private value`() throws {
    func host(_ name: String) throws -> ReplayHost {
      let table = try RouteTable(tree: "main/stack[contents]") {
        DeclaredScreen(Recipes.Recipe.self)
        Route("search", "/search", to: [.run("search")])
      }
      return ReplayHost(table) {
        $0.step("search") { editor, asked in
          guard case .string(let text)? = asked.value(of: "q"), let stack = editor.find("main")
          else { return false }
          try editor.push(Recipes.Recipe(name: "\(name) \(text.count)"), onto: stack.id)
          return true
        }
      }
    }
    let journal = try record(host("found"), ["/search?q=soup"], shown: 1)
    let rerun = try host("found").rerun(journal)
    #expect(rerun.undecided == 1 && rerun.differing == 0)
  }

  @Test func `answers two steps of one name each, when a session runs again`() throws {
    let table = try RouteTable(tree: "main/stack[contents]") {
      DeclaredScreen(Recipes.Recipe.self)
      Route("two", "/two", to: [.run("surprise"), .run("surprise")])
    }
    let two = ReplayHost(table) { Recipes.contribute(to: &$0, byChance: false) }
    _ = try record(two, ["/two"], shown: 1)
    let again = try place.run("what-if", "journal", "--out", "new.journal")
    #expect(again.lines.first == "identical: 1 request run again in 1 session", "\(again.notes)")
    try place.run("tree", "new.journal", "--diagram").expect(
      says: "recipe(name: \"bread\") recipe(name: \"dumplings\")")
  }

  @Test func `runs the app's steps where requests are left out`() throws {
    let links = ["/recipe/soup", "/surprise", "/recipe/stew"]
    try run(["open", "app.journal"] + links).expect(0)
    try run([
      "minimize", "app.journal", "--until", "screen recipe(name: \"stew\")", "--out", "few.journal",
    ]).expect(says: "found: 1 request is enough, of 3 requests")
    try run(["rerun", "few.journal"]).expect(prints: "identical: 1 decision made again\n")
  }

  @Test func `leaves answers alone that no code of the app's gives`() throws {
    let journal = try record(host())
    let empty = ReplayHost(try Recipes.table()) { _ in }
    #expect(try empty.rerun(journal).isIdentical)
  }

  @Test func `is the whole program, under the app's name`() throws {
    let opened = try run(["open", "app.journal", "/recipe/soup", "/surprise", "/surprise"]).expect(
      0)
    #expect(
      opened.output.hasSuffix(
        #"recipe(name: "soup") recipe(name: "bread") recipe(name: "dumplings")]"# + "\n"))
    try run(["rerun", "app.journal"]).expect(prints: "identical: 3 decisions made again\n")
    try run(["verify", "app.journal"]).expect(0)
    try run(["what-if", "app.journal"]).expect(begins: "identical: 3 decisions")
    try run(["--help"]).expect(says: "Usage: recipes COMMAND")
  }

  @Test func `finds a step that draws lots, and names it`() throws {
    let chance = ["RECIPES_BY_CHANCE": "1"]
    let surprises = Array(repeating: "/surprise", count: 20)
    try run(
      ["open", "twice.journal"] + surprises,
      environment: chance.merging(["RECIPES_TWICE": "1"]) { $1 }
    ).expect(says: "/surprise failed at step 1: surprise does not do the same when it")

    try run(["open", "app.journal"] + surprises, environment: chance).expect(0)
    try run(["rerun", "app.journal"], environment: chance).expect(
      1, says: "differs   a Swift step does something else",
      "now       step surprise: failed, surprise does not do the same when it runs again")
    #expect(try run(["rerun", "app.journal"]).status == 1, "nor does the step without lots")
  }
}
