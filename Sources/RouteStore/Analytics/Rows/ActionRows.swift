import RouteStore

/// Makes the rows of `v_action` from entries, in order.
struct ActionRows {
  private var going: [Int64: Action] = [:]
  private let runs: RunTable
  private let names: RunTable?

  /// - Parameters:
  ///   - runs: the runs to which the actions belong.
  ///   - isNamed: whether a name of an action is needed.
  init(of runs: RunTable, isNamed: Bool) {
    (self.runs, names) = (runs, isNamed ? runs : nil)
  }

  /// The most unfinished actions; no device has more.
  static let mostGoing = 1_000_000

  private struct Action {
    let id: Int64
    /// The run of the first entry that the file has.
    let teller: RunTable.Run?
    var request: Int64?
    var name = SQLValue.null
    var state = SQLValue.null
    var attempts: Int64 = 0
    /// The number of the run of its newest entry, if it was claimed or started there.
    var underWayIn: Int64?
    /// When it was enqueued; if that entry was pruned, a time at which it was already enqueued.
    var enqueued: Int64
    var isEnqueuingKnown = false
    var moved: Int64
    var isSettled = false
    var reason = SQLValue.null

    init(_ id: Int64, _ teller: RunTable.Run?, at moment: Int64) {
      (self.id, self.teller, enqueued, moved) = (id, teller, moment, moment)
    }

    mutating func take(_ entry: borrowing FetchedValues, _ move: Move) {
      if request == nil { request = entry.optionalInteger(.request) }
      state = move.state
      let isUnderWay = [EntryNumber.claimed, EntryNumber.started].contains(entry.integer(.kind))
      underWayIn = isUnderWay ? entry.integer(.session) : nil
      attempts = entry.integer(.attempt)
      // An attempt that was given back does not count.
      if entry.integer(.kind) == EntryNumber.retried, attempts > 0, !entry.isNull(.told) {
        attempts -= 1
      }
      moved = entry.integer(.at)
      if entry.integer(.kind) == EntryNumber.enqueued {
        (name, enqueued, isEnqueuingKnown) = (entry.text(.told), moved, true)
      } else if !isEnqueuingKnown {
        enqueued = min(enqueued, moved)
      }
      isSettled = move.isSettling
      reason = entry.text(.reason)
    }

    func row(_ names: RunTable?, of runs: RunTable) -> RelationRow {
      let run = isEnqueuingKnown ? teller : runs.run(ofEntry: id)
      // An action that the host enqueued by itself has its own sequence in place of a request's.
      let request = request == id ? nil : request
      let device = (run ?? teller)?.device ?? .null
      // A later launch of the host found it under way, and let it wait again.
      let isBack = underWayIn.map { $0 < runs.newestOfHost ?? $0 } ?? false
      return RelationRow(
        kind: .action, time: enqueued, run: run, sequence: id, request: request,
        values: [
          names?.name(ofEntry: id, near: run) ?? .null, .integer(id), run?.identifier ?? .null,
          device, request.flatMap { names?.name(ofEntry: $0, near: run) } ?? .null,
          name, isBack ? .text("waiting") : state, .integer(attempts),
          isEnqueuingKnown ? .integer(enqueued) : .null, .integer(moved),
          isSettled ? .integer(moved) : .null, reason,
        ])
    }
  }

  /// Applies an entry; returns the row of an action that the entry ends.
  ///
  /// Throws `limitReached` when more than ``mostGoing`` are unfinished.
  mutating func take(
    _ entry: borrowing FetchedValues, _ run: RunTable.Run?
  ) throws(StoreError) -> RelationRow? {
    guard let move = Move(entry.integer(.kind)), let id = entry.optionalInteger(.action) else {
      return nil
    }
    let moment = entry.integer(.at)
    if move.isFinal {
      var action = going.removeValue(forKey: id) ?? Action(id, run, at: moment)
      action.take(entry, move)
      return action.row(names, of: runs)
    }
    going[id, default: Action(id, run, at: moment)].take(entry, move)
    guard going.count <= Self.mostGoing else {
      throw .limitReached(reason: "more than \(Self.mostGoing) actions are not over")
    }
    return nil
  }

  /// The rows of unfinished actions, in the order in which they were enqueued.
  func rest() -> some Sequence<RelationRow> {
    going.keys.sorted().lazy.compactMap { going[$0]?.row(names, of: runs) }
  }

  /// The effect of an entry on an action.
  private struct Move {
    /// The state after it.
    let state: SQLValue
    /// Whether the action no longer waits for anything.
    let isSettling: Bool
    /// Whether nothing can follow: a dead action can be revived.
    let isFinal: Bool

    private init(_ state: String, isSettling: Bool = false, isFinal: Bool = false) {
      self.state = .text(state)
      (self.isSettling, self.isFinal) = (isSettling, isFinal)
    }

    /// The effect of an entry of a kind; nil for kinds that are not about actions.
    init?(_ kind: Int64) {
      if EntryNumber.ofActions.contains(kind) {
        self = Self.all[Int(kind - EntryNumber.ofActions.lowerBound)]
      } else if kind == EntryNumber.shelved {
        self = Self.shelved
      } else {
        return nil
      }
    }

    private static func end(_ state: String) -> Move {
      Move(state, isSettling: true, isFinal: true)
    }

    /// For the kinds of ``EntryNumber/ofActions``, in order.
    private static let all = [
      Move("waiting"),  // enqueued
      Move("claimed"),  // claimed
      Move("running"),  // started
      end("done"),  // done
      end("failed"),  // failed
      Move("waiting"),  // retried
      end("expired"),  // expired
      end("cancelled"),  // cancelled
      end("superseded"),  // superseded
      Move("waiting"),  // revived
      Move("dead", isSettling: true),  // dead
    ]
    private static let shelved = Move("shelved")
  }
}
