public import RouteEngine
public import RouteStore

/// The result of a journal's own checks, without any app code: whether it is exactly as it was
/// written, and whether its content is consistent.
public struct Verification: Sendable {
  /// A violation of a check.
  public struct Finding: Hashable, Sendable {
    /// The entry; 0 when it is about the whole file.
    public let sequence: Int64
    /// Which check found it.
    public let check: Check
    /// The problem, in words.
    public let problem: String
  }

  /// How many entries were checked.
  public private(set) var entries = 0
  /// How many sessions they belong to.
  public private(set) var sessions = 0
  /// How many requests have an outcome.
  public private(set) var outcomes = 0
  /// The position and chain digest up to which everything was checked.
  public private(set) var end = JournalAnchor.start
  /// The digest of the state there.
  public private(set) var stateDigest: UInt64 = 0
  /// The problems, in the order of the checks: the format's tables, the entries, the rest of the
  /// file. The first that breaks the fold ends the walk over the entries.
  public private(set) var findings: [Finding] = []
  /// Findings that are not faults but may be worth a look: no check fails.
  public private(set) var remarks: [Finding] = []
  /// The lost entries before the first one, according to the first one: those of a file that was
  /// gone, or the unsound ones of a damaged file. Pruned entries do not count.
  public private(set) var missing: ClosedRange<Int64>?
  /// The first entry with content that only a newer version knows, such as a kind, a word or a
  /// member: nothing after it was checked.
  public private(set) var newerEntry: Int64?

  /// Whether all checks passed.
  public var isIntact: Bool { findings.isEmpty && newerEntry == nil }

  /// Checks a journal in one pass: chain, gapless sequences, session nesting, the state digest of
  /// every entry, each column against what the entries lead to, requests and outcomes in pairs, the
  /// session's own rules and limits, time within a session, checkpoints, session rows, route
  /// tables, source ids, the vault, the schema, and, when one is given, an anchor kept outside the
  /// file. A file that its owner writes to meanwhile is checked as it is at one moment.
  ///
  /// - Parameters:
  ///   - history: the journal.
  ///   - anchor: a position that was stored elsewhere; nil checks none.
  ///   - checksPages: whether SQLite also checks its own pages, which reads the whole file once
  ///     more.
  ///   - limits: the bounds within which entries are read.
  /// - Throws: `StoreError` when the file cannot be read at all; `busy` when it had no owner and
  ///   another process began to write to it.
  public init(
    of history: History, anchor: JournalAnchor? = nil, checksPages: Bool = false,
    limits: RouteLimits = .format
  ) throws(StoreError) {
    try self.init(
      of: history, anchor: anchor, checksPages: checksPages, limits: limits, without: [])
  }

  /// Checks a journal without some of the checks, to show the need for each of them.
  package init(
    of history: History, anchor: JournalAnchor? = nil, checksPages: Bool = false,
    limits: RouteLimits = .format, without disabled: Set<Check>
  ) throws(StoreError) {
    do {
      try history.atOneMoment { try check(history, anchor, checksPages, limits, without: disabled) }
    } catch let error as StoreError {
      throw error
    } catch {
      preconditionFailure("the checks throw nothing else: \(error)")
    }
  }

  private mutating func check(
    _ history: History, _ anchor: JournalAnchor?, _ checksPages: Bool, _ limits: RouteLimits,
    without disabled: Set<Check>
  ) throws {
    do {
      try check(history, anchor, limits)
      if checksPages {
        findings += try history.pageProblems().map {
          Finding(sequence: 0, check: .pages, problem: "the file's pages: \($0)")
        }
      }
      findings.removeAll { disabled.contains($0.check) }
      if isIntact {
        let unused = try VaultCheck.countOfUnused(in: history)
        if unused > 0 {
          let values = unused == 1 ? "1 value" : "\(unused) values"
          remarks.append(
            Finding(
              sequence: 0, check: .vault, problem: "the vault has \(values) that no entry refers to"
            ))
        }
      }
    } catch StoreError.damaged(let reason, let sequence) {
      if !disabled.contains(.chain) {
        findings.append(Finding(sequence: sequence ?? 0, check: .chain, problem: reason))
      }
    }
  }

  private mutating func check(
    _ history: History, _ anchor: JournalAnchor?, _ limits: RouteLimits
  ) throws {
    // Without the tables of the format, no other check is possible.
    let differences = try history.schemaDifferences()
    findings = differences.map { Finding(sequence: 0, check: .schema, problem: $0.description) }
    guard !differences.contains(where: \.isOfTable) else { return }
    var walk = try EntryChecks(history, within: limits)
    var fold = HistoryFold(limits: limits)
    var checkpoints = try history.checkpointSequences()[...]
    do {
      try fold.follow(history, through: .max) { recorded, before in
        let screen = walk.screen(before: recorded.entry, in: before)
        walk.finish(showing: screen)
        if let next = checkpoints.first, next < recorded.entry.sequence {
          checkpoints.removeFirst()
          try walk.checkCheckpoint(history, at: next, is: before)
        }
        return try walk.check(recorded, before: before, showing: screen)
      }
      walk.end(in: fold.state)
    } catch let error as EntryError {
      if error.isNewer {
        newerEntry = error.sequence
      } else {
        walk.find(.content, error.sequence, error.description)
      }
    } catch StoreError.damaged(let reason, let sequence) {
      walk.find(.chain, sequence ?? fold.position.sequence &+ 1, reason)
    } catch let error as StoreError {
      throw error
    } catch {
      walk.find(.content, fold.position.sequence &+ 1, "\(error)")
    }
    end = fold.position
    stateDigest = fold.state.digest
    let isWhole = walk.findings.isEmpty && newerEntry == nil
    for next in checkpoints where isWhole {
      if next == end.sequence {
        try walk.checkCheckpoint(history, at: next, is: fold.state)
      } else {
        walk.find(
          .checkpoint, next, "a checkpoint beyond the newest entry: the journal's end is missing")
      }
    }
    if isWhole {
      if let sequence = try history.strayEntry() {
        walk.find(.chain, sequence, "the row lies before all entries: no chain leads to it")
      }
      if let problem = try history.valueProblem() { walk.find(.value, 0, problem) }
      for sequence in try history.checkpointsOfOtherSize() {
        walk.find(.checkpoint, sequence, "its checkpoint is of another size than it says")
      }
      try walk.checkProjections(history)
      missing = walk.missing
    }
    if let anchor, anchor != .start { try walk.check(anchor, against: history, end: end) }
    if let note = walk.unknownNote {
      remarks.append(
        Finding(
          sequence: note.sequence, check: .column,
          problem:
            "entry \(note.sequence) has a note, \"\(note.name)\", that this version does not "
            + "know"))
    }
    (entries, sessions, outcomes) = (walk.entries, walk.sessions.count, walk.outcomes)
    findings += walk.findings
  }
}

extension EntryChecks {
  fileprivate mutating func check(
    _ anchor: JournalAnchor, against history: History, end: JournalAnchor
  ) throws(StoreError) {
    let found = try history.anchor(at: anchor.sequence)
    guard found?.digest != anchor.digest else { return }
    // The walk may have ended at damage before it. A newest entry that cannot be read is damage.
    let newest = max(end.sequence, (try? history.head().sequence) ?? anchor.sequence)
    let problem =
      if newest < anchor.sequence {
        "the journal ends at \(newest), before the anchor: its end was cut off"
      } else if try anchor.sequence < history.base().sequence {
        "the anchor's entry was pruned, so the anchor cannot be checked"
      } else if found == nil {
        "the anchor's entry is missing"
      } else {
        "the anchor's digest does not match: this is not the journal that it was taken from"
      }
    find(.anchor, anchor.sequence, problem)
  }
}
