import FaultHost
import Foundation
import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// The place in which a test's children live and die: a folder with a journal and a file for
/// effects.
@MainActor
struct FaultPlace {
  private let folder = TemporaryFolder.inMemory()

  var path: String { folder.path }
  var journal: String { folder.file("journal.sqlite") }
  var log: String { journal + "-wal" }
  var effectsFile: String { folder.file("effects") }

  /// The folder in which other processes leave links.
  var inbox: String { journal + "-inbox" }

  /// A copy of this place in its present state: the journal, its log, the links that were left, and
  /// the effects of host code.
  func copy() throws -> FaultPlace {
    let copy = FaultPlace()
    try FileCopy.crash(of: journal, as: copy.journal)
    for (file, name) in [(effectsFile, copy.effectsFile), (inbox, copy.inbox)]
    where FileManager.default.fileExists(atPath: file) {
      try FileManager.default.copyItem(atPath: file, toPath: name)
    }
    return copy
  }

  /// The path of another file.
  func file(_ name: String) -> String { folder.file(name) }

  /// Starts a child on the journal.
  func child(dying killPoint: KillPoint? = nil, keeping entries: Int? = nil) throws -> Child {
    try Child(journal: journal, effects: effectsFile, dying: killPoint, keeping: entries)
  }

  /// The shop's tree with these screens above its catalog; nil: nothing was opened yet.
  static func notation(of screens: String?) -> String {
    guard let screens else { return "main[home*[feed] shop[catalog]]" }
    return "main[home[feed] shop*[catalog \(screens)]]"
  }

  /// The effects of host code so far: a line for every interceptor asked and every handler called.
  var effects: [String] {
    let text = (try? String(contentsOfFile: effectsFile, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  /// The number of effects with that beginning.
  func effects(_ beginning: String) -> Int { effects.count { $0.hasPrefix(beginning) } }

  /// Launches the same host in this process, on the journal that the child has left.
  func relaunch(sourceLocation: SourceLocation = #_sourceLocation) throws -> RouteSession {
    let host = FaultHost(effects: effectsFile)
    let session = RouteSession.launch(try FaultHost.table(), at: .file(journal)) {
      host.configure(&$0)
    }
    // All entries together lead to the state that was restored and that the launch has changed.
    if session.health.isRecording {
      var fold = HistoryFold()
      try fold.walk(History(path: journal))
      #expect(session.state == fold.state, sourceLocation: sourceLocation)
    }
    return session
  }

  /// Requires that every check finds the journal sound, that it holds what was acknowledged, that
  /// nothing follows when nothing may, and that every decision in it has the same result again.
  @discardableResult
  func requireSound(
    holding acknowledged: Child.Acknowledgement?, andNoMore isAll: Bool = false,
    rerunning: Bool = true,
    _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> RouteState {
    let history = try History(path: journal)
    let verification = try Verification(of: history, anchor: acknowledged?.anchor)
    #expect(verification.findings == [], comment, sourceLocation: sourceLocation)
    #expect(verification.isIntact, comment, sourceLocation: sourceLocation)
    let base = try history.base().sequence
    #expect(
      Int64(verification.entries) == verification.end.sequence - base, "gapless",
      sourceLocation: sourceLocation)
    if rerunning {
      #expect(try Rerun(of: history).divergences == [], comment, sourceLocation: sourceLocation)
    }
    if let acknowledged {
      let entry = try history.entry(at: acknowledged.anchor.sequence)
      #expect(entry?.stateDigest == acknowledged.digest, comment, sourceLocation: sourceLocation)
      if isAll {
        #expect(verification.end == acknowledged.anchor, comment, sourceLocation: sourceLocation)
      }
    }
    let state = try HistoryFold.state(at: .max, of: history)
    #expect(state.digest == verification.stateDigest, comment, sourceLocation: sourceLocation)
    // A launch continues from that state, including the last request and action.
    let restored = try RestoredState(ofJournal: journal)
    #expect(restored.state == state, comment, sourceLocation: sourceLocation)
    #expect(restored.anchor == verification.end, comment, sourceLocation: sourceLocation)
    return state
  }

  /// The entries of the journal.
  func entries() throws -> [JournalEntry] { try Self.entries(of: journal) }

  /// The entries of any journal.
  static func entries(of path: String) throws -> [JournalEntry] {
    var entries: [JournalEntry] = []
    try History(path: path).forEachEntry { entries.append(try EntryCoder.decode($0)) }
    return entries
  }

  /// The outcomes of requests in the journal's words, in the order of the entries.
  func outcomes() throws -> [String] { try entries().compactMap { $0.outcome?.word } }
}

/// Lets a session's asynchronous host code run until the condition holds.
@MainActor
func runUntil(_ condition: () -> Bool) async {
  for _ in 0..<10_000 where !condition() { await Task.yield() }
  #expect(condition(), "asynchronous host code did not get there")
}
