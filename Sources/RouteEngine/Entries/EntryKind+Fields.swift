package import RouteStore

/// The table of kinds: the columns and members that entries of each kind can have besides the
/// common ones. Tests compare the guide to the journal's format, and all entries that they make,
/// with it.
extension EntryKind {
  /// A member of the payload.
  package enum Member: String, Hashable, Sendable, CaseIterable {
    /// The action that is accepted.
    case action
    /// All changes, when an entry does not begin with the usual changes of its kind.
    case allChanges = "all_changes"
    /// The answers that were used.
    case answers
    /// The changes after those with which every entry of the kind begins.
    case changes
    /// The names of query items that are left out because they cannot be read as their types.
    case leftOut = "left_out"
    /// The details that only this kind has, see ``EntryDetails``.
    case notes
    /// The parts of a request that have no column.
    case request
    /// The fates of sources' ids during an outage.
    case sources
    /// The step that failed, from 1.
    case step
  }

  /// The columns that entries of the kind can fill.
  package var fields: Set<EntryRow.Field> {
    switch self {
    case .began, .restored: [.screenAfter]
    case .received: Self.arrival.union([.duration])
    case .decided: Self.arrival.union(Self.decision).union([.cause, .outcome, .reason])
    case .parked: Self.arrival.union(Self.decision)
    case .released: [.request, .cause]
    case .ready, .signalled: [.screenBefore, .screenAfter]
    case .enqueued: [.request, .cause, .action]
    case .claimed, .started, .done, .expired, .revived, .shelved: Self.attempt
    case .failed, .retried, .cancelled, .dead, .late: Self.attempt.union([.reason])
    case .superseded: Self.attempt.union([.cause])
    case .outage: [.reason, .screenAfter]
    case .principal, .stable, .foreground, .background, .suspended, .resumed, .table,
      .pruned, .redacted, .ended:
      []
    }
  }

  /// The members that payloads of the kind can have.
  package var members: Set<Member> {
    switch self {
    case .began, .outage: [.changes, .notes, .sources]
    case .restored, .resumed, .table: [.changes, .notes]
    case .received: [.allChanges, .changes, .request]
    case .decided: Self.decisionMembers.union([.step])
    case .parked: Self.decisionMembers
    case .released, .signalled, .principal, .ready, .stable, .background, .suspended, .retried,
      .ended:
      [.changes]
    case .enqueued: [.action]
    case .started: [.allChanges]
    case .cancelled, .pruned, .redacted: [.notes]
    case .foreground, .claimed, .done, .failed, .expired, .superseded, .revived, .dead, .late,
      .shelved:
      []
    }
  }

  private static let arrival: Set<EntryRow.Field> = [
    .request, .entryPoint, .link, .route, .routeVersion, .router,
  ]
  private static let decision: Set<EntryRow.Field> = [
    .scene, .duration, .variant, .screenBefore, .screenAfter,
  ]
  private static let attempt: Set<EntryRow.Field> = [.request, .action, .attempt]
  private static let decisionMembers: Set<Member> = [
    .allChanges, .answers, .changes, .leftOut, .notes, .request,
  ]
}
