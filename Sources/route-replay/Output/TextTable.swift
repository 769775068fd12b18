import TextTerminal

/// The columns of a table on a terminal, fitted to its width.
struct TextTable {
  private static let gap = "  "
  /// The least width to which fitting reduces a text column.
  private static let narrowest = 8
  /// The least width at which a cut column is still readable.
  private static let leastReadable = 16

  private let columns: [Column]
  /// The indices of the printed columns.
  private let printed: [Int]
  /// The widths of the printed columns, in terminal columns.
  private let widths: [Int]

  /// Fits the columns to `rows`, which contain visible text, and to `width`, if there is one. If a
  /// column that identifies the rows would be cut, columns that can be spared are left out.
  init(_ columns: [Column], rows: [[String]], width: Int?) {
    let all = TextTable(columns, Array(columns.indices), rows: rows, width: width)
    let needed = columns.indices.filter { !columns[$0].isSpare }
    self =
      all.isMiddleCut && needed.count < columns.count
      ? TextTable(columns, needed, rows: rows, width: width) : all
  }

  private init(_ all: [Column], _ printed: [Int], rows: [[String]], width: Int?) {
    let columns = printed.map { all[$0] }
    let rows = rows.map { row in printed.map { row[$0] } }
    self.columns = columns
    self.printed = printed
    let limit = width ?? .max
    var widths = columns.indices.map { column in
      let cells = rows.map { displayWidth($0[column]) }
      return max(displayWidth(columns[column].name), min(limit, cells.max() ?? 0))
    }
    let contents = columns.indices.map { column in
      rows.map { displayWidth($0[column]) }.max() ?? 0
    }
    let gaps = Self.gap.utf8.count * max(0, columns.count - 1)
    while width != nil, widths.reduce(gaps, +) > limit {
      // The widest text column is reduced until all are narrow; after that the lines are too long.
      let shrinkable = columns.indices.filter {
        columns[$0].kind.isCut && widths[$0] > Self.narrowest
      }
      guard let widest = shrinkable.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
    }
    self.widths = widths
    isFitted = width != nil
    isMiddleCut = columns.indices.contains {
      columns[$0].kind == .middle && widths[$0] < contents[$0]
    }
    isReadable =
      widths.reduce(gaps, +) <= limit
      && zip(widths, contents).allSatisfy { $0 >= min($1, Self.leastReadable) }
  }

  /// Whether a line fits, and enough of every column is left to be readable.
  let isReadable: Bool

  /// Whether a column that is cut in the middle is cut.
  private let isMiddleCut: Bool

  /// Whether text is cut off at a column's width.
  private let isFitted: Bool

  func header(_ output: Output) -> String {
    fittedLine(columns.map(\.name), inks: columns.map { _ in .bold }, output)
  }

  /// One row as a line without its end.
  func line(_ cells: [String], inks: [Ink?], _ output: Output) -> String {
    fittedLine(printed.map { cells[$0] }, inks: printed.map { inks[$0] }, output)
  }

  private func fittedLine(_ cells: [String], inks: [Ink?], _ output: Output) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      let text = isFitted ? columns[index].kind.fitted(cell, toWidth: widths[index]) : cell
      let padding = String(repeating: " ", count: max(0, widths[index] - displayWidth(text)))
      let shown = output.painted(isolated(text), inks[index])
      let isLast = index == cells.count - 1
      if columns[index].kind == .number {
        line += padding + shown
      } else {
        line += shown + (isLast ? "" : padding)
      }
      if !isLast { line += Self.gap }
    }
    return line
  }
}

extension Column.Kind {
  /// Whether a cell may be shortened to fit a terminal.
  fileprivate var isCut: Bool { self == .text || self == .middle }

  fileprivate func fitted(_ text: String, toWidth width: Int) -> String {
    switch self {
    case .text: truncated(text, toWidth: width)
    case .middle:
      elided(displayWidth(text) > width ? withoutOrigin(text) : text, toWidth: width)
    case .whole, .number, .time: text
    }
  }
}

/// A line of text in which each web link begins with its path, after an ellipsis: an app's links
/// have the scheme and the host in common.
private func withoutOrigin(_ text: String) -> String {
  text.split(separator: " ", omittingEmptySubsequences: false).map { word in
    guard let scheme = ["https://", "http://"].first(where: word.lowercased().hasPrefix),
      let path = word.dropFirst(scheme.count).firstIndex(where: { "/?#".contains($0) }),
      word.index(after: path) < word.endIndex
    else { return String(word) }
    return "…" + word[path...]
  }.joined(separator: " ")
}
