import RouteEngine
import TextTerminal

/// A pane that shows the session itself to a developer. It covers the app's screens but is not one
/// of them: opening it writes no entry.
extension Reader {
  /// Takes a key while the pane is open.
  func inspect(_ key: Key, from top: Int) {
    switch key {
    case .text("q"): isOver = true
    case .escape, .erase, .left, .text("h"), .text("i"): inspectedRow = nil
    case .up, .text("k"): inspect(from: top - 1)
    case .down, .text("j"): inspect(from: top + 1)
    case .pageUp, .text("b"): inspect(from: top - height + 1)
    case .pageDown, .text(" "): inspect(from: top + height - 1)
    case .first, .text("g"): inspect(from: 0)
    case .last, .text("G"): inspect(from: .max)
    case .text("w"): writeReport()
    case .enter, .right, .tab, .text: message = "Esc closes this first"
    }
  }

  /// The pane from that row on, if there are so many.
  func inspectionFrame(from top: Int) -> [Row] {
    let rows = inspectionRows()
    let body = rows.dropFirst(max(0, min(top, rows.count - height))).prefix(height)
    return [Row(text: "The session", ink: .bold), Row(text: rule(""), ink: .cyan)] + body
      + Array(repeating: Row(), count: height - body.count)
      + [
        Row(text: rule(visible(message)), ink: .cyan),
        Row(text: "Esc back · ↑ ↓ scroll · w write a report copy · q quit", ink: .dim),
      ]
  }

  private func inspect(from top: Int) {
    inspectedRow = max(0, min(top, inspectionRows().count - height))
  }

  /// The parts of the inspection, each under its title.
  private func inspectionRows() -> [Row] {
    RouteSession.Inspection(of: session).sections.flatMap { part in
      [Row(text: part.title, ink: .bold)] + part.lines.flatMap(rows) + [Row()]
    }.dropLast()
  }

  /// A line, broken into rows.
  private func rows(of line: RouteSession.Inspection.Line) -> [Row] {
    let ink: Ink =
      switch line.emphasis {
      case .plain: .plain
      case .strong: .green
      case .problem: .red
      case .faint: .dim
      }
    return brokenBehindMarks(visible(line.text), width: max(1, width - 6)).enumerated().map {
      Row(text: ($0 == 0 ? "  " : "      ") + $1, ink: ink)
    }
  }

  /// Writes a copy of the journal for a bug report, beside it.
  private func writeReport() {
    guard let journal else { return message = "there is no file to copy" }
    let newest = RouteSession.Inspection(of: session, entries: 1).entries.first?.sequence ?? 0
    let path = "\(journal).report-\(newest)"
    do {
      message = "written: \(try session.writeReportCopy(to: path))"
    } catch {
      message = "\(error)"
    }
  }
}
