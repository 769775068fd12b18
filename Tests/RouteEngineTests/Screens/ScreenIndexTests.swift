import RouteTestSupport
import Testing

@testable import RouteEngine

/// Finding a screen in a tree that is too large for visiting each.
struct ScreenIndexTests {
  /// Looks for a kind with some parameters, and counts the screens that it tests.
  private final class Search: ScreenTest {
    let kind: String
    let tag: UInt64
    let clues: Parameters
    private(set) var looks = 0

    init(_ kind: String, _ clues: Parameters = [:]) {
      self.kind = kind
      tag = Screen.tag(of: kind)
      self.clues = clues
    }

    func accepts(_ index: Int, in leaf: borrowing ScreenLeaf) -> Bool {
      looks += 1
      let row = leaf.rows[index]
      let parameters = leaf.parameters(of: row)
      return leaf.kind(of: row) == kind && clues.allSatisfy { parameters[$0.name] == $0.value }
    }

    func isWanted(_ screen: Screen) -> Bool {
      screen.kind == kind && clues.allSatisfy { screen.parameters[$0.name] == $0.value }
    }
  }

  /// A stack of the given number of screens: one in a hundred is a `rare`, the others are items of
  /// ten colours.
  private static func stack(_ count: Int) throws -> RouteState {
    let screens = (1...count).map { index in
      index % 100 == 50 ? "rare(id: \(index))" : "item(colour: \"c\(index % 10)\", id: \(index))"
    }
    let notation = try TreeNotation("main/stack[start \(screens.joined(separator: " "))]")
    return try RouteState(scenes: notation, counter: 0)
  }

  @Test func `a search in a large tree looks at few screens, however many there are`() throws {
    for count in [1_000, 8_000] {
      let tree = try Self.stack(count).tree
      let searches: [(Search, ParameterValue?)] = [
        (Search("item", ["id": .int(777)]), 777), (Search("item", ["id": .int(-1)]), nil),
        (Search("item", ["id": .int(777), "colour": "c7"]), 777),
        (Search("item", ["id": .int(777), "colour": "c8"]), nil),
        (Search("rare", ["id": .int(150)]), 150), (Search("start"), nil),
        (Search("nowhere"), nil), (Search("item", ["colour": "blue"]), nil),
      ]
      for (search, expected) in searches {
        let row = tree.firstRow(in: "main", scope: .everything, passing: search)
        let found = row.flatMap { tree[$0.id] }
        #expect(found?.parameters["id"] == expected, "\(search.kind) \(search.clues)")
        #expect((found != nil) == (expected != nil || search.kind == "start"))
        let most = 2 + ScreenIndex.recentLimit
        #expect(search.looks <= most, "\(search.kind) \(search.clues) among \(count)")
      }
      let item = tree.firstRow(in: "main", scope: .everything, passing: Search("item"))
      #expect(item != nil)
    }
  }

  @Test func `few of the newest screens are tested, with their present values`() throws {
    var state = try Self.stack(400)
    func find(_ search: Search) -> ScreenID? {
      state.tree.firstRow(in: "main", scope: .everything, passing: search)?.id
    }
    let newest = try #require(find(Search("item", ["id": 399])))
    for id in [7_000, 7_001] as [Int64] {
      try state.apply(.tree(.parameters(newest, ["id": .int(id)])))
      #expect(find(Search("item", ["id": .int(id)])) == newest)
    }
    #expect(find(Search("item", ["id": 7_000])) == nil)
    try state.apply(
      .tree(.become(newest, kind: "rare", parameters: ["id": 7_001], ownership: .declared)))
    #expect(find(Search("rare", ["id": 7_001])) == newest)
    #expect(find(Search("item", ["id": 7_001])) == nil)
    var looks = 0
    for id in 9_000..<9_100 {
      let search = Search("item", ["id": .int(Int64(id))])
      #expect(find(search) == nil)
      looks += search.looks
    }
    // At least eight are in no place yet.
    #expect(looks < 400, "\(looks)")
  }

  @Test(arguments: [3, 4] as [UInt64])
  func `with and without an index the same screen is found`(seed: UInt64) throws {
    var random = SeededRandom(seed)
    var state = try Self.stack(400)
    let stack = try #require(state.tree.root())
    var limits = RouteLimits.standard
    limits.screens = 10_000
    var (roundsWith, roundsWithout) = (0, 0)
    for round in 0..<60 {
      let count = try #require(state.tree[stack]).childCount
      // The tree grows and shrinks across the sizes at which the index is made and removed.
      let drop = min(count - 2, random.below(round % 20 < 10 ? 160 : 15))
      let insert = (0..<random.below(round % 20 < 10 ? 10 : 60)).map { offset in
        var subtree = Subtree(kind: random.pick(["item", "rare", "start"]))
        subtree.parameters = ["id": .int(Int64(random.below(40))), "colour": "c1"]
        subtree.id = ScreenID(state.counter + UInt64(offset) + 1)
        return subtree
      }
      let position = 1 + random.below(count - drop - 1)
      try state.apply(
        .tree(.splice(container: stack, at: position, drop: drop, insert: NewScreens(insert))),
        limits: limits)
      if random.chance(50), let id = state.tree[stack]?.children.randomElement(using: &random) {
        try state.apply(.tree(.parameters(id, ["id": .int(7)])), limits: limits)
      }
      for _ in 0..<10 {
        let clues: [Parameters] = [
          [:], ["id": .int(Int64(random.below(40)))], ["colour": "c1"],
          ["colour": .string("c\(random.below(10))"), "id": .int(Int64(random.below(700)))],
        ]
        let search = Search(random.pick(["item", "rare", "start"]), random.pick(clues))
        let found = state.tree.firstRow(in: "main", scope: .everything, passing: search)
        let expected = state.tree.firstScreen(in: "main", where: search.isWanted)
        #expect(found?.id == expected?.id, "round \(round), \(search.kind) \(search.clues)")
      }
      let isLarge = state.tree.count > ScreenIndex.worthwhile
      if isLarge { #expect(state.tree.index != nil) }
      if state.tree.count < ScreenIndex.worthwhile / 2 { #expect(state.tree.index == nil) }
      if state.tree.index == nil { roundsWithout += 1 } else { roundsWith += 1 }
    }
    #expect(roundsWith >= 10 && roundsWithout >= 10)
  }

  @Test func `removed screens seldom cause a search of all screens`() throws {
    let (keys, each) = (200 as UInt64, 40 as UInt64)
    let count = keys * each
    var places = IndexedPlaces()
    for id in 0..<count { places.insert(ScreenID(id + 1), at: id / each) }
    var (looked, wrong) = (0, 0)
    for id in 0..<count - 8 {
      let (key, left) = (id / each, Int(count - id))
      let there = (id..<(id / each + 1) * each).map { ScreenID($0 + 1) }
      places.remove(there[0], at: key, among: left) {
        looked += left
        return there
      }
      let rest = Array(there.dropFirst())
      let isKnown = places.ids(at: key).map { $0.sorted() == rest } ?? true
      if !isKnown || places[key]?.count ?? 0 != rest.count { wrong += 1 }
    }
    #expect(wrong == 0)
    #expect(looked > 0 && looked < 40 * Int(count), "so many screens for each that went")
    #expect(places.ids(at: keys - 1)?.count == 8)
  }

  @Test func `a screen that changes and keeps a value is kept once`() throws {
    let screens = (1...600).map { "item(colour: \"c\($0 % 15)\", id: \($0))" }
    let notation = try TreeNotation("main/stack[\(screens.joined(separator: " "))]")
    var state = try RouteState(scenes: notation, counter: 0)
    let some = state.tree.screens.filter { $0.parameters["colour"] == "c3" }
    #expect(some.count == 40)
    // Enough of them change that the index, which had dropped their ids, keeps them again.
    for (index, screen) in some.enumerated() {
      let colour: ParameterValue = index < 23 ? "blue" : "c3"
      let parameters: Parameters = ["colour": colour, "id": .int(Int64(9_000 + index))]
      try state.apply(.tree(.parameters(screen.id, parameters)))
    }
    let index = try #require(state.tree.index)
    let ids = try #require(index.ids(of: Screen.tag(of: "item"), with: ["colour": "c3"]))
    #expect(ids.sorted() == some.dropFirst(23).map(\.id))
  }
}
