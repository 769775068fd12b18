import RouteEngine
import RouteReplay
import RouteStore
import TextTerminal

/// What running many journals again found: one summary over all of them by route and outcome, a
/// line for each that changes, then examples.
@MainActor
struct RehearsalSurvey {
  /// What is kept of a journal that was run.
  private struct Rehearsed {
    let path: String
    let opened: Int
    let dropped: Int
    let edited: Int
    /// How many requests end otherwise.
    let differing: Int
    let endings: Int
    /// The first of those requests.
    let examples: [Rehearsal.Change]
  }

  private let most: Int
  /// Where the runs are kept; nil for nowhere.
  private let folder: String?
  private var files: [Rehearsed] = []
  /// How many files could not be run.
  private var unread = 0
  private var shifts = OutcomeShifts(ofSeveral: true, withRouteNow: true)
  private var leftOut = 0
  private var supposed = 0
  /// The names of the answers that some file did not ask for, by how many.
  private var unasked: [String: Int] = [:]

  init(most: Int, folder: String?) { (self.most, self.folder) = (most, folder) }

  /// Takes a file in.
  mutating func add(_ report: RehearsalReport) {
    let rehearsal = report.rehearsal
    let different = rehearsal.changes.filter(\.isDifferent)
    // Where another screen alone is seen, that is what another request left.
    let own = different.filter {
      $0.now?.word != $0.recorded.word || $0.now?.route != $0.recorded.route
    }
    let examples = own.isEmpty ? different : own
    files.append(
      Rehearsed(
        path: report.path, opened: rehearsal.opened, dropped: report.dropped,
        edited: report.edited, differing: different.count,
        endings: rehearsal.endings.count, examples: Array(examples.prefix(most))))
    (leftOut, supposed) = (leftOut + rehearsal.leftOut, supposed + rehearsal.supposed)
    for (_, given) in rehearsal.unasked { unasked[given.name, default: 0] += 1 }
    shifts.add(report.changesOfOutcome)
  }

  /// Takes note of a file that could not be run.
  mutating func miss() { unread += 1 }

  private func sum(_ count: (Rehearsed) -> Int) -> Int { files.reduce(0) { $0 + count($1) } }
  private var changed: [Rehearsed] { files.filter { $0.differing + $0.endings > 0 } }

  /// All of it, as a command tells it. What is for programs stands behind the objects of the files.
  var report: Report {
    var report = Report()
    let word = changed.isEmpty ? "identical" : "different"
    if !files.isEmpty { tell(word, &report) }
    report.add([
      "summary": JSON.members([
        "result": word, "files": files.count, "files_differing": changed.count,
        "files_unread": unread, "written": folder, "run": sum(\.opened),
        "dropped": sum(\.dropped), "edited": sum(\.edited), "differing": sum(\.differing),
        "sessions_ending_otherwise": sum(\.endings), "left_out": leftOut,
        "supposed_answers": supposed, "outcome_shifts": shifts.json,
      ])
    ])
    return report
  }

  private func tell(_ word: String, _ report: inout Report) {
    let words = RehearsalReport.words(dropped: sum(\.dropped), edited: sum(\.edited))
    let numbers = [
      "\(changed.count) of \(counted(files.count, "file"))",
      "\(sum(\.differing)) of \(counted(sum(\.opened) + sum(\.dropped), "request"))",
    ]
    report.line(
      .init(word, changed.isEmpty ? .green : .red),
      ": \((numbers + words).joined(separator: ", "))")
    if let folder {
      report.line("\(counted(files.count, "journal")) written into \(folder)")
    }
    var lines = unread > 0 ? [WhatIfSurvey.unreadWords(unread)] : []
    lines += RehearsalReport.notes(leftOut: leftOut, supposed: supposed)
    for (name, count) in unasked.sorted(by: { $0.key < $1.key }) where count == files.count {
      lines.append(RehearsalReport.words(unasked: name, of: nil))
    }
    report.lines(lines)
    shifts.tell(&report)
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
    var left = most
    for file in files where left > 0 && !file.examples.isEmpty {
      report.space()
      report.heading(file.path)
      // Each file has its share before one has all.
      let share = max(1, most / max(1, changed.count))
      for change in file.examples.prefix(min(left, share)) {
        report.section(RehearsalReport.describe(change))
        left -= 1
      }
    }
    report.hidden(sum(\.differing) - (most - left))
  }
}
