import RouteEngine
import Testing

/// The marks in the notation of trees occur at most once, and only where they have a meaning.
@Suite struct TreeNotationTests {
  @Test(arguments: [
    ("main/tabs[home* shop*]", "at byte 21: expected one selected tab, not two"),
    ("main/stack[tabs[a* b c*]]", "at byte 23: expected one selected tab, not two"),
    ("a!: home | b!: shop", "at byte 14: expected one active scene, not two"),
  ])
  func `two selected tabs and two active scenes are refused`(text: String, message: String) throws {
    let error = try #require(throws: ScreenTree.Notation.ParseError.self) {
      try ScreenTree.Notation(text)
    }
    #expect(error.description == message)
  }

  @Test(arguments: [
    ("main/stack*[feed]", 10), ("main/tabs[home]^login*", 21), ("a: home* | b: shop", 7),
    ("main/stack[home* shop]", 15), ("main/split[list/stack detail/stack*]", 34),
    ("main/tabs[old/foreign[feed*]]", 26), ("main/tabs[home^login*]", 20),
  ])
  func `a star that marks no selected tab is refused`(text: String, offset: Int) throws {
    let error = try #require(throws: ScreenTree.Notation.ParseError.self) {
      try ScreenTree.Notation(text)
    }
    #expect(error.offset == offset)
    #expect(error.expected == "no star: it marks the selected one of tabs")
  }

  @Test func `a duplicate parameter is refused`() throws {
    let error = try #require(throws: ScreenTree.Notation.ParseError.self) {
      try ScreenTree.Notation("list(id: 1, name: x, id: 2)")
    }
    #expect(
      error.description == "at byte 23: expected a parameter's name that was not used before")
  }

  @Test func `scenes and parameters by the thousand are read and written`() throws {
    let scenes = (0..<8_000).map { "s\($0): x" }.joined(separator: " | ")
    let notation = try ScreenTree.Notation(scenes)
    #expect(try RouteState(scenes: notation, counter: 0).tree.description == scenes)
    let falling = (0..<8_000).reversed().map { "p\(10_000 + $0): \($0)" }
    let screen = try ScreenTree.Notation("main(\(falling.joined(separator: ", ")))").scenes[0].root
    #expect(screen.parameters.count == falling.count)
    #expect(screen.parameters.names.first == "p10000")
  }

  @Test func `a missing container is reported before the star that needs tabs`() throws {
    let error = try #require(throws: ScreenTree.Notation.ParseError.self) {
      try ScreenTree.Notation("main[home* shop]")
    }
    #expect(error.description.contains("main is none, write /stack, /tabs or /split"))
  }

  @Test(arguments: [
    "main/tabs[home/tabs*[a b*] shop/tabs[c* d]]", "a: home | b!: shop", "a!: home | b: shop",
  ])
  func `one of each is read`(text: String) throws {
    let notation = try ScreenTree.Notation(text)
    let tree = try RouteState(scenes: notation, counter: 0).tree
    let written = tree.description
    #expect(try ScreenTree.Notation(written).activeScene == notation.activeScene)
    #expect(
      try RouteState(scenes: ScreenTree.Notation(written), counter: 0).tree.description == written)
  }
}
