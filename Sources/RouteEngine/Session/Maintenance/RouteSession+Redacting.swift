public import RouteStore

extension RouteSession.JournalKeeping {
  /// Takes private values away before their owner signs out: for a person who asks for it, and for
  /// a journal that is to be handed on. An entry says how many went and how they were chosen, never
  /// which; the chain stays whole, and afterwards no byte of them is left in the file or its log.
  ///
  /// A principal's key goes when all of its values go, and so does, each time, the journal's own
  /// key, under which a source's repetition is known again: a source's id that comes again with a
  /// private value is then taken for other content and refused.
  ///
  /// While a key stays, anyone who has the file can find a value again from its token, if the value
  /// is one of few possible ones. To exclude that, choose the principal instead.
  ///
  /// - Returns: what went; nothing is written when there was nothing to take.
  /// - Throws: why the session does not record; `busy` when another connection reads the file, so
  ///   that its log cannot be emptied. The values are deleted then, and nothing finds them, but
  ///   their bytes are still there. They go when this is called again, or when the host next goes
  ///   to the background, if no other connection reads the file at that time. `refused` after the
  ///   session's end, where nothing is taken.
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
      try emptyLog()  // a reader may have kept an earlier redaction from it
      return plan.result
    }
    defer { session.drain() }
    guard let step = session.step(of: .redacted(plan), at: session.elapsed),
      session.write(step, orGoBackTo: memory) == .recorded
    else {
      // A redaction that is not in the journal must not come about with its next entry.
      throw session.health.problem ?? .refused(reason: "the session has ended")
    }
    session.tellEffects()
    try session.recorder.journal.shrink(pages: .max)
    try emptyLog()
    return plan.result
  }

  /// Somebody at a prompt can wait for readers, a host cannot.
  private func emptyLog() throws(StoreError) {
    try session.recorder.journal.checkpointLog(isPatient: session.machine.sessionRow.isMaintenance)
  }
}
