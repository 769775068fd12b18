extension WaitingRequest {
  /// One line for a person: the request, the event that it waits for, and its target.
  package var words: String { "\(id) waits \(status.words): \(target.words())" }
}

extension WaitingRequest.Status {
  /// The event that a request waits for, in words that follow "waits".
  package var words: String {
    switch self {
    case .received: "for the app's answer"
    case .released: "for its turn"
    case .suspended: "until requests are let through"
    case .condition(let condition): "for \(condition)"
    }
  }
}
