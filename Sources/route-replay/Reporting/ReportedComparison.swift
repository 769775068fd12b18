import RouteEngine
import RouteStore

/// What a journal differs in from another one, or from what its requests come to now.
struct ReportedComparison {
  /// More differences than a page can hold; how many more there are is told.
  static let most = 5_000

  let json: JSON

  /// A journal and its rerun, with the words that `rerun` and `what-if` have.
  init(_ report: DivergenceReport, of rerun: Rerun, routes: String?) throws {
    let sides = ("recorded", routes.map { "now, with \($0)" } ?? "now")
    json = .members([
      "sort": .string(routes == nil ? "rerun" : "what-if"), "first": .string(sides.0),
      "second": .string(sides.1), "result": .string(report.headline.result),
      "words": .string(report.headline.words), "notes": .array(report.notes.map { .string($0) }),
      "hidden": .int(Int64(rerun.differing - rerun.divergences.count)),
      "undecided": .array(rerun.undecidedEntries.map { .int($0) }),
      "shifts": .array(
        rerun.outcomeShifts.sorted { $0.count > $1.count }.map { shift in
          .members([
            "route": .text(shift.route), "recorded": .string(shift.recorded),
            "replayed": .string(shift.replayed), "count": .int(Int64(shift.count)),
          ])
        }),
      "rows": .array(rerun.divergences.map { Self.row($0, report) }),
    ])
  }

  private static func row(_ divergence: Divergence, _ report: DivergenceReport) -> JSON {
    let differences = divergence.differences.map { difference in
      JSON.members([
        "class": .string(DivergenceReport.word(difference.kind)),
        "first": .string(difference.words(true)), "second": .string(difference.words(false)),
      ])
    }
    return .members([
      "first": .int(divergence.sequence), "second": .null,
      "what": .string(divergence.target.isEmpty ? "nothing recorded" : divergence.target),
      "differs": .array(differences), "screens": part(divergence.treePart),
      "why": .string(
        divergence.follows.map {
          "follows from entry \($0): in the recorded state it comes out as recorded"
        } ?? report.explanation(of: divergence)),
      "next": .array(report.next(after: divergence).map { .string($0) }),
    ])
  }

  /// Two journals or sessions, with the words that `diff` has.
  init(_ report: RequestsReport, of comparison: JournalComparison) throws {
    json = .members([
      "sort": .string("diff"), "first": .string(report.name(report.left)),
      "second": .string(report.name(report.right)),
      "result": .string(comparison.differences == 0 ? "identical" : "different"),
      "words": .string(report.headline), "notes": .array(report.notes.map { .string($0) }),
      "hidden": .int(Int64(comparison.differences - comparison.rows.count)),
      "undecided": .array([]), "shifts": .array([]),
      "rows": .array(try comparison.rows.map { try Self.row($0, report) }),
    ])
  }

  private static func row(
    _ row: JournalComparison.Row, _ report: RequestsReport
  ) throws -> JSON {
    func words(_ request: JournalComparison.Request?) -> String? {
      request.map { "\(report.outcome($0)), \(report.route($0))" }
    }
    var differences: [JSON] = []
    func differ(_ name: String, _ first: String?, _ second: String?) {
      differences.append(
        .members(["class": .string(name), "first": .text(first), "second": .text(second)]))
    }
    if let one = row.left, let other = row.right {
      for aspect in row.aspects {
        switch aspect {
        case .request: differ("asks", one.target, other.target)
        case .outcome: differ("outcome", report.outcome(one), report.outcome(other))
        case .route: differ("route", report.route(one), report.route(other))
        case .screens: break
        }
      }
    } else {
      differ(row.right == nil ? "only here" : "only there", words(row.left), words(row.right))
    }
    func end(_ request: JournalComparison.Request?) -> Int64? {
      request.map { $0.end ?? $0.id.rawValue }
    }
    return .members([
      "first": .number(end(row.left)), "second": .number(end(row.right)),
      "what": .string(try report.what(row)), "differs": .array(differences),
      "screens": part(row.screens), "why": .null,
      "next": .array(report.next(row).map { .string($0) }),
    ])
  }

  private static func part(_ part: Divergence.TreePart?) -> JSON {
    part.map { part in
      .members([
        "place": .string(part.place.joined(separator: " > ")),
        "first": .string(part.recorded ?? "nothing"),
        "second": .string(part.replayed ?? "nothing"),
      ])
    } ?? .null
  }
}
