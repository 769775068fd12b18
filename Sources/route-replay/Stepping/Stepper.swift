import RouteEngine
import RouteStore
import TextTerminal

/// Steps through a journal entry by entry, forward and back, controlled by keys.
struct Stepper {
  private let file: JournalFile
  private let range: ClosedRange<Int64>
  private var reading: EntryReading
  /// The current entry.
  private(set) var sequence: Int64
  private var offset = 0

  /// Begins at an entry.
  ///
  /// - Parameter range: the entries of the file.
  init(_ file: JournalFile, in range: ClosedRange<Int64>, at sequence: Int64) {
    self.file = file
    self.range = range
    self.sequence = sequence
    reading = EntryReading(file.history)
  }

  /// Handles a key.
  ///
  /// - Returns: false when the key ends the program.
  mutating func press(_ key: Key) throws -> Bool {
    switch key {
    case .text("q"), .text("\u{3}"), .escape: return false
    case .right, .enter, .text("l"), .text("n"), .text(" "): move(by: 1)
    case .left, .erase, .text("h"), .text("p"): move(by: -1)
    case .pageDown: move(by: 10)
    case .pageUp: move(by: -10)
    case .first, .text("g"): move(by: range.lowerBound - sequence)
    case .last, .text("G"): move(by: range.upperBound - sequence)
    case .tab: try moveToNextChange()
    case .down, .text("j"): offset += 1
    case .up, .text("k"): offset = max(0, offset - 1)
    case .text: break
    }
    return true
  }

  private mutating func move(by count: Int64) {
    sequence = min(max(sequence + count, range.lowerBound), range.upperBound)
    offset = 0
  }

  /// Goes to the next entry that changes the screens; stays if there is none.
  private mutating func moveToNextChange() throws {
    struct Found: Error { let sequence: Int64 }
    var query = HistoryQuery()
    query.firstSequence = sequence + 1
    do {
      try file.history.forEachEntry(query) { row in
        if try JournalEntry(decoding: row).changesScreens { throw Found(sequence: row.sequence) }
      }
    } catch let found as Found {
      move(by: found.sequence - sequence)
    }
  }

  /// The frame of the current entry.
  mutating func frame() throws -> StepFrame {
    let after = try file.state(at: sequence)
    // For a pruned journal, the state at its base is known.
    let before = sequence > 1 ? try file.state(at: sequence - 1) : RouteState()
    guard let row = try file.history.entry(at: sequence) else {
      throw CommandFailure.damaged("entry \(sequence) is missing; 'verify' says what else is")
    }
    let entry = try JournalEntry(decoding: row)
    let words = [
      "entry \(sequence) of \(range.upperBound)", "session \(row.session)",
      EntryColumns.kind(row.kind), row.outcome, row.route.map { "route \($0)" },
    ]
    return StepFrame(
      title: words.compactMap(\.self).joined(separator: " · "),
      subject: try reading.what(row) ?? "",
      hierarchy: StepFrame.Line.lines(of: after.tree, since: before.tree),
      deeds: entry.deeds)
  }

  /// The rows of a window.
  mutating func rows(width: Int, height: Int) throws -> [[StepFrame.Line]] {
    try frame().rows(width: width, height: height, offset: offset)
  }
}

extension JournalEntry {
  /// The entry's effects, one sentence each: the reason, the replies of host code, the changes.
  var deeds: [String] {
    var deeds = [outcome?.reason ?? reason].compactMap(\.self)
    deeds += answers.map { "\($0.question.words): \($0.answer.summary)" }
    deeds += changes.map(\.summary)
    return deeds.isEmpty ? ["changes nothing"] : deeds
  }

  /// Whether other screens are shown after it.
  fileprivate var changesScreens: Bool {
    changes.contains { change in
      switch change {
      case .tree(.ready): false
      case .tree, .adopt: true
      default: false
      }
    }
  }
}
