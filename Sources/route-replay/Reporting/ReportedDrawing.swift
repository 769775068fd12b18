import RouteEngine

/// The drawings of successive hierarchies, each stored as the rows that differ from the one before:
/// most entries move one screen of many.
struct ReportedDrawing {
  /// The change that turns the former drawing into the next one.
  struct Change: Equatable {
    /// The number of first rows that stay.
    var head: Int
    /// The number of last rows that stay.
    var tail: Int
    /// The rows between them, by their numbers.
    var rows: [Int]
  }

  /// A row, stored once for all drawings that contain it. Texts are indices.
  struct Row: Hashable {
    /// The lines that lead to the screen.
    let lead: Int
    /// The screen.
    let label: Int
    /// Its depth: 1 for a root.
    let level: Int
    /// Whether the screen is visible.
    let isVisible: Bool
  }

  /// The number of changes after which a drawing is stored completely, so that each needs few
  /// changes.
  static let stride = 256
  /// The most rows of a drawing; the report states that a larger hierarchy has more.
  static let mostRows = 2_000

  /// All rows, by their numbers.
  private(set) var rows: [Row] = []
  private var numbers: [Row: Int] = [:]
  private var newest: [Int] = []
  private var digest: UInt64?
  private var count = 0

  /// Draws the hierarchy after the next entry.
  ///
  /// - Returns: the difference from the drawing before, and the rows with marks, as in
  ///   `ReportedEntry`.
  mutating func next(
    _ tree: ScreenTree, since before: ScreenTree, _ texts: inout ReportTexts
  ) -> (change: Change, marks: [Int]) {
    defer { count += 1 }
    let isWhole = count.isMultiple(of: Self.stride)
    if !isWhole, digest == tree.digest {
      return (Change(head: newest.count, tail: 0, rows: []), [])
    }
    digest = tree.digest
    let drawn = TreeDrawing.rows(of: tree, most: Self.mostRows)
    var now: [Int] = []
    var marks: [Int] = []
    for (index, row) in drawn.enumerated() {
      now.append(number(of: row, &texts))
      guard tree.digest != before.digest, let mark = row.mark(in: tree, since: before) else {
        continue
      }
      marks += [index, mark == .new ? 1 : 2]
    }
    let hidden = tree.count - drawn.count { $0.screen != nil }
    if hidden > 0 {
      let more = "… and \(counted(hidden, "more screen"))"
      now.append(number(Row(lead: 0, label: texts.place(of: more), level: 1, isVisible: false)))
    }
    defer { newest = now }
    return (
      isWhole ? Change(head: 0, tail: 0, rows: now) : Self.change(from: newest, to: now), marks
    )
  }

  private mutating func number(of row: TreeDrawing.Row, _ texts: inout ReportTexts) -> Int {
    number(
      Row(
        lead: texts.place(of: row.lead.isEmpty ? nil : row.lead),
        label: texts.place(of: row.label), level: row.lead.count / 3 + 1,
        isVisible: row.isVisible))
  }

  private mutating func number(_ row: Row) -> Int {
    if let known = numbers[row] { return known }
    numbers[row] = rows.count
    rows.append(row)
    return rows.count - 1
  }

  /// The shortest change of one stretch of rows.
  static func change(from old: [Int], to new: [Int]) -> Change {
    let head = zip(old, new).prefix { $0 == $1 }.count
    let rest = min(old.count, new.count) - head
    let tail = zip(old.reversed(), new.reversed()).prefix(rest).prefix { $0 == $1 }.count
    return Change(head: head, tail: tail, rows: Array(new[head..<(new.count - tail)]))
  }

  /// The drawing after a change.
  static func apply(_ change: Change, to old: [Int]) -> [Int] {
    old.prefix(change.head) + change.rows + old.suffix(change.tail)
  }
}
