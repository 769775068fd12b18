package import RouteStore

extension HistoryFold {
  /// Walks as far as everything is as it was written: the longest valid prefix.
  ///
  /// - Returns: what ended the walk; nil when the whole journal is sound.
  package mutating func walkSoundPart(of history: History) -> (any Error)? {
    var attempt = self
    do {
      try attempt.walk(history)
      self = attempt
      return nil
    } catch {
      // The entry that ended it may have changed the state before it was found wrong.
      try? walk(history, through: attempt.position.sequence)
      return error
    }
  }
}
