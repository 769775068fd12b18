/// How a request ended. It is a value, never an error: input from outside never throws.
public enum Outcome: Hashable, Sendable {
  /// The destination is on screen now and was not before.
  case shown
  /// The destination was on screen already, and no screen changed. Actions of the route and its
  /// kinds are accepted again, unless a key prevents it.
  case alreadyShown
  /// An interceptor, the host or a rule of the session refused the request.
  case denied(reason: String)
  /// No route matches, or no route or kind has that name.
  case notFound
  /// The step (from 1; 0 means before the first) could not be carried out; nothing changed.
  case failed(step: Int, reason: String)
  /// A host fact names a screen or a scene that does not exist: the host's picture differs from the
  /// engine's. The host has to render the state again.
  case stale(reason: String)
  /// A host fact cannot have happened to the existing screens. The host has to render the state
  /// again and check its reports.
  case impossible(reason: String)
  /// Another request replaced it.
  case superseded
  /// Its lifetime passed while it waited.
  case expired
  /// Its source's id was seen before, or it is an equal link that counts as the same delivery; the
  /// outcome of that request stands.
  case duplicate(of: RequestID)
  /// The host died while its code ran for the request.
  case interrupted
  /// The host died twice while its code ran for the request; it is not tried again.
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

  /// The outcome of a request that would have to wait when the limit of waiting requests is
  /// reached.
  package static var tooManyWait: Outcome {
    .failed(step: 0, reason: "too many requests wait already")
  }

  /// Whether a host fact names something that does not exist; see ``stale(reason:)``.
  public var isStale: Bool { if case .stale = self { true } else { false } }

  /// Whether a host fact cannot have happened; see ``impossible(reason:)``.
  public var isImpossible: Bool { if case .impossible = self { true } else { false } }

  /// The text for the journal's `reason` column; nil when the outcome has none.
  public var reason: String? {
    switch self {
    case .denied(let reason), .failed(_, let reason), .stale(let reason), .impossible(let reason):
      reason
    default: nil
    }
  }
}

extension Outcome {
  /// The outcome with its reason cut to the journal's bound: a reason can quote a long request.
  var bounded: Outcome {
    guard let reason, reason.utf8.count > String.mostReasonBytes else { return self }
    let bounded = reason.boundedReason
    return switch self {
    case .denied: .denied(reason: bounded)
    case .failed(let step, _): .failed(step: step, reason: bounded)
    case .stale: .stale(reason: bounded)
    case .impossible: .impossible(reason: bounded)
    case .shown, .alreadyShown, .notFound, .superseded, .expired, .duplicate, .interrupted,
      .quarantined:
      self
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
