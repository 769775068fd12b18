import RouteEngine
import RouteReplay

extension Rehearsal {
  /// How a request ended: its outcome, which names the step that failed, and where that led.
  struct RequestEnd: Sendable, Equatable {
    /// Nil while it waits.
    var outcome: Outcome?
    var route: String?
    /// The kind of the screen that was visible then.
    var screen: String?
    /// Whether its source's id was used for another request, whose number stands in the reason.
    var isOtherContent = false

    /// The outcome for a person.
    var word: String { outcome?.description ?? "waiting" }

    /// Outcome, route and screen for a person.
    var words: String {
      guard outcome != nil || route != nil else { return word }
      let route = route.map { "route \($0)" } ?? "no route"
      return "\(word), \(route)" + (screen.map { ", screen \($0)" } ?? "")
    }

    /// The numbers of requests and screens are others in the new journal.
    static func == (first: RequestEnd, second: RequestEnd) -> Bool {
      guard first.route == second.route, first.screen == second.screen else { return false }
      if first.isOtherContent, second.isOtherContent { return true }
      return first.outcome?.withoutIDs == second.outcome?.withoutIDs
    }

    /// Takes note of what the next entry of the request says.
    mutating func follow(_ entry: JournalEntry) {
      if let named = RequestRoute(namedBy: entry) { route = named.identifier }
      guard entry.kind == .decided else { return }
      (outcome, screen) = (entry.outcome, entry.screenAfter)
      if case .failed? = entry.outcome { isOtherContent = entry.rule == .source }
    }
  }
}
