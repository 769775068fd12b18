/// The number of times that each route and outcome changed to another, over one or more journals.
package struct OutcomeShifts: Sendable {
  /// A route and an outcome, and those of now.
  package struct Shift: Hashable, Sendable {
    package let route: String?
    package let recorded: String
    /// The route now, if it was compared.
    package let routeNow: String?
    package let now: String
  }

  private var counts: [Shift: (requests: Int, files: Int)] = [:]

  package init() {}

  /// Adds the shifts of the requests of a file, each with its count.
  package mutating func add(_ shifts: some Sequence<(shift: Shift, count: Int)>) {
    var here: [Shift: Int] = [:]
    for (shift, count) in shifts { here[shift, default: 0] += count }
    for (shift, count) in here {
      let known = counts[shift] ?? (0, 0)
      counts[shift] = (known.requests + count, known.files + 1)
    }
  }

  /// The shifts, most frequent first.
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
  /// Adds the changes that another table makes.
  package mutating func add(_ rerun: Rerun) {
    add(
      rerun.outcomeShifts.map { shift in
        let known = Shift(
          route: shift.route, recorded: shift.recorded, routeNow: nil, now: shift.replayed)
        return (known, shift.count)
      })
  }

  /// Adds each request that differs.
  @MainActor
  package mutating func add(_ rehearsal: Rehearsal) {
    add(rehearsal.changes.filter(\.isDifferent).map { ($0.shift, 1) })
  }
}

extension Rehearsal.Change {
  /// The end of the request and its recorded end. If outcome and route are equal, the other
  /// differences are included.
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
