import RouteEngine
import RouteStore

/// Finds the attempts at actions in the entries of a journal.
struct ActionAttempts {
  /// An attempt that is over.
  struct Attempt {
    let action: Int64
    let number: Int64
    let request: Int64?
    /// The number of the session that made it.
    let session: Int64
    let start: Int64
    let end: Int64
    /// The word of the entry that ended it; nil where the process ended before the attempt did.
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

  private static let mostGoing = 1_000_000

  private var going: [Int64: Going] = [:]
  /// The session of the last entry, and when that was.
  private var last: (session: Int64, moment: Int64)?

  /// Looks at an entry; the attempts that are over with it: those of a process that has ended, and
  /// that of the entry's action.
  ///
  /// Throws `limitReached` when too many are going on.
  mutating func take(_ row: EntryRow) throws(StoreError) -> [Attempt] {
    var over: [Attempt] = []
    if let last, last.session != row.session {
      over = going.sorted { $0.key < $1.key }.map { action, attempt in
        attempt.ended(action, last.session, at: last.moment, nil, nil)
      }
      going.removeAll()
    }
    last = (row.session, row.atMicroseconds)
    guard let kind = EntryKind(rawValue: row.kind), let action = row.action else { return over }
    switch kind {
    case .claimed, .started:
      // The handler is called with the later of the two.
      going[action] = Going(
        number: row.attempt ?? 0, request: row.request, start: row.atMicroseconds)
      guard going.count <= Self.mostGoing else {
        throw .limitReached(reason: "more than \(Self.mostGoing) actions are tried")
      }
    case .done, .failed, .retried, .expired, .cancelled, .superseded, .dead, .shelved:
      if let attempt = going.removeValue(forKey: action) {
        over.append(attempt.ended(action, row.session, at: row.atMicroseconds, kind, row.reason))
      }
    default: break
    }
    return over
  }
}
