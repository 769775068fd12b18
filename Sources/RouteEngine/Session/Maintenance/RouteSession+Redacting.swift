public import RouteStore

extension RouteSession.JournalKeeping {
  /// Removes private values before their owner signs out: for a user who requests it, and for a
  /// journal that is to be handed on. An entry records how many were removed and how they were
  /// chosen, never which ones. The chain stays intact, and afterwards no byte of the values is left
  /// in the file or its log.
  ///
  /// A principal's key is removed when all of its values are. Each redaction also removes the
  /// journal's own key, which identifies repeated requests: if a source's id then comes again with
  /// a private value, the request is taken for different content and refused.
  ///
  /// While a key stays, anyone who has the file can find a value again from its token, if the value
  /// is one of few possible ones. To exclude that, choose the principal instead.
  ///
  /// - Returns: the result; nothing is written when there was nothing to remove.
  /// - Throws: the reason when the session does not record; `busy` when another connection reads
  ///   the file, so that its log cannot be emptied. Then the values are deleted and cannot be
  ///   looked up, but their bytes are still there. The bytes are removed when this is called again,
  ///   or when the host next goes to the background, if no other connection reads the file at that
  ///   time. `refused` after the session's end; then nothing is removed.
  @discardableResult
  public func redact(
    _ redaction: Redaction, isolation: isolated any Actor = #isolation
  ) throws(StoreError) -> Redaction.Result {
    session.recorder.reacquire(at: session.now)
    defer { session.releaseFile() }
    if let problem = session.health.problem { throw problem }
    let plan = try RedactionPlan(redaction, session.recorder.journal)
    let memory = session.vault.memory
    session.vault.forget(where: redaction.covers)
    guard !plan.isEmpty else {
      try emptyLog()  // an earlier redaction may have left a log because of a reader
      return plan.result
    }
    defer { session.drain() }
    // A redaction that was not journaled must not take effect, now or with the next entry.
    let refusal = StoreError.refused(reason: "the session has ended")
    guard let step = session.step(of: .redacted(plan), at: session.elapsed) else {
      session.vault.memory = memory
      throw refusal
    }
    guard session.write(step, orGoBackTo: memory) == .recorded else {
      session.recorder.journal.disownAttempt()  // the file may have lost keys that are known here
      throw session.health.problem ?? refusal
    }
    session.tellEffects()
    try session.recorder.journal.shrink(pages: .max)
    try emptyLog()
    return plan.result
  }

  /// A user at a prompt can wait for readers; a host cannot.
  private func emptyLog() throws(StoreError) {
    try session.recorder.journal.checkpointLog(isPatient: session.machine.sessionRow.isMaintenance)
  }
}
