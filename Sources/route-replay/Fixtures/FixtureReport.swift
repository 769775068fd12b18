import RouteEngine
import RouteStore
import TextTerminal

/// What came of the fixtures of a folder: a line for each, and all about those that differ.
struct FixtureReport {
  let folder: FixtureFolder
  let trials: [FixtureTrial]
  /// The file of a table that was given.
  let routes: String?
  /// Whether that or an app's own stands in for the recorded ones.
  let hasOtherTable: Bool
  let time: TimeStyle

  func write(to output: Output) throws {
    let different = trials.filter { $0.status != .expected }
    let fixtures = counted(trials.count, "fixture")
    let accepted = trials.count(where: \.isAccepted)
    if different.isEmpty, accepted == 0 {
      try output.line(output.painted("identical", .green) + ": \(fixtures)")
    } else if different.isEmpty {
      try output.line(output.painted("accepted", .yellow) + ": \(accepted) of \(fixtures)")
    } else {
      let word = different.contains { $0.status == .difference } ? "different" : "not identical"
      try output.line(output.painted(word, .red) + ": \(different.count) of \(fixtures)")
    }
    try output.line()
    try writeList(output)
    for trial in trials where trial.isTold {
      try output.line()
      try output.heading(trial.name)
      try writeWhole(trial, to: output)
    }
    guard different.contains(where: \.mayBeAccepted) else { return }
    try output.line()
    let next = command(["fixture", "test", folder.path] + given + ["--accept"])
    try output.line(output.painted("next", .bold) + "  " + output.painted(next, .cyan))
    try output.line("      records what differs as it is now; look at it first")
  }

  private func writeList(_ output: Output) throws {
    var listing = Listing(
      [
        Column("result", ink: { cell in Self.ink(cell) }), Column("fixture", .middle),
        Column("decisions", .number), Column("differ", .number),
      ], format: .text, time: .raw, to: output)
    for trial in trials {
      try listing.append([
        .text(trial.word), .text(trial.name), .integer(trial.rerun.map { Int64($0.decisions) }),
        .integer(trial.rerun.flatMap { $0.differing == 0 ? nil : Int64($0.differing) }),
      ])
    }
    try listing.finish()
  }

  private static func ink(_ cell: Cell) -> Ink {
    cell == .text("identical") ? .green : cell == .text("accepted") ? .yellow : .red
  }

  /// All that a rerun tells of a fixture, with the commands that go on from there.
  func writeWhole(_ trial: FixtureTrial, to output: Output) throws {
    guard let report = try divergences(of: trial) else {
      return try output.line(visible(trial.problem ?? ""))
    }
    try report.write(to: output)
    try output.line()
    try output.line("first  " + output.painted(opening(trial), .cyan))
  }

  /// What differs, in the very journal that was decided again; nil where nothing does.
  private func divergences(of trial: FixtureTrial) throws -> DivergenceReport? {
    guard let rerun = trial.rerun, let recorded = trial.journal else { return nil }
    return DivergenceReport(
      rerun, try JournalFile(recorded.path), path: journal(of: trial), routes: routes,
      hasOtherTable: hasOtherTable, accepted: nil, time: time)
  }

  /// The command that makes a journal of a fixture, for the commands that look into one.
  private func opening(_ trial: FixtureTrial) -> String {
    command(["import", folder.file(of: trial.name), "--journal", journal(of: trial)])
  }

  private func journal(of trial: FixtureTrial) -> String { "\(trial.name)-fixture.journal" }

  private var given: [String] { routes.map { ["--routes", $0] } ?? [] }

  private func command(_ words: [String]) -> String {
    visible((["route-replay"] + words.map(quotedForShell)).joined(separator: " "))
  }

  func json() throws -> [JSON] {
    try trials.map { trial in
      var report = JSON.null
      var next: [JSON] = []
      if trial.isTold, let differing = try divergences(of: trial) {
        next = [.string(opening(trial))]
        report = try differing.json()
      }
      return .members([
        "fixture": .string(trial.name), "file": .string(folder.file(of: trial.name)),
        "result": .string(trial.word), "problem": .text(trial.problem),
        "decided": .number(trial.rerun.map { Int64($0.decisions) }),
        "differing": .number(trial.rerun.map { Int64($0.differing) }),
        "undecided": .number(trial.rerun.map { Int64($0.undecided) }),
        "rerun": report, "next": .array(next),
      ])
    }
  }
}

extension FixtureTrial {
  /// Whether there is more to tell than a line.
  fileprivate var isTold: Bool { rerun != nil && status != .expected }

  /// Whether it could be decided, and nothing but that differs.
  var mayBeAccepted: Bool { status == .difference }
}
