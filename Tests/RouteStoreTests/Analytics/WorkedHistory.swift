import RouteAnalytics
import RouteStore
import RouteTestSupport
import Testing

/// Hand-made runs of a host, and the queries about them. Times are seconds since 1970-01-02.
struct WorkedHistory {
  static let day: Int64 = 86_400
  let path: String
  private let folder = TemporaryFolder()

  init() throws {
    path = folder.file("a.sqlite")
  }

  /// An entry: its kind, its time, and the screen it names.
  struct Sign {
    let kind: Int64
    let seconds: Int64
    var screen: String?
    /// The first entry of its request, and the duration of the request.
    var request: Int64?
    var took: Int64?

    static func began(_ seconds: Int64, _ screen: String) -> Sign {
      Sign(kind: 1, seconds: seconds, screen: screen)
    }
    static func restored(_ seconds: Int64, _ screen: String) -> Sign {
      Sign(kind: 2, seconds: seconds, screen: screen)
    }
    static func received(_ seconds: Int64) -> Sign { Sign(kind: 3, seconds: seconds) }
    static func decided(_ seconds: Int64, _ screen: String) -> Sign {
      Sign(kind: 4, seconds: seconds, screen: screen)
    }
    static func released(_ seconds: Int64, _ request: Int64, took: Int64?) -> Sign {
      Sign(kind: 4, seconds: seconds, screen: "item", request: request, took: took)
    }
    static func foreground(_ seconds: Int64) -> Sign { Sign(kind: 11, seconds: seconds) }
    static func background(_ seconds: Int64) -> Sign { Sign(kind: 12, seconds: seconds) }
    static func ended(_ seconds: Int64) -> Sign { Sign(kind: 31, seconds: seconds) }
  }

  /// Writes runs of the host, `run-1` and so on; a run has ended if its last entry says so.
  func write(_ runs: [Sign]...) throws {
    let journal = try Journal.open(.file(path))
    var batch = JournalBatch()
    var last: Int64 = 0
    for (index, signs) in runs.enumerated() {
      let number = Int64(index + 1)
      var session = SessionRow(
        number: number, identifier: "run-\(number)", device: "d",
        beganMicroseconds: moment(signs[0].seconds), firstSequence: last + 1)
      var shown: String?
      for sign in signs {
        last += 1
        let entry = entry(of: sign, last, in: number, before: shown)
        shown = sign.screen ?? shown
        batch.entries.append(entry)
        if sign.kind == 31 {
          (session.ending, session.endedMicroseconds) = ("ended", entry.atMicroseconds)
        }
      }
      batch.session = session
      try journal.append(&batch)
      batch.entries = []
    }
  }

  private func entry(
    of sign: Sign, _ sequence: Int64, in session: Int64, before shown: String?
  ) -> EntryRow {
    var entry = EntryRow(
      sequence: sequence, session: session, kind: sign.kind, atMicroseconds: moment(sign.seconds))
    if [3, 4].contains(sign.kind) {
      (entry.request, entry.entryPoint) = (sign.request ?? sequence, "url")
    }
    if sign.kind == 4 {
      (entry.outcome, entry.screenBefore) = ("shown", shown)
      entry.durationMicroseconds = sign.took
    }
    entry.screenAfter = sign.screen
    return entry
  }

  private func moment(_ seconds: Int64) -> Int64 { (Self.day + seconds) * 1_000_000 }

  /// The rows of a query, see ``rowsEverywhere(_:of:)``.
  func rows(_ sql: String) throws -> [String] { try rowsEverywhere(sql, of: path) }

  /// The screen views: the visit or session in a given column, their number in the visit, this
  /// screen and the next, when they began and ended, and their dwell time.
  func views(by column: String) throws -> [String] {
    try rows(
      """
      SELECT \(column), view_number, screen, next_screen, entered_us / 1000000 - \(Self.day),
        left_us / 1000000 - \(Self.day), dwell_us / 1000000
      FROM v_screen_view ORDER BY view_sequence
      """)
  }
}

/// A journal with views of the relations and questions.
func viewed(_ path: String) throws -> History {
  let history = try History(path: path)
  try history.showViews()
  return history
}

/// The rows of a query, one text each: from the views over a file, after a check that the gathered
/// relations give the same rows.
func rowsEverywhere(_ sql: String, of path: String) throws -> [String] {
  var found: [String] = []
  try viewed(path).query(sql) { found.append(text(of: $0)) }
  let gathered = try GatheredRelations(RelationColumns(readBy: [sql]))
  for part in 0..<gathered.partCount {
    try gathered.gather(part, from: 1) { _ in try History(path: path) }
  }
  var again: [String] = []
  try gathered.reader().query(sql) { again.append(text(of: $0)) }
  #expect(again == found)
  return found
}

/// A row as a test writes it: values separated by spaces, `-` for null.
func text(of row: [SQLValue]) -> String {
  row.map { value in
    switch value {
    case .null: "-"
    case .integer(let integer): "\(integer)"
    case .real(let real): "\((real * 1_000).rounded() / 1_000)"
    case .text(let text): text
    case .blob(let bytes): "\(bytes)"
    }
  }.joined(separator: " ")
}
