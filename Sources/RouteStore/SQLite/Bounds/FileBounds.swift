/// Bounds on what a file of any origin may contain, and on what reading it may cost.
package enum FileBounds {
  /// The numbers that a column may contain, except digests: those that JSON represents exactly. Two
  /// of them can be added and subtracted, and milliseconds converted to microseconds, without
  /// overflow.
  package static let numbers: ClosedRange<Int64> = -((1 << 53) - 1)...((1 << 53) - 1)
  /// The most bytes of a text, except payloads, states, route tables and private values: 16 times
  /// the longest link of the format, because tokens are longer than the values that they replace.
  package static let textBytes = 1 << 20
  /// The most bytes that a message quotes of a name, a text or a message of SQLite's.
  private static let quotedBytes = 400
  /// The columns of numbers that are digests, which may have any bits.
  static let digests = ["fingerprint", "state_digest"]
  /// The columns of texts that may have up to ``valueBytes``.
  static let longTexts = ["state", "json", "value"]
  /// The most bytes of any value.
  static let valueBytes: Int32 = 128 << 20
  /// The most bytes of any value in a query.
  static let queriedBytes: Int32 = 16 << 20
  /// The most steps that SQLite may take for one statement over any file.
  static let steps: Int64 = 1_000_000_000
  /// The number of additional steps for each byte of the file: a scan of all entries takes less
  /// than one, a question with all its sorting less than ten.
  static let stepsOfByte: Int64 = 25

  /// The message about a statement that takes more steps.
  static let outOfSteps =
    "SQLite took more than \(steps) steps and \(stepsOfByte) for each byte of the file, the "
    + "bound on what one statement may cost"

  /// A text as a message quotes it: complete, or its beginning and its length.
  package static func quoted(_ text: String) -> String { cut(text, to: quotedBytes) }

  /// A text as a message quotes it, with another bound.
  package static func cut(_ text: String, to most: Int) -> String {
    guard text.utf8.count > most else { return text }
    let beginning = String(decoding: text.utf8.prefix(most), as: UTF8.self)
    return "\(beginning)… (\(text.utf8.count) bytes)"
  }

  /// The message about a column with a value of another type than its own.
  static func otherType(of column: String) -> String {
    "\(column) has a value of another type than its column"
  }

  /// The message about a column with a value beyond the bounds.
  package static func problem(of column: String) -> String {
    "\(column) has a value that is beyond what a journal may hold"
  }
}
