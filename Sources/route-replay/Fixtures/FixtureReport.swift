import RouteEngine
import RouteReplay
import RouteStore
import TextTerminal

/// The results of the fixtures of a folder: a line for each, and the details of those that differ.
struct FixtureReport {
  let folder: FixtureFolder
  let trials: [FixtureTrial]
  /// The requested fixture; nil for all.
  let name: String?
  /// The file of a given table.
  let routes: String?
  /// Whether that table, or an app's own, replaces the recorded ones.
  let hasOtherTable: Bool
  /// Whether acceptable differences were accepted.
  let isAccepting: Bool
  let time: TimeStyle

  /// The output of the command.
  func report() throws -> Report {
    var report = Report()
    report.margin.nameWidth = 6
    report.status = trials.reduce(.expected) { $0.graver($1.status) }
    report.objects = trials.map { trial in { try object(trial) } }
    let told = try trials.map(describe)
    report.suite = JUnitSuite(
      name: folder.path,
      cases: zip(trials, told).map {
        .init(
          name: $0.name, problem: $0.problem, isFailure: $0.differs, result: $0.word, report: $1)
      })
    let different = trials.filter { $0.status != .expected }
    let fixtures = counted(trials.count, "fixture")
    let accepted = trials.count(where: \.isAccepted)
    if different.isEmpty, accepted == 0 {
      report.result("identical", .green, fixtures)
    } else if different.isEmpty {
      report.result("accepted", .yellow, "\(accepted) of \(fixtures)")
    } else {
      let word = different.contains(where: \.differs) ? "different" : "not identical"
      report.result(word, .red, "\(different.count) of \(fixtures)")
    }
    report.space()
    report.table(
      [
        Column("result", ink: { cell in Self.ink(cell) }), Column("fixture", .middle),
        Column("decisions", .number), Column("differ", .number),
      ],
      trials.map { trial in
        [
          .text(trial.word), .text(trial.name), .integer(trial.rerun.map { Int64($0.decisions) }),
          .integer(trial.rerun.flatMap { $0.differing == 0 ? nil : Int64($0.differing) }),
        ]
      })
    for (trial, description) in zip(trials, told) where trial.isTold {
      report.space()
      report.heading(trial.name)
      report.add(description)
    }
    if !isAccepting, different.contains(where: \.differs) {
      report.space()
      report.commands([command("fixture test", folder.path, given + ["--accept"])])
      report.line("      records what differs as it is now; look at it first")
    }
    return report
  }

  private static func ink(_ cell: Cell) -> Ink {
    cell == .text("identical") ? .green : cell == .text("accepted") ? .yellow : .red
  }

  /// The output of a rerun for a fixture, with the commands for the next step.
  private func describe(_ trial: FixtureTrial) throws -> Report {
    var report = Report()
    if let divergences = try divergences(of: trial) {
      report.add(try divergences.report())
      report.space()
      report.line("first  ", .init(opening(trial), .cyan))
    } else {
      report.lines([trial.problem ?? ""])
    }
    return report
  }

  /// The differences, in the same journal that was decided again; nil when there are none.
  private func divergences(of trial: FixtureTrial) throws -> DivergenceReport? {
    guard let rerun = trial.rerun, let recorded = trial.journal else { return nil }
    return DivergenceReport(
      rerun: rerun, file: try JournalFile(recorded.path), path: journal(of: trial),
      routes: routes, hasOtherTable: hasOtherTable, time: time)
  }

  /// The command that makes a journal of a fixture, for commands that examine one.
  private func opening(_ trial: FixtureTrial) -> String {
    command("import", folder.file(of: trial.name), ["--journal", journal(of: trial)])
  }

  private func journal(of trial: FixtureTrial) -> String { "\(trial.name)-fixture.journal" }

  /// The given options, for a command that continues with the same fixtures.
  private var given: [String] {
    (routes.map { ["--routes", $0] } ?? []) + (name.map { ["--name", $0] } ?? [])
  }

  private func command(_ name: String, _ path: String, _ options: [String]) -> String {
    (["route-replay", name, pathForShell(path)] + options.map(quotedForShell))
      .joined(separator: " ")
  }

  private func object(_ trial: FixtureTrial) throws -> JSON {
    let differing = trial.isTold ? try divergences(of: trial)?.report() : nil
    return .members([
      "fixture": trial.name, "file": folder.file(of: trial.name), "result": trial.word,
      "problem": trial.problem, "decided": trial.rerun?.decisions,
      "differing": trial.rerun?.differing, "undecided": trial.rerun?.undecided,
      "rerun": differing, "next": differing == nil ? [] : [opening(trial)],
    ])
  }
}

extension FixtureTrial {
  /// Whether there is more to report than a line.
  fileprivate var isTold: Bool { rerun != nil && status != .expected }
}
