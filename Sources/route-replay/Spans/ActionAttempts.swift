import RouteEngine
import RouteStore

/// Finds the attempts at actions in the entries of a journal. Those at an action that is not
/// settled are kept back: it has no span yet that they could lie in.
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

  private static let mostKept = 1_000_000

  private var going: [Int64: Going] = [:]
  /// Those that are over, by actions that are not settled for good.
  private var kept: [Int64: [Attempt]] = [:]
  private var keptCount = 0
  /// The actions that are not tried again unless they are revived.
  private var dead: Set<Int64> = []
  /// The session of the last entry, and when that was.
  private var last: (session: Int64, moment: Int64)?

  /// Looks at an entry; the attempts at the action that is settled for good with it.
  ///
  /// Throws `limitReached` when there are too many at actions that are not.
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
      // The handler is called with the later of the two.
      going[action] = Going(
        number: row.attempt ?? 0, request: row.request, start: row.atMicroseconds)
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

  /// The attempts at actions that are dead, when there are no more entries.
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
