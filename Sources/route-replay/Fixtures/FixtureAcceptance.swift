import RouteEngine
import RouteReplay
import RouteStore

/// A fixture that is recorded anew: what came in is handed to new sessions, as they run now.
@MainActor
struct FixtureAcceptance {
  private let path: String
  /// Another table than those recorded.
  private let table: RouteTable?
  private let host: ReplayHost?

  init(_ path: String, with table: RouteTable?, _ host: ReplayHost?) {
    (self.path, self.table, self.host) = (path, table, host)
  }

  /// Puts the new run in the fixture's place.
  ///
  /// - Returns: what is worth knowing of it; nil when nothing is.
  /// - Throws: `CommandFailure` when it cannot be run again, or does not come out the same when it
  ///   is; then the fixture stays as it is.
  func write() throws -> String? {
    try FixtureJournal.withLines(of: path) { recorded in
      try ScratchJournal.withPath { new in
        let rehearsal = Rehearsal(
          try run(JournalFile(recorded)), with: table, host: host, drop: [])
        try rehearsal.run(into: Journal.open(.file(new)))
        let history = try History(path: new)
        let checked = try Verification(of: history)
        guard checked.isIntact else { throw KeptSession.failure(checked) }
        let again = try rerun(history)
        guard again.isIdentical else {
          throw CommandFailure.difference("run twice it does not come out the same")
        }
        _ = try FixtureJournal.write(history, to: path, replacing: true)
        return note(rehearsal)
      }
    }
  }

  private func run(_ file: JournalFile) throws -> RecordedRun {
    do {
      return try RecordedRun(file.history)
    } catch Rehearsal.Failure.pruned {
      throw CommandFailure.incompatible(
        "it goes on from a session that is not in it, and cannot be run anew; record what it shows "
          + "with the new table, and keep that with 'fixture add --replace'")
    }
  }

  private func rerun(_ history: History) throws -> Rerun {
    try host?.rerun(of: history, with: table, most: 1)
      ?? Rerun(of: history, with: table, most: 1)
  }

  private func note(_ rehearsal: Rehearsal) -> String? {
    let notes = RehearsalReport.notes(
      leftOut: rehearsal.leftOut, supposed: rehearsal.supposed)
    return notes.isEmpty ? nil : notes.joined(separator: "; ")
  }
}
