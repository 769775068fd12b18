import FaultHost
import Foundation
import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// The life of a session in this process, the same in every run. It opens, waits, acts, keeps a
/// private value, goes to the background, prunes history, and ends. After each step the life
/// records what the host may rely on.
@MainActor
final class SessionLife {
  /// A step of the host, with the request that it opens.
  typealias Step = @MainActor (RouteSession) -> Opening?

  /// A request, and the session in which it was opened.
  struct Asked {
    let opening: Opening
    let session: Int
  }

  /// The situation after a step.
  struct Mark {
    /// The newest entry and its state, if the journal has everything that happened.
    let acknowledged: (anchor: JournalAnchor, digest: UInt64)?
    /// The displayed tree; nil: the session continued from another state.
    let notation: String?
    /// The number of recorded file changes so far.
    let changes: Int
    /// The number of counted file operations so far.
    let operations: Int
  }

  /// The steps of the host in its first and in its second session.
  static let sessions: [[Step]] = [
    [
      { $0.open("/products/1?code=secret", source: "push-1") },
      { $0.open("/notes/2") },
      doing { $0.signIn(as: "anna") },
      { $0.open("/receipts/3?code=mine") },
      doing { $0.ready() },
      { session in
        session.requests.suspend()
        let opening = session.open("/products/4")
        session.requests.resume()
        return opening
      },
      doing { $0.background() },
      { session in
        session.foreground()
        return session.open("/notes/5")
      },
    ],
    [
      doing { $0.signOut() },
      { $0.open("/receipts/6") },
      doing { $0.signal("signedIn", principal: "bert") },
      { session in
        let opening = session.report(.popped(nil))
        session.background()
        return opening
      },
      { $0.open("/products/7") },
      doing { $0.journal.prune() },
      { $0.open("/products/8?code=secret", source: "push-2") },
      doing { $0.end() },
    ],
  ]

  /// A step that opens nothing.
  private static func doing(_ body: @escaping @MainActor (RouteSession) -> Void) -> Step {
    { session in
      body(session)
      return nil
    }
  }

  let path: String
  private(set) var marks: [Mark] = []
  private(set) var asked: [Asked] = []
  /// Whether a request took no effect because its source's id could not be looked up: from then on
  /// the screens differ from those of an undisturbed life.
  private var lacksRequest = false
  /// The reasons why nothing could be recorded, one for each step after which that was so.
  private(set) var problems: [StoreError] = []
  /// Whether each session had the journal at its end.
  private(set) var endedRecording: [Bool] = []
  /// Whether the last session had the journal, at its beginning and at its end.
  private(set) var hadFile = false
  private(set) var isRecordingAtEnd = false
  /// Whether the last session found entries that it could not read, and so left the journal alone.
  private(set) var leftUnread = false
  /// The number of actions that ran although no entry could record it.
  private(set) var unrecordedActions = 0
  private let effects: String
  private let durability: Durability
  private let retention: RetentionPolicy
  private let clock = ManualClock()

  init(
    at path: String, durability: Durability = .process,
    keeping retention: RetentionPolicy = RetentionPolicy(entries: 4)
  ) {
    self.path = path
    self.retention = retention
    effects = "\(path)-effects"
    self.durability = durability
  }

  /// Runs both sessions; the file is closed after each.
  ///
  /// - Parameter body: called before each step, and before each launch.
  func run(before body: () -> Void = {}) throws {
    var isSame = true
    for steps in Self.sessions {
      try live(steps, isSame: isSame, before: body)
      isSame = hadFile && isRecordingAtEnd
    }
  }

  private func live(_ steps: [Step], isSame: Bool, before body: () -> Void) throws {
    body()
    clock.advance(by: 100_000_000)
    let holdsEntries = try holdsEntries()
    weak var living: RouteSession?
    let host = FaultHost(effects: effects)
    let session = RouteSession.launch(try FaultHost.table(), at: .file(path)) { configuration in
      host.configure(&configuration)
      configuration.clock = clock.sessionClock
      configuration.durability = durability
      configuration.retention = retention
      for name in ["highlight", "note"] {
        configuration.perform(name) { _ in
          // An action that a launch runs was pending, so the session has the journal.
          if living?.health.isRecording == false { self.unrecordedActions += 1 }
          return .done
        }
      }
    }
    living = session
    hadFile = session.health.isRecording
    // Without the journal of the session before there is nothing to continue from.
    let isComparable = isSame && (hadFile || marks.isEmpty)
    note(session, isComparable)
    for step in steps {
      body()
      // The session retries failed storage after a minute at the latest.
      clock.advance(by: 100_000_000)
      if let opening = step(session) {
        asked.append(Asked(opening: opening, session: endedRecording.count))
        if opening.outcome == SettlingRule.sourceUnread.outcome { lacksRequest = true }
      }
      note(session, isComparable)
    }
    isRecordingAtEnd = session.health.isRecording
    endedRecording.append(isRecordingAtEnd)
    let isOvertaken = if case .overtaken? = session.health.problem { true } else { false }
    leftUnread = holdsEntries && !hadFile && session.launch.restoration == nil && isOvertaken
  }

  /// Whether the file holds any entries; no fault is active while it is read.
  private func holdsEntries() throws -> Bool {
    guard FileManager.default.fileExists(atPath: path) else { return false }
    let elsewhere = TemporaryFolder.inMemory()
    try FileCopy.crash(of: path, as: elsewhere.file("copy.sqlite"))
    let history = try History(path: elsewhere.file("copy.sqlite"))
    return try history.head() != history.base()
  }

  private func note(_ session: RouteSession, _ isComparable: Bool) {
    if let problem = session.health.problem { problems.append(problem) }
    marks.append(
      Mark(
        acknowledged: session.health.isRecording
          ? (session.journal.anchor, session.state.digest) : nil,
        notation: isComparable && !lacksRequest ? session.notation : nil,
        changes: FaultFileSystem.recorded, operations: FaultFileSystem.count))
  }

  /// Requires that the file is still in its place, and not set aside, because nothing in it is
  /// damaged.
  func requireNotSetAside(_ comment: Comment) {
    #expect(!FileManager.default.fileExists(atPath: "\(path)-damaged-1"), comment)
  }

  /// Requires that a file, left by this life, is a sound journal with everything acknowledged up to
  /// some step, and that the app continues with it.
  func requireSound(
    _ path: String, through lastMark: Int? = nil, mayBeEarlier: Bool = false,
    _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let acknowledged = marks.prefix((lastMark ?? marks.count - 1) + 1).compactMap(\.acknowledged)
    if FileManager.default.fileExists(atPath: path) {
      let history = try History(path: path)
      let verification = try Verification(
        of: history, anchor: mayBeEarlier ? nil : acknowledged.last?.anchor)
      #expect(verification.findings == [], comment, sourceLocation: sourceLocation)
      #expect(verification.isIntact, comment, sourceLocation: sourceLocation)
      let base = try history.base().sequence
      for (anchor, digest) in acknowledged where anchor.sequence > base {
        if mayBeEarlier, anchor.sequence > verification.end.sequence { continue }
        let found = try history.anchor(at: anchor.sequence)
        #expect(found == anchor, comment, sourceLocation: sourceLocation)
        let entry = try history.entry(at: anchor.sequence)
        #expect(entry?.stateDigest == digest, comment, sourceLocation: sourceLocation)
      }
      let state = try HistoryFold.state(at: .max, of: history)
      #expect(state.digest == verification.stateDigest, comment, sourceLocation: sourceLocation)
    } else {
      #expect(acknowledged.isEmpty || mayBeEarlier, comment, sourceLocation: sourceLocation)
    }
    try requireGoesOn(path, comment, sourceLocation: sourceLocation)
  }

  /// The key of an outcome: a request may have one that could not be recorded, and another in the
  /// next session.
  private struct Place: Hashable {
    let request: RequestID
    let session: Int
  }

  /// Requires that every opening says correctly whether its outcome is in the journal, which keeps
  /// all entries, and that an entry records each period in which something could not be written.
  /// When the outcome of an open request could not be recorded, the next session ends the request.
  ///
  /// - Returns: the number of outcomes that are not in the journal.
  func requireTold(_ comment: Comment) throws -> Int {
    var outcomes: [Place: [Outcome]] = [:]
    var sessions: [Int64] = []
    var outages = 0
    for entry in FileManager.default.fileExists(atPath: path)
      ? try FaultPlace.entries(of: path) : []
    {
      if entry.kind == .outage { outages += 1 }
      if sessions.last != entry.session { sessions.append(entry.session) }
      if let request = entry.requestID, let outcome = entry.outcome {
        let place = Place(request: request, session: sessions.count - 1)
        outcomes[place, default: []].append(outcome)
      }
    }
    for recorded in asked.filter(\.opening.isRecorded) {
      let place = recorded.opening.request.map { Place(request: $0, session: recorded.session) }
      let written = place.flatMap { outcomes.removeValue(forKey: $0) }
      #expect(written == [try #require(recorded.opening.outcome)], comment)
    }
    let untold = asked.filter { $0.opening.outcome != nil && !$0.opening.isRecorded }
    for (place, written) in outcomes {
      let wasUnderWay = untold.contains {
        $0.opening.request == place.request && $0.session < place.session
      }
      #expect(wasUnderWay, "what is recorded is said to be: \(written); \(comment)")
    }
    let closed = Set(untold.map(\.session)).filter { endedRecording[$0] }
    #expect(outages >= closed.count, comment)
    return untold.count
  }

  private func requireGoesOn(
    _ path: String, _ comment: Comment, sourceLocation: SourceLocation
  ) throws {
    let host = FaultHost(effects: effects)
    let next = RouteSession.launch(try FaultHost.table(), at: .file(path)) { host.configure(&$0) }
    #expect(next.health == .recording, comment, sourceLocation: sourceLocation)
    if next.state.isSuspended { next.requests.resume() }
    let opening = next.open("/products/9")
    #expect(opening.outcome == .shown, comment, sourceLocation: sourceLocation)
    #expect(opening.isRecorded, comment, sourceLocation: sourceLocation)
    let anchor = next.journal.anchor
    let digest = next.state.digest
    let verification = try Verification(of: History(path: path), anchor: anchor)
    #expect(verification.findings == [], comment, sourceLocation: sourceLocation)
    #expect(verification.stateDigest == digest, comment, sourceLocation: sourceLocation)
  }
}
