/// The session's own rules by which a request ends or begins to wait without a decision, or by
/// which an action is cancelled although no caller cancelled it. The list is closed. The entry's
/// note `by` holds the word; an outcome without this note comes from a decision.
package enum SettlingRule: String, Hashable, Sendable, CaseIterable {
  /// More requests are queued than the limits allow.
  case queueFull
  /// More requests wait than the limits allow.
  case waitingFull
  /// The source's id is longer than the limits allow, and is not kept.
  case sourceTooLong
  /// The input cannot be read as a link, a screen or a typed value.
  case link
  /// The source's id was seen before.
  case source
  /// It could not be read whether the source's id was seen before.
  case sourceUnread
  /// An equal link came shortly before, and the host treats both as one delivery.
  case again
  /// The host died while its code ran for the request.
  case relaunch
  /// The host said that the condition will not hold, or its user closed the last screen that
  /// answers it.
  case givenUp = "given up"
  /// The host cancelled the request.
  case cancelled
  /// Host code waits for a condition in the middle of its answer.
  case interceptor
  /// The host resumed the session and dropped the requests that were kept back.
  case clear
  /// The host resumed the session with the last request only.
  case latestOnly
  /// The host resumed the session and gave the request no other target.
  case transform
  /// The host resumed the session and handles the requests that were kept back itself.
  case custom
  /// The request came while another one waited for host code, and the session refuses such
  /// requests.
  case busy
  /// A newer request came while host code was asked about this one, and the session prefers the
  /// newer.
  case newer
  /// The request came during a transition of the host, and the session refuses such requests.
  case transition
  /// The request waited for the end of a transition when a newer one came, which the session
  /// prefers.
  case overtaken
  /// The request has a secret, and host code waits in the middle of its answer; or the process that
  /// received the request is gone.
  case secret
  /// The session began with its route table's own tree instead of the last session's place.
  case cleanBeginning = "clean"

  /// An action ended while nothing was recorded, and its end is not known.
  case outage

  /// The note's name.
  package static var note: String { "by" }

  /// The outcome of a request that the rule ends; nil when it ends none, or does not determine the
  /// outcome.
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

  /// Why an action is cancelled by the rule; nil when it cancels none.
  package var cancellation: String? {
    switch self {
    case .cleanBeginning: outcome?.reason
    case .outage: "it ended while nothing was recorded"
    default: nil
    }
  }

  /// Whether the rule refuses a request before its source's id is looked up.
  var needsNoLookUp: Bool { self == .sourceTooLong }

  /// Whether the rule only applies while the host is busy: its code was asked and has not answered,
  /// or it is in a transition.
  package var needsBusyHost: Bool {
    switch self {
    case .relaunch, .busy, .newer, .transition, .overtaken, .secret: true
    default: false
    }
  }

  /// Whether a request that ends by the rule leaves the record of its source's id unchanged: it
  /// repeats another one, or may come again.
  ///
  /// - Parameter isNew: whether no entry was about the request before. If its caller cancels it
  ///   that early, its source's id was not looked up.
  func leavesSource(isNew: Bool) -> Bool {
    switch self {
    case .source, .sourceUnread, .busy, .transition, .secret, .cleanBeginning: true
    case .cancelled: isNew
    default: false
    }
  }
}
