import RouteEngine
import RouteReplay
import RouteStore
import TextTerminal

/// The differences between the requests of two journals or sessions, for people and for programs.
struct RequestsReport {
  /// One of the two sides, as the user named it.
  struct Side {
    let path: String
    let file: JournalFile
    let session: Int64?
  }

  let comparison: JournalComparison
  let left: Side
  let right: Side

  /// How many requests correspond, differ, or are on one side only.
  var headline: String {
    let pairs = comparison.same + comparison.carriedOver + comparison.differing
    var parts = [counted(pairs, "pair of requests", "pairs of requests")]
    if comparison.differing > 0 {
      parts.append(comparison.differing == 1 ? "1 differs" : "\(comparison.differing) differ")
    }
    if comparison.leftOnly > 0 { parts.append("\(comparison.leftOnly) only in \(name(left))") }
    if comparison.rightOnly > 0 { parts.append("\(comparison.rightOnly) only in \(name(right))") }
    if screensAlone != nil { parts.append("only the screens at the end differ") }
    return parts.joined(separator: ", ")
  }

  /// Notes that explain these numbers, one paragraph each.
  var notes: [String] {
    var notes: [String] = []
    if comparison.carriedOver > 0 {
      let pairs = counted(comparison.carriedOver, "pair")
      notes.append("\(pairs) ended the same way on screens that differed before")
    }
    if let part = screensAlone {
      let place = part.place.isEmpty ? "" : " in \(part.place.joined(separator: " > "))"
      notes.append(
        "the screens at the end differ\(place): \(part.recorded ?? "nothing") -> "
          + "\(part.replayed ?? "nothing")")
    }
    return notes
  }

  /// The first part in which the screens at the end differ, if no request does: differing requests
  /// explain it.
  private var screensAlone: Divergence.TreePart? {
    comparison.differences == 0 ? comparison.lastScreens : nil
  }

  /// The output of the command.
  func report() throws -> Report {
    var report = Report()
    report.margin.nameWidth = 6
    let isSame = comparison.isIdentical
    let next = try screensAlone == nil ? [] : [tree(left), tree(right)]
    report.result(
      isSame ? "identical" : "different", isSame ? .green : .red, headline, isWrapped: true)
    report.marked(name(left), name(right), indentation: 2)
    for note in notes { report.paragraph(note, indentation: 4) }
    report.add([
      "first": json(left), "second": json(right), "same": comparison.same,
      "differing": comparison.differing, "carried_over": comparison.carriedOver,
      "only_first": comparison.leftOnly, "only_second": comparison.rightOnly,
      "paired_by_source": comparison.pairedBySource,
      "last_screens": comparison.lastScreens.map(json), "next": next,
    ])
    if !next.isEmpty {
      report.space()
      report.commands(next)
    }
    report.sections("requests", try comparison.rows.map(describe))
    report.hidden(comparison.differences - comparison.rows.count)
    return report
  }

  /// The name of a side: its path and its session, or only the session if both are one file.
  func name(_ side: Side) -> String {
    let isOneFile = left.path == right.path
    guard let session = side.session else { return side.path }
    return isOneFile ? "session \(session)" : "\(side.path), session \(session)"
  }

  private func describe(_ row: JournalComparison.Row) throws -> Report {
    var report = Report()
    report.margin = .init(indentation: 2, nameWidth: 6)
    let what = try what(row)
    let sides = [row.left, row.right]
    let numbers = sides.compactMap { $0.map { "request \($0.id)" } }.joined(separator: " and ")
    report.heading("\(numbers): \(what)")
    for (name, before, after) in differences(row) {
      if let name { report.line("  ", .init(name, .bold)) }
      report.marked(before, after, indentation: 4)
    }
    if let part = row.screens, row.left != nil, row.right != nil {
      let place = part.place.isEmpty ? "" : " in \(part.place.joined(separator: " > "))"
      let since = row.aspects.contains(.screens) ? "" : ", as before"
      report.line("  ", .init("screens\(place)\(since)", .bold))
      report.marked(part.recorded ?? "nothing", part.replayed ?? "nothing", indentation: 4)
    }
    report.add([
      "what": what, "aspects": row.aspects.map(\.rawValue), "first": row.left.map(json),
      "second": row.right.map(json),
      "screens": row.screens.map(json),
    ])
    report.next(next(row))
    return report
  }

  /// The differences of two requests besides their screens; for a request on one side only, all of
  /// it, without a name.
  func differences(
    _ row: JournalComparison.Row
  ) -> [(name: String?, before: String?, after: String?)] {
    guard let one = row.left, let other = row.right else {
      func words(_ request: JournalComparison.Request) -> String {
        "\(outcome(request)), \(route(request))"
      }
      return [(nil, row.left.map(words), row.right.map(words))]
    }
    return row.aspects.compactMap { aspect in
      switch aspect {
      case .request: ("asks", one.target, other.target)
      case .outcome: ("outcome", outcome(one), outcome(other))
      case .route: ("route", route(one), route(other))
      case .screens: nil
      }
    }
  }

  private func outcome(_ request: JournalComparison.Request) -> String {
    request.outcome?.description ?? "no outcome yet"
  }

  private func route(_ request: JournalComparison.Request) -> String {
    let router = request.router.map { " of router \($0)" } ?? ""
    guard let route = request.route else { return "no route\(router)" }
    return "route \(route) version \(request.routeVersion ?? 1)\(router)"
  }

  /// The target of the request, as the log shows it.
  func what(_ row: JournalComparison.Row) throws -> String {
    guard let request = row.left ?? row.right else { return "" }
    let file = row.left == nil ? right.file : left.file
    guard let entry = try file.history.entry(at: request.id.rawValue) else { return request.target }
    var reading = EntryReading(file.history)
    return try reading.request(of: entry)?.target.words(in: entry) ?? request.target
  }

  private func json(_ side: Side) -> JSON {
    .members(["file": side.path, "session": side.session])
  }

  private func json(_ part: Divergence.TreePart) -> JSON {
    .members(["place": part.place, "first": part.recorded, "second": part.replayed])
  }

  private func json(_ request: JournalComparison.Request) -> JSON {
    .members([
      "request": request.id.rawValue, "session": request.session, "target": request.target,
      "ended_by": request.end, "outcome": request.outcome?.word, "reason": request.outcome?.reason,
      "route": request.route, "route_version": request.routeVersion, "router": request.router,
    ])
  }

  /// The command that draws the screens at the end of a side.
  private func tree(_ side: Side) throws -> String {
    let command = "route-replay tree \(pathForShell(side.path))"
    let history = side.file.history
    let sessions = try history.sessions()
    guard let session = sessions.first(where: { $0.number == side.session }) else { return command }
    let last = min(session.lastSequence(in: sessions), try history.head().sequence)
    return "\(command) --at \(last)"
  }

  func next(_ row: JournalComparison.Row) -> [String] {
    [(row.left, left), (row.right, right)].compactMap { request, side in
      request.map { "route-replay show \(pathForShell(side.path)) \($0.end ?? $0.id.rawValue)" }
    }
  }
}
