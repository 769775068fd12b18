import Foundation
package import RouteEngine
import RouteStore
package import RouteTesting
package import Testing

/// A temporary journal with its table, for tests that need the session and not only its story.
@MainActor
package final class TestJournal {
  package let table: RouteTable
  private let journal: TemporaryJournal

  /// Makes a journal with the tables of a scenario, and a tree in its notation.
  package convenience init(_ scenario: Scenario, tree: String = Scenario.tree) throws {
    try self.init(RouteTable(scenario.definition(tree: tree)))
  }

  /// Makes a journal for a scenario without mistakes, which a suite has for each of its tests.
  package convenience init(of scenario: Scenario) {
    do { try self.init(scenario) } catch { preconditionFailure("\(error)") }
  }

  /// Makes a journal with a table of its own.
  package init(_ table: RouteTable) throws {
    self.table = table
    journal = try TemporaryJournal()
  }

  package var path: String { journal.path }
  package var clock: ManualClock { journal.clock }

  /// The path of another file beside it.
  package func file(_ name: String) -> String { journal.file(name) }

  /// Launches a session on the journal, or on a copy of it; the session before must be gone.
  package func launch(
    at path: String? = nil, table: RouteTable? = nil,
    configure: (inout RouteSession.Configuration) -> Void = { _ in }
  ) -> RouteSession {
    journal.launch(table ?? self.table, at: path ?? self.path, configure: configure)
  }

  /// Advances the clock by microseconds, and wakes the session.
  package func wake(_ session: RouteSession, after microseconds: Int64) {
    clock.advance(by: microseconds)
    session.wake()
  }

  /// Copies the file and log to another path: the journal as a kill at this moment leaves it.
  package func killed(_ path: String? = nil, as name: String) throws -> String {
    try FileCopy.crash(of: path ?? self.path, as: file(name))
    return file(name)
  }

  /// Removes the file and the files that SQLite keeps beside it.
  package func delete() throws {
    for suffix in ["", "-wal", "-shm"] { try FileManager.default.removeItem(atPath: path + suffix) }
  }

  /// All entries, oldest first.
  package func entries(of path: String? = nil) throws -> [JournalEntry] {
    var entries: [JournalEntry] = []
    try History(path: path ?? self.path).forEachEntry { entries.append(try EntryCoder.decode($0)) }
    return entries
  }

  /// The words of all entries' kinds, oldest first.
  package func kinds() throws -> [String] { try entries().map(\.kind.word) }

  /// Requires that the journal is intact, leads to the session's state, and has the same decisions
  /// again.
  package func requireReplays(
    of session: RouteSession, at path: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let path = path ?? self.path
    for mismatch in TemporaryJournal.mismatches(of: session, at: path) {
      Issue.record("\(mismatch)", sourceLocation: sourceLocation)
    }
    #expect(try EntryKind.surplus(path) == [], sourceLocation: sourceLocation)
  }
}

/// Returns a result of host code, after an effect.
package func returning<Result>(_ result: Result, after effect: @autoclosure () -> Void) -> Result {
  effect()
  return result
}

extension RouteSession.Configuration {
  /// Contributes an interceptor that makes a request wait for a condition, and then allows it.
  @MainActor package mutating func answerLater(_ name: String, waitingFor condition: String) {
    answerLater(name) { asked async -> Answer in
      await asked.wait(for: condition)
      return .allow
    }
  }
}
