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

  /// Takes in each request that is different. Where outcome and route are the same, the rest is
  /// told with them.
  @MainActor
  package mutating func add(_ rehearsal: Rehearsal) {
    add(
      rehearsal.changes.filter(\.isDifferent).map { change in
        var (recorded, now) = (change.recorded.word, change.now?.word ?? "dropped")
        if recorded == now, change.recorded.route == change.now?.route {
          if change.recorded.screen != change.now?.screen {
            recorded += change.recorded.screen.map { ", screen \($0)" } ?? ""
            now += change.now?.screen.map { ", screen \($0)" } ?? ""
          } else if let edit = change.edit, edit != change.target {
            now += ", for another link"
          } else {
            now += change.now?.screen.map { ", screen \($0) with other parameters" } ?? ""
          }
        }
        let shift = Shift(
          route: change.recorded.route, recorded: recorded, routeNow: change.now?.route, now: now)
        return (shift, 1)
      })
  }
}
