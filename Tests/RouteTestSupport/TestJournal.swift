import Foundation
package import RouteEngine
import RouteReplay
import RouteStore
package import Testing

/// A journal in a folder of its own, for tests that need the session itself and not only its story.
@MainActor
package final class TestJournal {
  package let table: RouteTable
  package let clock = ManualClock()
  private let folder = TemporaryFolder()

  /// With the tables of a scenario, and a tree in its notation.
  package init(_ scenario: Scenario, tree: String = Scenario.tree) throws {
    table = try RouteTable(scenario.definition(tree: tree))
  }

  /// The same for a scenario that has no mistake: what a suite holds for each of its tests.
  package convenience init(of scenario: Scenario) {
    do { try self.init(scenario) } catch { preconditionFailure("\(error)") }
  }

  /// With a table of its own.
  package init(_ table: RouteTable) throws { self.table = table }

  package var path: String { folder.file("journal.sqlite") }

  /// The path of another file beside it.
  package func file(_ name: String) -> String { folder.file(name) }

  /// A session on the journal, or on a copy of it; the one before must be gone.
  package func launch(
    at path: String? = nil, table: RouteTable? = nil,
    configure: (inout RouteSession.Configuration) -> Void = { _ in }
  ) -> RouteSession {
    RouteSession.launch(table ?? self.table, at: .file(path ?? self.path)) {
      $0.clock = clock.sessionClock
      $0.device = "device"
      $0.warn = nil
      configure(&$0)
    }
  }

  /// Lets so many microseconds pass, and the session look at it.
  package func wake(_ session: RouteSession, after microseconds: Int64) {
    clock.advance(by: microseconds)
    session.wake()
  }

  /// The journal as a kill at this moment leaves it: file and log, copied beside it.
  package func killed(_ path: String? = nil, as name: String) throws -> String {
    try FileCopy.crash(of: path ?? self.path, as: folder.file(name))
    return folder.file(name)
  }

  /// Takes the file and all that SQLite keeps beside it away.
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

  /// Requires that the journal is intact, leads to the session's state, and decides the same again.
  package func requireReplays(
    of session: RouteSession, at path: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let history = try History(path: path ?? self.path)
    let verification = try Verification(of: history)
    #expect(verification.findings == [], sourceLocation: sourceLocation)
    #expect(verification.stateDigest == session.state.digest, sourceLocation: sourceLocation)
    let rerun = try Rerun(of: history)
    #expect(rerun.divergences == [], sourceLocation: sourceLocation)
    let free = try Rerun(of: history, on: .free)
    #expect(free.divergences == [], sourceLocation: sourceLocation)
    var folded = HistoryFold()
    try folded.walk(history)
    #expect(folded.state == session.state, sourceLocation: sourceLocation)
    try history.forEachEntry { row in
      let surplus = EntryKind.surplus(of: row)
      #expect(surplus == [], "entry \(row.sequence)", sourceLocation: sourceLocation)
    }
  }
}

/// What host code answers, once it has done something.
package func returning<Result>(_ result: Result, after effect: @autoclosure () -> Void) -> Result {
  effect()
  return result
}

extension RouteSession.Configuration {
  /// Lets a request wait for a condition, and go on then.
  @MainActor package mutating func answerLater(_ name: String, waitingFor condition: String) {
    answerLater(name) { asked async -> Answer in
      await asked.wait(for: condition)
      return .allow
    }
  }
}

package enum FileCopy {
  /// Copies a journal and its log as they are at this moment: what a kill would leave.
  package static func crash(of path: String, as copy: String) throws {
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + suffix) {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
    }
  }
}

/// Lets tasks of this actor go on until something is so, without waiting for time to pass.
///
/// - Returns: whether it became so.
@MainActor
package func eventually(_ isSo: () -> Bool) async -> Bool {
  for _ in 0..<10_000 {
    if isSo() { return true }
    await Task.yield()
  }
  return isSo()
}
