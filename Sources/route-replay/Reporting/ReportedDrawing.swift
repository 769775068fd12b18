import RouteEngine

/// The drawings of one hierarchy after another, each as the rows in which it differs from the one
/// before: most entries move one screen of many.
struct ReportedDrawing {
  /// The change that makes a drawing of the one before it.
  struct Change: Equatable {
    /// So many of the first rows stay.
    var head: Int
    /// So many of the last rows stay.
    var tail: Int
    /// The rows between them, by their numbers.
    var rows: [Int]
  }

  /// A row, drawn once for all drawings that have it. Texts are places.
  struct Row: Hashable {
    /// The lines that lead to the screen.
    let lead: Int
    /// The screen.
    let label: Int
    /// How deep it lies: 1 for a root.
    let level: Int
    /// Whether a person sees it.
    let isVisible: Bool
  }

  /// A drawing is written whole after so many changes, so that each is made of few.
  static let stride = 256
  /// A larger hierarchy is drawn so far, and the report says that there is more.
  static let mostRows = 2_000

  /// All rows, by their numbers.
  private(set) var rows: [Row] = []
  private var numbers: [Row: Int] = [:]
  private var newest: [Int] = []
  private var digest: UInt64?
  private var count = 0

  /// Draws the hierarchy after the next entry.
  ///
  /// - Returns: what differs from the drawing before, and the rows with a mark, as in
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

  /// The drawing that a change leads to.
  static func apply(_ change: Change, to old: [Int]) -> [Int] {
    old.prefix(change.head) + change.rows + old.suffix(change.tail)
  }
}
