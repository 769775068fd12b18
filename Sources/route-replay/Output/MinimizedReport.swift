import RouteEngine
import TextTerminal

/// What a search for the fewest requests found.
struct MinimizedReport {
  /// Nil when all requests together do not show it.
  let found: Minimizing.Found?
  let path: String
  /// The file of another table.
  let routes: String?
  /// What was sought, as it was asked for.
  let until: String
  /// The journal that was written; nil for none.
  let written: String?

  func write(to output: Output) throws {
    guard let found else {
      try output.line(
        output.painted("nothing", .green) + ": run again, no request shows it (\(visible(until)))")
      return
    }
    let enough = found.requests.count == 1 ? "request is enough" : "requests are enough"
    let left = "\(found.requests.count) of \(counted(found.count, "request"))"
    let trials = counted(found.trials, "trial")
    let line = left.replacing(" of ", with: " \(enough), of ")
    try output.line(output.painted("found", .red) + ": \(line), after \(trials)")
    if !found.isMinimal {
      try output.line("there were no more trials: fewer may be enough; --trials tries more")
    }
    try output.line()
    try writeRequests(found, output)
    try output.line()
    for (index, line) in next.enumerated() {
      let name = index == 0 ? output.painted("next", .bold) : "    "
      try output.line("\(name)  \(output.painted(visible(line), .cyan))")
    }
  }

  private func writeRequests(_ found: Minimizing.Found, _ output: Output) throws {
    let isCompared = found.divergent != nil
    var columns = [Column("sequence", .number), Column("what", .middle), Column("recorded")]
    if isCompared { columns.append(Column("now")) }
    var listing = Listing(columns, format: .text, time: .raw, to: output)
    for request in found.requests {
      let mark = request.id == found.divergent ? "> " : ""
      var row: [Cell] = [
        .text("\(mark)\(request.id)"), .text(request.target), .text(Self.words(request.before)),
      ]
      if isCompared { row.append(.text(Self.words(request.now))) }
      try listing.append(row)
    }
    try listing.finish()
  }

  /// Outcome and route of a request's end.
  private static func words(_ end: Rehearsal.RequestEnd?) -> String {
    guard let end else { return "not run" }
    return end.route.map { "\(end.word), route \($0)" } ?? end.word
  }

  /// The commands that go on from here.
  private var next: [String] {
    guard let found else { return [] }
    if let written {
      let new = quotedForShell(written)
      let table = routes.map { " --routes \(quotedForShell($0))" }
      return [
        table.map { "route-replay what-if \(new)\($0)" } ?? "route-replay log \(new)",
        "route-replay export \(new) --format swift-test --session last",
      ]
    }
    var lines = ["route-replay show \(quotedForShell(path)) \(found.divergent ?? RequestID(1))"]
    if found.divergent == nil { lines = [] }
    let words = routes.map { " --routes \(quotedForShell($0))" } ?? ""
    lines.append(
      "route-replay minimize \(quotedForShell(path)) --until \(quotedForShell(until))\(words)"
        + " --out small.journal")
    return lines
  }

  func json() -> JSON {
    .members([
      "file": .string(path), "until": .string(until),
      "result": .string(found == nil ? "nothing" : "found"),
      "requests": .array(
        (found?.requests ?? []).map { request in
          .members([
            "request": .int(request.id.rawValue), "target": .string(request.target),
            "route": .text(request.before?.route), "recorded": .text(request.before?.word),
            "route_replayed": .text(request.now?.route), "replayed": .text(request.now?.word),
          ])
        }), "divergent": found?.divergent.map { .int($0.rawValue) } ?? .null,
      "of": .int(Int64(found?.count ?? 0)), "trials": .int(Int64(found?.trials ?? 0)),
      "minimal": .bool(found?.isMinimal ?? false), "written": .text(written),
      "next": .array(next.map { .string($0) }),
    ])
  }
}
