public import RouteEngine
import RouteReplay
public import RouteStore

/// A journal in a folder for one test, with a clock that the test moves. The folder is removed when
/// this object and those of ``killed()`` are released. A session does not retain it: keep the
/// journal as long as its session, which otherwise has no file to write to.
///
/// ```swift
/// let journal = try TemporaryJournal()
/// var session: RouteSession? = journal.launch(try Shop.table())
/// session?.open("/products/7")
/// session = nil  // a journal has one owner
/// #expect(journal.launch(try Shop.table()).notation.contains("product(id: 7)"))
/// ```
public final class TemporaryJournal {
  /// The clock of all its sessions.
  public let clock: ManualClock
  private let folder: TemporaryFolder
  private let name: String

  /// A place for a journal; the first launch creates the file.
  ///
  /// - Throws: `StoreError` when the temporary folder cannot be created.
  public convenience init() throws(StoreError) {
    self.init(try TemporaryFolder(below: nil), "journal.sqlite", ManualClock())
  }

  private init(_ folder: TemporaryFolder, _ name: String, _ clock: ManualClock) {
    (self.folder, self.name, self.clock) = (folder, name, clock)
  }

  /// The path of the file, for `History` and other readers.
  public var path: String { folder.file(name) }

  /// The path of another file beside it.
  package func file(_ name: String) -> String { folder.file(name) }

  /// A session on the journal, with its clock, that writes nothing to standard error. The former
  /// session must be gone.
  ///
  /// - Parameters:
  ///   - table: the route table.
  ///   - isolation: the actor that the session lives on; the caller's.
  ///   - configure: contributes answers, action handlers and settings, as the app does.
  public func launch(
    _ table: RouteTable, isolation: isolated any Actor = #isolation,
    configure: (inout RouteSession.Configuration) -> Void = { _ in }
  ) -> RouteSession {
    launch(table, at: path, configure: configure)
  }

  package func launch(
    _ table: RouteTable, at path: String, isolation: isolated any Actor = #isolation,
    configure: (inout RouteSession.Configuration) -> Void
  ) -> RouteSession {
    RouteSession.launch(table, at: .file(path)) {
      $0.clock = clock.sessionClock
      $0.device = "device"
      $0.warn = nil
      configure(&$0)
    }
  }

  /// The journal as a kill at this moment leaves it, in the same folder and with the same clock.
  /// The session on this journal continues and is not affected.
  ///
  /// - Throws: `StoreError` when it cannot be copied.
  public func killed() throws(StoreError) -> TemporaryJournal {
    var number = 1
    while FileFacts(path: folder.file("killed-\(number).sqlite")) != nil { number += 1 }
    let copy = TemporaryJournal(folder, "killed-\(number).sqlite", clock)
    try FileCopy.crash(of: path, as: copy.path)
    return copy
  }

  /// Checks that the journal is intact, leads to the state of its session, and decides every
  /// request the same again.
  ///
  /// - Parameters:
  ///   - session: the session that writes it.
  ///   - fileID: the place of the requirement; the caller's file.
  ///   - line: the caller's line.
  /// - Throws: ``ScenarioFailure`` with all differences.
  public func requireReplays(
    of session: RouteSession, fileID: String = #fileID, line: Int = #line
  ) throws(ScenarioFailure) {
    let mismatches = Self.mismatches(of: session, at: path)
    guard mismatches.isEmpty else {
      throw ScenarioFailure(
        mismatches, "the journal and its session differ", fileID: fileID, line: line)
    }
  }

  /// The mismatches between a journal and its session.
  package static func mismatches(
    of session: RouteSession, at path: String
  ) -> [ScenarioFailure.Mismatch] {
    var mismatches: [ScenarioFailure.Mismatch] = []
    func require(_ text: String, _ found: [String]) {
      guard !found.isEmpty else { return }
      mismatches.append(
        ScenarioFailure.Mismatch(
          line: nil, text: text, expected: "nothing", found: found.joined(separator: "\n")))
    }
    do {
      let history = try History(path: path)
      let verification = try Verification(of: history)
      let problems = verification.findings.map { "entry \($0.sequence): \($0.problem)" }
      require("what verify finds in the journal", problems)
      var folded = HistoryFold()
      try folded.walk(history)
      let isSame =
        folded.state == session.state && verification.stateDigest == session.state.digest
      require(
        "where the journal leads to another state than the session's",
        isSame ? [] : [session.table.notation(of: folded.state.tree)])
      for (name, footing) in [("", Rerun.Footing.pinned), (" from its beginning", .free)] {
        let rerun = try Rerun(of: history, on: footing)
        require("what is decided otherwise again\(name)", rerun.divergences.map { "\($0)" })
        // When history is pruned, the limits in a session's first entry are lost.
        let isDecided = rerun.undecided == rerun.undecidedByLimits
        require(
          "what is not decided again\(name)",
          isDecided ? [] : rerun.undecidedEntries.map { "entry \($0)" })
      }
    } catch {
      require("why the journal cannot be read", ["\(error)"])
    }
    return mismatches
  }
}

@available(*, unavailable)
extension TemporaryJournal: Sendable {}

package enum FileCopy {
  /// Copies a journal and its log as they are at this moment, as a kill would leave them.
  package static func crash(of path: String, as copy: String) throws(StoreError) {
    for suffix in ["", "-wal"] where FileFacts(path: path + suffix) != nil {
      try FilePath.copy(path + suffix, to: copy + suffix)
    }
  }
}
