public import RouteStore

extension RouteSession {
  /// Takes private values away before their owner signs out: for a person who asks for it, and for
  /// a journal that is to be handed on. An entry says how many went and how they were chosen, never
  /// which; the chain stays whole, and afterwards no byte of them is left in the file or its log.
  ///
  /// A principal's key goes when all of its values go, and so does, each time, the journal's own
  /// key, under which a source's repetition is known again: a source's id that comes again with a
  /// private value is then taken for other content and refused.
  ///
  /// While a key stays, a value that was made of few possible ones can be found again from its
  /// token by whoever has the file: to exclude that, choose the principal instead.
  ///
  /// - Returns: what went; nothing is written when there was nothing to take.
  /// - Throws: why the session does not record; `busy` when somebody reads the file, so that its
  ///   log could not be emptied: the values are gone from the file, and go from the log when this
  ///   is called again, or the host is next in the background, and nobody reads.
  @discardableResult
  public func redact(
    _ redaction: Redaction, isolation: isolated any Actor = #isolation
  ) throws(StoreError) -> Redaction.Result {
    recorder.reacquire(at: now)
    defer { releaseFile() }
    if let problem = health.problem { throw problem }
    let plan = try RedactionPlan(redaction, recorder.journal)
    vault.forget(where: redaction.covers)
    guard !plan.isEmpty else {
      try emptyLog()  // a reader may have kept an earlier redaction from it
      return plan.result
    }
    var entry = newEntry(.redacted)
    entry.details = .redaction(redaction, plan.result)
    var companions = Companions()
    companions.retention.forgottenPrincipals = plan.principals
    companions.retention.forgottenValues = plan.places
    guard commit([entry], companions) == .recorded else {
      throw health.problem ?? .busy(reason: "the session has ended")
    }
    try recorder.journal.shrink(pages: .max)
    try emptyLog()
    drain()
    return plan.result
  }

  /// Somebody at a prompt can wait for readers, a host cannot.
  private func emptyLog() throws(StoreError) {
    try recorder.journal.checkpointLog(isPatient: machine.sessionRow.isMaintenance)
  }
}

/// What a redaction takes away from a journal.
struct RedactionPlan {
  /// Values that go one by one.
  private(set) var places: [VaultPlace] = []
  /// Principals whose keys go, and with them all that is left of their values; the journal itself
  /// among them.
  private(set) var principals: [String] = []
  let result: Redaction.Result

  var isEmpty: Bool { result.values + result.keys == 0 }

  init(_ redaction: Redaction, _ journal: Journal) throws(StoreError) {
    self.init(redaction, of: try journal.vaultValues(), try journal.vaultPrincipals())
  }

  /// - Parameters:
  ///   - stored: all values.
  ///   - keys: whose keys there are.
  init(_ redaction: Redaction, of stored: [VaultValue], _ keys: [String]) {
    var left: [[UInt8]: Int] = [:]
    var values = 0
    var touched: Set<[UInt8]> = []
    for value in stored {
      let owner = Array(value.principal.utf8)
      if redaction.covers(value) {
        values += 1
        touched.insert(owner)
        if !redaction.coversKey(of: value.principal) { places.append(value.place) }
      } else {
        left[owner, default: 0] += 1
      }
    }
    principals = keys.filter { principal in
      let owner = Array(principal.utf8)
      return !PrivateValues.isJournal(principal)
        && (redaction.coversKey(of: principal) || touched.contains(owner) && left[owner] == nil)
    }
    result = Redaction.Result(values: values, keys: principals.count)
    principals += keys.filter(PrivateValues.isJournal)
  }
}
