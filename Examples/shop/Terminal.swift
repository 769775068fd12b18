import RouteEngine
import RouteStore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A host in the terminal: reads a line, passes it to the session, and draws the screens.
///
/// Kill it at any moment and start it again with the same journal: it continues where it was.
@main struct Terminal {
  let session: RouteSession
  let visitor: Visitor

  /// The facts about the visitor at the terminal.
  final class Visitor {
    var isGrownUp = false
    var isShopClosed = false
  }

  private static let policies = WaitingRequest.ResumePolicy.allCases.map(\.rawValue)

  static let help = """
    a link: /products/7, https://shop.example/orders/7?utm_source=mail, shop:/bag ...
    back   tab NAME   close      what a finger does: pop, select a tab, dismiss
    login [NAME]   logout        sign in; links that wait for it go on
    grown-up   shut   reopen     what interceptors ask about
    suspend   resume [\(policies.joined(separator: "|"))]
    ready   background   foreground   state   bug FILE   help   quit
    """

  static let usage = """
    usage: shop-terminal [JOURNAL]      shop.sqlite without one; made when missing

    Lines that it reads:
    \(help)
    """

  @MainActor static func main() async throws {
    let path = CommandLine.arguments.dropFirst().first ?? "shop.sqlite"
    if path.hasPrefix("-") {
      print(usage)
      exit(path == "--help" || path == "-h" ? 0 : 2)
    }
    let visitor = Visitor()
    let session = RouteSession.launch(try Shop.table(), at: .file(path)) {
      answerQuestions(of: &$0, visitor)
      performActions(of: &$0)
    }
    let terminal = Terminal(session: session, visitor: visitor)
    if !session.health.isRecording { print(session.health) }
    await terminal.draw()
    while true {
      if isatty(STDIN_FILENO) == 1 { write("> ") }
      guard let line = readLine() else { break }
      if isatty(STDIN_FILENO) == 0 { print(">", line) }
      if line == "quit" { break }
      await terminal.obey(line)
      await terminal.draw()
    }
    session.end()
  }

  /// The app's answers to the interceptors' questions.
  @MainActor static func answerQuestions(
    of session: inout RouteSession.Configuration, _ visitor: Visitor
  ) {
    session.answer(Shop.Gate.maintenance) { asked in
      let isOpen = !visitor.isShopClosed || asked.route == "maintenance"
      return isOpen ? .allow : .redirect(.route("maintenance", [:]))
    }
    session.answer(Shop.Gate.ageChecked) { _ in
      visitor.isGrownUp ? .allow : .redirect(.route("ageGate", [:]))
    }
    session.answer(Shop.Gate.moved) { asked in
      guard case .string(let text)? = asked.value(of: "item"), let id = Int64(text) else {
        return .allow
      }
      return .redirect(.route("product", ["id": .int(id)]))
    }
    session.answerLater(Shop.Gate.signedIn) { asked async in
      if asked.principal == nil {
        asked.open(Shop.Login())
        await asked.wait(for: Shop.Gate.signedIn)
      }
      return asked.principal == nil ? .deny(reason: "nobody is signed in") : .allow
    }
  }

  /// Contributes the actions at the destination; here they only print a line.
  @MainActor static func performActions(of session: inout RouteSession.Configuration) {
    for action in Shop.Work.allCases {
      session.perform(action) { attempt in
        print("* \(action.rawValue) (\(attempt.parameters.notation))")
        return .done
      }
    }
  }
}

@MainActor extension Terminal {
  func obey(_ line: String) async {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    let argument = words.count > 1 ? words[1] : nil
    switch words.first {
    case nil: break
    case "help": print(Self.help)
    case "back": report(.popped(nil))
    case "close": close()
    case "tab":
      guard let tab = session.state.tree.firstScreen(where: { $0.kind == argument }) else {
        return print("there is no tab \(argument ?? "")")
      }
      report(.selected(tab.id))
    case "login":
      if isLoginShown { report(.dismissed(nil)) }
      session.signal(Shop.Gate.signedIn, principal: argument ?? "user-1")
    case "logout": session.signOut()
    case "grown-up":
      visitor.isGrownUp = true
      if session.state.tree.visibleLeaf()?.kind == Shop.AgeGate.kind { report(.dismissed(nil)) }
    case "shut": visitor.isShopClosed = true
    case "reopen": visitor.isShopClosed = false
    case "suspend": session.requests.suspend()
    case "resume":
      guard let policy = WaitingRequest.ResumePolicy(rawValue: argument ?? "execute") else {
        return print("resume with one of:", Self.policies.joined(separator: ", "))
      }
      session.requests.resume(policy)
    case "ready": session.ready()
    case "background": session.background()
    case "foreground": session.foreground()
    case "state": print(session.notation)
    case "bug":
      do {
        print("wrote", try session.writeReportCopy(to: argument ?? "bug.sqlite"))
      } catch {
        print(error)
      }
    default:
      let opening = session.open(line)
      await settle()
      let isLost = opening.outcome != nil && !opening.isRecorded
      print((opening.outcome?.description ?? "waiting") + (isLost ? " (unrecorded)" : ""))
    }
    await settle()
  }

  private var isLoginShown: Bool { session.state.tree.visibleLeaf()?.kind == Shop.Login.kind }

  /// Closes the log-in: the request that waited for it ends.
  private func close() {
    let givesUp = isLoginShown
    report(.dismissed(nil))
    if givesUp { session.giveUp(Shop.Gate.signedIn, reason: "the log-in was closed") }
  }

  private func report(_ fact: HostFact) {
    let opening = session.report(fact)
    if !opening.accepted { print(opening.outcome?.description ?? "") }
  }

  /// Lets host code run until it has answered or waits for the user.
  private func settle() async {
    // Host code is asked about requests from earlier launches when the file can be written again.
    for _ in 0..<10_000 {
      await Task.yield()
      guard session.state.waiting.contains(where: { $0.status == .received }) else { return }
    }
  }

  /// Draws each layer of the hierarchy and the waiting requests. Then it reports that they are on
  /// display, so that actions bound to a screen begin. An empty line ends every step.
  func draw() async {
    await settle()
    var layer = session.state.tree.root().flatMap { session.state.tree[$0] }
    while let screen = layer {
      if screen.layout == .tabs {
        for case let tab? in screen.children.map({ session.state.tree[$0] }) {
          print(screen.selected == tab.id ? "  *" : "   ", text(tab))
        }
      } else {
        print("    ^ \(text(screen))")
      }
      layer = screen.presented.flatMap { session.state.tree[$0] }
    }
    for waiting in session.state.waiting {
      print("    ... \(waiting.request.target.summary) waits")
    }
    session.ready()
    print()
    _ = fflush(nil)
  }

  /// A screen in one line: a stack from its root to its top, columns next to each other.
  private func text(_ screen: ScreenTree.Screen) -> String {
    let parameters = screen.parameters.isEmpty ? "" : "(\(screen.parameters.notation))"
    let children = screen.children.compactMap { session.state.tree[$0] }.map(text)
    guard !children.isEmpty else { return screen.kind + parameters }
    let separator = screen.layout == .stack ? " > " : " | "
    return screen.kind + parameters + ": " + children.joined(separator: separator)
  }
}

/// Writes at once, without a line break.
private func write(_ text: String) {
  print(text, terminator: "")
  _ = fflush(nil)
}
