import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// The effects of an update on the screens, entry by entry, and the detection of every forgery.
@MainActor
struct AdaptationTests {
  private let tree = Scenario.tree
  private let product = ScreenDeclaration("product", schema: ["number": .string])
  private let route = Route("product", "/products/:number", to: .inShop("product"))
  private let promo = ScreenDeclaration("promo")
  private let promos = Route("promo", "/promo", to: .inShop("promo"))

  private var updated: RouteTable {
    get throws {
      let number: ParameterSchema = ["id": .int]
      return try RouteTable(
        RouteTableDefinition(
          tree: Scenario.tree,
          screens: [
            ScreenDeclaration(
              "product", version: 2, schema: number,
              migrations: [ScreenMigration(from: 1, with: ["id": ":number"])])
          ]))
    }
  }

  /// Entries 1, 2, 3: began, a product, a promotion; 4, 5: the updated version's launch.
  private func recorded() throws -> TestJournal {
    let journal = try TestJournal(Scenario(screens: [product, promo], routes: [route, promos]))
    do {
      let session = journal.launch()
      session.openAll("/products/7", "/promo")
    }
    let session = journal.launch(table: try updated)
    let restoration = try #require(session.launch.restoration)
    #expect(restoration.migrated == 1)
    #expect(restoration.buried == 1)
    #expect(restoration.formerTable == Digest64.hex(journal.table.digest))
    #expect(session.notation == "main[home[feed] shop*[catalog product(id: 7) promo/unknown]]")
    #expect(session.state.tree.visiblePath().map(\.kind) == ["main", "shop", "product"])
    session.stable()
    try journal.requireReplays(of: session)
    return journal
  }

  @Test func `a launch with the same table changes nothing`() throws {
    let journal = try recorded()
    let session = journal.launch(table: try updated)
    session.stable()
    #expect(try journal.entries().filter { $0.kind == .restored }.last?.notes["from"] == nil)
    #expect(session.launch.restoration?.formerTable == nil)
    #expect(session.notation == "main[home[feed] shop*[catalog product(id: 7) promo/unknown]]")
  }

  @Test func `a downgrade keeps unknown screens, and the next update finds them`() throws {
    let journal = try recorded()
    do {
      let session = journal.launch()
      #expect(session.launch.restoration?.buried == 1)
      #expect(session.launch.restoration?.revived == 1)
      #expect(session.notation == "main[home[feed] shop*[catalog product/unknown(id: 7) promo]]")
      session.stable()
      try journal.requireReplays(of: session)
    }
    let session = journal.launch(table: try updated)
    #expect(session.notation == "main[home[feed] shop*[catalog product(id: 7) promo/unknown]]")
    try journal.requireReplays(of: session)
  }

  @Test func `a tombstone survives a checkpoint, and is not found by searches`() throws {
    let journal = try recorded()
    do {
      let session = journal.launch(table: try updated)
      session.background()
    }
    let session = journal.launch(table: try updated)
    let promo = try #require(session.state.tree.firstScreen { $0.kind == "promo" })
    #expect(promo.ownership == .unknown(version: 1))
    #expect(session.state.tree.visibleLeaf()?.kind == "product")
    #expect(session.open(.screen(kind: "product", ["id": 7]), from: .url).outcome == .alreadyShown)
    #expect(session.notation == "main[home[feed] shop*[catalog product(id: 7) promo/unknown]]")
    try journal.requireReplays(of: session)
  }

  @Test func `actions of a tombstone stay, and wait`() throws {
    let working = promos.performs("work", when: .ready)
    let journal = try TestJournal(Scenario(screens: [product, promo], routes: [route, working]))
    do { journal.launch().open("/promo") }
    let session = journal.launch(table: try updated) { $0.perform("work") { _ in .done } }
    session.ready()
    #expect(session.state.actions.map(\.name) == ["work"])
    try journal.requireReplays(of: session)
  }

  @Test func `an unknown tab is skipped, with all screens in it`() throws {
    let other = "main/tabs[home/stack[feed] promo/stack*[list]]"
    let journal = try TestJournal(Scenario(), tree: other)
    do { _ = journal.launch() }
    var tree = try #require(journal.launch().state.tree.subtrees.first).root
    tree.children[1].ownership = .unknown(version: 1)
    var counter: UInt64 = 100
    var unknown = ScreenTree()
    try unknown.apply(.root(scene: "main", screen: [tree]), counter: &counter)
    #expect(unknown.visiblePath().map(\.kind) == ["main", "home", "feed"])
    let list = try #require(unknown.firstScreen { $0.kind == "list" })
    #expect(unknown.isForeignGround(list))
    tree.children[0].ownership = .unknown(version: 1)
    try unknown.apply(.root(scene: "main", screen: [renumbered(tree, &counter)]), counter: &counter)
    #expect(unknown.visiblePath().map(\.kind) == ["main"])
    tree.ownership = .unknown(version: 1)
    try unknown.apply(.root(scene: "main", screen: [renumbered(tree, &counter)]), counter: &counter)
    #expect(unknown.visibleLeaf() == nil)
  }

  private func renumbered(_ subtree: Subtree, _ counter: inout UInt64) -> Subtree {
    var subtree = subtree
    counter += 1
    subtree.id = ScreenID(counter)
    subtree.children = subtree.children.map { renumbered($0, &counter) }
    return subtree
  }

  @Test func `mistakes in migrations are named with their places`() throws {
    let definition = RouteTableDefinition(
      tree: "main",
      screens: [
        ScreenDeclaration(
          "product", version: 2,
          migrations: [
            ScreenMigration(from: 0), ScreenMigration(from: 2), ScreenMigration(from: 1),
            ScreenMigration(from: 1), ScreenMigration(from: 1, of: "other"),
            ScreenMigration(from: 1, of: "no name"),
          ]), ScreenDeclaration("late", version: 0),
      ] + kinds("other"))
    #expect(
      mistakes { try RouteTable(definition) } == [
        "screens.product.migrations[0].from: expected a version before 2, the one declared",
        "screens.product.migrations[1].from: expected a version before 2, the one declared",
        "screens.product.migrations[1].from: product is declared in version 2: "
          + "nothing leads on from 2",
        "screens.product.migrations[3].from: screens.product.migrations[2] starts from the same "
          + "version",
        "screens.product.migrations[4].from: other is declared in version 1: "
          + "nothing leads on from 1",
        "screens.product.migrations[5].kind: \"no name\" is no name",
        "screens.late.version: expected a version from 1 on, in 32 bits",
      ])
  }

  @Test func `a parameter renamed from a missing one is missing`() throws {
    let table = try RouteTable(
      text: """
        { format: "route-table/1", tree: "main", routes: [],
          screens: { product: { version: 2, parameters: { id: "int?", old: "int?" },
                                migrations: [{ from: 1, with: { id: ":number", old: ":id" } }] } } }
        """)
    let known = { (former: Parameters) in
      table.known("product", version: 1, former)?.parameters
    }
    #expect(known(["id": 7, "number": 8]) == ["id": 8, "old": 7])
    #expect(known(["id": 7]) == ["old": 7])
  }

  @Test func `migrations in Swift and in a file are the same table`() throws {
    struct Product: ScreenKind { var id: Int }
    let kind = DeclaredScreen(Product.self, version: 3)
      .migrates(from: 1, of: "article", with: ["id": ":number", "tab": "a"])
      .migrates(from: 2)
    let table = try RouteTable(RouteTableDefinition(tree: "main", screens: [kind.declaration]))
    let json = """
      {"format": "route-table/1", "routes": [], "screens": {"product": {"version": 3,
      "parameters": {"id": "int"}, "migrations": [{"from": 1, "kind": "article",
      "with": {"id": ":number", "tab": "a"}}, {"from": 2}]}}, "tree": "main"}
      """
    try requireSame(table, as: json)
  }

  private nonisolated static func replacing(_ old: String, by new: String, at sequence: Int64)
    -> String
  {
    """
    UPDATE journal SET payload = replace(payload, '\(old)', '\(new)') WHERE sequence = \(sequence)
    """
  }

  private nonisolated static let forgeries: [String] = [
    replacing(#""migrated":1"#, by: #""migrated":2"#, at: 5),
    replacing(#""buried":1"#, by: #""revived":1"#, at: 5),
    replacing(#""from":"#, by: #""form":"#, at: 5),
    replacing(#"{"id":7}"#, by: #"{"id":8}"#, at: 5),
    replacing(#""unknown":1"#, by: #""unknown":2"#, at: 5),
    replacing(#","unknown":1"#, by: "", at: 5),
    replacing(#""kind":"promo""#, by: #""kind":"feed""#, at: 5),
    """
    UPDATE journal SET payload = replace(payload, '"from":"', '"from":"0') WHERE sequence = 5
    """,
  ]

  @Test(arguments: forgeries) func `a forged update is found`(sql: String) throws {
    let journal = try recorded()
    #expect(try Verification(of: journal.forged(sql)).findings.first?.sequence == 5, "\(sql)")
  }

  /// With recomputed digests, the only remaining sign is a result that does not follow from the
  /// tables.
  @Test func `an update with another result is found, although its digests are recomputed`() throws
  {
    let edits: [(inout [RouteChange], inout Parameters) -> Void] = [
      { changes, _ in
        for (index, change) in changes.enumerated() {
          guard case .tree(.become(let id, let kind, _, .declared)) = change else { continue }
          changes[index] = .tree(
            .become(id, kind: kind, parameters: ["id": 8], ownership: .declared))
        }
      },
      { changes, notes in
        changes.removeAll { if case .tree(.become) = $0 { true } else { false } }
        notes = ["from": notes["from"] ?? ""]
      },
      { changes, notes in
        changes.removeAll { if case .tree(.become) = $0 { true } else { false } }
        notes = [:]
      },
    ]
    for edit in edits {
      let journal = try recorded()
      let forged = try journal.forged(
        journal.rewriting(5) { entry in
          var notes = entry.notes
          edit(&entry.changes, &notes)
          entry.notes = notes
        })
      #expect(try Verification(of: forged).findings.first?.sequence == 5)
    }
  }

  @Test func `only restoring says that a screen is another`() throws {
    let journal = try TestJournal(Scenario(screens: [product, promo], routes: [route, promos]))
    do { journal.launch().open("/products/7") }
    let forged = try journal.forged(
      journal.rewriting(2) { entry in
        let id = ScreenID(UInt64(6))
        entry.changes.append(
          .tree(.become(id, kind: "product", parameters: ["number": "8"], ownership: .declared)))
      })
    let findings = try Verification(of: forged).findings
    #expect(findings.first?.sequence == 2)
    #expect(findings.first?.problem.contains("does not make these changes") == true, "\(findings)")
  }
}
