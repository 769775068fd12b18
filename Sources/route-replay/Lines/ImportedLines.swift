import RouteEngine
package import RouteReplay
import RouteStore

/// Lines read back into a journal, with the memory of the longest line.
package struct ImportedLines {
  private let copy: JournalCopy
  private var last = JournalLine.header
  private var digest = LinesDigest()
  /// The newest entry, and the position at which the entries start.
  private var end = JournalAnchor.start
  private var base = JournalAnchor.start

  /// The result of the checks of the new journal.
  package private(set) var verification: Verification?
  /// The content of the last line, once it was read.
  package private(set) var summary: LinesEnd?

  /// Writes a journal with the content of the lines: a new file, which is complete or absent.
  ///
  /// - Parameters:
  ///   - path: the lines; `-` for standard input.
  ///   - destination: the journal.
  /// - Throws: `InputError`, `LinesError`, and `StoreError` of writing; then there is no file.
  package init(path: String, to destination: String) throws {
    try self.init(path: path, to: destination, longest: JournalLine.longest)
  }

  /// Writes a journal as ``init(path:to:)`` does, with another bound: the most bytes of a line.
  init(path: String, to destination: String, longest: Int) throws {
    var lines = try InputLines(path: path, longestLine: longest)
    // Checked before anything is written: most files that are not journals show it in their first
    // line.
    try Self.checkFirst(lines.next())
    copy = try JournalCopy(at: destination)
    digest.take(JournalLine.header.encoded)
    while let line = try lines.next() {
      switch line {
      case .tooLong(let number) where summary != nil, .whole(let number, _) where summary != nil:
        throw LinesError.behindLast(line: number)
      case .tooLong(let number): throw LinesError.tooLong(line: number)
      case .whole(let number, let bytes):
        try take(Self.read(bytes, number, &lines), number)
        digest.take(bytes)
      }
    }
    guard summary != nil else { throw LinesError.cutOff(line: Int(digest.lines)) }
    // Commands refuse an empty file: its entries may be in a missing log.
    guard end.sequence > 0 else { throw LinesError.noEntries }
    verification = try copy.check()
    try copy.finish()
  }

  private static func checkFirst(_ line: InputLine?) throws(LinesError) {
    guard case .whole(_, let bytes) = line else {
      throw .notLines(line == nil ? "there are no lines" : "the first line is too long")
    }
    guard !bytes.starts(with: "SQLite format 3\0".utf8) else {
      throw .notLines("this is a database, perhaps a journal, and not the lines of one")
    }
    // A text that is not JSON is not such a line either.
    guard let json = try? JSON(parsing: bytes), json["format"] == .string(JournalLine.format),
      case .int(let version) = json["version"], version > 0
    else { throw .notLines("the first line does not say that these are the lines of a journal") }
    guard version == JournalLine.version else { throw .newerVersion(version) }
    guard bytes == JournalLine.header.encoded else { throw .otherForm(line: 1) }
  }

  /// Reads one line; an invalid line without a following line was cut off in the middle.
  private static func read(
    _ bytes: [UInt8], _ number: Int, _ lines: inout InputLines
  ) throws -> JournalLine {
    do {
      return try JournalLine(reading: bytes, number: number)
    } catch .malformed(let line, let expected) {
      guard try lines.next() != nil else { throw LinesError.cutOff(line: number) }
      throw LinesError.malformed(line: line, expected)
    }
  }

  private mutating func take(_ line: JournalLine, _ number: Int) throws {
    guard line.mayFollow(last) else { throw LinesError.outOfPlace(line: number) }
    last = line
    switch line {
    case .header: throw LinesError.outOfPlace(line: number)
    case .base(let anchor):
      guard anchor.sequence > 0 else {
        throw LinesError.malformed(line: number, "expected 'sequence' to be above 0")
      }
      (base, end) = (anchor, anchor)
      try copy.start(with: Journal.Beginning(after: anchor))
    case .entry(let row): try take(row, number)
    case .routeTable(let row): try copy.append { $0.routeTables.append(row) }
    case .session(let row): try copy.append { $0.sessions.append(row) }
    case .checkpoint(let row): try copy.append { $0.checkpoints.append(row) }
    case .seen(let row): try copy.append { $0.seen.append(row) }
    case .funnelStep(let row): try copy.append { $0.funnelSteps.append(row) }
    case .end(let told):
      let found = LinesEnd(
        anchor: end, entries: end.sequence - base.sequence, lines: digest.lines,
        digest: digest.value)
      guard told == found else { throw LinesError.changed(line: number) }
      summary = told
    }
  }

  private mutating func take(_ entry: EntryRow, _ number: Int) throws {
    guard entry.sequence == end.sequence + 1,
      entry.chainDigest(after: end.digest) == entry.chainDigest
    else { throw LinesError.brokenChain(line: number, sequence: entry.sequence) }
    try copy.append(entry)
    end = JournalAnchor(sequence: entry.sequence, digest: entry.chainDigest)
  }
}
