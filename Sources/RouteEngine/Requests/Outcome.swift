/// How a request ended. A value, never an error: nothing that arrives from outside throws.
public enum Outcome: Hashable, Sendable {
  /// The destination is on screen and was not before.
  case shown
  /// The destination was on screen already; no screen changed. Actions of the route and of its
  /// kinds are accepted again, unless a key says otherwise.
  case alreadyShown
  /// An interceptor refused.
  case denied(reason: String)
  /// No route fits, no screen has that kind.
  case notFound
  /// The step (from 1; 0 before the first) could not be carried out; nothing changed.
  case failed(step: Int, reason: String)
  /// A host fact speaks of a screen or a scene that is not there: the host's picture is not the
  /// engine's. The host renders the state again.
  case stale(reason: String)
  /// A host fact cannot have happened to the screens that are there. The host renders the state
  /// again, and looks into what it reports.
  case impossible(reason: String)
  /// Another request took its place.
  case superseded
  /// Its time passed while it waited.
  case expired
  /// Its source's id had been seen: that request's outcome stands.
  case duplicate(of: RequestID)
  /// The host died while its code ran for the request.
  case interrupted
  /// The host died twice over the same request; it is not tried again.
  case quarantined

  /// The word in the journal's `outcome` column.
  public var word: String {
    switch self {
    case .shown: "shown"
    case .alreadyShown: "alreadyShown"
    case .denied: "denied"
    case .notFound: "notFound"
    case .failed: "failed"
    case .stale: "stale"
    case .impossible: "impossible"
    case .superseded: "superseded"
    case .expired: "expired"
    case .duplicate: "duplicate"
    case .interrupted: "interrupted"
    case .quarantined: "quarantined"
    }
  }

  /// Whether the destination is on screen now.
  public var isSuccess: Bool { self == .shown || self == .alreadyShown }

  /// How a request ends that would have to wait when as many wait as may.
  package static var tooManyWait: Outcome {
    .failed(step: 0, reason: "too many requests wait already")
  }

  /// Whether a host fact speaks of what is not there; see ``stale(reason:)``.
  public var isStale: Bool { if case .stale = self { true } else { false } }

  /// Whether a host fact cannot have happened; see ``impossible(reason:)``.
  public var isImpossible: Bool { if case .impossible = self { true } else { false } }

  /// The text of the journal's `reason` column beside the word.
  public var reason: String? {
    switch self {
    case .denied(let reason), .failed(_, let reason), .stale(let reason), .impossible(let reason):
      reason
    default: nil
    }
  }
}

extension Outcome: CustomStringConvertible {
  /// One line for a person.
  public var description: String {
    switch self {
    case .shown: "shown"
    case .alreadyShown: "already shown"
    case .denied(let reason): "denied: \(reason)"
    case .notFound: "not found"
    case .failed(let step, let reason):
      step == 0 ? "failed: \(reason)" : "failed at step \(step): \(reason)"
    case .stale(let reason): "stale: \(reason)"
    case .impossible(let reason): "impossible: \(reason)"
    case .superseded: "superseded"
    case .expired: "expired"
    case .duplicate(let request): "duplicate of \(request)"
    case .interrupted: "interrupted"
    case .quarantined: "quarantined"
    }
  }
}
