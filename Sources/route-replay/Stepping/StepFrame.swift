import RouteEngine
import TextTerminal

/// One step of a journal as a screen of lines: the entry, the hierarchy after it, and beside it the
/// effects of the entry.
struct StepFrame {
  /// One line in one colour.
  struct Line: Hashable {
    var text: String
    var ink = Ink.plain
  }

  /// The entry's position and kind.
  let title: String
  /// The subject of the entry.
  let subject: String
  /// The hierarchy after it.
  let hierarchy: [Line]
  /// The effects of the entry, one sentence each.
  let deeds: [String]

  /// Draws the frame.
  ///
  /// - Parameters:
  ///   - width: the columns; a line uses one less, so that none is wrapped.
  ///   - height: the rows.
  ///   - offset: how many rows of both halves are scrolled away, limited to their number.
  /// - Returns: rows of pieces, which are shown side by side.
  func rows(width: Int, height: Int, offset: Int) -> [[Line]] {
    let width = max(1, width - 1)
    let body = max(1, height - 4)
    let left = max(1, (width - 3) * 3 / 5)
    let right = max(1, width - 3 - left)
    let sentences = deeds.flatMap { deed in
      brokenBehindMarks(visible(deed), width: max(8, right)).map { Line(text: $0) }
    }
    let offset = min(offset, max(0, max(hierarchy.count, sentences.count) - body))
    let rule = String(repeating: "─", count: width)
    var rows = [
      [Line(text: truncated(visible(title), toWidth: width), ink: .bold)],
      [Line(text: elided(visible(subject), toWidth: width))], [Line(text: rule, ink: .dim)],
    ]
    for index in offset..<(offset + body) {
      let screen = hierarchy.indices.contains(index) ? hierarchy[index] : Line(text: "")
      let deed = sentences.indices.contains(index) ? sentences[index] : Line(text: "")
      rows.append([
        Line(text: Self.padded(screen.text, to: left), ink: screen.ink),
        Line(text: " │ ", ink: .dim), Line(text: truncated(deed.text, toWidth: right)),
      ])
    }
    rows.append([Line(text: truncated(Self.keys, toWidth: width), ink: .dim)])
    return Array(rows.prefix(height))
  }

  private static let keys =
    "→ ← entry · Tab next change · PgUp PgDn ten · g G ends · ↑ ↓ scroll · q quit"

  /// The text, cut or padded to a number of columns; right-to-left text is isolated.
  private static func padded(_ text: String, to width: Int) -> String {
    let shown = isolated(truncated(visible(text), toWidth: width))
    return shown + String(repeating: " ", count: max(0, width - displayWidth(shown)))
  }
}

extension StepFrame.Line {
  /// The lines of a hierarchy, each with the change of its screen since another hierarchy: a plus
  /// before a new screen, a tilde before a changed one.
  static func lines(of tree: ScreenTree, since before: ScreenTree) -> [StepFrame.Line] {
    TreeDrawing.rows(of: tree).map { row in
      switch row.mark(in: tree, since: before) {
      case nil: .init(text: "  " + row.text)
      case .new: .init(text: "+ " + row.text, ink: .green)
      case .changed: .init(text: "~ " + row.text, ink: .yellow)
      }
    }
  }
}

extension TreeDrawing.Row {
  /// The change of a screen since another hierarchy.
  enum Mark: String {
    case new = "+"
    case changed = "~"
  }

  /// The change of the row's screen; nil where it did not change.
  func mark(in tree: ScreenTree, since before: ScreenTree) -> Mark? {
    guard let screen, let now = tree[screen] else { return nil }
    guard let earlier = before[screen] else { return .new }
    let isSame =
      earlier.parameters == now.parameters && earlier.ownership == now.ownership
      && earlier.isReady == now.isReady
      && Self.isSelected(now, in: tree) == Self.isSelected(earlier, in: before)
    return isSame ? nil : .changed
  }

  private static func isSelected(_ screen: Screen, in tree: ScreenTree) -> Bool {
    screen.parent.flatMap { tree[$0] }?.selected == screen.id
  }
}
