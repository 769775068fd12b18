import RouteEngine
import Testing

/// The marks that the notation of trees has once at most.
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
