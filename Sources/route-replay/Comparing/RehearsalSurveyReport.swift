import RouteEngine
import RouteReplay
import RouteStore
import TextTerminal

/// The result of running many journals again: one summary over all of them by route and outcome, a
/// line for each journal that changes, then examples.
@MainActor
struct RehearsalSurveyReport {
  let survey: RehearsalSurvey
  /// The folder for the runs; nil when they are not kept.
  let folder: String?

  /// The output of the command. For programs, the summary follows the objects of the files.
  var report: Report {
    var report = Report()
    let word = survey.changed.isEmpty ? "identical" : "different"
    if !survey.files.isEmpty { tell(word, &report) }
    report.add([
      "summary": JSON.members([
        "result": survey.files.isEmpty ? RerunSurveyReport.unread : word,
        "files": survey.files.count, "files_differing": survey.changed.count,
        "files_unread": survey.unread, "written": folder, "run": survey.sum(\.opened),
        "dropped": survey.sum(\.dropped), "edited": survey.sum(\.edited),
        "differing": survey.sum(\.differing),
        "sessions_ending_otherwise": survey.sum(\.endings), "left_out": survey.leftOut,
        "supposed_answers": survey.supposed,
        "outcome_shifts": survey.shifts.json(files: true, routeNow: true),
      ])
    ])
    return report
  }

  private func tell(_ word: String, _ report: inout Report) {
    let (files, changed) = (survey.files, survey.changed)
    let words = RehearsalReport.words(dropped: survey.sum(\.dropped), edited: survey.sum(\.edited))
    let requests = survey.sum(\.opened) + survey.sum(\.dropped)
    let numbers = [
      "\(changed.count) of \(counted(files.count, "file"))",
      "\(survey.sum(\.differing)) of \(counted(requests, "request"))",
    ]
    report.line(
      .init(word, changed.isEmpty ? .green : .red),
      ": \((numbers + words).joined(separator: ", "))")
    if let folder {
      report.line("\(counted(files.count, "journal")) written into \(folder)")
    }
    var lines = survey.unread > 0 ? [RerunSurveyReport.unreadWords(survey.unread)] : []
    lines += RehearsalReport.notes(leftOut: survey.leftOut, supposed: survey.supposed)
    lines += survey.unaskedByAll.map { RehearsalReport.words(unasked: $0, of: nil) }
    for line in lines { report.paragraph(line) }
    survey.shifts.tell(&report, files: true, routeNow: true)
    guard !changed.isEmpty else { return }
    report.space()
    report.table(
      [
        Column("differ", .number), Column("requests", .number), Column("endings", .number),
        Column("file", .middle),
      ],
      changed.map { file in
        [
          .integer(file.differing), .integer(file.opened), .integer(file.endings),
          .text(file.path),
        ]
      })
    tellExamples(&report)
  }

  private func tellExamples(_ report: inout Report) {
    let examples = survey.examples
    for (path, changes) in examples {
      report.space()
      report.heading(path)
      for change in changes { report.section(RehearsalReport.describe(change)) }
    }
    report.hidden(survey.sum(\.differing) - examples.reduce(0) { $0 + $1.changes.count })
  }
}
