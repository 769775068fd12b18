import RouteEngine
import RouteTestSupport
import Testing

@Suite struct NewScreensTests {
  /// Reads the screens of a change from its JSON.
  private func read(_ screens: String) throws -> NewScreens {
    let json = #"{"at":0,"change":"splice","in":1,"insert":"# + screens + "}"
    var reader = JSONReader(Array(json.utf8))
    guard case .tree(.splice(_, _, _, let insert)) = try reader.change() else {
      throw TestFailure("it is no splice")
    }
    return insert
  }

  private struct TestFailure: Error {
    let problem: String
    init(_ problem: String) { self.problem = problem }
  }

  @Test func `hold any hierarchies as they were`() {
    for seed in 1...300 {
      var maker = RandomTree(UInt64(seed))
      var subtrees = (0..<maker.random.below(4)).map { _ in maker.subtree() }
      if maker.random.chance(30), !subtrees.isEmpty { subtrees[0].id = nil }
      let screens = NewScreens(subtrees)
      #expect(Array(screens) == subtrees)
      #expect(screens.count == subtrees.count)
      #expect(screens.isEmpty == subtrees.isEmpty)
      #expect(screens == NewScreens(Array(screens)))
      var (kinds, listed) = ([String](), [String]())
      screens.forEachKind { kinds.append($0) }
      for subtree in subtrees { listed += subtree.kinds }
      #expect(kinds == listed)
    }
  }

  @Test func `differ where one thing differs`() {
    for seed in 1...100 {
      var maker = RandomTree(UInt64(seed))
      let subtree = maker.subtree()
      var changed = [subtree, subtree, subtree, subtree]
      changed[0].id = subtree.id.map { ScreenID($0.rawValue + 1) }
      changed[1].isReady.toggle()
      changed[2].selected = (subtree.selected ?? 0) + 1
      changed[3].parameters = subtree.parameters.setting("other", to: 1)
      for other in changed { #expect(NewScreens([other]) != NewScreens([subtree])) }
    }
  }

  @Test(
    "JSON in any order and form brings the same screens",
    arguments: [
      #"[{"id":7,"kind":"item","parameters":{"id":42,"title":"shoes"}}]"#,
      #"[{"kind":"item","parameters":{"title":"shoes","id":42},"id":7}]"#,
      #"[ { "id" : 7 , "kind" : "item" , "parameters" : { "id" : 42 , "title" : "shoes" } } ]"#,
      #"[{"id":7,"kind":"it\u0065m","parameters":{"id":42,"title":"shoes"}}]"#,
      #"[{"id":7,"kind":"item","parameters":{"id":42,"title":"sho\u0065s"}}]"#,
      #"[{"id":9,"id":7,"kind":"cart","kind":"item","parameters":{"id":42,"title":"shoes"}}]"#,
      #"[{"id":7,"kind":"item","later":[{}],"parameters":{"id":42,"title":"shoes"}}]"#,
      #"[{"foreign":false,"id":7,"kind":"item","parameters":{"id":42,"title":"shoes"}}]"#,
    ])
  func json(_ text: String) throws {
    var item = Subtree(kind: "item", parameters: ["id": 42, "title": "shoes"])
    item.id = ScreenID(7)
    #expect(try read(text) == [item])
  }

  @Test func `JSON without parameters, id or kind is read as far as it goes`() throws {
    #expect(
      try read(#"[{"kind":"feed"},{"kind":"feed","parameters":{}}]"#).map(\.kind) == [
        "feed", "feed",
      ])
    #expect(try read(#"[{"id":1}]"#).map(\.kind) == [""])
    #expect(try read("[]").isEmpty)
  }

  @Test(
    "JSON that is wrong inside a screen is refused",
    arguments: [
      #"[{"id":7,"kind":5}]"#, #"[{"id":-7}]"#, #"[{"kind":"a","parameters":[]}]"#,
      #"[{"kind":"a","parameters":{"x":null}}]"#, #"[{"kind":"a","parameters":{"x":1,"x":2}}]"#,
      #"[{"kind":"a"},{]"#, #"[{"kind":"a" "id":1}]"#,
    ])
  func wrong(_ text: String) {
    #expect(throws: JSONError.self) { try read(text) }
  }

  @Test func `a root and what is presented are one screen`() throws {
    var tree = ScreenTree()
    var counter: UInt64 = 0
    var (root, other) = (Subtree(kind: "a"), Subtree(kind: "b"))
    (root.id, other.id) = (ScreenID(1), ScreenID(2))
    try tree.apply(.root(scene: "main", screen: [root]), counter: &counter)
    let before = tree
    for screens: NewScreens in [[], [root, other]] {
      for change: TreeChange in [
        .root(scene: "main", screen: screens),
        .present(over: ScreenID(1), style: .sheet, screen: screens),
      ] {
        #expect(throws: ChangeError.self) { try tree.apply(change, counter: &counter) }
        #expect(tree == before && counter == 1)
      }
    }
  }

  /// An invalid screen, and the message about it.
  private static func spoilt(_ number: Int) -> (screen: Subtree, flaw: String) {
    var screen = leaf(7)
    switch number {
    case 0: screen.presented = [leaf(8), leaf(9)]
    case 1: screen.children = [leaf(8)]
    case 2: (screen.container, screen.selected) = (.tabs, 1)
    case 3: screen.style = .custom("no name", like: .sheet)
    case 4: screen.style = .custom("a", like: .full, detents: [.large])
    case 5: screen.id = nil
    case 6: screen.id = ScreenID(0)
    case 7: screen.container = .custom("no name", .tabs)
    case 8: screen.container = .custom("", .stack)
    case 9: screen.ownership = .unknown(version: 0)
    case 10: screen.ownership = .unknown(version: Int(Int32.max) + 1)
    case 11: screen.kind = ""
    case 12: (screen.kind, screen.ownership) = ("no name", .foreign)
    case 13:
      let most = RouteLimits.standard.nameBytes
      (screen.kind, screen.ownership) = (String(repeating: "a", count: most + 1), .foreign)
    case 14: screen.parameters = ["a": 1, "b": .token("~abc")]
    default: (screen.container, screen.children) = (.split, [leaf(8), leaf(9), leaf(10)])
    }
    let flaws = [
      "leaf presents more than one screen", "leaf holds screens and is no container",
      "leaf selects a screen that it does not hold", "cannot follow \"sheet:no\"",
      "only a sheet or a formSheet rests at heights", "a new screen has no id",
      "the id 0 is none that a screen can have", "leaf is a container whose name is none",
      "leaf is a container whose name is none", "leaf is of a version that no kind has",
      "leaf is of a version that no kind has", "a kind's name is 1 to 128",
      "a kind's name is 1 to 128", "a kind's name is 1 to 128",
      "leaf has a parameter whose token is none", "leaf has 2 columns, not 3",
    ]
    return (screen, flaws[number])
  }

  @Test("a hierarchy that cannot be is refused, with its flaw", arguments: 0...15)
  func flaws(number: Int) throws {
    var tree = ScreenTree()
    var counter: UInt64 = 0
    let stack = identified(Subtree(kind: "stack", container: .stack), 1)
    try tree.apply(.root(scene: "main", screen: [stack]), counter: &counter)
    let before = tree
    let (spoilt, flaw) = Self.spoilt(number)
    let outer = Subtree(kind: "outer", container: .stack, children: [spoilt])
    for screens: NewScreens in [[spoilt], [identified(outer, 6)]] {
      let change = TreeChange.splice(container: ScreenID(1), at: 0, drop: 0, insert: screens)
      let error = #expect(throws: ChangeError.self) { try tree.apply(change, counter: &counter) }
      #expect(error?.description.contains(flaw) ?? false, "\(error?.description ?? "")")
      #expect(tree == before)
    }
  }

  @Test func `the longest name that a kind can have is read back`() throws {
    var tree = ScreenTree()
    var counter: UInt64 = 0
    let kind = String(repeating: "a", count: RouteLimits.standard.nameBytes)
    var root = identified(Subtree(kind: kind), 1)
    root.ownership = .foreign
    try tree.apply(.root(scene: "main", screen: [root]), counter: &counter)
    #expect(try TreeNotation(tree.description).scenes.first?.root.kind == kind)
  }
}

private func leaf(_ id: UInt64) -> Subtree { identified(Subtree(kind: "leaf"), id) }

private func identified(_ subtree: Subtree, _ id: UInt64) -> Subtree {
  var subtree = subtree
  subtree.id = ScreenID(id)
  return subtree
}

extension Subtree {
  fileprivate var kinds: [String] {
    [kind] + children.flatMap(\.kinds) + presented.flatMap(\.kinds)
  }
}
