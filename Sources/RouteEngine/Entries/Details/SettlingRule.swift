/// The session's own rules by which a request ends, or begins to wait, without a decision: a closed
/// list. The word stands in the entry's note `by`; an entry without that note is a decision.
package enum SettlingRule: String, Hashable, Sendable, CaseIterable {
  /// More requests are queued or wait than the limits allow, or the source's id is longer.
  case limit
  /// What was to be opened can be read neither as a link nor as a screen, nor as a value of a type.
  case link
  /// The source's id was seen before.
  case source
  /// An equal link came a moment before, which the host takes for the same delivery.
  case again
  /// The host died while its code ran for the request.
  case relaunch
  /// The host said that the condition will not come to hold.
  case givenUp = "given up"
  /// Whoever opened it took it back.
  case cancelled
  /// Host code waits for a condition in the middle of its answer.
  case interceptor
  /// The host resumed and dropped what had been kept back.
  case clear
  /// The host resumed with the last request alone.
  case latestOnly
  /// The host resumed and put nothing in its place.
  case transform
  /// The host resumed and took over what had been kept back.
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

  /// The note's name.
  package static var note: String { "by" }

  /// Why a request ends that arrived when the queue was full.
  package static var queueIsFull: String { "too many requests are queued" }
  /// Why a request ends whose source gave it an id beyond the bound, of which nothing is kept.
  package static var sourceIsTooLong: String { "the source's id is longer than allowed" }
  /// Why a request takes no effect of whose source's id nobody can say whether it was seen before.
  package static var sourceIsUnread: String {
    "whether its source's id was seen before could not be read; it may be asked for again"
  }
  /// Why a request ends that would have had to wait when no more may.
  package static var tooManyWait: String { "too many requests wait already" }

  /// Why a request or an action ends that a session does not go on with.
  package static var beganClean: String { "the session began clean" }

  /// Why an action ends of which nobody can say how: it ended in memory.
  package static var endedUnrecorded: String { "it ended while nothing was recorded" }

  /// Why it denies a request; nil when it does not, or the host says why.
  package var reason: String? {
    switch self {
    case .busy: "another request is under way"
    case .transition: "the host is in a transition"
    case .clear: "cleared when resumed"
    case .transform: "dropped when resumed"
    case .custom: "handed to the host when resumed"
    case .cleanBeginning: Self.beganClean
    case .limit, .link, .source, .again, .relaunch, .givenUp, .cancelled, .interceptor, .latestOnly,
      .newer, .overtaken, .secret:
      nil
    }
  }

  /// Whether a request that ends so leaves its source's id as it was: it repeats another one, or
  /// may come again.
  package var leavesSource: Bool {
    switch self {
    case .source, .busy, .transition, .secret, .cleanBeginning: true
    default: false
    }
  }
}

extension JournalEntry {
  /// Whether it ends an action that had ended in memory.
  package var endsUnrecorded: Bool {
    kind == .cancelled && reason?.hasSameBytes(as: SettlingRule.endedUnrecorded) ?? false
  }

  /// Whether it ends a request or an action because its session began clean.
  package var endsForCleanBeginning: Bool {
    rule == .cleanBeginning
      || kind == .cancelled && reason?.hasSameBytes(as: SettlingRule.beganClean) ?? false
  }
}
