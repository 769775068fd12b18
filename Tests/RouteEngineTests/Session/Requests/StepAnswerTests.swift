import Foundation
import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// The questions to host code of steps, how often they are asked, and the entries about the
/// answers.
@MainActor
struct StepAnswerTests {
  private static let product = ScreenDeclaration.product

  @Test func `kinds that a container holds from the beginning are asked about too`() throws {
    try Scenario(
      screens: [
        ScreenDeclaration("stack", container: .stack, interceptors: ["outer"]),
        ScreenDeclaration("vip", interceptors: ["vip"]),
      ],
      routes: [.named("x", .present("stack").holding("vip"))],
      answers: ["outer": .allow, "vip": .deny(reason: "no")]
    ).run(
      """
      given: home
      route: x -> denied: no
      asked: outer vip
      tree: home
      """)
  }

  @Test func `a private value is not in the reason of a refusal`() throws {
    let note = ScreenDeclaration("note", schema: ["text": .string], privateNames: ["text"])
    try Scenario(
      screens: [note],
      routes: [
        .named("adapted", .push("note").adapted(by: "adapt")),
        .named("refused", .push("note").withTasks("task")),
      ]
    ) {
      $0.adapt("adapt") { _ -> Parameters in
        throw ParameterCodingError.mismatch(name: "text", expected: .int, found: "s3cr3t")
      }
      $0.task("task") { _ -> Parameters? in
        throw ParameterCodingError.refused(kind: "note", reason: "s3cr3t")
      }
    }.run(
      """
      given: main/stack[home]
      route: adapted -> failed at step 1: adapt: the parameter text is no int
      route: refused(text: "a") -> failed at step 1: task: note refused its parameters
      """)
  }

  @Test(arguments: [
    TreeChange.become(ScreenID(2), kind: "x", parameters: ["text": "s3cr3t"], ownership: .declared),
    .ready(ScreenID(2), true), .unready,
  ])
  func `a change of hosts or launches only is no edit, and is still hidden`(
    change: TreeChange
  ) throws {
    let routes = [Route.named("x", .run("edit"))]
    try Scenario(routes: routes) {
      $0.step("edit") { editor, _ in
        try editor.make(change)
        return true
      }
    }.run(
      """
      given: main/stack[home]
      route: x -> failed at step 1: edit: what a screen becomes, and that it is ready, are no edits
      """)
    let table = try RouteTable(RouteTableDefinition(tree: "main/stack[home]", routes: routes))
    let run = try RehearsedSession(table, from: .init(at: RouteInstant(microseconds: 0)))
    let opening = run.session.open("/x")
    run.reply(to: opening, .step("edit", .edited([change])))
    #expect(
      run.outcome(of: opening)
        == "failed at step 1: what a screen becomes, and that it is ready, are no edits")
    let folder = TemporaryFolder()
    let copy = try run.session.writeReportCopy(to: folder.file("copy.sqlite"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy)).range(of: Data("s3cr3t".utf8)) == nil)
  }

  @Test(arguments: [false, true])
  func `an edit with an invalid token is refused`(isNew: Bool) throws {
    let screens = [ScreenDeclaration("home", schema: ["text?": .string])]
    var home = Subtree(kind: "home", parameters: ["text": .token("~abc")])
    home.id = ScreenID(9)
    let change: TreeChange =
      isNew
      ? .splice(container: ScreenID(1), at: 1, drop: 0, insert: [home])
      : .parameters(ScreenID(2), home.parameters)
    try Scenario(screens: screens, routes: [.named("x", .run("edit"))]) {
      $0.step("edit") { editor, _ in
        try editor.make(change)
        return true
      }
    }.run(
      """
      given: main/stack[home]
      route: x -> failed at step 1: edit: home has a parameter whose token is none
      """)
  }

  @Test func `two Swift steps of one name are asked one after the other`() throws {
    var count = 0
    try Scenario(screens: kinds("a", "b"), routes: [.named("x", .run("next"), .run("next"))]) {
      $0.step("next") { editor, _ in
        guard let main = editor.find("main") else { return false }
        count += 1
        try editor.push(editor.find("a") == nil ? "a" : "b", onto: main.id)
        return true
      }
    }.run(
      """
      given: main/stack[home]
      route: x -> shown
      tree: main/stack[home a b]
      """)
    #expect(count == 2)
  }

  @Test func `an answer that does not say which step it is of is found`() throws {
    let table = try RouteTable(
      Scenario(routes: [.named("x", .run("first"), .run("next"))]).definition(
        tree: "main/tabs[home* shop]"))
    let decision = Decision.decide(
      DecisionInput(
        request: RouteRequest(.route("x", [:]), from: .url, at: RouteInstant(microseconds: 0)),
        id: RequestID(1),
        answers: [
          RecordedAnswer(Question(.step, "first"), .edited([])),
          RecordedAnswer(Question(.step, "next"), .edited([.select(child: ScreenID(3))])),
        ], state: try RouteState(scenes: table.initialScenes, counter: 0, limits: .standard),
        table: table, now: RouteInstant(microseconds: 0)))
    guard case .decided(let decided) = decision else { throw ScenarioMistake("it asks") }
    #expect(decided.resolution == .ended(.shown))
    #expect(decided.answers.map(\.question.step) == [0, 0])
  }

  @Test func `a task that is named for all screens and for a step runs once`() throws {
    func counts(_ name: String) -> (Prompt) -> Parameters? {
      { asked in
        guard case .int(let id)? = asked.screen?.parameters["id"] else { return nil }
        return ["id": .int(id * 10 + (name == "a" ? 1 : 2))]
      }
    }
    try Scenario(
      screens: [Self.product],
      routes: [.named("x", .push("product").withTasks("b", "a"))], tasks: ["a"]
    ) {
      $0.task("a", counts("a"))
      $0.task("b", counts("b"))
    }.run(
      """
      given: main/stack[home]
      route: x(id: 7) -> shown
      tree: main/stack[home product(id: 712)]
      """)
  }

  @Test func `the interceptors' answers are recorded when a later Swift step fails`() throws {
    let scenario = Scenario(
      screens: [Self.product],
      routes: [
        .named("x", .run("fails"), interceptors: ["own"]),
        .named("y", .run("works"), .pop(), .pop(), interceptors: ["own"]),
      ], interceptors: ["gate"])
    let journal = try TestJournal(scenario, tree: "main/stack[home]")
    let session = journal.launch {
      $0.answer("gate") { _ in .allow }
      $0.answer("own") { _ in .allow }
      $0.step("fails") { _, _ in false }
      $0.step("works") { editor, _ in
        guard let main = editor.find("main") else { return false }
        try editor.push("product", ["id": 1], onto: main.id)
        return true
      }
    }
    for name in ["x", "y"] {
      let opening = session.open("/\(name)")
      #expect(opening.outcome?.isSuccess == false)
      let entry = try #require(try journal.entries().last { $0.kind == .decided })
      let asked = ["gate", "own", name == "x" ? "fails" : "works"]
      #expect(entry.answers.map(\.question.name) == asked)
      let run = try RehearsedSession(journal.table, from: .init(at: RouteInstant(microseconds: 0)))
      let again = run.session.open("/\(name)")
      run.reply(to: again, all: entry.answers)
      #expect(run.outcome(of: again) == opening.outcome?.description)
    }
    try journal.requireReplays(of: session)
  }

  @Test func `C32: a variant is drawn once, whatever the redirects`() throws {
    var draws = 0
    func chosen(_ name: String, _ interceptors: [String] = []) -> Route {
      .named(
        name,
        .choose(.when(.variant("v", is: "1"), steps: [.push("a")]), .otherwise([.push("b")])),
        interceptors: interceptors)
    }
    try Scenario(
      screens: kinds("a", "b"),
      routes: [chosen("old", ["moved"]), chosen("new")],
      answers: ["moved": .redirect(.route("new", [:]))]
    ) {
      $0.variant("v") { _ in
        draws += 1
        return "\(draws)"
      }
    }.run(
      """
      given: main/stack[home]
      open: /old -> shown
      tree: main/stack[home a]
      """)
    #expect(draws == 1)
  }

  @Test func `an editor takes only the parameters that a kind has`() throws {
    func failing(_ edit: @escaping (inout TreeEditor, ScreenID) throws -> Void) -> Scenario {
      Scenario(screens: [Self.product], routes: [.named("x", .run("edit"))]) {
        $0.step("edit") { editor, _ in
          guard let main = editor.find("main") else { return false }
          try edit(&editor, main.id)
          return true
        }
      }
    }
    let story = "given: main/stack[home]\nroute: x\noutcome: failed at step 1: edit: product "
    try failing { try $0.push("product", onto: $1) }.run(story + "needs id: int")
    try failing { try $0.push("product", ["id": "s3cr3t"], onto: $1) }
      .run(story + "needs id: int")
    try failing { try $0.push("product", ["id": 1, "idd": 1], onto: $1) }
      .run(story + "has no parameter idd")
    try failing { editor, stack in
      let id = try editor.push("product", ["id": 1], onto: stack)
      try editor.update(id, to: [:])
    }.run(story + "needs id: int")
  }

  @Test(arguments: [
    (Subtree(kind: "product", parameters: ["id": "s3cr3t"]), "product needs id: int"),
    (Subtree(kind: "product", parameters: ["id": 1, "zz": 1]), "product has no parameter zz"),
    (Subtree(kind: "prodcut", parameters: ["id": 1]), "there is no screen kind prodcut"),
    (
      Subtree(
        kind: "home", container: .stack,
        children: [Subtree(kind: "product", parameters: ["id": 1]), Subtree(kind: "product")]),
      "product needs id: int"
    ),
  ])
  func `a change that an editor makes brings only screens of the table`(
    screen: Subtree, problem: String
  ) throws {
    let changes: [TreeChange] = [
      .splice(container: ScreenID(1), at: 1, drop: 0, insert: [screen]),
      .present(over: ScreenID(2), style: .sheet, screen: [screen]),
      .root(scene: "other", screen: [screen]),
    ]
    for change in changes {
      try Scenario(screens: [Self.product], routes: [.named("x", .run("edit"))]) {
        $0.step("edit") { editor, _ in
          try editor.make(change)
          return true
        }
      }.run(
        """
        given: main/stack[home]
        route: x -> failed at step 1: edit: \(problem)
        tree: main/stack[home]
        """)
    }
  }

  @Test func `screens of a change without ids get the next ones`() throws {
    var outer = Subtree(kind: "main", container: .stack)
    outer.children = [
      Subtree(kind: "product", parameters: ["id": 1]),
      Subtree(kind: "product", parameters: ["id": 2]),
    ]
    outer.children[0].id = ScreenID(7)
    var foreign = Subtree(kind: "old", ownership: .foreign)
    foreign.id = ScreenID(.max)
    var ids: [UInt64] = []
    try Scenario(
      screens: [Self.product], routes: [.named("x", .run("edit")), .named("y", .run("breaks"))]
    ) {
      $0.step("edit") { editor, _ in
        try editor.make(.present(over: ScreenID(1), style: .sheet, screen: [outer]))
        ids = editor.tree.screens.map(\.id.rawValue).sorted()
        return true
      }
      $0.step("breaks") { editor, _ in
        let free = Subtree(kind: "home")
        try editor.make(.splice(container: ScreenID(1), at: 1, drop: 0, insert: [foreign, free]))
        return true
      }
    }.run(
      """
      given: main/stack[home]
      route: y -> failed at step 1: breaks: the id \(UInt64.max) is none that a screen can have
      route: x -> shown
      tree: main/stack[home]^sheet:main/stack[product(id: 1) product(id: 2)]
      """)
    #expect(ids == [1, 2, 7, 8, 9])
  }
}
