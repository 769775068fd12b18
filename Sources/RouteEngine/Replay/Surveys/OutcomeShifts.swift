/// How often which route and outcome became which other, over one journal or several.
package struct OutcomeShifts: Sendable {
  /// A route and an outcome, and what became of them.
  package struct Shift: Hashable, Sendable {
    package let route: String?
    package let recorded: String
    /// The route now, where that was looked at.
    package let routeNow: String?
    package let now: String
  }

  private var counts: [Shift: (requests: Int, files: Int)] = [:]

  package init() {}

  /// Takes in what befell the requests of a file, each shift as often as it did.
  package mutating func add(_ shifts: some Sequence<(shift: Shift, count: Int)>) {
    var here: [Shift: Int] = [:]
    for (shift, count) in shifts { here[shift, default: 0] += count }
    for (shift, count) in here {
      let known = counts[shift] ?? (0, 0)
      counts[shift] = (known.requests + count, known.files + 1)
    }
  }

  /// The most frequent first.
  package var sorted: [(shift: Shift, requests: Int, files: Int)] {
    counts.map { ($0.key, $0.value.requests, $0.value.files) }.sorted { one, other in
      func key(_ shift: Shift) -> (String, String, String, String) {
        (shift.route ?? "", shift.recorded, shift.routeNow ?? "", shift.now)
      }
      return one.1 == other.1 ? key(one.0) < key(other.0) : one.1 > other.1
    }
  }
}

extension OutcomeShifts {
  /// Takes in what another table changes.
  package mutating func add(_ rerun: Rerun) {
    add(
      rerun.outcomeShifts.map { shift in
        let known = Shift(
          route: shift.route, recorded: shift.recorded, routeNow: nil, now: shift.replayed)
        return (known, shift.count)
      })
  }

  /// Takes in each request that is different.
  @MainActor
  package mutating func add(_ rehearsal: Rehearsal) {
    add(rehearsal.changes.filter(\.isDifferent).map { ($0.shift, 1) })
  }
}

extension Rehearsal.Change {
  /// The end of the request beside its recorded one. Where outcome and route are the same, the
  /// rest is told with them.
  var shift: OutcomeShifts.Shift {
    var (recordedWords, nowWords) = (recorded.countedWord, now?.countedWord ?? "dropped")
    if isLikeRecorded {
      if recorded.screen != now?.screen {
        recordedWords += recorded.screen.map { ", screen \($0)" } ?? ""
        nowWords += now?.screen.map { ", screen \($0)" } ?? ""
      } else if let edit, edit != target {
        nowWords += ", for another link"
      } else {
        nowWords += now?.screen.map { ", screen \($0) with other parameters" } ?? ""
      }
    }
    return OutcomeShifts.Shift(
      route: recorded.route, recorded: recordedWords, routeNow: now?.route, now: nowWords)
  }

  /// Whether outcome and route are as recorded.
  var isLikeRecorded: Bool {
    recorded.countedWord == now?.countedWord && recorded.route == now?.route
  }
}
