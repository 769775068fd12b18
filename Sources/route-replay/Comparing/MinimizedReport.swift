import RouteEngine
import RouteReplay
import TextTerminal

/// The result of a search for the fewest requests.
struct MinimizedReport {
  /// A journal that was written.
  struct Written {
    let path: String
    /// The session of it that contains the last request.
    let session: Int
  }

  /// The result; nil when all requests together do not show the symptom.
  let found: Minimizing.Found?
  /// How many requests could be removed.
  let count: Int
  /// How many of them differ in the journal, if a divergence was sought.
  let differing: Int
  let path: String
  let until: String
  /// The file of another table.
  let routes: String?
  /// The session whose requests may be removed, as it was typed.
  let session: String?
  /// The written journal; nil when there is none.
  var written: Written?

  /// The output of the command.
  var report: Report {
    var report = Report()
    report.margin.nameWidth = 6
    report.add(["file": path, "until": until])
    tellResult(&report)
    let requests = found?.requests ?? []
    report.add([
      "requests": requests.map(Self.json), "divergent": found?.divergence?.request.rawValue,
      "differs": found?.divergence?.lines ?? [], "of": count, "differing": differing,
      "trials": found?.trials ?? 0, "minimal": found?.isMinimal ?? false, "written": written?.path,
      "others": found?.others ?? 0,
      "supposed_answers": found?.supposed ?? 0,
    ])
    if let found, !requests.isEmpty {
      report.space()
      tellRequests(found, &report)
      if let divergence = found.divergence { report.section(Self.describe(divergence)) }
      report.space()
    }
    report.next(next)
    return report
  }

  private func tellResult(_ report: inout Report) {
    guard let found else {
      report.result("nothing", .green, "none of the requests shows it when run again (\(until))")
      guard differing > 0 else { return }
      let differ = differing == 1 ? "differs" : "differ"
      return report.line(
        "in the journal as it is, \(counted(differing, "request")) \(differ): \(command)")
    }
    let of = counted(count, "request")
    guard !found.requests.isEmpty else {
      return report.result("found", .yellow, "it shows without any of \(of)")
    }
    let enough = found.requests.count == 1 ? "request is enough" : "requests are enough"
    let trials = counted(found.trials, "trial")
    report.result("found", .red, "\(found.requests.count) \(enough), of \(of), after \(trials)")
    if !found.isMinimal {
      report.line("there were no more trials: fewer may be enough; --trials tries more")
    }
    if found.others > 0 {
      report.line("besides \(counted(found.others, "request")) of other sessions, which stay")
    }
    if let note = Rehearsal.supposition(found.supposed) { report.lines([note]) }
  }

  /// Adds the outcome of each request in the written journal.
  private func tellRequests(_ found: Minimizing.Found, _ report: inout Report) {
    // A run for a state ends when the state is reached.
    let isNow = found.divergence == nil
    report.table(
      [Column("sequence", .number), Column("what", .middle), Column(isNow ? "now" : "recorded")],
      found.requests.map { request in
        let mark = request.id == found.divergence?.request ? "> " : ""
        let end = isNow ? request.now : request.before
        return [
          .text("\(mark)\(request.id)"),
          .text(elided(request.target, toWidth: DivergenceReport.longestText)),
          .text(elided(end?.words ?? "not run", toWidth: DivergenceReport.longestText)),
        ]
      })
  }

  /// The differences of the request, both sides in full.
  private static func describe(_ divergence: Divergence) -> Report {
    var report = Report()
    report.margin = .init(indentation: 2, nameWidth: 10)
    report.heading("request \(divergence.request): \(divergence.target)")
    for difference in divergence.differences {
      for part in difference.parts {
        report.field("differs", DivergenceReport.word(difference.kind))
        report.field("recorded", DivergenceReport.cut(part.recorded), .red)
        report.field("now", DivergenceReport.cut(part.replayed), .green)
      }
    }
    return report
  }

  private static func json(_ request: Minimizing.Needed) -> JSON {
    .members([
      "request": request.id.rawValue, "target": request.target, "route": request.before?.route,
      "recorded": request.before?.word, "screen": request.before?.screen,
      "route_replayed": request.now?.route, "replayed": request.now?.word,
      "screen_replayed": request.now?.screen,
    ])
  }

  /// The commands for the next step.
  private var next: [String] {
    guard let found, !found.requests.isEmpty else { return [] }
    if let written {
      let new = pathForShell(written.path)
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
    let show = found.divergence.map { "route-replay show \(pathForShell(path)) \($0.sequence)" }
    let given = [("routes", routes), ("session", session)].compactMap { name, value in
      value.map { " --\(name) \(quotedForShell($0))" }
    }.joined()
    let again =
      "route-replay minimize \(pathForShell(path)) --until \(quotedForShell(until))\(given)"
    return [show, again + " --out small.journal"].compactMap(\.self)
  }

  /// The command that shows the differences in the present journal.
  private var command: String {
    let name = pathForShell(path)
    return routes.map { "route-replay what-if \(name) --routes \(quotedForShell($0))" }
      ?? "route-replay rerun \(name)"
  }
}
