package import RouteEngine

extension Rehearsal {
  /// How a request ended: its outcome, which names the step that failed, and where that led.
  package struct RequestEnd: Sendable, Equatable {
    /// Nil while it waits.
    package var outcome: Outcome?
    package var route: String?
    /// The kind of the screen that was visible then.
    package var screen: String?
    /// That screen in the tree notation, with its parameters; all hidden values are one text.
    package private(set) var visible: String?
    /// The outcome without the numbers and the tokens that are others in the new journal.
    private var likeness: Outcome?

    /// The outcome for a person.
    package var word: String { outcome?.description ?? "waiting" }

    /// The outcome as equal ones are counted together: its word, or its reason without what is
    /// another in each journal.
    package var countedWord: String {
      guard let likeness else { return word }
      return likeness.reason == nil ? likeness.word : likeness.description
    }

    /// Outcome, route and screen for a person.
    package var words: String {
      guard outcome != nil || route != nil else { return word }
      let route = route.map { "route \($0)" } ?? "no route"
      return "\(word), \(route)" + (visible.map { ", screen \($0)" } ?? "")
    }

    /// The numbers of requests and screens are others in the new journal.
    package static func == (first: RequestEnd, second: RequestEnd) -> Bool {
      first.route == second.route && Bytes.same(first.visible, second.visible)
        && first.likeness == second.likeness
    }

    /// Takes note of what the next entry of the request says.
    package mutating func follow(_ entry: JournalEntry) {
      if let named = RequestRoute(namedBy: entry) { route = named.identifier }
      guard entry.kind == .decided else { return }
      (outcome, screen) = (entry.outcome, entry.screenAfter)
      likeness = entry.outcomeWithoutIDs?.withoutTokens
    }

    /// Takes note of the screens after the entry that ended it.
    package mutating func see(_ tree: ScreenTree) {
      visible = tree.visibleLeaf()?.line(ignoringTokens: true)
    }
  }
}

extension JournalEntry {
  /// The request that comes to its end with it.
  var endedRequest: RequestID? { kind == .decided && action == nil ? requestID : nil }
}
