/// The session's own rules by which a request ends, or begins to wait, without a decision, and by
/// which an action is cancelled although no caller cancelled it. The list is closed. The word
/// stands in the entry's note `by`; an outcome without that note is a decision's.
package enum SettlingRule: String, Hashable, Sendable, CaseIterable {
  /// More requests are queued than the limits allow.
  case queueFull
  /// More requests wait than the limits allow.
  case waitingFull
  /// The source's id is longer than the limits allow; nothing is kept of it.
  case sourceTooLong
  /// The input can be read neither as a link nor as a screen, nor as a value of a type.
  case link
  /// The source's id was seen before.
  case source
  /// Whether the source's id was seen before could not be read.
  case sourceUnread
  /// An equal link came a moment before, which the host takes for the same delivery.
  case again
  /// The host died while its code ran for the request.
  case relaunch
  /// The host said that the condition will not come to hold.
  case givenUp = "given up"
  /// The caller that opened the request took it back.
  case cancelled
  /// Host code waits for a condition in the middle of its answer.
  case interceptor
  /// The host resumed and dropped what had been kept back.
  case clear
  /// The host resumed with the last request alone.
  case latestOnly
  /// The host resumed and put nothing in its place.
  case transform
  /// The host resumed and handles the requests itself that had been kept back.
  case custom
  /// It came while another request waited for host code, and the session refuses such.
  case busy
  /// A newer one came while host code was asked about it, and the session prefers that one.
  case newer
  /// It came in the middle of a transition of the host's, and the session refuses such.
  case transition
  /// It waited for the end of a transition, and a newer one came, which the session prefers.
  case overtaken
  /// It brings a secret, and host code waits in the middle of its answer; or the process is gone
  /// that was given it.
  case secret
  /// The session began with its route table's own tree, and not where the last one stopped.
  case cleanBeginning = "clean"

  /// An action ended while nothing was recorded, and it is not known how.
  case outage

  /// The note's name.
  package static var note: String { "by" }

  /// How a request ends by it; nil where it does not, or where the rule alone does not say how.
  package var outcome: Outcome? {
    switch self {
    case .queueFull: .failed(step: 0, reason: "too many requests are queued")
    case .waitingFull: .tooManyWait
    case .sourceTooLong: .failed(step: 0, reason: "the source's id is longer than allowed")
    case .sourceUnread:
      .failed(
        step: 0,
        reason:
          "whether its source's id was seen before could not be read; it may be asked for again")
    case .latestOnly, .newer, .overtaken: .superseded
    case .busy: .denied(reason: "another request is under way")
    case .transition: .denied(reason: "the host is in a transition")
    case .clear: .denied(reason: "cleared when resumed")
    case .transform: .denied(reason: "dropped when resumed")
    case .custom: .denied(reason: "handed to the host when resumed")
    case .cleanBeginning: .denied(reason: "the session began clean")
    case .link, .source, .again, .relaunch, .givenUp, .cancelled, .interceptor, .secret, .outage:
      nil
    }
  }

  /// Why an action is cancelled by it; nil where none is.
  package var cancellation: String? {
    switch self {
    case .cleanBeginning: outcome?.reason
    case .outage: "it ended while nothing was recorded"
    default: nil
    }
  }

  /// Whether nothing is looked up about a request that is refused so.
  var needsNoLookUp: Bool { self == .sourceTooLong }

  /// Whether it ends requests only of a host that takes its time: whose code was asked and has not
  /// answered, or which is in a transition.
  package var needsBusyHost: Bool {
    switch self {
    case .relaunch, .busy, .newer, .transition, .overtaken, .secret: true
    default: false
    }
  }

  /// Whether a request that ends so leaves its source's id as it was: it repeats another one, or
  /// may come again.
  ///
  /// - Parameter isNew: whether no entry spoke of the request before. One that its caller takes
  ///   back so early was not looked up.
  package func leavesSource(isNew: Bool) -> Bool {
    switch self {
    case .source, .sourceUnread, .busy, .transition, .secret, .cleanBeginning: true
    case .cancelled: isNew
    default: false
    }
  }
}
