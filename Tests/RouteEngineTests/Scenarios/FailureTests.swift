import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// B1: when any step fails, the tree is unchanged and the outcome names the step and the reason.
@MainActor
struct FailureTests {
  /// Random routes over a few kinds: most are impossible somewhere on most trees.
  private struct Maker {
    var random: SeededRandom
    static let kinds = ["a", "b", "nav", "tab", "held"]

    mutating func step(_ index: Int) -> Step {
      let name = random.pick(Self.kinds)
      let presenter = random.pick([
        Step.Presenter.current, .topmost, .named(random.pick(Self.kinds)),
      ])
      let verb = random.pick([
        Step.Verb.push, .push, .push, .pushAsRoot, .replaceTop, .select, .select,
        .root(from: random.pick([.root, .current])),
        .present(from: presenter, style: .sheet), .present(from: presenter, style: .full),
        index > 0 ? .run : .push,
      ])
      return Step(
        verb, verb == .run ? random.pick(["declines", "throws", "breaks", "edits"]) : name,
        find: random.pick([.same, .name, .none]),
        with: ["n": random.pick([.request("n"), .constant(3)])],
        updates: random.chance(30))
    }

    mutating func routes() -> [Route] {
      (0..<14).map { number in
        let steps = tried()
        let scene = random.chance(10) ? random.pick(["main", "gone"]) : nil
        return Route(
          "r\(number)", destination: Destination(steps, scene: scene),
          interceptors: random.chance(25) ? [random.pick(["yes", "no", "on", "absent"])] : [],
          actions: random.chance(20) ? [ActionTemplate("act", when: .ready)] : [])
      }
    }

    /// Steps that a table cannot yet know to be impossible.
    private mutating func tried() -> [Step] {
      while true {
        let steps = (0...random.below(4)).map { step($0) }
        let route = Route("r", to: steps)
        let definition = RouteTableDefinition(
          tree: "nav[a(n: 1)]", screens: Self.screens, routes: [route])
        if (try? RouteTable(definition)) != nil { return steps }
      }
    }

    static let screens = [
      ScreenDeclaration("a", schema: number), ScreenDeclaration("b", schema: number),
      ScreenDeclaration("nav", schema: optionalNumber, container: .stack),
      ScreenDeclaration("tab", schema: optionalNumber, container: .tabs, interceptors: ["maybe"]),
      ScreenDeclaration("held", schema: optionalNumber, isDismissible: false),
    ]
    static let number: ParameterSchema = ["n": .int]
    static let optionalNumber: ParameterSchema = ["n?": .int]
  }

  private func contribute(_ configuration: inout RouteSession.Configuration, random: SeededRandom) {
    var random = random
    configuration.answer("yes") { _ in .allow }
    configuration.answer("no") { _ in .deny(reason: "no") }
    configuration.answer("on") { _ in .redirect(.route("r1", ["n": 1])) }
    configuration.answer("maybe") { _ in random.chance(80) ? .allow : .deny(reason: "maybe not") }
    configuration.step("declines") { editor, _ in
      try editor.present("a", over: ScreenID(1))
      return false
    }
    configuration.step("throws") { _, _ in throw ScenarioMistake("thrown") }
    configuration.step("breaks") { editor, _ in
      if let nav = editor.find("nav") { try editor.push("b", ["n": 9], onto: nav.id) }
      try editor.select(ScreenID(4_000_000))
      return true
    }
    configuration.step("edits") { editor, _ in
      guard let nav = editor.find("nav") else { return false }
      try editor.push("b", ["n": 9], onto: nav.id)
      return true
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `B1: after a failure the tree is identical, rerun and restore hold`(seed: UInt64) throws {
    var maker = Maker(random: SeededRandom(seed))
    let trees = [
      "main/tabs[home/stack*[nav[a(n: 1)] b(n: 2)] other/stack[tab]]^sheet:held",
      "tab[nav*[a(n: 1) a(n: 2)] nav(n: 5)[b(n: 1)]]", "nav[a(n: 1)]^nav[b(n: 2)]^a(n: 3)",
      "old/foreign[a(n: 1)]", "main: nav | second: a(n: 1)",
    ]
    let journal = try TestJournal(
      Scenario(screens: Maker.screens, routes: maker.routes()), tree: maker.random.pick(trees))
    var session = journal.launch { contribute(&$0, random: maker.random) }
    var failed = 0
    var succeeded = 0
    for round in 0..<90 {
      if round == 45 {
        let state = session.state
        session = try relaunch(journal, dropping: &session, maker.random)
        #expect(session.state.tree.digest == state.tree.digest)
      }
      let (tree, digest, actions) = (
        session.state.tree, session.state.tree.digest, session.state.actions
      )
      let value: ParameterValue = maker.random.pick([1, 2, 3, 1, 2, "x"])
      let parameters: Parameters = maker.random.chance(90) ? ["n": value] : [:]
      let opening = session.open(
        .route("r\(maker.random.below(14))", parameters), from: .programmatic)
      let outcome = try #require(opening.outcome)
      guard !outcome.isSuccess else {
        succeeded += 1
        continue
      }
      failed += 1
      #expect(session.state.tree.digest == digest, "\(outcome)")
      #expect((session.state.tree == tree) == true)
      #expect(session.state.actions == actions)
      #expect(session.state.waiting.isEmpty)
      if case .failed(let step, let reason) = outcome {
        #expect(!reason.isEmpty)
        #expect((0...5).contains(step))
      }
    }
    #expect(failed > 5 && failed + succeeded == 90)
    try journal.requireReplays(of: session)
  }

  private func relaunch(
    _ journal: TestJournal, dropping session: inout RouteSession, _ random: SeededRandom
  ) throws -> RouteSession {
    // There is one owner at a time, so the old session is moved to a copy.
    let copy = try journal.killed(as: "moved.sqlite")
    session = journal.launch(at: copy)
    return journal.launch { contribute(&$0, random: random) }
  }

  @Test(arguments: TestSample.some(1...40 as ClosedRange<UInt64>, every: 4))
  func `edits joined into fewer changes lead to the same tree as one by one`(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let journal = try TestJournal(
      Scenario(screens: Maker.screens, routes: [Route("edit", to: [.run("edit")])]),
      tree: "main/tabs[tab*[a(n: 1)* b(n: 2) b(n: 3)] nav[a(n: 4) a(n: 5)]]")
    var expected: ScreenTree?
    let session = journal.launch {
      $0.step("edit") { editor, _ in
        for _ in 0..<(2 + random.below(5)) { Self.edit(&editor, &random) }
        expected = editor.tree
        return true
      }
    }
    var succeeded = 0
    for _ in 0..<6 {
      guard session.open(.route("edit", [:]), from: .url).outcome?.isSuccess == true else {
        continue
      }
      succeeded += 1
      #expect((session.state.tree == expected) == true, "\(session.notation)")
    }
    #expect(succeeded > 0)
    try journal.requireReplays(of: session)
  }

  @Test func `edits of tabs keep the selection that each of them made`() throws {
    let journal = try TestJournal(
      Scenario(
        screens: Maker.screens,
        routes: [
          Route("old", to: [.run("old")]),
          Route("new", to: [.run("new")]),
        ]), tree: "main/stack[tab[a(n: 1)* b(n: 2)]]")
    func screen(_ id: UInt64, _ kind: String = "a") -> Subtree {
      var subtree = Subtree(kind: kind, parameters: ["n": .int(Int64(id))])
      subtree.id = ScreenID(id)
      return subtree
    }
    let session = journal.launch {
      $0.step("old") { editor, _ in
        guard let tab = editor.find("tab") else { return false }
        try editor.make(.splice(container: tab.id, at: 0, drop: 1, insert: []))
        try editor.make(.splice(container: tab.id, at: 0, drop: 0, insert: [screen(50)]))
        return true
      }
      $0.step("new") { editor, _ in
        guard let main = editor.find("main") else { return false }
        var tab = screen(60, "tab")
        tab.container = .tabs
        tab.children = [screen(61), screen(62)]
        tab.selected = 1
        try editor.make(.splice(container: main.id, at: 0, drop: 1, insert: [tab]))
        try editor.make(.splice(container: ScreenID(60), at: 0, drop: 0, insert: [screen(63)]))
        return true
      }
    }
    #expect(session.open(.route("old", [:]), from: .url).outcome == .shown)
    #expect(session.notation == "main[tab[a(n: 50) b(n: 2)*]]")
    #expect(session.open(.route("new", [:]), from: .url).outcome == .shown)
    #expect(session.notation == "main[tab(n: 60)[a(n: 63) a(n: 61) a(n: 62)*]]")
    try journal.requireReplays(of: session)
  }

  /// One edit of an existing or new container, or the presentation of a screen.
  private static func edit(_ editor: inout TreeEditor, _ random: inout SeededRandom) {
    var holders: [Screen] = []
    if let root = editor.tree.root() {
      editor.tree.forEachBelow(root) { if $0.container != nil { holders.append($0) } }
    }
    let holder = random.pick(Array(holders.suffix(2)))
    guard random.chance(70) else {
      let over = holder.children.last ?? holder.id
      _ = try? editor.present("nav", over: over)
      return
    }
    let at = random.below(holder.children.count + 1)
    let drop = random.below(min(holder.children.count - at, 1) + 1)
    var made: [ScreenID] = []
    // A push gives a screen its id, so the screen is pushed first and then moved.
    let kind = random.pick(["a", "tab", "nav"])
    let id: ScreenID?
    if holder.layout == .tabs {
      id = try? editor.addTab(kind, ["n": 7], to: holder.id)
    } else {
      id = try? editor.push(kind, ["n": 7], onto: holder.id)
    }
    if let id { made.append(id) }
    let position = min(at, max(0, holder.children.count - drop))
    try? editor.make(.splice(container: holder.id, at: position, drop: drop, insert: []))
    if random.chance(50), let child = made.first { try? editor.select(child) }
  }
}
