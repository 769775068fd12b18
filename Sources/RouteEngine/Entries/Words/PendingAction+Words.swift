extension PendingAction {
  /// Its name, with its parameters.
  package var words: String { parameters.isEmpty ? name : "\(name)(\(parameters.notation))" }

  /// One line for a person: the action, its status, and the attempts so far.
  package var summary: String {
    "\(id) \(words): \(status.rawValue)" + (attempt > 0 ? ", attempt \(attempt)" : "")
  }
}
