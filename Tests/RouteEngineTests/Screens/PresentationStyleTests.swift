import RouteEngine
import RouteTestSupport
import RouteTesting
import Testing

@MainActor struct PresentationStyleTests {
  @Test func `each style is read from its text`() {
    for style in PresentationStyle.samples {
      #expect(PresentationStyle(style.text) == style, "\(style.text)")
      #expect(style.problem == nil)
    }
    #expect(
      PresentationStyle("sheet(medium, 40%, 320, mine)")
        == .sheet(detents: [.medium, .percent(40), .points(320), .custom("mine")]))
    #expect(PresentationStyle("sheet:drawer(large)")?.name == "drawer")
  }

  @Test(arguments: [
    "", "sheeet", "sheet:", "sheet()", "sheet(0%)", "sheet(101%)", "sheet(0)", "sheet(100001)",
    "sheet(medium, medium)", "sheet(medium", "sheet(medium,)", "full(medium)", "sheet:a b",
    "sheet(99999999999999999999)", "sheet(1, 2, 3, 4, 5, 6, 7, 8, 9)", "sheet(medium) ",
    "sheet:drawer(1x%)",
  ])
  func `a text that is no style is not read`(text: String) {
    #expect(PresentationStyle(text) == nil)
  }

  @Test func `the notation distinguishes the host's own styles from screens`() throws {
    func presented(_ notation: String) throws -> (PresentationStyle, String) {
      let root = try #require(try TreeNotation(notation).scenes.first?.root)
      return (root.style, try #require(root.presented.first).kind)
    }
    #expect(try presented("feed^sheet:login") == (.sheet, "login"))
    #expect(try presented("feed^sheet:drawer:login") == (.custom("drawer", like: .sheet), "login"))
    #expect(
      try presented("feed^sheet(medium, 40%):login")
        == (.sheet(detents: [.medium, .percent(40)]), "login"))
    #expect(try presented("feed^sheet(id: 5)") == (.automatic, "sheet"))
    #expect(try presented("feed^sheet") == (.automatic, "sheet"))
    #expect(try presented("feed^formSheet:sheet(id: 5)") == (.formSheet, "sheet"))
  }

  @Test func `screens of two styles have two digests`() throws {
    var digests: Set<UInt64> = []
    for style in PresentationStyle.samples {
      var tree = ScreenTree()
      var counter: UInt64 = 0
      var root = Subtree(kind: "feed")
      root.presented = [Subtree(kind: "login")]
      root.style = style
      root.assignIDs(after: &counter)
      counter = 0
      try tree.apply(.root(scene: "main", screen: [root]), counter: &counter)
      #expect(tree.description.contains("^"))
      digests.insert(tree.digest)
    }
    #expect(digests.count == PresentationStyle.samples.count)
  }

  @Test func `a style that cannot be is refused before it is journaled`() throws {
    var tree = ScreenTree()
    var counter: UInt64 = 0
    var root = Subtree(kind: "feed")
    root.assignIDs(after: &counter)
    counter = 0
    try tree.apply(.root(scene: "main", screen: [root]), counter: &counter)
    var login = Subtree(kind: "login")
    login.id = ScreenID(2)
    let impossible = PresentationStyle.custom("a b", like: .sheet)
    #expect(throws: ChangeError.self) {
      try tree.apply(
        .present(over: ScreenID(1), style: impossible, screen: [login]), counter: &counter)
    }
    login.style = .sheet(detents: [.percent(0)])
    #expect(throws: ChangeError.self) {
      try tree.apply(.present(over: ScreenID(1), style: .sheet, screen: [login]), counter: &counter)
    }
    #expect(tree.count == 1)
  }

  @Test func `a style of a table comes back after a relaunch`() throws {
    let drawer = PresentationStyle.custom("drawer", like: .sheet, detents: [.medium, .percent(80)])
    let table = try RouteTable(tree: "main/stack[feed]") {
      DeclaredScreen("main", container: .stack)
      DeclaredScreen("feed")
      DeclaredScreen("filter")
      Route("filter", "/filter", to: [.present("filter", style: drawer)])
    }
    #expect(try RouteTable(json: table.canonicalJSON).digest == table.digest)
    try Scenario(table).run(
      """
      open: /filter -> shown
      tree: main[feed]^sheet:drawer(medium, 80%):filter
      """)
  }

  @Test func `a table with an impossible style is refused`() {
    #expect(throws: RouteTable.Mistakes.self) {
      try RouteTable(tree: "feed") {
        DeclaredScreen("feed")
        Route(
          "filter", "/", to: [.present("feed", style: .custom("x", like: .full, detents: [.large]))]
        )
      }
    }
    let file = """
      {"format": "route-table/1", "tree": "feed", "screens": {"feed": {}, "a": {}},
       "routes": [{"id": "a", "patterns": ["/a"],
       "destination": [{"present": "a", "style": "sheeet"}]}]}
      """
    #expect { try RouteTable(json: Array(file.utf8)) } throws: { error in
      "\(error)".contains("expected one of automatic, sheet, formSheet")
    }
  }
}
