package import RouteEngine

extension Rehearsal {
  /// The end of a request: its outcome, which names the step that failed, and the resulting screen.
  package struct RequestEnd: Sendable, Equatable {
    /// Nil while it waits.
    package var outcome: Outcome?
    package var route: String?
    /// The kind of the screen that was visible afterwards.
    package var screen: String?
    /// That screen in the tree notation, with its parameters; one text replaces all hidden values.
    package private(set) var visible: String?
    /// The outcome without numbers and tokens, which differ in the new journal.
    private var likeness: Outcome?

    /// The outcome for people.
    package var word: String { outcome?.description ?? "waiting" }

    /// The outcome in a form by which equal ones are counted together: its word, or its reason
    /// without the parts that differ in each journal.
    package var countedWord: String {
      guard let likeness else { return word }
      return likeness.reason == nil ? likeness.word : likeness.description
    }

    /// Outcome, route and screen for people.
    package var words: String {
      guard outcome != nil || route != nil else { return word }
      let route = route.map { "route \($0)" } ?? "no route"
      return "\(word), \(route)" + (visible.map { ", screen \($0)" } ?? "")
    }

    /// Numbers of requests and screens are not compared: they differ in the new journal.
    package static func == (first: RequestEnd, second: RequestEnd) -> Bool {
      Bytes.same(first.route, second.route) && Bytes.same(first.visible, second.visible)
        && first.likeness == second.likeness
        && Bytes.same(first.likeness?.reason, second.likeness?.reason)
    }

    /// Notes the facts in the next entry of the request.
    package mutating func follow(_ entry: JournalEntry) {
      if let named = RequestRoute(namedBy: entry) { route = named.identifier }
      guard entry.kind == .decided else { return }
      (outcome, screen) = (entry.outcome, entry.screenAfter)
      likeness = entry.outcomeWithoutIDs?.withoutTokens
    }

    /// Notes the screens after the entry that ended it.
    package mutating func see(_ tree: ScreenTree) {
      visible = tree.visibleLeaf()?.line(ignoringTokens: true)
    }
  }
}

extension JournalEntry {
  /// The request that ends with it.
  var endedRequest: RequestID? { kind == .decided && action == nil ? requestID : nil }
}
