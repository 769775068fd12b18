import RouteEngine

/// How often which route and outcome became which other, over one journal or several: a table, the
/// most frequent first.
struct OutcomeShifts {
  /// A route and an outcome, and what became of them.
  struct Shift: Hashable {
    let route: String?
    let recorded: String
    /// The route now, where that was looked at.
    var routeNow: String?
    let now: String

    /// What it is sorted by where the counts are the same.
    fileprivate var key: String {
      [route ?? "", recorded, routeNow ?? "", now].joined(separator: "\n")
    }
  }

  private let showsFiles: Bool
  private let showsRouteNow: Bool
  private var counts: [Shift: (requests: Int, files: Int)] = [:]

  /// None yet.
  ///
  /// - Parameters:
  ///   - ofSeveral: whether it is told in how many files each is.
  ///   - withRouteNow: whether the new routes were looked at.
  init(ofSeveral showsFiles: Bool, withRouteNow showsRouteNow: Bool) {
    (self.showsFiles, self.showsRouteNow) = (showsFiles, showsRouteNow)
  }

  var isEmpty: Bool { counts.isEmpty }

  /// Takes in what befell the requests of a file, each shift as often as it did.
  mutating func add(_ shifts: some Sequence<(shift: Shift, count: Int)>) {
    var here: [Shift: Int] = [:]
    for (shift, count) in shifts { here[shift, default: 0] += count }
    for (shift, count) in here {
      let known = counts[shift] ?? (0, 0)
      counts[shift] = (known.requests + count, known.files + 1)
    }
  }

  private var sorted: [(shift: Shift, count: (requests: Int, files: Int))] {
    counts.map { ($0.key, $0.value) }
      .sorted { ($1.1.requests, $0.0.key) < ($0.1.requests, $1.0.key) }
  }

  /// As a table behind an empty line, if there are any.
  func tell(_ report: inout Report) {
    guard !isEmpty else { return }
    report.space()
    let columns: [Column?] = [
      Column("requests", .number), showsFiles ? Column("files", .number) : nil, Column("route"),
      Column("recorded"), showsRouteNow ? Column("route_now") : nil, Column("now"),
    ]
    let rows = sorted.map { shift, count -> [Cell?] in
      [
        .integer(count.requests), showsFiles ? .integer(count.files) : nil, .text(shift.route),
        .text(shift.recorded), showsRouteNow ? .text(shift.routeNow) : nil, .text(shift.now),
      ]
    }
    report.table(columns.compactMap(\.self), rows.map { $0.compactMap(\.self) })
  }

  var json: [Report] {
    sorted.map { shift, count in
      var object = Report()
      object.add(["route": shift.route, "recorded": shift.recorded])
      if showsRouteNow { object.add(["route_replayed": shift.routeNow]) }
      object.add(["replayed": shift.now, "requests": count.requests])
      if showsFiles { object.add(["files": count.files]) }
      return object
    }
  }
}
