/// The reasons why lines are not a journal, and what to do about it. Lines are counted from 1.
enum LinesError: FailingError, Sendable, Equatable {
  /// The first line does not name the format; the text says what it is instead.
  case notLines(String)
  /// A version that this program cannot read.
  case newerVersion(Int64)
  /// An entry of a kind that this version does not know.
  case newerKind(line: Int, String)
  /// A line that is not JSON, or violates the grammar; the text is the expected form.
  case malformed(line: Int, String)
  case tooLong(line: Int)
  /// A line with valid content that is not written as version 1 writes it.
  case otherForm(line: Int)
  /// A line that must not follow the one before it.
  case outOfPlace(line: Int)
  /// An entry whose chain digest does not fit it, or the entry before it.
  case brokenChain(line: Int, sequence: Int64)
  /// A last line that does not fit those before it.
  case changed(line: Int)
  /// There is no last line.
  case cutOff(line: Int)
  /// A line after the last one.
  case behindLast(line: Int)
  /// Lines of a journal without entries.
  case noEntries

  /// The problem and what to do next.
  var message: String {
    switch self {
    case .notLines(let found):
      "\(found); 'import' takes what 'export --format jsonl' writes"
    case .newerVersion(let version):
      "the lines are of version \(version), this program reads version \(JournalLine.version); "
        + "import them with the version of route-replay that wrote them, or a newer one"
    case .newerKind(let line, let word):
      "line \(line): entries of kind '\(word)' are of a newer version; import the lines with it"
    case .malformed(let line, let expected):
      "line \(line): \(expected); \(Self.again)"
    case .tooLong(let line):
      "line \(line): it has more than the \(JournalLine.longest) bytes that a line of a journal "
        + "can have; \(Self.again)"
    case .otherForm(let line):
      "line \(line): it is not in the form of version \(JournalLine.version): spaces, line ends, "
        + "the order or number of members, or the form of a value differs; "
        + "\(Self.again)"
    case .outOfPlace(let line):
      "line \(line): it cannot follow the line before it; \(Self.again)"
    case .brokenChain(let line, let sequence):
      "line \(line): entry \(sequence) was changed, or is not the next one: its chain digest "
        + "does not match; \(Self.again)"
    case .changed(let line):
      "line \(line): the lines before it are not those of the export: a line that is no entry was "
        + "changed, or lines are missing; \(Self.again)"
    case .cutOff(let line):
      "line \(line): the lines end without the last one, so some may be missing; \(Self.again)"
    case .behindLast(let line):
      "line \(line): something follows the last line of the journal; \(Self.again)"
    case .noEntries:
      "the lines have no entry, so no journal can be made of them; export it again when the "
        + "journal has entries"
    }
  }

  var failure: CommandFailure {
    let status: ExitStatus =
      switch self {
      case .notLines: .unreadable
      case .newerVersion, .newerKind: .incompatible
      case .malformed, .tooLong, .otherForm, .outOfPlace, .brokenChain, .changed, .cutOff,
        .behindLast:
        .damaged
      case .noEntries: .usage
      }
    return CommandFailure(status, message)
  }

  private static let again = "export the journal again, and do not change the file"
}
