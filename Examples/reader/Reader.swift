import RouteEngine
import TextTerminal

/// The inputs of the reader, which it handles one after the other.
enum Input: Hashable, Sendable {
  case terminal(TerminalInput)
  /// The session's state changed.
  case redraw
  /// The highlight action asks to scroll to that text on that screen.
  case find(String, on: ScreenID)
}

/// An app for reading a folder of articles: its screens, its routes, its session.
///
/// Everything on display is drawn from the session's state, which is in the journal before it is
/// drawn. So nothing is lost at a `kill -9`: neither the article, nor the row, nor a link that
/// waits.
@MainActor final class Reader {
  struct Contents: ScreenKind { var at: Int? }
  struct Shelf: ScreenKind { var at: Int? }
  struct Article: ScreenKind {
    var name: String
    var at: Int?  // how far it was read
  }
  struct Help: ScreenKind { var at: Int? }
  struct Login: ScreenKind { var at: Int? }
  enum Place: String { case library, saved, notes }
  enum Name: String { case exists, signedIn, highlight, save }

  static func table() throws(RouteTable.Mistakes) -> RouteTable {
    let tree = "main/tabs[ library/stack*[contents]  saved/stack[shelf]  notes/foreign ]"
    let read: [Destination.Step] = [
      .select(Place.library), .push(Article.self).within(.below(Place.library)),
    ]
    let keep: [Destination.Step] = [
      .select(Place.saved), .push(Article.self).within(.below(Place.saved)),
    ]
    return try RouteTable(
      tree: tree, links: RouteLink.Rules(schemes: ["reader"], schemeHost: .segment)
    ) {
      DeclaredScreen(Contents.self)
      DeclaredScreen(Shelf.self)
      DeclaredScreen(Article.self)
      DeclaredScreen(Help.self)
      DeclaredScreen(Login.self)
      Route(Place.library, "/library", to: [.select(Place.library)])
      Route(Place.saved, "/saved", to: [.select(Place.saved)]).asks(Name.signedIn)
      Route(Place.notes, "/notes", to: [.select(Place.notes)])
      Route("help", "/help", to: [.present(Help.self, style: .sheet, from: .topmost)])
      Route("login", to: [.present(Login.self, style: .sheet, from: .topmost)])
      Route("article", "/article/:name", to: read).asks(Name.exists)
        .performs(Name.highlight, with: ["find": ":find"], when: .ready).keepsOpen("find")
      Route("save", "/saved/:name", to: keep)
        .asks(Name.exists, Name.signedIn).performs(Name.save, with: ["name": ":name"])
    }
  }

  let session: RouteSession
  let library: Library
  let saved: Paper
  let notes: Paper
  /// The journal's path; nil: the session is in memory.
  let journal: String?
  /// The link that is being typed.
  var typed: String?
  /// The message about the last key.
  var message = ""
  /// The first row of the session's pane; nil while it is closed.
  var inspectedRow: Int?
  var isOver = false
  var size = (width: 80, height: 24)
  /// The article that was last broken into rows.
  var laidOut: (name: String, width: Int, rows: [Row]) = ("", 0, [])

  /// Continues where the last run stopped.
  ///
  /// - Parameters:
  ///   - journal: its path, beside which the app's own files are; nil: everything is in memory.
  ///   - tell: receives inputs that the session causes.
  init(_ library: Library, journal: String?, tell: @escaping (Input) -> Void) throws {
    self.journal = journal
    let saved = Paper(file: journal.map { $0 + ".saved" })
    (self.library, self.saved, notes) = (library, saved, Paper(file: journal.map { $0 + ".notes" }))
    session = RouteSession.launch(try Self.table(), at: journal.map { .file($0) } ?? .memory) {
      $0.answer(Name.exists) { asked in
        let isThere = asked.value(of: "name")?.string.flatMap { library[$0] } != nil
        return isThere ? .allow : .deny(reason: "there is no such article")
      }
      $0.answer(Name.signedIn) { asked in
        if asked.principal != nil { return .allow }
        asked.open(.route("login", [:]))
        return .wait(condition: Name.signedIn)
      }
      $0.perform(Name.highlight) { attempt in
        // The input is only queued: while a handler runs the session is busy.
        if let text = attempt.parameters["find"]?.string {
          tell(.find(text, on: attempt.action.screen))
        }
        return .done
      }
      $0.perform(Name.save) { attempt in
        let name = attempt.parameters["name"]?.string ?? ""
        return saved.keep(line: name) ? .done : .failed(reason: "it cannot be written")
      }
    }
    if session.health != .recording { message = "\(session.health)" }
    session.onChange = { _ in tell(.redraw) }
  }

  /// Tells the session that a frame is on display.
  func hasShown() {
    session.stable()  // a death from now on is not attributed to the restored state
    session.ready()  // what waits for the screen may run
  }

  /// The article that a screen shows, if it is still in the folder.
  func article(of screen: ScreenTree.Screen) -> Document? {
    (session.display.node(screen.id)?.kind as? Article).flatMap { library[$0.name] }
  }
}

extension ParameterValue {
  fileprivate var string: String? { if case .string(let text) = self { text } else { nil } }
}
