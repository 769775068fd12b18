import RouteEngine
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

  func write(to output: Output) throws {
    guard !files.isEmpty else { return }
    let word = changed.isEmpty ? "identical" : "different"
    try output.line(
      output.painted(word, changed.isEmpty ? .green : .red)
        + ": \(changed.count) of \(counted(files.count, "file")), \(sum(\.differing)) of "
        + counted(sum(\.opened) + sum(\.dropped), "request")
        + RehearsalReport.words(dropped: sum(\.dropped), edited: sum(\.edited))
        .map { ", \($0)" }.joined())
    if let folder {
      try output.line(visible("\(counted(files.count, "journal")) written into \(folder)"))
    }
    if unread > 0 { try output.line(WhatIfSurvey.unreadWords(unread)) }
    for line in RehearsalReport.notes(leftOut: leftOut, supposed: supposed) {
      try output.line(line)
    }
    for (name, count) in unasked.sorted(by: { $0.key < $1.key }) where count == files.count {
      try output.line(RehearsalReport.words(unasked: name, of: nil))
    }
    try shifts.write(to: output)
    guard !changed.isEmpty else { return }
    try output.line()
    try writeFiles(output)
    try writeExamples(output)
  }

  private func writeFiles(_ output: Output) throws {
    var listing = Listing(
      [
        Column("differ", .number), Column("requests", .number), Column("endings", .number),
        Column("file", .middle),
      ], format: .text, time: .raw, to: output)
    for file in changed {
      try listing.append([
        .integer(file.differing), .integer(file.opened), .integer(file.endings), .text(file.path),
      ])
    }
    try listing.finish()
  }

  private func writeExamples(_ output: Output) throws {
    var left = most
    for file in files where left > 0 && !file.examples.isEmpty {
      try output.line()
      try output.heading(file.path)
      // Each file has its share before one has all.
      let share = max(1, most / max(1, changed.count))
      for change in file.examples.prefix(min(left, share)) {
        try output.line()
        try RehearsalReport.write(change, output)
        left -= 1
      }
    }
    let hidden = sum(\.differing) - (most - left)
    try output.hidden(hidden)
  }

  /// What stands behind the objects of the files.
  func json() -> JSON {
    .members([
      "summary": .members([
        "result": .string(changed.isEmpty ? "identical" : "different"),
        "files": .int(Int64(files.count)), "files_differing": .int(Int64(changed.count)),
        "files_unread": .int(Int64(unread)),
        "written": .text(folder), "run": .int(Int64(sum(\.opened))),
        "dropped": .int(Int64(sum(\.dropped))), "edited": .int(Int64(sum(\.edited))),
        "differing": .int(Int64(sum(\.differing))),
        "sessions_ending_otherwise": .int(Int64(sum(\.endings))),
        "left_out": .int(Int64(leftOut)), "supposed_answers": .int(Int64(supposed)),
        "outcome_shifts": shifts.json(),
      ])
    ])
  }
}
