/// One line of the history with its meaning: what ``RouteSession`` writes and replay reads.
public struct JournalEntry: Sendable, Hashable {
  /// Its position, from 1.
  public var sequence: Int64
  /// The number of the session that wrote it.
  public var session: Int64
  /// What it is.
  public var kind: EntryKind
  /// When it was written.
  public var at: Instant
  /// Microseconds since the session began, by a clock that never steps.
  public var elapsed: Int64
  /// The scene it concerns.
  public var scene: String?
  /// The request it belongs to.
  public var requestID: RequestID?
  /// The entry that brought it about.
  public var cause: Int64?
  /// Microseconds from open to decided.
  public var duration: Int64?
  /// The request's content; only on its first entry.
  public var request: RouteRequest?
  /// The route taken, and its version.
  public var route: String?
  /// The version of that route.
  public var routeVersion: Int?
  /// The router that took the request; nil for the table's own routes.
  public var router: String?
  /// The variants of experiments that the request's route was chosen by, each with its name.
  public var variant: String?
  /// How the request ended; only on its final entry.
  public var outcome: Outcome?
  /// Why an action failed; why a request ended so stands in its outcome.
  public var reason: String?
  /// The kind of the visible screen before the entry.
  public var screenBefore: String?
  /// The kind of the visible screen after it.
  public var screenAfter: String?
  /// The action it speaks of.
  public var action: ActionID?
  /// Which attempt at that action.
  public var attempt: Int?
  /// The answers that were used.
  public var answers: [RecordedAnswer] = []
  /// What it does to the state.
  public var changes: [RouteChange] = []
  /// What it says beside what entries of every kind say.
  package var details: EntryDetails
  /// What became of requests with a source's id while nothing could be recorded, in the byte order
  /// of those: on the entry that takes the journal up again.
  package var sources: [UnrecordedSource] = []
  /// The digest of the state after it.
  public var stateDigest: UInt64 = 0

  /// An entry of that kind.
  public init(
    sequence: Int64, session: Int64, kind: EntryKind, at: Instant, elapsed: Int64
  ) {
    self.sequence = sequence
    self.session = session
    self.kind = kind
    self.at = at
    self.elapsed = elapsed
    details = EntryDetails(of: kind)
  }
}

extension [JournalEntry] {
  /// The index of the last. An entry is read where it stands: `last` copies it, and a copy counts
  /// twenty references anew.
  var newest: Int { count - 1 }

  /// Whether one of them tells that a request was shown, or led to what was there already; what the
  /// host reports is no request.
  var isAnyShown: Bool {
    indices.contains { index in
      guard self[index].kind == .decided,
        self[index].outcome == .shown || self[index].outcome == .alreadyShown
      else { return false }
      if case .fact? = self[index].request?.target { return false }
      return true
    }
  }
}

/// An entry that cannot be understood although its bytes are those that were written.
public struct EntryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Why an entry cannot be understood.
  public enum Cause: Hashable, Sendable {
    /// A kind that this version does not know: the journal is newer.
    case unknownKind(Int64)
    /// A word of a closed list that this version does not know: the journal is newer.
    case unknownWord(String)
    /// The payload is not what the kind's payload is.
    case payload(String)
    /// A column says something that it cannot say.
    case column(String)
    /// A change that does not fit the state before it.
    case change(String)
  }

  /// The entry's sequence.
  public let sequence: Int64
  /// Why.
  public let cause: Cause

  /// Whether a newer version wrote the entry: it is sound, and not for this version to judge.
  public var isNewer: Bool {
    switch cause {
    case .unknownKind, .unknownWord: true
    case .payload, .column, .change: false
    }
  }

  /// One line for a person.
  public var description: String {
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
  /// Makes the state after this entry from the one before it, and checks that it is the one
  /// recorded.
  ///
  /// - Throws: ``EntryError`` when a change does not fit or the digest is another; the state is
  ///   then of no use.
  package func apply(
    to state: inout RouteState, limits: Limits = .format
  ) throws(EntryError) {
    do {
      for change in changes { try state.apply(change, limits: limits) }
    } catch {
      throw EntryError(sequence: sequence, cause: .change(error.description))
    }
    guard state.digest == stateDigest else {
      let (reached, recorded) = (Digest64.hex(state.digest), Digest64.hex(stateDigest))
      throw EntryError(
        sequence: sequence, cause: .change("it leads to state \(reached), not to \(recorded)"))
    }
  }
}
