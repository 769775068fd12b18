import Foundation
import RouteEngine
import RouteStore
import RouteTestSupport

/// A journal into which canaries come in every possible way: links, values, screens, host code,
/// displayed screens, other processes, another version of the app, a damaged file.
@MainActor
final class CanaryStory {
  struct Refusal: Error, CustomStringConvertible { let description: String }

  struct Gift: ScreenKind {
    var code: String
    var late: String?
  }

  let folder: TemporaryFolder
  let clock = ManualClock()
  /// All texts that the host was given.
  private(set) var words: [String] = []
  /// The links that were opened, by the number of their canaries.
  private(set) var links: [Int: String] = [:]
  private var made: CanaryLinks
  private var count = 0
  private let hidden: String

  /// Makes a story in a folder.
  ///
  /// - Parameters:
  ///   - seed: the seed of the generated links.
  ///   - hidden: the key of the screens' private parameters: `private`, or `secret`.
  init(seed: UInt64, hidden: String = "private", in folder: TemporaryFolder = TemporaryFolder()) {
    made = CanaryLinks(seed: seed)
    self.hidden = hidden
    self.folder = folder
  }

  /// Whether every canary is a secret. Then no canary is used in places that are private without a
  /// declaration.
  private var keepsNothing: Bool { hidden == "secret" }
  private var undeclared: String { keepsNothing ? "late" : "other" }

  var path: String { folder.file("app.journal") }

  /// The number of the next canary.
  private func next() -> Int {
    count += 1
    return count
  }

  private var text: String { Canaries.text(next()) }
  private var value: ParameterValue { .string(text) }

  func table(_ edit: (String) -> String = { $0 }) throws -> RouteTable {
    try RouteTable(json: Array(edit(CanaryLinks.table(hidden: hidden)).utf8))
  }

  /// A session whose host answers everything, with canaries in its texts.
  func launch(
    _ table: RouteTable, _ configure: (inout RouteSession.Configuration) -> Void = { _ in }
  ) -> RouteSession {
    RouteSession.launch(table, at: .file(path)) {
      $0.clock = clock.sessionClock
      $0.device = "device"
      $0.warn = { self.words.append($0) }
      $0.answer("asked") { asked in
        if asked.principal == nil { return .wait(condition: "signedIn") }
        let words =
          "\(asked.parameters), \(asked.request.target), \(asked.value(of: "code"), default: "-")"
        switch asked.tree.count % 3 {
        case 0: return .allow
        case 1: return .deny(reason: "\(words) is not theirs")
        default: return .failed(reason: "nobody knows \(words)")
        }
      }
      $0.answer("moved") { _ in .redirect(self.elsewhere()) }
      $0.step("step") { editor, asked in try self.step(&editor, asked) }
      $0.translate("note") { _ in [self.elsewhere(), self.elsewhere()] }
      $0.perform("work") { .failed(reason: "\($0.parameters) \($0.action)") }
      configure(&$0)
    }
  }

  private func elsewhere() -> RouteRequest.Target {
    let number = next()
    switch number % 4 {
    case 0: return .route("gift", ["code": .string(Canaries.text(number))])
    case 1: return .screen(kind: "gift", ["code": .string(Canaries.text(number)), "late": value])
    case 2: return .screen(kind: "account", ["number": .int(Canaries.number(number))])
    default:
      let link = try? RouteLink(made.next(number, staysInPath: keepsNothing))
      return link.map(RouteRequest.Target.link) ?? .route("gift", ["code": value])
    }
  }

  private func step(_ editor: inout TreeEditor, _ asked: Prompt) throws -> Bool {
    guard let stack = editor.find("home") else { return false }
    let number = next()
    switch number % 5 {
    case 0: throw Refusal(description: Canaries.text(number))
    case 1: throw ParameterCodingError.refused(kind: "gift", reason: Canaries.text(number))
    case 2: try editor.push("account", ["number": .int(Canaries.number(number))], onto: stack.id)
    case 3: try editor.push("gift", ["code": value, undeclared: value], onto: stack.id)
    default:
      let id = try editor.push("gift", ["code": .string(Canaries.text(number))], onto: stack.id)
      try editor.make(.parameters(id, ["code": value, "late": value]))
    }
    return true
  }

  private func note(_ opening: Opening) {
    words.append(opening.outcome.map(\.description) ?? "waits")
    clock.advance(by: 1_000_000)
  }

  /// The links whose canaries were found.
  func guilty(_ found: [String]) -> [String] {
    links.sorted { $0.key < $1.key }.filter { link in
      let marks = [Canaries.text(link.key).dropFirst(), "\(Canaries.number(link.key))"[...]]
      return found.contains { text in marks.contains { text.contains($0) } }
    }.map { String($0.value.prefix(200)) }
  }

  /// Opens that number of links around private routes.
  func openLinks(_ many: Int, in session: RouteSession) {
    for _ in 0..<many {
      let number = next()
      let link = made.next(number, staysInPath: keepsNothing)
      links[number] = link
      note(session.open(link))
    }
  }

  /// Opens that number of links with canaries outside their paths.
  func openBeside(_ many: Int, in session: RouteSession) {
    for _ in 0..<many {
      let number = next()
      let link = made.nextBeside(number)
      links[number] = link
      note(session.open(link))
    }
  }

  /// Opens texts that are no links, or too long.
  func openBroken(in session: RouteSession) {
    let long = String(repeating: "a", count: 100_000)
    for link in [
      "no link \n \(text)", "/gift/\(text)\(long)", "/gift/\(text)\u{0}", "http://[\(text)]/gift/7",
      "https://h:\(text)/gift/7", "\(text)", "/gift/\u{FFFE}\(text)",
      "https://\(text)%zz/gift/\(text)", "/gift/x?" + String(repeating: "a=\(text)&", count: 2_000),
    ] { note(session.open(link)) }
  }

  /// Opens targets of all kinds other than links.
  func openTyped(in session: RouteSession) {
    for target in typedTargets { note(session.open(target, from: .programmatic)) }
    note(session.open(Gift(code: text, late: text)))
    note(session.open(Gift(code: text), by: "nowhere"))
    for entryPoint in [EntryPoint.notificationResponse, .userActivity] {
      note(session.open(.value(type: "note", ["text": value, "n": value]), from: entryPoint))
      note(session.open(.value(type: "other", ["text": value]), from: entryPoint))
    }
    for name in ["asked", "moved", "stepped"] {
      for _ in 0..<4 { note(session.open(.route(name, ["code": value]), from: .programmatic)) }
    }
  }

  private var typedTargets: [RouteRequest.Target] {
    [
      .route("gift", ["code": value, "other": value]), .route("nowhere", ["code": value]),
      .route("account", ["number": value]), .route("account", ["number": .double(91337550120.5)]),
      .route("account", ["number": .int(Canaries.number(next()))]),
      .route("member", ["id": value]), .route("page", ["name": "x", "unknown": value]),
      .screen(kind: "gift", ["code": value]), .screen(kind: "gift", ["code": .bool(true)]),
      .screen(kind: "nothing", ["code": value]), .screen(kind: "account", ["number": value]),
      .screen(kind: "ticket", ["event": "e", "seat": value]),
      .screen(kind: "page", ["name": "x", "code": value]),
    ]
  }

  /// Reports displayed screens, as trees and as invalid texts.
  func display(in session: RouteSession) {
    for number in 0..<3 {
      guard var home = session.state.tree.subtrees.first?.root.children.first else { return }
      let parameters: [Parameters] = [
        ["code": value, "late": value], ["code": .int(Canaries.number(next()))], ["x": value],
      ]
      home.children.append(Subtree(kind: "gift", parameters: parameters[number]))
      note(session.display.reconcile(with: DisplayedScreens(part: home)))
    }
    for notation in [
      #"main[home[feed gift(code: "\#(text)")] shop*[catalog]]"#, #"main[gift(code: "\#(text)"#,
      #"main[\#(text)(]"#, #"main[home[feed] shop*[catalog gift(code: \#(text))]]"#, "\(text)(",
      #"main/tabs[home/\#(text)[feed]]"#, #"main[home[gift(code: "\#(text)", code: "\#(text)")]]"#,
    ] { note(session.display.reconcile(with: notation)) }
    session.display.renderFailed(reason: "a view was missing")
  }

  /// Requests that wait: while the session is suspended, and for a condition.
  func wait(in session: RouteSession) {
    session.requests.suspend()
    openLinks(4, in: session)
    note(session.open("/asked/\(text)"))
    session.requests.resumeTransforming { _ in self.elsewhere() }
    note(session.open("/asked/\(text)", options: .init(expiresAfter: .seconds(1))))
    note(session.open("/asked/\(text)", source: "mail-1"))
    clock.advance(by: 5_000_000)
    session.wake()
    session.giveUp("signedIn", reason: "it was turned down")
    note(session.open("/asked/\(text)"))
    session.signal("signedIn", principal: "ann")
    for _ in 0..<6 {
      note(session.open("/asked/\(text)"))
      session.ready()
    }
  }

  /// Leaves links, as other processes do.
  func leave(_ links: [String], for session: RouteSession) throws {
    for link in links {
      clock.advance(by: 1)
      try DropBox(ofJournal: path).leave(link, clock: clock.sessionClock)
    }
    let inbox = URL(fileURLWithPath: path + "-inbox")
    let names = try FileManager.default.contentsOfDirectory(atPath: inbox.path).sorted()
    for (name, content) in zip(names, [#"{"link":"\#(text)"}"#, #"{"\#(text)": \#(text)"#, text]) {
      try Data(content.utf8).write(to: inbox.appending(path: name))
    }
    for opening in session.journal.ingest() { note(opening) }
  }

  /// A table whose routes give no action a secret, because an action outlives the process.
  func secretTable() throws -> RouteTable {
    try table { $0.replacing(#"with: { code: ":code" }, "#, with: "") }
  }

  /// A later version of the table: a kind has migrated and opened a parameter.
  func laterTable() throws -> RouteTable {
    try table {
      $0.replacing(#"late: "string?" }, \#(self.hidden): ["code", "late"]"#, with: self.coupon)
        .replacing(#"number: "int""#, with: #"number: "string""#)
    }
  }

  private var coupon: String {
    """
    coupon: "string?" }, \(hidden): ["code"], version: 2,
      migrations: [{ from: 1, with: { code: ":code", coupon: ":late" } }]
    """
  }

  /// A day of the app: that number of links, and everything else once.
  func day(_ many: Int, in session: RouteSession) throws {
    openLinks(many / 2, in: session)
    openBeside(many / 4, in: session)
    openBroken(in: session)
    openTyped(in: session)
    display(in: session)
    session.ready()
    wait(in: session)
    openLinks(many / 2, in: session)
    try leave((0..<6).map { _ in made.next(next()) }, for: session)
    session.background()
    session.foreground()
    openBeside(many / 4, in: session)
  }
}
