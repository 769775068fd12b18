import RouteEngine
import RouteReplay
import RouteStore
import TextTerminal

/// The effect of another table on many journals: one summary over all of them by route and outcome,
/// a line for each file, then examples.
struct RerunSurveyReport {
  let survey: RerunSurvey
  let routes: String?
  let most: Int
  let accepted: AcceptedFile?
  let time: TimeStyle

  /// The output of the command. For programs, the summary follows the objects of the files.
  func report() throws -> Report {
    var report = Report()
    if !survey.files.isEmpty { try tell(&report) }
    report.add([
      "summary": JSON.members([
        "result": survey.files.isEmpty ? Self.unread : survey.verdict.rawValue,
        "files": survey.files.count, "files_differing": survey.differingFiles,
        "files_unread": survey.unread, "sessions": survey.sum(\.sessions),
        "sessions_differing": survey.sum(\.rerun.differingSessions),
        "decided": survey.sum(\.rerun.decisions), "differing": survey.differing,
        "undecided": survey.undecided, "accepted": survey.sum(\.rerun.accepted),
        "outcome_shifts": survey.shifts.json(files: true, routeNow: false),
      ])
    ])
    return report
  }

  private func tell(_ report: inout Report) throws {
    let (verdict, differing, undecided) = (survey.verdict, survey.differing, survey.undecided)
    let line =
      "\(survey.differingFiles) of \(counted(survey.files.count, "file")), "
      + "\(survey.sum(\.rerun.differingSessions)) of "
      + "\(counted(survey.sum(\.sessions), "session")), "
      + "\(differing) of \(counted(survey.sum(\.rerun.decisions), "decision"))"
    report.line(.init(verdict.rawValue, verdict.ink), ": \(line)")
    let acceptedCount = survey.sum(\.rerun.accepted)
    if acceptedCount > 0 {
      let words = counted(acceptedCount, "decision that differs", "decisions that differ")
      report.line("besides \(words) as accepted")
    }
    if survey.unread > 0 { report.lines([Self.unreadWords(survey.unread)]) }
    report.paragraph("left out: " + DivergenceReport.leftOut)
    if undecided > 0 {
      let reasons = DivergenceReport.reasons(
        undecided: undecided, byLimits: survey.sum(\.rerun.undecidedByLimits),
        with: "with \(routes ?? "the app's table") ")
      report.paragraph(
        "\(counted(undecided, "request")) cannot be decided: \(reasons); what-if of one file names "
          + "them")
    }
    survey.shifts.tell(&report, files: true, routeNow: false)
    guard differing + undecided > 0 else { return }
    report.space()
    report.table(
      [
        Column("differ", .number), Column("decisions", .number), Column("undecided", .number),
        Column("file", .middle),
      ],
      survey.files.map { ($0.path, $0.rerun) }.filter { $1.differing + $1.undecided > 0 }
        .map { path, rerun in
          let undecided = rerun.undecided == 0 ? nil : Int64(rerun.undecided)
          return [
            .integer(rerun.differing), .integer(rerun.decisions), .integer(undecided), .text(path),
          ]
        })
    try tellExamples(&report)
  }

  /// The result when no file could be read: nothing is known.
  static let unread = "unread"

  /// How many files are not included in the summary.
  static func unreadWords(_ count: Int) -> String {
    "besides \(counted(count, "file")) that could not be read"
  }

  private func tellExamples(_ report: inout Report) throws {
    let examples = survey.examples(most)
    for (file, divergences) in examples {
      report.space()
      report.heading(file.path)
      let told = DivergenceReport(
        rerun: file.rerun, file: try JournalFile(file.path), path: file.path, routes: routes,
        hasOtherTable: true, accepted: accepted, time: time)
      for divergence in divergences { report.section(try told.describe(divergence)) }
    }
    report.hidden(survey.differing - examples.reduce(0) { $0 + $1.divergences.count })
  }
}
