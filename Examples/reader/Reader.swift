import RouteEngine

/// What the reader hears of, one after the other.
enum Input: Hashable, Sendable {
  case key(Key)
  /// The session's state changed, or the window's size.
  case redraw
  /// The highlight action wants to go to that text on that screen.
  case find(String, on: ScreenID)
  /// The terminal is gone, or somebody asks the program to end.
  case hangUp
}

/// A place to read a folder of articles: its screens and routes, and what a key does.
///
/// All that is on display is drawn from the session's state, which is in the journal before it is
/// drawn. So `kill -9` takes nothing: not the article, not the row, not a link that waits.
@MainActor final class Reader {
  struct Contents: ScreenKind { var at: Int? }
  struct Shelf: ScreenKind { var at: Int? }
  struct Article: ScreenKind {
    var name: String
    var at: Int?  // how far it is read
  }
  struct Help: ScreenKind { var at: Int? }
  struct Login: ScreenKind { var at: Int? }

  static func table() throws(RouteTableMistakes) -> RouteTable {
    let tree = "main/tabs[ library/stack*[contents]  saved/stack[shelf]  notes/foreign ]"
    let read: [Step] = [.select("library"), .push(Article.self).within(.below("library"))]
    let keep: [Step] = [.select("saved"), .push(Article.self).within(.below("saved"))]
    return try RouteTable(tree: tree) {
      Kind(Contents.self)
      Kind(Shelf.self)
      Kind(Article.self)
      Kind(Help.self)
      Kind(Login.self)
      Route("library", "{/}?", to: [.select("library")]).at(scheme: "reader", host: "library")
      Route("saved", "{/}?", to: [.select("saved")]).at(scheme: "reader", host: "saved")
        .asks("signedIn")
      Route("notes", "{/}?", to: [.select("notes")]).at(scheme: "reader", host: "notes")
      Route("help", "{/}?", to: [.present(Help.self, style: .sheet, from: .topmost)])
        .at(scheme: "reader", host: "help")
      Route("login", to: [.present(Login.self, style: .sheet, from: .topmost)])
      Route("article", "/:name", to: read).at(scheme: "reader", host: "article").asks("exists")
        .performs("highlight", with: ["find": ":find"], when: .ready).keepsOpen("find")
      Route("save", "/:name", to: keep).at(scheme: "reader", host: "saved")
        .asks("exists", "signedIn").performs("save", with: ["name": ":name"])
    }
  }

  let session: RouteSession
  let library: Library
  let saved: Paper
  let notes: Paper
  /// The link that is being typed.
  private(set) var typed: String?
  /// What is to be said about the last key.
  private(set) var message = ""
  private(set) var isOver = false
  var size = (width: 80, height: 24)
  /// The article that was broken into rows last.
  var laidOut: (name: String, width: Int, rows: [Row]) = ("", 0, [])

  /// Goes on where the last one stopped.
  ///
  /// - Parameters:
  ///   - journal: its path, with files of the app's own beside it; nil keeps all in memory.
  ///   - tell: takes what the session brings about.
  init(_ library: Library, journal: String?, tell: @escaping (Input) -> Void) throws {
    let saved = Paper(file: journal.map { $0 + ".saved" })
    (self.library, self.saved, notes) = (library, saved, Paper(file: journal.map { $0 + ".notes" }))
    session = RouteSession.launch(try Self.table(), at: journal.map { .file($0) } ?? .memory) {
      $0.answer("exists") { asked in
        let isThere = asked.value(of: "name")?.string.flatMap { library[$0] } != nil
        return isThere ? .allow : .deny(reason: "there is no such article")
      }
      $0.answer("signedIn") { asked in
        if asked.principal != nil { return .allow }
        asked.open(.route("login", [:]))
        return .wait(condition: "signedIn")
      }
      $0.perform("highlight") { attempt in
        if let text = attempt.parameters["find"]?.string {
          tell(.find(text, on: attempt.action.screen))
        }
        return .done
      }
      $0.perform("save") { attempt in
        let name = attempt.parameters["name"]?.string ?? ""
        return saved.keep(line: name) ? .done : .failed(reason: "it cannot be written")
      }
    }
    if session.health != .recording { message = "\(session.health)" }
    session.onChange = { _ in tell(.redraw) }
  }

  /// A frame is on display.
  func hasShown() {
    session.stable()  // what was restored is not to blame for a death from now on
    session.ready()  // what waits for the screen may run
  }

  /// Takes what was heard of.
  func take(_ input: Input) {
    switch input {
    case .redraw: break
    case .hangUp: isOver = true
    case .find(let text, on: let id): find(text, on: id)
    case .key(.text("\u{3}")): isOver = true  // control-C
    case .key(let key):
      message = ""
      if typed != nil { return type(key) }
      guard let leaf = session.state.tree.visibleLeaf() else { return }
      // What the keys do on a screen of other code is that code's affair.
      if leaf.ownership != .foreign {
        press(key, on: leaf)
      } else if !notes.take(key) {
        openNextTab()
      }
    }
  }
}

/// Keys. One that goes somewhere opens a link, which may be refused or made to wait; one that
/// leaves or scrolls reports what it has done, which cannot.
extension Reader {
  private func press(_ key: Key, on leaf: Screen) {
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
    case _ where isSheet(leaf): message = "Esc closes this first"
    case .text("1"): open("library")
    case .text("2"): open("saved")
    case .text("3"): open("notes")
    case .tab: openNextTab()
    case .text("?"): open("help")
    case .text("/"), .text(":"): typed = "reader://"
    case .text("s"): if let article = article(of: leaf) { open("save", article.name) }
    case .text("o"):
      session.signOut()
      open("library")
    case .text: message = "? shows the keys"
    }
  }

  /// A key while a link is being typed.
  private func type(_ key: Key) {
    switch key {
    case .text(let character): typed?.append(character)
    case .erase: _ = typed?.popLast()
    case .escape: typed = nil
    case .enter:
      if let link = typed { say(link, session.open(link)) }
      typed = nil
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

  /// Tells what became of a link, unless it is seen.
  private func say(_ link: String, _ opening: Opening) {
    if let outcome = opening.outcome, !outcome.isSuccess { message = "\(link): \(outcome)" }
  }

  private func openNextTab() {
    let tree = session.state.tree
    guard let tabs = tree.root().flatMap({ tree[$0] }), let selected = tabs.selected else { return }
    let next = (tabs.children.firstIndex(of: selected) ?? 0) + 1
    if let tab = tree[tabs.children[next % tabs.children.count]] { open(tab.kind) }
  }

  private func enter(_ leaf: Screen) {
    if isSheet(leaf) {
      session.report(.dismissed(nil))
      if leaf.kind == Login.kind { session.signal("signedIn", principal: "reader-1") }
    } else {
      let rows = rows(of: leaf)
      let row = rows[chosenRow(of: leaf, in: rows)]
      if let name = row.article { open(leaf.kind == Shelf.kind ? "save" : "article", name) }
    }
  }

  private func goBack(from leaf: Screen) {
    if isSheet(leaf) {
      session.report(.dismissed(nil))
      if leaf.kind == Login.kind { session.giveUp("signedIn", reason: "the log-in was closed") }
    } else if leaf.kind == Article.kind {
      session.report(.popped(nil))
    }
  }

  private func isSheet(_ leaf: Screen) -> Bool { [Login.kind, Help.kind].contains(leaf.kind) }
}

/// The place on a screen: a parameter of it, so it is restored with it.
extension Reader {
  private func move(by count: Int, pages: Int = 0, on screen: Screen) {
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

  private func move(to place: Int, on screen: Screen) {
    var part = Subtree(
      kind: screen.kind, parameters: screen.parameters.setting("at", to: .int(Int64(place))))
    part.id = screen.id
    session.reconcile(with: DisplayedScreens(part: part))
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

  func article(of screen: Screen) -> Document? {
    (session.node(screen.id)?.kind as? Article).flatMap { library[$0.name] }
  }
}

extension ParameterValue {
  fileprivate var string: String? { if case .string(let text) = self { text } else { nil } }
}
