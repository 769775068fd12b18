import RouteEngine
import RouteStore

/// Finds the attempts at actions in the entries of a journal. Attempts at an unsettled action are
/// kept: the span that contains them does not exist yet.
struct ActionAttempts {
  /// An attempt that has ended.
  struct Attempt {
    let action: Int64
    let number: Int64
    let request: Int64?
    /// The number of the session that made it.
    let session: Int64
    let start: Int64
    let end: Int64
    /// The kind of the entry that ended it; nil when the process ended before the attempt did.
    let result: EntryKind?
    let reason: String?
  }

  private struct Going {
    let number: Int64
    let request: Int64?
    let start: Int64

    func ended(
      _ action: Int64, _ session: Int64, at moment: Int64, _ result: EntryKind?, _ reason: String?
    ) -> Attempt {
      Attempt(
        action: action, number: number, request: request, session: session, start: start,
        end: moment, result: result, reason: reason)
    }
  }

  private static let mostKept = 1_000_000

  private var going: [Int64: Going] = [:]
  /// The ended attempts at actions that are not finally settled.
  private var kept: [Int64: [Attempt]] = [:]
  private var keptCount = 0
  /// The dead actions, which are only tried again after a revival.
  private var dead: Set<Int64> = []
  /// The session of the last entry, and the moment of that entry.
  private var last: (session: Int64, moment: Int64)?

  /// Applies an entry; returns the attempts at an action that it settles finally.
  ///
  /// Throws `limitReached` when there are too many at unsettled actions.
  mutating func take(_ row: EntryRow) throws(StoreError) -> [Attempt] {
    if let last, last.session != row.session {
      for (action, attempt) in going {
        keep(attempt.ended(action, last.session, at: last.moment, nil, nil))
      }
      going.removeAll()
    }
    last = (row.session, row.atMicroseconds)
    guard let kind = EntryKind(rawValue: row.kind), let action = row.action else { return [] }
    switch kind {
    case .claimed, .started:
      // The handler is called with the later of the two entries.
      // An action that the host enqueued by itself has its own sequence in place of a request's.
      going[action] = Going(
        number: row.attempt ?? 0, request: row.request == action ? nil : row.request,
        start: row.atMicroseconds)
    // It was given back before its handler was called: it does not count, and the next attempt has
    // its number.
    case .retried where row.payload.contains(text: #""by":"giveBack""#): going[action] = nil
    case .done, .failed, .retried, .expired, .cancelled, .superseded, .dead, .shelved:
      if let attempt = going.removeValue(forKey: action) {
        keep(attempt.ended(action, row.session, at: row.atMicroseconds, kind, row.reason))
      }
    default: break
    }
    guard going.count + keptCount <= Self.mostKept else {
      throw .limitReached(reason: "more than \(Self.mostKept) attempts at actions are not settled")
    }
    switch kind {
    case .done, .failed, .expired, .cancelled, .superseded:
      dead.remove(action)
      return end(action)
    case .dead where kept[action] != nil: dead.insert(action)
    case .claimed, .started, .retried, .revived, .shelved: dead.remove(action)
    default: break
    }
    return []
  }

  /// The attempts at dead actions, at the end of the entries.
  mutating func finish() -> [Attempt] {
    dead.sorted().flatMap { end($0) }
  }

  private mutating func keep(_ attempt: Attempt) {
    kept[attempt.action, default: []].append(attempt)
    keptCount += 1
  }

  private mutating func end(_ action: Int64) -> [Attempt] {
    let attempts = kept.removeValue(forKey: action) ?? []
    keptCount -= attempts.count
    return attempts
  }
}
