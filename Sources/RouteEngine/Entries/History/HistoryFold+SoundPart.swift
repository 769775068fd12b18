package import RouteStore

extension HistoryFold {
  /// Walks the longest valid prefix: as long as everything is as it was written.
  ///
  /// - Parameter body: called with each entry and the state before it; twice with sound ones when
  ///   the walk ended early.
  /// - Returns: the error that ended the walk; nil when the whole journal is sound.
  package mutating func walkSoundPart(
    of history: History, _ body: (JournalEntry, RouteState) -> Void = { _, _ in }
  ) -> (any Error)? {
    var attempt = self
    do {
      try attempt.walk(history, body)
      self = attempt
      return nil
    } catch {
      // The entry that ended the walk may have changed the state before it was found wrong. The
      // error that ends this second walk is the end of the sound part, as intended.
      try? walk(history, through: attempt.position.sequence, body)
      return error
    }
  }
}
