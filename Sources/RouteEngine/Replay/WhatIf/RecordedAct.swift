package import RouteEngine

/// An input from outside at an entry of a journal.
package enum RecordedAct {
  /// A request was opened.
  case open(RequestID, RouteRequest)
  /// Host code replied to questions about a request; without answers when the request no longer
  /// needed them.
  case reply(RequestID, [RecordedAnswer])
  /// Host code began to wait in the middle of its answer.
  case park(RequestID, condition: String)
  /// A request was cancelled.
  case cancel(RequestID, reason: String)
  /// The time of a waiting request had passed at a moment.
  case expire(RouteInstant)
  /// A target replaced that of a request at the resume of an entry; nil when it was dropped.
  case replace(RequestID, RouteRequest.Target?, resume: Int64)
  /// Another route table came into force.
  case adopt
  /// Any other input. A resume that replaces targets has none of them here: a
  /// ``replace(_:_:resume:)`` follows for each.
  case input(Input)
}

extension RecordedAct {
  /// The reason why a request cannot be opened again.
  package enum Obstacle: String {
    case unreadable = "no link, and the journal keeps only links"
    case noRoom = "refused because there was no room for more"
    case unknownSource = "its source's id could not be looked up"
    case delivery = "the same link again, which the app took for one delivery"
    case earlierSource = "a repetition of one from before the session"
    case privateSource = "a repetition that private values alone tell from others"
  }
}

extension SettlingRule {
  /// The reason why no session reaches this end again, whatever its host does; nil when one can.
  package var obstacle: RecordedAct.Obstacle? {
    switch self {
    case .link: .unreadable
    case .queueFull, .waitingFull, .sourceTooLong: .noRoom
    case .sourceUnread: .unknownSource
    case .again: .delivery
    default: nil
    }
  }
}
