/// One entry of the history with its meaning: ``RouteSession`` writes it and replay reads it.
package struct JournalEntry: Sendable, Hashable {
  /// Its position, from 1.
  package var sequence: Int64
  /// The number of the session that wrote it.
  package var session: Int64
  /// Its kind.
  package var kind: EntryKind
  /// When it was written.
  package var at: RouteInstant
  /// Microseconds since the session began, by a monotonic clock.
  package var elapsed: Int64
  /// The scene it concerns.
  package var scene: String?
  /// The request it belongs to.
  package var requestID: RequestID?
  /// The entry that caused it.
  package var cause: Int64?
  /// Microseconds from the arrival of the request, or after a relaunch from when that launch first
  /// took it up, to the entry.
  package var duration: Int64?
  /// The request's content; only on its first entry.
  package var request: RouteRequest?
  /// The identifier of the route taken.
  package var route: String?
  /// The version of that route.
  package var routeVersion: Int?
  /// The router that took the request; nil for the table's own routes.
  package var router: String?
  /// The variants of experiments that determined the request's route, each with the experiment's
  /// name.
  package var variant: String?
  /// How the request ended; only on its final entry.
  package var outcome: Outcome?
  /// Why an action failed or ended, the result of a late handler, why the host could not show a
  /// decision, or the cause of an outage. The reason of a request's end is part of its outcome.
  package var reason: String?
  /// The kind of the visible screen before the entry.
  package var screenBefore: String?
  /// The kind of the visible screen after it.
  package var screenAfter: String?
  /// The action that it is about.
  package var action: ActionID?
  /// The number of the attempt at that action.
  package var attempt: Int?
  /// The answers that were used.
  package var answers: [RecordedAnswer] = []
  /// The changes that it makes to the state.
  package var changes: [RouteChange] = []
  /// The names of query items of its request that are left out because they cannot be read as their
  /// types.
  package var leftOut: [String] = []
  /// The details that only its kind has.
  package var details: EntryDetails
  /// In the entry that resumes the journal after an outage: the fates of requests with a source's
  /// id during the outage, in the byte order of these ids.
  package var sources: [UnrecordedSource] = []
  /// The digest of the state after it.
  package var stateDigest: UInt64 = 0

  /// An entry of that kind.
  package init(
    sequence: Int64, session: Int64, kind: EntryKind, at: RouteInstant, elapsed: Int64
  ) {
    self.sequence = sequence
    self.session = session
    self.kind = kind
    self.at = at
    self.elapsed = elapsed
    details = EntryDetails(of: kind)
  }
}

extension JournalEntry {
  /// Whether it contains its request. Comparing the request with nil would copy it.
  package var hasRequest: Bool { if case .some = request { true } else { false } }
}

extension [JournalEntry] {
  /// The index of the last entry. Entries are read in place: `last` makes a copy, which counts up
  /// to fourteen references.
  var newest: Int { count - 1 }

  /// Whether one of the entries says that a request was shown or already shown. Facts of the host
  /// do not count, nor does a dismissed notification that leads nowhere.
  var isAnyShown: Bool {
    indices.contains { index in
      guard self[index].kind == .decided,
        self[index].outcome == .shown || self[index].outcome == .alreadyShown
      else { return false }
      if case .fact? = self[index].request?.target { return false }
      // A comparison with an answer would take 360 instructions of each request.
      guard !self[index].answers.isEmpty else { return true }
      if case .translated(let targets)? = self[index].answers.last?.answer, targets.isEmpty {
        return false
      }
      return true
    }
  }
}

/// An entry that cannot be understood although its bytes are as they were written.
package struct EntryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Why an entry cannot be understood.
  package enum Cause: Hashable, Sendable {
    /// A kind that this version does not know: the journal is newer.
    case unknownKind(Int64)
    /// A word of a closed list that this version does not know: the journal is newer.
    case unknownWord(String)
    /// The payload is not valid for the kind.
    case payload(String)
    /// A column has an impossible value.
    case column(String)
    /// A change does not fit the state before it.
    case change(String)
  }

  /// The entry's sequence.
  package let sequence: Int64
  /// The cause.
  package let cause: Cause

  /// Whether a newer version wrote the entry: it is sound, but this version cannot judge it.
  package var isNewer: Bool {
    switch cause {
    case .unknownKind, .unknownWord: true
    case .payload, .column, .change: false
    }
  }

  /// One line for a person.
  package var description: String {
    switch cause {
    case .unknownKind(let kind):
      "entry \(sequence) is of kind \(kind), which a newer version wrote; read it with that version"
    case .unknownWord(let what):
      "entry \(sequence) was written by a newer version (\(what)); read it with that version"
    case .payload(let reason): "entry \(sequence): its payload \(reason)"
    case .column(let reason): "entry \(sequence): \(reason)"
    case .change(let reason): "entry \(sequence): its change does not fit: \(reason)"
    }
  }
}

extension JournalEntry {
  /// Changes the state before this entry into the state after it, and checks the recorded digest.
  ///
  /// - Throws: ``EntryError`` when a change does not fit or the digest differs; the state must then
  ///   be discarded.
  package func apply(
    to state: inout RouteState, limits: RouteLimits = .format
  ) throws(EntryError) {
    do {
      for change in changes { try state.make(change, limits: limits) }
      state.takeDigest()
    } catch {
      throw EntryError(sequence: sequence, cause: .change(error.description))
    }
    guard state.digest == stateDigest else {
      let (reached, recorded) = (Digest64.hex(state.digest), Digest64.hex(stateDigest))
      throw EntryError(
        sequence: sequence, cause: .change("it leads to state \(reached), not to \(recorded)"))
    }
  }

  /// The state after this entry; nil when ``apply(to:limits:)`` throws.
  ///
  /// - Parameter before: the state before it.
  package func state(after before: RouteState) -> RouteState? {
    var state = before
    // The walk over the history reports the problem.
    return (try? apply(to: &state)) == nil ? nil : state
  }

  /// Applies the changes of this entry to another state than the one in which it was recorded, as
  /// far as they fit. An action that is not pending there and a request that does not wait there
  /// have already ended there; changes to them are skipped.
  ///
  /// - Returns: why the first other change does not fit; nil when all fit.
  package func applyElsewhere(to state: inout RouteState) -> String? {
    var problem: String?
    for change in changes {
      switch change {
      case .advance(let id, _) where state.action(id) == nil: continue
      case .wait(let waiting) where request == nil && !state.isWaiting(waiting.id): continue
      default: break
      }
      do {
        try state.make(change, limits: .format)
      } catch {
        problem = problem ?? error.description
      }
    }
    state.takeDigest()
    return problem
  }
}
