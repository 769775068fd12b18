import RouteEngine
import Testing

/// The value that everything that comes in becomes.
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
    (HostFact.popped(nil), "back"), (.popped(ScreenID(3)), "popped screen 3"),
    (.dismissed(nil), "dismissed"), (.selected(ScreenID(4)), "selected tab 4"),
    (.activated(scene: "main"), "activated scene main"),
    (.returned(nil, [:]), "result of a screen"),
    (.reconciled(DisplayedScreens(scenes: [])), "this is on display"),
  ])
  func `a fact is called the same in an error and in a list of entries`(
    _ fact: HostFact, _ words: String
  ) {
    #expect(RouteRequest.Target.fact(fact).summary == words)
    #expect(RouteRequest.Target.fact(fact).words() == words)
  }

  @Test func `print shows the fields`() {
    let text = "\(request)"
    for part in ["entryPoint", "shortcutItem", "product", "42", "ada", "push-1", "main"] {
      #expect(text.contains(part), "\(text)")
    }
  }
}
