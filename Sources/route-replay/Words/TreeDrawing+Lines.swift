import RouteEngine
import TextTerminal

extension TreeDrawing.Row {
  /// The row as visible text, in as many lines as needed; nil for any width.
  func lines(width: Int?) -> [String] {
    let margin = rest + "     "
    let room = width.map { max(20, $0 - displayWidth(margin)) } ?? .max
    return brokenBehindMarks(visible(text), width: room).enumerated().map { index, line in
      isolated(index == 0 ? line : margin + line)
    }
  }
}
