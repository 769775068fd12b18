import RouteEngine
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

  private var result: String {
    differing > 0 ? "different" : undecided > 0 ? "undecided" : "identical"
  }

  // MARK: Text

  func write(to output: Output) throws {
    guard !files.isEmpty else { return }
    let ink: Ink = differing > 0 ? .red : undecided > 0 ? .yellow : .green
    let line =
      "\(changedFiles) of \(counted(files.count, "file")), "
      + "\(sum(\.rerun.differingSessions)) of \(counted(sum(\.sessions), "session")), "
      + "\(differing) of \(counted(sum(\.rerun.decisions), "decision"))"
    try output.line(output.painted(result, ink) + ": \(line)")
    let acceptedCount = sum(\.rerun.accepted)
    if acceptedCount > 0 {
      try output.line("besides \(counted(acceptedCount, "decision")) that differ as accepted")
    }
    if unread > 0 { try output.line(Self.unreadWords(unread)) }
    try output.paragraph("left out: " + DivergenceReport.leftOut)
    if undecided > 0 {
      let text =
        "\(counted(undecided, "request")) cannot be decided: with \(table) it turns on "
        + "private values, and a journal has only their tokens; what-if of one file names them"
      try output.paragraph(text)
    }
    try shifts.write(to: output)
    guard differing + undecided > 0 else { return }
    try output.line()
    try writeFiles(output)
    try writeExamples(output)
  }

  /// How many files are not among those that are summed up.
  static func unreadWords(_ count: Int) -> String {
    "besides \(counted(count, "file")) that could not be read"
  }

  private var table: String { routes ?? "the app's table" }

  private func writeFiles(_ output: Output) throws {
    var listing = Listing(
      [
        Column("differ", .number), Column("decisions", .number), Column("undecided", .number),
        Column("file", .middle),
      ], format: .text, time: .raw, to: output)
    for file in files where file.rerun.differing + file.rerun.undecided > 0 {
      try listing.append([
        .integer(file.rerun.differing), .integer(file.rerun.decisions),
        .integer(file.rerun.undecided == 0 ? nil : Int64(file.rerun.undecided)), .text(file.path),
      ])
    }
    try listing.finish()
  }

  private func writeExamples(_ output: Output) throws {
    let chosen = examples
    for (index, file) in files.enumerated() {
      guard let picked = chosen[index] else { continue }
      try output.line()
      try output.heading(file.path)
      let report = DivergenceReport(
        file.rerun, try JournalFile(file.path), path: file.path, routes: routes,
        hasOtherTable: true, accepted: accepted, time: time)
      for place in picked.sorted() {
        try output.line()
        try report.write(file.rerun.divergences[place], output)
      }
    }
    let hidden = differing - chosen.values.reduce(0) { $0 + $1.count }
    try output.hidden(hidden)
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

  // MARK: JSON

  /// What stands behind the objects of the files.
  func json() -> JSON {
    .members([
      "summary": .members([
        "result": .string(result), "files": .int(Int64(files.count)),
        "files_differing": .int(Int64(changedFiles)), "files_unread": .int(Int64(unread)),
        "sessions": .int(Int64(sum(\.sessions))),
        "sessions_differing": .int(Int64(sum(\.rerun.differingSessions))),
        "decided": .int(Int64(sum(\.rerun.decisions))), "differing": .int(Int64(differing)),
        "undecided": .int(Int64(undecided)), "accepted": .int(Int64(sum(\.rerun.accepted))),
        "outcome_shifts": shifts.json(),
      ])
    ])
  }
}
