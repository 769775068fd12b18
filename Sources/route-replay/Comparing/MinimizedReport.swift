import RouteEngine
import TextTerminal

/// What a search for the fewest requests found.
struct MinimizedReport {
  /// A journal that was written.
  struct Written {
    let path: String
    /// Its session that the last of the requests is in.
    let session: Int
  }

  /// Nil when all requests together do not show it.
  let found: Minimizing.Found?
  /// How many requests there were to choose from.
  let count: Int
  /// How many of them differ in the journal, where a divergence was sought.
  private let differing: Int
  private let path: String
  private let until: String
  /// The file of another table.
  private let routes: String?
  /// The session of which requests may go, as it was typed.
  private let session: String?
  /// Nil for none.
  var written: Written?

  init(
    _ found: Minimizing.Found?, of count: Int, differing: Int, path: String, until: String,
    routes: String?, session: String?
  ) {
    (self.found, self.count, self.differing) = (found, count, differing)
    (self.path, self.until, self.routes, self.session) = (path, until, routes, session)
  }

  func write(to output: Output) throws {
    guard let found else {
      try output.line(
        output.painted("nothing", .green) + ": run again, no request shows it (\(visible(until)))")
      if differing > 0 {
        try output.line(
          "in the journal as it is, \(counted(differing, "request")) "
            + "\(differing == 1 ? "differs" : "differ"): \(visible(command))")
      }
      return
    }
    guard !found.requests.isEmpty else {
      return try output.line(
        output.painted("found", .yellow) + ": it shows without any of \(counted(count, "request"))")
    }
    let enough = found.requests.count == 1 ? "request is enough" : "requests are enough"
    let trials = counted(found.trials, "trial")
    let line = "\(found.requests.count) \(enough), of \(counted(count, "request"))"
    try output.line(output.painted("found", .red) + ": \(line), after \(trials)")
    if !found.isMinimal {
      try output.line("there were no more trials: fewer may be enough; --trials tries more")
    }
    let others = found.kept.count - found.requests.count
    if others > 0 {
      try output.line("besides \(counted(others, "request")) of other sessions, which stay")
    }
    if let note = Rehearsal.supposition(found.supposed) { try output.line(note) }
    try output.line()
    try writeRequests(found, output)
    if let divergence = found.divergence {
      try output.line()
      try write(divergence, output)
    }
    try output.line()
    for (index, line) in next.enumerated() {
      let name = index == 0 ? output.painted("next", .bold) : "    "
      try output.line("\(name)  \(output.painted(visible(line), .cyan))")
    }
  }

  /// What each comes to in the journal that is written.
  private func writeRequests(_ found: Minimizing.Found, _ output: Output) throws {
    let isNow = found.divergence == nil && routes != nil
    var listing = Listing(
      [Column("sequence", .number), Column("what", .middle), Column(isNow ? "now" : "recorded")],
      format: .text, time: .raw, to: output)
    for request in found.requests {
      let mark = request.id == found.divergence?.request ? "> " : ""
      let end = isNow ? request.now : request.before
      try listing.append([
        .text("\(mark)\(request.id)"),
        .text(elided(request.target, toWidth: DivergenceReport.longestText)),
        .text(end?.words ?? "not run"),
      ])
    }
    try listing.finish()
  }

  /// In what the request differs, both sides whole.
  private func write(_ divergence: Divergence, _ output: Output) throws {
    try output.heading("request \(divergence.request): \(divergence.target)")
    func field(_ name: String, _ text: String, _ ink: Ink? = nil) throws {
      try output.field(
        name, elided(visible(text), toWidth: DivergenceReport.longestText), ink: ink,
        indentation: 2, nameWidth: 10)
    }
    for difference in divergence.differences {
      for part in difference.parts {
        try field("differs", DivergenceReport.word(difference.kind))
        try field("recorded", part.recorded, .red)
        try field("now", part.replayed, .green)
      }
    }
  }

  /// The commands that go on from here.
  private var next: [String] {
    guard let found, !found.requests.isEmpty else { return [] }
    if let written {
      let new = quotedForShell(written.path)
      let table = routes.map { " --routes \(quotedForShell($0))" }
      let isState = found.divergence == nil
      return [
        isState
          ? "route-replay bisect \(new) --where \(quotedForShell(until))"
          : table.map { "route-replay what-if \(new)\($0)" } ?? "route-replay log \(new)",
        "route-replay export \(new) --format swift-test --session \(written.session)",
        "route-replay fixture add Fixtures \(new)",
      ]
    }
    let show = found.divergence.map { "route-replay show \(quotedForShell(path)) \($0.sequence)" }
    let given = [("routes", routes), ("session", session)].compactMap { name, value in
      value.map { " --\(name) \(quotedForShell($0))" }
    }.joined()
    let again =
      "route-replay minimize \(quotedForShell(path)) --until \(quotedForShell(until))\(given)"
    return [show, again + " --out small.journal"].compactMap(\.self)
  }

  /// The command that shows what differs in the journal as it is.
  private var command: String {
    let name = quotedForShell(path)
    return routes.map { "route-replay what-if \(name) --routes \(quotedForShell($0))" }
      ?? "route-replay rerun \(name)"
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
            "screen": .text(request.before?.screen), "route_replayed": .text(request.now?.route),
            "replayed": .text(request.now?.word), "screen_replayed": .text(request.now?.screen),
          ])
        }), "divergent": found?.divergence.map { .int($0.request.rawValue) } ?? .null,
      "differs": .array((found?.divergence?.lines ?? []).map { .string($0) }),
      "of": .int(Int64(count)), "differing": .int(Int64(differing)),
      "trials": .int(Int64(found?.trials ?? 0)),
      "minimal": .bool(found?.isMinimal ?? false), "written": .text(written?.path),
      "others": .int(Int64(found.map { $0.kept.count - $0.requests.count } ?? 0)),
      "supposed_answers": .int(Int64(found?.supposed ?? 0)),
      "next": .array(next.map { .string($0) }),
    ])
  }
}
