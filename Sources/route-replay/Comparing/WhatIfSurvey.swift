import RouteEngine
import RouteReplay
import RouteStore
import TextTerminal

/// What another table does to many journals: one summary over all of them by route and outcome,
/// a line for each file, then examples.
struct WhatIfSurvey {
  /// A journal that could be decided again.
  struct Decided {
    let path: String
    let rerun: Rerun
    /// How many sessions of the host it holds.
    let sessions: Int
  }

  private let routes: String?
  private let most: Int
  private let accepted: AcceptedFile?
  private let time: TimeStyle
  private var files: [Decided] = []
  /// How many files could not be decided again.
  private var unread = 0
  private var shifts = OutcomeShifts(ofSeveral: true, withRouteNow: false)

  init(routes: String?, most: Int, accepted: AcceptedFile?, time: TimeStyle) {
    (self.routes, self.most, self.accepted, self.time) = (routes, most, accepted, time)
  }

  /// Takes a file in.
  mutating func add(_ rerun: Rerun, of path: String, _ file: JournalFile) throws {
    let sessions = try file.history.sessions().count { !$0.isMaintenance }
    files.append(Decided(path: path, rerun: rerun, sessions: sessions))
    shifts.add(
      rerun.outcomeShifts.map {
        (.init(route: $0.route, recorded: $0.recorded, now: $0.replayed), $0.count)
      })
  }

  /// Takes note of a file that could not be read.
  mutating func miss() { unread += 1 }

  private func sum(_ count: (Decided) -> Int) -> Int { files.reduce(0) { $0 + count($1) } }
  private var differing: Int { sum(\.rerun.differing) }
  private var undecided: Int { sum(\.rerun.undecided) }
  private var changedFiles: Int { files.count { $0.rerun.differing > 0 } }

  private var verdict: Rerun.Verdict { .init(differing: differing, undecided: undecided) }

  /// All of it, as a command tells it. What is for programs stands behind the objects of the files.
  func report() throws -> Report {
    var report = Report()
    if !files.isEmpty { try tell(&report) }
    report.add([
      "summary": JSON.members([
        "result": verdict.rawValue, "files": files.count, "files_differing": changedFiles,
        "files_unread": unread, "sessions": sum(\.sessions),
        "sessions_differing": sum(\.rerun.differingSessions),
        "decided": sum(\.rerun.decisions), "differing": differing, "undecided": undecided,
        "accepted": sum(\.rerun.accepted), "outcome_shifts": shifts.json,
      ])
    ])
    return report
  }

  private func tell(_ report: inout Report) throws {
    let line =
      "\(changedFiles) of \(counted(files.count, "file")), "
      + "\(sum(\.rerun.differingSessions)) of \(counted(sum(\.sessions), "session")), "
      + "\(differing) of \(counted(sum(\.rerun.decisions), "decision"))"
    report.line(.init(verdict.rawValue, verdict.ink), ": \(line)")
    let acceptedCount = sum(\.rerun.accepted)
    if acceptedCount > 0 {
      report.line("besides \(counted(acceptedCount, "decision")) that differ as accepted")
    }
    if unread > 0 { report.lines([Self.unreadWords(unread)]) }
    report.paragraph("left out: " + DivergenceReport.leftOut)
    if undecided > 0 {
      report.paragraph(
        """
        \(counted(undecided, "request")) cannot be decided: with \(routes ?? "the app's table") it \
        turns on private values, and a journal has only their tokens; what-if of one file names \
        them
        """)
    }
    shifts.tell(&report)
    guard differing + undecided > 0 else { return }
    report.space()
    report.table(
      [
        Column("differ", .number), Column("decisions", .number), Column("undecided", .number),
        Column("file", .middle),
      ],
      files.map { ($0.path, $0.rerun) }.filter { $1.differing + $1.undecided > 0 }
        .map { path, rerun in
          let undecided = rerun.undecided == 0 ? nil : Int64(rerun.undecided)
          return [
            .integer(rerun.differing), .integer(rerun.decisions), .integer(undecided), .text(path),
          ]
        })
    try tellExamples(&report)
  }

  /// How many files are not among those that are summed up.
  static func unreadWords(_ count: Int) -> String {
    "besides \(counted(count, "file")) that could not be read"
  }

  private func tellExamples(_ report: inout Report) throws {
    let chosen = examples
    for (index, file) in files.enumerated() {
      guard let picked = chosen[index] else { continue }
      report.space()
      report.heading(file.path)
      let divergences = DivergenceReport(
        rerun: file.rerun, file: try JournalFile(file.path), path: file.path, routes: routes,
        hasOtherTable: true, accepted: accepted, time: time)
      for place in picked.sorted() {
        report.section(try divergences.describe(file.rerun.divergences[place]))
      }
    }
    report.hidden(differing - chosen.values.reduce(0) { $0 + $1.count })
  }

  /// Which divergences of which files are told: one of each kind before a second one of any.
  private var examples: [Int: Set<Int>] {
    var chosen: [Int: Set<Int>] = [:]
    var (left, seen) = (most, Set<[String]>())
    for isFirstRound in [true, false] {
      for (index, file) in files.enumerated() {
        for (place, found) in file.rerun.divergences.enumerated() where left > 0 {
          let classes = found.differences.map(\.kind.rawValue)
          let kind = [found.route ?? "", found.replayedRoute ?? ""] + classes
          guard chosen[index]?.contains(place) != true,
            !isFirstRound || seen.insert(kind).inserted
          else { continue }
          chosen[index, default: []].insert(place)
          left -= 1
        }
      }
    }
    return chosen
  }
}
