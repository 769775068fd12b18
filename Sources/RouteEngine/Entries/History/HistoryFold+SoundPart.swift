package import RouteStore

extension HistoryFold {
  /// Walks as far as everything is as it was written: the longest valid prefix.
  ///
  /// - Parameter body: called with each entry and the state before it, the sound ones twice when
  ///   the walk has ended early.
  /// - Returns: what ended the walk; nil when the whole journal is sound.
  package mutating func walkSoundPart(
    of history: History, _ body: (JournalEntry, RouteState) -> Void = { _, _ in }
  ) -> (any Error)? {
    var attempt = self
    do {
      try attempt.walk(history, body)
      self = attempt
      return nil
    } catch {
      // The entry that ended it may have changed the state before it was found wrong. The error
      // that ends this walk is the end of the sound part, as wanted.
      try? walk(history, through: attempt.position.sequence, body)
      return error
    }
  }
}
