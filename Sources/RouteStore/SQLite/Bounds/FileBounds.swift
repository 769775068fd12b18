/// Bounds on what a file of any origin may contain, and on what reading it may cost.
package enum FileBounds {
  /// The numbers that a column may hold, digests aside: those that JSON carries exactly. Two of
  /// them can be added and taken from one another, and milliseconds made microseconds, without
  /// overflow.
  package static let numbers: ClosedRange<Int64> = -((1 << 53) - 1)...((1 << 53) - 1)
  /// Most bytes of a text: 16 times the longest link of the format, because tokens are longer than
  /// what they stand for. Payloads, states, route tables and private values aside.
  package static let textBytes = 1 << 20
  /// Most bytes that a message quotes of a name, a text or a message of SQLite's.
  private static let quotedBytes = 400
  /// The columns of numbers that are digests, whose bits may be any.
  static let digests = ["fingerprint", "state_digest"]
  /// The columns of texts that may have ``valueBytes``.
  static let longTexts = ["state", "json", "value"]
  /// Most bytes of any value.
  static let valueBytes: Int32 = 128 << 20
  /// Most bytes of any value that a query works with.
  static let queriedBytes: Int32 = 16 << 20
  /// Most steps that SQLite may take for one statement over any file.
  static let steps: Int64 = 1_000_000_000
  /// How many more it may take for each byte of the file: a way through all entries takes less than
  /// one, a question with every sorting that it needs less than ten.
  static let stepsOfByte: Int64 = 25

  /// The message about a statement that takes more.
  static let outOfSteps =
    "SQLite took more than \(steps) steps and \(stepsOfByte) for each byte of the file, the "
    + "bound on what one statement may cost"

  /// A text as a message quotes it: whole, or its beginning and how long it is.
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

  /// The message about a column with a value that is beyond the bounds.
  package static func problem(of column: String) -> String {
    "\(column) has a value that is beyond what a journal may hold"
  }
}
