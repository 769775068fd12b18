import RouteEngine
import TextTerminal

/// The frame: a function of the session's state, of the window's size, and of the text that is
/// being typed.
extension Reader {
  /// The most columns of a row, also in a sheet, and the rows between the frame's two rules.
  var width: Int { max(1, min(size.width - 6, 76)) }
  var height: Int { max(1, size.height - 4) }

  /// The frame: at most as many lines as the window has, each a column narrower.
  func frame() -> [Row] {
    let rows = inspectedRow.map(inspectionFrame) ?? appFrame()
    return rows.prefix(size.height).map {
      Row(text: truncated($0.text, toWidth: size.width - 1), ink: $0.ink)
    }
  }

  /// The app's own screens.
  private func appFrame() -> [Row] {
    let tree = session.state.tree
    guard let leaf = tree.visibleLeaf(), let root = tree.root().flatMap({ tree[$0] }) else {
      return []
    }
    var page = root
    while let inner = tree.shownChild(of: page) { page = inner }
    var body = lines(of: page, height: height)
    if leaf.id != page.id {
      let sheet = sheet(leaf)
      body.replaceSubrange(max(0, body.count - sheet.count)..., with: sheet)
    }
    let tabs = root.children.compactMap { tree[$0] }.map { tab in
      tab.id == root.selected ? "[\(visible(tab.kind))]" : " \(visible(tab.kind)) "
    }
    let person = session.state.principal.map { "  " + visible($0) } ?? ""
    let waiting = session.state.waiting.map { "\($0.target.summary) waits" }
    var problems = session.health.isRecording ? [] : ["\(session.health)"]
    if !notes.isWritten || !saved.isWritten { problems.append("notes cannot be written") }
    let news = message.isEmpty ? (problems + waiting).joined(separator: " · ") : message
    var frame = [Row(text: tabs.joined() + person, ink: .bold)]
    frame.append(Row(text: rule(article(of: page)?.title ?? ""), ink: .cyan))
    frame += body
    frame.append(Row(text: rule(visible(news)), ink: .cyan))
    frame.append(hint(for: leaf))
    return frame
  }

  /// The rows of a screen: at least one.
  func rows(of screen: ScreenTree.Screen) -> [Row] {
    func text(_ markdown: String) -> [Row] { Document("", markdown: markdown).rows(width: width) }
    func list(_ names: [String]) -> [Row] {
      names.enumerated().map { place, name in
        let title = library[name]?.title ?? "\(visible(name)) is gone"
        return Row(text: truncated(title, toWidth: width), place: place, article: name)
      }
    }
    switch screen.kind {
    case Contents.kind where !library.articles.isEmpty: return list(library.articles.map(\.name))
    case Contents.kind: return text("There is no article in this folder.")
    case Shelf.kind where !saved.lines.isEmpty: return list(saved.lines)
    case Shelf.kind: return text("Nothing is saved yet: s saves the article on display.")
    case Article.kind:
      guard let article = article(of: screen) else { return text("This article is gone.") }
      if article.isEmpty { return text("This article is empty.") }
      if laidOut.name != article.name || laidOut.width != width {
        laidOut = (article.name, width, article.rows(width: width))
      }
      return laidOut.rows
    case Help.kind: return text(Self.help)
    case Login.kind: return text(Self.login)
    case "notes":
      let lines = (notes.text + "▏").split(separator: "\n", omittingEmptySubsequences: false)
      let rows = lines.flatMap { brokenAtSpaces(visible(String($0)), width: width) }
      return rows.suffix(height).map { Row(text: $0.text) }
    default: return text("This version cannot show \(visible(screen.kind)).")
    }
  }

  /// The index of the chosen row: the one that contains the screen's position.
  func chosenRow(of screen: ScreenTree.Screen, in rows: [Row]) -> Int {
    guard case .int(let place)? = screen.parameters["at"] else { return 0 }
    return rows.lastIndex { $0.place <= place } ?? 0
  }

  /// The first visible row: the chosen one is in the middle, except near the ends.
  func topRow(around chosen: Int, of count: Int, height: Int) -> Int {
    max(0, min(chosen - height / 2, count - height))
  }

  /// The visible part of a screen.
  private func lines(of screen: ScreenTree.Screen, height: Int) -> [Row] {
    let rows = rows(of: screen)
    let chosen = chosenRow(of: screen, in: rows)
    let isStill = screen.kind == Login.kind || screen.ownership == .foreign
    let top = topRow(around: chosen, of: rows.count, height: height)
    let lines = rows.indices[top...].prefix(height).map { index in
      let row = rows[index]
      guard index == chosen, !isStill else { return Row(text: "  " + row.text, ink: row.ink) }
      return Row(text: "› " + row.text, ink: row.article == nil ? row.ink : .reversed)
    }
    return lines + Array(repeating: Row(), count: height - lines.count)
  }

  /// A presented screen in its frame, as high as its content.
  private func sheet(_ screen: ScreenTree.Screen) -> [Row] {
    let inner = max(1, size.width - 3)
    let edge = String(repeating: "─", count: inner)
    let body = lines(of: screen, height: max(1, min(rows(of: screen).count, height - 2)))
    return [Row(text: "┌\(edge)┐", ink: .cyan)]
      + body.map { line in
        let gap = String(repeating: " ", count: max(0, inner - displayWidth(line.text)))
        return Row(text: "│\(line.text)\(gap)│", ink: line.ink)
      } + [Row(text: "└\(edge)┘", ink: .cyan)]
  }

  private func hint(for leaf: ScreenTree.Screen) -> Row {
    if let typed { return Row(text: "go to: \(visible(typed))▏") }
    let keys =
      switch leaf.kind {
      case Login.kind: "Enter log in · Esc give up"
      case "notes": "type what you like · Tab next tab"
      default: "? help · / link · Tab tabs · Enter open · Esc back · s save · q quit"
      }
    return Row(text: keys, ink: .dim)
  }

  func rule(_ text: String) -> String {
    let text = text.isEmpty ? "" : " \(truncated(text, toWidth: size.width - 6)) "
    return "──" + text + String(repeating: "─", count: max(0, size.width - 3 - displayWidth(text)))
  }

  static let help = """
    # Keys
    - ↑ ↓, k j: a row up or down; PgUp PgDn, b space: a page; g G: the ends
    - Enter, →, l: open the article that the row names; Esc, ←, h: back
    - Tab, 1 2 3: the tabs
    - / types a link: article/restoring?find=kill, saved/restoring
    - s saves the article, o logs out, q quits
    - i shows the session: its screens, what waits, the last entries
    """

  static let login = """
    # Log in
    What is saved belongs to somebody: Enter logs you in as reader-1, Esc gives up what waits. \
    A real app would ask for a password here.
    """
}
