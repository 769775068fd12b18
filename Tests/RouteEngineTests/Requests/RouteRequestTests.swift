import RouteEngine
import Testing

/// The value that every input to a session becomes.
struct RouteRequestTests {
  private let request = RouteRequest(
    .route("product", ["id": 42]), from: .shortcutItem, at: RouteInstant(microseconds: 7),
    principal: "ada", source: "push-1", options: RouteRequest.Options(scene: "main"))

  @Test func `an edit of one copy leaves the others alone`() {
    let edits: [(inout RouteRequest) -> Void] = [
      { $0.entryPoint = .url }, { $0.target = .route("cart", [:]) },
      { $0.at = RouteInstant(microseconds: 8) }, { $0.principal = nil }, { $0.source = "push-2" },
      { $0.options.isAnimated = false }, { $0.keyedFingerprint = 3 },
    ]
    for (index, edit) in edits.enumerated() {
      let before = request
      var edited = request
      edit(&edited)
      #expect(request == before)
      #expect(edited != request, "edit \(index)")
      for (other, another) in edits.enumerated() where other != index {
        var twice = edited
        another(&twice)
        #expect(twice != edited, "edits \(index) and \(other)")
      }
    }
  }

  @Test func `requests with equal fields are equal, wherever they were made`() {
    let same = RouteRequest(
      .route("product", ["id": 42]), from: .shortcutItem, at: RouteInstant(microseconds: 7),
      principal: "ada", source: "push-1", options: RouteRequest.Options(scene: "main"))
    #expect(same == request)
    #expect(Set([same, request]).count == 1)
  }

  @Test(arguments: [
    (HostFact.popped(nil), "back", "back"),
    (.popped(ScreenID(3)), "popped screen 3", "popped a screen"),
    (.poppedTo(ScreenID(3)), "popped to screen 3", "popped to a screen"),
    (.dismissed(nil), "dismissed", "dismissed"),
    (
      .dismissed(ScreenID(3)), "dismissed what screen 3 presents",
      "dismissed what a screen presents"
    ),
    (.selected(ScreenID(4)), "selected tab 4", "selected a tab"),
    (.activated(scene: "main"), "activated scene main", "activated scene main"),
    (.returned(nil, [:]), "result of a screen", "result of a screen"),
    (.returned(ScreenID(5), [:]), "result of screen 5", "result of a screen"),
    (.reconciled(DisplayedScreens(scenes: [])), "this is on display", "this is on display"),
  ])
  func `a fact is named by its ids in a list of entries and without them in an error`(
    _ fact: HostFact, _ words: String, _ summary: String
  ) {
    #expect(RouteRequest.Target.fact(fact).words() == words)
    #expect(RouteRequest.Target.fact(fact).summary == summary)
  }

  @Test func `print shows the fields`() {
    let text = "\(request)"
    for part in ["entryPoint", "shortcutItem", "product", "42", "ada", "push-1", "main"] {
      #expect(text.contains(part), "\(text)")
    }
  }
}
