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

  /// Behind an empty line, if there are any.
  func write(to output: Output) throws {
    guard !isEmpty else { return }
    try output.line()
    var columns = [Column("requests", .number)]
    if showsFiles { columns.append(Column("files", .number)) }
    columns += [Column("route"), Column("recorded")]
    if showsRouteNow { columns.append(Column("route_now")) }
    columns.append(Column("now"))
    var listing = Listing(columns, format: .text, time: .raw, to: output)
    for (shift, count) in sorted {
      var row = [Cell.integer(count.requests)]
      if showsFiles { row.append(.integer(count.files)) }
      row += [.text(shift.route), .text(shift.recorded)]
      if showsRouteNow { row.append(.text(shift.routeNow)) }
      try listing.append(row + [.text(shift.now)])
    }
    try listing.finish()
  }

  func json() -> JSON {
    .array(
      sorted.map { shift, count in
        var members = [("route", JSON.text(shift.route)), ("recorded", .string(shift.recorded))]
        if showsRouteNow { members.append(("route_replayed", .text(shift.routeNow))) }
        members += [("replayed", .string(shift.now)), ("requests", .int(Int64(count.requests)))]
        if showsFiles { members.append(("files", .int(Int64(count.files)))) }
        return .object(members.map { JSON.Member(name: $0.0, value: $0.1) })
      })
  }
}
