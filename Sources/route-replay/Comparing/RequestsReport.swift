import RouteEngine
import RouteStore
import TextTerminal

/// In what the requests of two journals or sessions differ, for people and for programs.
struct RequestsReport {
  /// One of the two, as a person knows it.
  struct Side {
    let path: String
    let file: JournalFile
    let session: Int64?

    init(_ path: String, _ file: JournalFile, _ session: Int64?) {
      (self.path, self.file, self.session) = (path, file, session)
    }
  }

  private let comparison: JournalComparison
  let left: Side
  let right: Side

  init(_ comparison: JournalComparison, left: Side, right: Side) {
    (self.comparison, self.left, self.right) = (comparison, left, right)
  }

  // MARK: Text

  /// How many belong together, differ, or are on one side alone.
  var headline: String {
    let pairs = comparison.same + comparison.carriedOver + comparison.differing
    var parts = [counted(pairs, "pair of requests", "pairs of requests")]
    if comparison.differing > 0 {
      parts.append(comparison.differing == 1 ? "1 differs" : "\(comparison.differing) differ")
    }
    if comparison.leftOnly > 0 { parts.append("\(comparison.leftOnly) only in \(name(left))") }
    if comparison.rightOnly > 0 { parts.append("\(comparison.rightOnly) only in \(name(right))") }
    return parts.joined(separator: ", ")
  }

  /// What one has to know of these numbers, a paragraph each.
  var notes: [String] {
    guard comparison.carriedOver > 0 else { return [] }
    let pairs = counted(comparison.carriedOver, "pair")
    return ["\(pairs) ended the same way on screens that differed before"]
  }

  func write(to output: Output) throws {
    let isSame = comparison.differences == 0
    let head = output.painted(isSame ? "identical" : "different", isSame ? .green : .red)
    let lines = brokenBehindMarks(
      visible(headline), width: output.width.map { max(20, $0 - 11) } ?? .max)
    for (index, line) in lines.enumerated() {
      try output.line((index == 0 ? "\(head): " : "           ") + isolated(line))
    }
    try output.marked("-", name(left), .red, indentation: 2)
    try output.marked("+", name(right), .green, indentation: 2)
    for note in notes { try output.paragraph(note, indentation: 4) }
    for row in comparison.rows {
      try output.line()
      try write(row, output)
    }
    let hidden = comparison.differences - comparison.rows.count
    try output.hidden(hidden)
  }

  /// What a side is called where both are one file.
  func name(_ side: Side) -> String {
    let isOneFile = left.path == right.path
    guard let session = side.session else { return side.path }
    return isOneFile ? "session \(session)" : "\(side.path), session \(session)"
  }

  private func write(_ row: JournalComparison.Row, _ output: Output) throws {
    let what = try what(row)
    let names = [row.left, row.right].map { $0.map { "request \($0.id)" } }
    let numbers = names.compactMap(\.self).joined(separator: " and ")
    try output.heading("\(numbers): \(what)")
    func field(_ name: String, _ before: String?, _ after: String?) throws {
      if !name.isEmpty { try output.line("  " + output.painted(name, .bold)) }
      try output.marked(before, after, indentation: 4)
    }
    guard let one = row.left, let other = row.right else {
      let alone = [row.left, row.right].map { request in
        request.map { "\(outcome($0)), \(route($0))" }
      }
      try field("", alone[0], alone[1])
      return try writeCommands(row, output)
    }
    for aspect in row.aspects {
      switch aspect {
      case .request: try field("asks", one.target, other.target)
      case .outcome: try field("outcome", outcome(one), outcome(other))
      case .route: try field("route", route(one), route(other))
      case .screens: break
      }
    }
    if let part = row.screens {
      let place = part.place.isEmpty ? "" : " in \(part.place.joined(separator: " > "))"
      let since = row.aspects.contains(.screens) ? "" : ", as before"
      try field("screens\(place)\(since)", part.recorded ?? "nothing", part.replayed ?? "nothing")
    }
    try writeCommands(row, output)
  }

  func outcome(_ request: JournalComparison.Request) -> String {
    request.outcome?.description ?? "no outcome yet"
  }

  func route(_ request: JournalComparison.Request) -> String {
    let router = request.router.map { " of router \($0)" } ?? ""
    guard let route = request.route else { return "no route\(router)" }
    return "route \(route) version \(request.routeVersion ?? 1)\(router)"
  }

  /// What was asked for, as the log has it.
  func what(_ row: JournalComparison.Row) throws -> String {
    guard let request = row.left ?? row.right else { return "" }
    let file = row.left == nil ? right.file : left.file
    guard let entry = try file.history.entry(at: request.id.rawValue) else { return request.target }
    var reading = EntryReading(file.history)
    return try reading.request(of: entry)?.target.words(from: entry.screenBefore) ?? request.target
  }

  private func writeCommands(_ row: JournalComparison.Row, _ output: Output) throws {
    for (index, line) in next(row).enumerated() {
      // A command line is to be copied, so it is never broken.
      let name = index == 0 ? output.painted("next", .bold) : "    "
      try output.line("  \(name)  \(output.painted(visible(line), .cyan))")
    }
  }

  // MARK: JSON

  func json() throws -> JSON {
    .members([
      "result": .string(comparison.differences == 0 ? "identical" : "different"),
      "first": json(left), "second": json(right), "same": .int(Int64(comparison.same)),
      "differing": .int(Int64(comparison.differing)),
      "carried_over": .int(Int64(comparison.carriedOver)),
      "only_first": .int(Int64(comparison.leftOnly)),
      "only_second": .int(Int64(comparison.rightOnly)),
      "paired_by_source": .int(Int64(comparison.pairedBySource)),
      "requests": .array(try comparison.rows.map(json)),
    ])
  }

  private func json(_ side: Side) -> JSON {
    .members(["file": .string(side.path), "session": .number(side.session)])
  }

  private func json(_ row: JournalComparison.Row) throws -> JSON {
    let part = row.screens.map { part in
      JSON.members([
        "place": .array(part.place.map { .string($0) }), "first": .text(part.recorded),
        "second": .text(part.replayed),
      ])
    }
    return .members([
      "what": .string(try what(row)),
      "aspects": .array(row.aspects.map { .string($0.rawValue) }),
      "first": row.left.map(json) ?? .null, "second": row.right.map(json) ?? .null,
      "screens": part ?? .null, "next": .array(next(row).map { .string($0) }),
    ])
  }

  private func json(_ request: JournalComparison.Request) -> JSON {
    .members([
      "request": .int(request.id.rawValue), "session": .int(request.session),
      "target": .string(request.target), "ended_by": .number(request.end),
      "outcome": .text(request.outcome?.word), "reason": .text(request.outcome?.reason),
      "route": .text(request.route), "route_version": .number(request.routeVersion.map(Int64.init)),
      "router": .text(request.router),
    ])
  }

  // MARK: Both

  func next(_ row: JournalComparison.Row) -> [String] {
    [(row.left, left), (row.right, right)].compactMap { request, side in
      request.map { "route-replay show \(quotedForShell(side.path)) \($0.end ?? $0.id.rawValue)" }
    }
  }
}
