package import RouteEngine

/// An input from outside at an entry of a journal.
package enum RecordedAct {
  /// A request was opened.
  case open(RequestID, RouteRequest)
  /// Host code replied to what it was asked about a request; without answers when the request no
  /// longer needed them.
  case reply(RequestID, [RecordedAnswer])
  /// Host code began to wait in the middle of its answer.
  case park(RequestID, condition: String)
  /// A request was taken back.
  case cancel(RequestID, reason: String)
  /// The time of a request that waited had passed at a moment.
  case expire(RouteInstant)
  /// A target took the place of a request at the resume of an entry; nil when none did.
  case replace(RequestID, RouteRequest.Target?, resume: Int64)
  /// Another route table was in force.
  case adopt
  /// Any other input. A resume that puts other targets in place comes without them: a
  /// ``replace(_:_:resume:)`` follows for each.
  case input(Input)
}

extension RecordedAct {
  /// Why a request cannot be opened again.
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
  /// Why no session comes to this end again, whatever its host does; nil where one can.
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
