import RouteEngine
import RouteReplay
import RouteStore

/// The differences between a journal and another one, or between a journal and its rerun.
struct ReportedComparison {
  /// The most differences on a page; the number of further differences is shown.
  static let most = 5_000

  let json: JSON

  /// A journal and its rerun, in the words of `rerun` and `what-if`.
  init(_ report: DivergenceReport, of rerun: Rerun, routes: String?) throws {
    let sides = ("recorded", routes.map { "now, with \($0)" } ?? "now")
    json = .members([
      "sort": routes == nil ? "rerun" : "what-if", "first": sides.0, "second": sides.1,
      "result": report.headline.result, "words": report.headline.words, "notes": report.notes,
      "hidden": rerun.differing - rerun.divergences.count, "undecided": rerun.undecidedEntries,
      "shifts": rerun.outcomeShifts.sorted { $0.count > $1.count }.map { shift in
        JSON.members([
          "route": shift.route, "recorded": shift.recorded,
          "replayed": shift.replayed, "count": shift.count,
        ])
      },
      "rows": rerun.divergences.map { Self.row($0, report) },
    ])
  }

  private static func row(_ divergence: Divergence, _ report: DivergenceReport) -> JSON {
    let differences = divergence.differences.map { difference in
      JSON.members([
        "class": DivergenceReport.word(difference.kind), "first": difference.words(true),
        "second": difference.words(false),
      ])
    }
    return .members([
      "first": divergence.sequence, "second": JSON.null,
      "what": divergence.target.isEmpty ? "nothing recorded" : divergence.target,
      "differs": differences, "screens": part(divergence.treePart),
      "why": divergence.follows.map {
        "follows from entry \($0): in the recorded state the result is as recorded"
      } ?? report.explanation(of: divergence),
      "next": report.next(after: divergence),
    ])
  }

  /// Two journals or sessions, in the words of `diff`.
  init(_ report: RequestsReport, of comparison: JournalComparison) throws {
    json = .members([
      "sort": "diff", "first": report.name(report.left), "second": report.name(report.right),
      "result": comparison.isIdentical ? "identical" : "different", "words": report.headline,
      "notes": report.notes, "hidden": comparison.differences - comparison.rows.count,
      "undecided": [JSON](), "shifts": [JSON](),
      "rows": try comparison.rows.map { try Self.row($0, report) },
    ])
  }

  private static func row(
    _ row: JournalComparison.Row, _ report: RequestsReport
  ) throws -> JSON {
    let alone = row.right == nil ? "only here" : "only there"
    let differences = report.differences(row).map { name, first, second in
      JSON.members(["class": name ?? alone, "first": first, "second": second])
    }
    func end(_ request: JournalComparison.Request?) -> Int64? {
      request.map { $0.end ?? $0.id.rawValue }
    }
    return .members([
      "first": end(row.left), "second": end(row.right), "what": try report.what(row),
      "differs": differences, "screens": part(row.screens), "why": JSON.null,
      "next": report.next(row),
    ])
  }

  private static func part(_ part: Divergence.TreePart?) -> JSON? {
    part.map { part in
      JSON.members([
        "place": part.place.joined(separator: " > "), "first": part.recorded ?? "nothing",
        "second": part.replayed ?? "nothing",
      ])
    }
  }
}
