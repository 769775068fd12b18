import RouteEngine
import RouteReplay
import RouteStore
import TextTerminal

/// A run of the fixtures of a folder: `fixture test`.
struct FixtureTest {
  private let arguments: ParsedArguments
  private let folder: FixtureFolder
  private let names: [String]
  private let table: RouteTable?
  private var host: ReplayHost? { arguments.program.host }

  init(_ arguments: ParsedArguments, in folder: FixtureFolder) throws {
    if let extra = arguments[FixtureOptions.file] { throw ArgumentError.unexpectedArgument(extra) }
    (self.arguments, self.folder) = (arguments, folder)
    let given = try RouteTable.read(arguments[FixtureOptions.routes])
    table = given ?? arguments.program.host?.table
    let all = try folder.names()
    guard !all.isEmpty else {
      throw CommandFailure.usage(
        "'\(folder.path)' holds no fixture, no file that ends in \(FixtureFolder.ending); "
          + inQuotes("route-replay fixture add \(pathForShell(folder.path)) FILE")
          + " keeps a journal as one")
    }
    guard let name = arguments[FixtureOptions.name] else {
      names = all
      return
    }
    guard all.contains(name) else {
      let nearest = nearestWord(to: name, among: all).map { "; did you mean '\($0)'?" } ?? ""
      throw CommandFailure.usage("'\(folder.path)' holds no fixture '\(name)'\(nearest)")
    }
    names = [name]
  }

  @MainActor
  func run(_ output: Output) async throws -> ExitStatus {
    var trials = await tryAll()
    for trial in trials {
      guard case .failure(let failure) = trial.outcome else { continue }
      output.problem("\(folder.file(of: trial.name)): \(failure.message)")
    }
    let isAccepting = arguments[FixtureOptions.accept]
    for index in trials.indices where isAccepting && trials[index].differs {
      try accept(&trials[index], output)
    }
    let report = FixtureReport(
      folder: folder, trials: trials, name: arguments[FixtureOptions.name],
      routes: arguments[FixtureOptions.routes], hasOtherTable: table != nil,
      isAccepting: isAccepting, time: arguments[CommonOptions.time])
    return try output.print(report.report(), arguments[FixtureOptions.output])
  }

  /// Runs fixtures in parallel; with an app's code, one after the other on its actor.
  @MainActor
  private func tryAll() async -> [FixtureTrial] {
    let (folder, table, most) = (folder, table, arguments[FixtureOptions.most])
    guard let host else {
      return await inParallel(names) { name in
        FixtureTrial(name, in: folder) { try Rerun(of: $0, with: table, most: most) }
      }
    }
    return names.map { name in
      FixtureTrial(name, in: folder) { try host.rerun(of: $0, with: table, most: most) }
    }
  }

  /// Records a fixture anew: its inputs are given to new sessions, with their present results. A
  /// fixture that cannot be run again, or whose two runs differ, stays as it is.
  @MainActor
  private func accept(_ trial: inout FixtureTrial, _ output: Output) throws {
    let path = folder.file(of: trial.name)
    do {
      let notes = try FixtureJournal.withLines(of: path) { recorded in
        try ScratchJournal.withPath { new in
          let rehearsal = try Rehearsal.renew(
            History(path: recorded), with: table, host: host, into: new)
          _ = try FixtureJournal.write(History(path: new), to: path, replacing: true)
          return RehearsalReport.notes(leftOut: rehearsal.leftOut, supposed: rehearsal.supposed)
        }
      }
      trial.isAccepted = true
      if !notes.isEmpty { output.note("\(trial.name): \(notes.joined(separator: "; "))") }
    } catch {
      let message: String
      switch error {
      case Rehearsal.Failure.pruned:
        message =
          "it continues a session that is not in it, so it cannot be run again; record what it "
          + "shows with the new table, and keep that with 'fixture add --replace'"
      case is CommandFailure, is Rehearsal.Failure, is Verification.Failure:
        message = CommandFailure(of: error).message
      default: throw error
      }
      output.problem("\(trial.name) stays as it is: \(message)")
    }
  }
}
