import RouteEngine
import TextTerminal

extension Reader {
  /// Handles an input.
  func take(_ input: Input) {
    switch input {
    case .redraw, .terminal(.resized): break
    case .find(let text, on: let id): find(text, on: id)
    case .terminal(.hangUp), .terminal(.key(.text("\u{3}"))): isOver = true  // control-C
    case .terminal(.key(let key)):
      message = ""
      if let typed { return type(key, after: typed) }
      if let inspectedRow { return inspect(key, from: inspectedRow) }
      guard let leaf = session.state.tree.visibleLeaf() else { return }
      // The keys on a screen of other code are handled by that code.
      if leaf.ownership != .foreign {
        press(key, on: leaf)
      } else if !notes.take(key) {
        openNextTab()
      }
    }
  }
}

/// Keys. A key that opens something opens a link, which may be refused or have to wait. A key that
/// leaves or scrolls reports a fact, which cannot be refused.
extension Reader {
  private func press(_ key: Key, on leaf: ScreenTree.Screen) {
    switch key {
    case .text("q"): isOver = true
    case .enter, .right, .text("l"): enter(leaf)
    case .escape, .erase, .left, .text("h"): goBack(from: leaf)
    case .up, .text("k"): move(by: -1, on: leaf)
    case .down, .text("j"): move(by: 1, on: leaf)
    case .pageUp, .text("b"): move(by: 0, pages: -1, on: leaf)
    case .pageDown, .text(" "): move(by: 0, pages: 1, on: leaf)
    case .first, .text("g"): move(by: .min / 2, on: leaf)
    case .last, .text("G"): move(by: .max / 2, on: leaf)
    case .text("i"): inspectedRow = 0
    case _ where isSheet(leaf): message = "Esc closes this first"
    case .text("1"): open("library")
    case .text("2"): open("saved")
    case .text("3"): open("notes")
    case .tab: openNextTab()
    case .text("?"): open("help")
    case .text("/"), .text(":"): typed = ""
    case .text("s"): if let article = article(of: leaf) { open("save", article.name) }
    case .text("o"):
      session.signOut()
      open("library")
    case .text: message = "? shows the keys"
    }
  }

  /// A key while a link is being typed.
  private func type(_ key: Key, after text: String) {
    switch key {
    case .text(let character): typed = text + String(character)
    case .erase: typed = String(text.dropLast())
    case .escape: typed = nil
    case .enter:
      let link = (text.contains("://") ? "" : "reader://") + text
      typed = nil
      say(link, session.open(link))
    default: break
    }
  }

  private func open(_ route: String, _ name: String? = nil) {
    do {
      let parameters: Parameters = name.map { ["name": .string($0)] } ?? [:]
      let link = try session.table.link(to: route, parameters)
      say(link.text, session.open(.link(link), from: .programmatic))
    } catch {
      message = "\(error)"
    }
  }

  /// Shows the outcome of a link, unless the outcome is visible.
  private func say(_ link: String, _ opening: Opening) {
    if let outcome = opening.outcome, !outcome.isSuccess { message = "\(link): \(outcome)" }
  }

  private func openNextTab() {
    let tree = session.state.tree
    guard let tabs = tree.root().flatMap({ tree[$0] }), let selected = tabs.selected else { return }
    let next = (tabs.children.firstIndex(of: selected) ?? 0) + 1
    if let tab = tree[tabs.children[next % tabs.children.count]] { open(tab.kind) }
  }

  private func enter(_ leaf: ScreenTree.Screen) {
    if isSheet(leaf) {
      session.report(.dismissed(nil))
      if leaf.kind == Login.kind { session.signal(Name.signedIn, principal: "reader-1") }
    } else {
      let rows = rows(of: leaf)
      let row = rows[chosenRow(of: leaf, in: rows)]
      if let name = row.article { open(leaf.kind == Shelf.kind ? "save" : "article", name) }
    }
  }

  private func goBack(from leaf: ScreenTree.Screen) {
    if isSheet(leaf) {
      session.report(.dismissed(nil))
      if leaf.kind == Login.kind { session.giveUp(Name.signedIn, reason: "the log-in was closed") }
    } else if leaf.kind == Article.kind {
      session.report(.popped(nil))
    }
  }

  private func isSheet(_ leaf: ScreenTree.Screen) -> Bool {
    [Login.kind, Help.kind].contains(leaf.kind)
  }
}

/// The position on a screen: it is a parameter of the screen, so it is restored with the screen.
extension Reader {
  private func move(by count: Int, pages: Int = 0, on screen: ScreenTree.Screen) {
    let rows = rows(of: screen)
    var row = chosenRow(of: screen, in: rows) + count
    if pages != 0 {
      row = topRow(around: row, of: rows.count, height: height) + height / 2 + pages * (height - 1)
    }
    row = max(0, min(row, rows.count - 1))
    let step = count + pages < 0 ? -1 : 1
    while rows[row].text.isEmpty, rows.indices.contains(row + step) { row += step }
    move(to: rows[row].place, on: screen)
  }

  private func move(to place: Int, on screen: ScreenTree.Screen) {
    var part = ScreenTree.Subtree(
      kind: screen.kind, parameters: screen.parameters.setting("at", to: .int(Int64(place))))
    part.id = screen.id
    session.display.reconcile(with: DisplayedScreens(part: part))
  }

  private func find(_ text: String, on id: ScreenID) {
    guard let screen = session.state.tree.visibleLeaf(), screen.id == id else { return }
    if let place = article(of: screen)?.place(of: text) {
      move(to: place, on: screen)
      message = "'\(text)' is here: ›"
    } else {
      message = "'\(text)' is not in this article"
    }
  }
}
