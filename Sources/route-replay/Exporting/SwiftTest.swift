import RouteEngine
import RouteReplay
import RouteStore
import TextTerminal

/// An exported session as a file for Swift Testing.
///
/// Text from the journal is only in string literals; other data is a number or a word of a closed
/// list. No data from the journal is in a comment.
struct SwiftTest {
  /// The facts about the app that its developer gives.
  struct App {
    /// The expression that makes the route table; nil when the developer has to fill it in.
    var table: String?
    /// The modules to import.
    var modules: [String] = []
  }

  private let session: ExportedSession
  private let app: App
  /// The first difference from the recording when the export was tried.
  private let problem: ExportTrial.Difference?
  private var body: [String] = []
  private var tree: String?
  private var changesTree = false
  /// The requests that have a variable.
  private var named: Set<RequestID> = []
  /// The entries of steps whose lines contain tokens.
  private var tokenEntries: [Int64] = []
  private var holdsToken = false
  private var holdsSecret = false

  init(_ session: ExportedSession, for app: App, problem: ExportTrial.Difference?) {
    (self.session, self.app, self.problem) = (session, app, problem)
    let first = session.steps.first?.tree ?? ""
    changesTree = session.steps.contains { $0.tree != first }
    for index in session.steps.indices { write(index) }
  }

  /// The whole file.
  var text: String {
    (header + imports + [""] + function + body.map { $0.isEmpty ? "" : "  " + $0 } + ["}", ""])
      .joined(separator: "\n")
  }

  private var header: [String] {
    var lines = comment(
      "Session \(session.number) of a route journal, up to entry \(session.anchor.sequence): the "
        + "recorded input, its times, and the replies of the app's code. The test hands it to a "
        + "new session with the app's own route table and expects the recorded outcomes and "
        + "screens. "
        + "If a recorded result is the fault, change the expectation to the right result.")
    if app.table == nil || app.modules.isEmpty {
      lines += [""] + comment("FILL IN the places that are marked so below, once for the app.")
    }
    if !tokenEntries.isEmpty {
      let entries = tokenEntries.prefix(8).map(String.init).joined(separator: ", ")
      let more = tokenEntries.count > 8 ? " and others" : ""
      lines +=
        [""]
        + comment(
          "Private values are not in the journal: each is a token, a tilde and 22 characters, here "
            + "at entry \(entries)\(more). The test does not need the values, because the engine "
            + "decides by tokens. If the fault is in a value, write the user's value in place of "
            + "the token: only you can find out what it was. The expected texts then have another "
            + "token.")
    }
    if holdsSecret {
      lines += comment("A token that ends in _ stands for a secret, which is written nowhere.")
    }
    if !session.stepNames.isEmpty {
      lines +=
        [""]
        + comment(
          "Swift steps are not run: the changes that they made are in the journal's own words. To "
            + "run your own, contribute them where the session is made: "
            + "{ $0.step(NAME) { ... } }.")
    }
    for note in session.notes {
      lines += wrapped("\(note.prefix(1).uppercased() + note.dropFirst()).", width: 97)
    }
    if session.earlierActions > 0 {
      lines += comment(
        "\(counted(session.earlierActions, "action")) of earlier sessions "
          + (session.earlierActions == 1 ? "was pending and is" : "were pending and are")
          + " not part of it.")
    }
    if let problem {
      lines += ["", "NOT AS RECORDED when it was tried with the recorded table:"]
      lines += comment("\(problem.what) at entry \(problem.sequence).")
    }
    return lines.map { $0.isEmpty ? "//" : "// " + $0 }
  }

  private func comment(_ text: String) -> [String] {
    wrapped(text, width: SwiftText.width - "// ".count)
  }

  private var imports: [String] {
    var lines = ["import RouteEngine", "import RouteReplay", "import Testing", ""]
    if app.modules.isEmpty {
      lines.append("// FILL IN: @testable import the module that makes the route table.")
    }
    return lines + app.modules.map { "@testable import \($0)" }
  }

  private var function: [String] {
    // Tests of several journals may be in one target.
    let name = "session\(session.number)_\(session.anchor.digest.description.prefix(8))"
    return ["@MainActor @Test func \(name)() throws {"]
  }

  // MARK: Steps

  private mutating func write(_ index: Int) {
    let step = session.steps[index]
    holdsToken = false
    if index > 0, !step.isReply(to: session.steps[index - 1]) {
      body += ["", "// Entry \(step.sequence), \(Self.seconds(step.time)) s"]
      if step.time > session.steps[index - 1].time {
        body.append("run.time = \(SwiftText.duration(step.time))")
      }
    }
    if let problem, problem.step == index { body.append("// NOT AS RECORDED, see above.") }
    act(step)
    let isUnderWay = index + 1 < session.steps.count && session.steps[index + 1].isReply(to: step)
    if !isUnderWay || step.tree != tree { expect(step) }
    if holdsToken { tokenEntries.append(step.sequence) }
  }

  private mutating func expect(_ step: ExportedSession.Step) {
    for id in step.requests {
      guard let outcome = step.outcomes[id] else { continue }
      let name = Self.name(id)
      add(.call("#expect", [.labelled("run.outcome(of: \(name)) == ", .string(outcome))]))
      guard let actions = step.actions[id] else { continue }
      let words = SwiftText.array(actions.map { .string($0) })
      add(.call("#expect", [.labelled("run.actions(of: \(name)) == ", words)]))
    }
    if step.tree != tree {
      let start = tree == nil ? (changesTree ? "var tree = " : "let tree = ") : "tree = "
      add(.labelled(start, .string(step.tree)))
      tree = step.tree
    }
    body.append("#expect(session.notation == tree)")
  }

  private mutating func act(_ step: ExportedSession.Step) {
    switch step.act {
    case nil: launch()
    case .open(let id, let request): open(id, request, step.place)
    case .reply(let id, let replies):
      let replies = replies.map(SwiftText.reply)
      add(.call("run.reply", [.labelled("to: ", .code(Self.name(id)))] + replies))
    case .park(let id, let condition):
      add(.call("run.park", [.code(Self.name(id)), .labelled("until: ", .string(condition))]))
    case .cancel(let id, let reason):
      add(
        .call(
          "session.requests.cancel", [.code(Self.name(id)), .labelled("reason: ", .string(reason))])
      )
    case .expire: body.append("session.wake()")
    case .input(let input): receive(input, step.place)
    case .replace, .adopt: break  // they are not steps of their own
    }
  }

  /// The call for an input that names no request.
  private mutating func receive(_ input: Input, _ place: ExportedSession.Place?) {
    switch input {
    case .signalled(let condition, let principal):
      let principal = principal.map { SwiftText.labelled("principal: ", .string($0)) }
      add(.call("session.signal", [.string(condition), principal]))
    case .unsignalled(let condition): add(.call("session.unsignal", [.string(condition)]))
    case .gaveUp(let condition, let reason):
      add(.call("session.giveUp", [.string(condition), .labelled("reason: ", .string(reason))]))
    case .signedIn(let name): add(.call("session.signIn", [.labelled("as: ", .string(name))]))
    case .signedOut: body.append("session.signOut()")
    case .ready: if let place { add(.call("session.ready", [Self.screen(place)])) }
    case .unready: if let place { add(.call("session.unready", [Self.screen(place)])) }
    case .suspended: body.append("session.requests.suspend()")
    case .resumed(let policy): body.append("session.requests.resume(.\(policy.rawValue))")
    case .transformed(let replacements): transform(replacements)
    case .handedOver: body.append("session.requests.resumeHandingOver { _ in }")
    case .background: body.append("session.background()")
    case .foreground: body.append("session.foreground()")
    case .ended: body.append("session.end()")
    case .transitionBegan: body.append("session.display.beginTransition()")
    case .transitionEnded: body.append("session.display.endTransition()")
    default: break  // they are not steps of their own
    }
  }

  private mutating func launch() {
    let start = session.beginning
    var arguments: [SwiftText] = [
      .code("at: .init(sinceEpoch: \(SwiftText.duration(start.moment.microseconds)))")
    ]
    if let tree = start.tree {
      arguments.append(.labelled("tree: ", .string(tree)))
      arguments.append(.labelled("ids: ", .array(start.ids.map { .code(String($0)) })))
    }
    if start.counter > 0 { arguments.append(.labelled("counter: ", .code(String(start.counter)))) }
    if start.sequence > 0 {
      arguments.append(.labelled("sequence: ", .code(String(start.sequence))))
    }
    if let principal = start.principal {
      arguments.append(.labelled("principal: ", .string(principal)))
    }
    if !start.conditions.isEmpty {
      arguments.append(.labelled("conditions: ", .array(start.conditions.map { .string($0) })))
    }
    if start.isSuspended { arguments.append(.code("isSuspended: true")) }
    if !start.waiting.isEmpty {
      arguments.append(.labelled("waiting: ", .array(start.waiting.map { .string($0) })))
    }
    if !start.suspects.isEmpty {
      let suspects = start.suspects.sorted { $0.key < $1.key }
      arguments.append(
        .labelled("suspects: ", .array(suspects.map { .code("\($0.key): \($0.value)") })))
    }
    add(.labelled("let beginning = ", .call("RehearsedSession.Beginning", arguments)))
    if app.table == nil {
      body.append("// FILL IN: the expression that makes the app's route table.")
    }
    let settings = self.settings
    let table = app.table ?? "AppRoutes.table()"
    body.append(
      "let run = try RehearsedSession(\(table), from: beginning)" + (settings.isEmpty ? "" : " {"))
    if !settings.isEmpty { body += settings.map { "  $0." + $0 } + ["}"] }
    body.append("let session = run.session")
    for id in session.waiting {
      named.insert(id)
      body.append("let \(Self.name(id)) = run.request(\(id))")
    }
  }

  private var settings: [String] {
    var settings = RouteLimits.fields.compactMap { name, field in
      let value = session.limits[keyPath: field]
      return value == RouteLimits.standard[keyPath: field] ? nil : "limits.\(name) = \(value)"
    }
    if session.whenBusy != .queue { settings.append("whenBusy = .\(session.whenBusy.rawValue)") }
    if session.startsSuspended { settings.append("startsSuspended = true") }
    return settings
  }

  private mutating func open(
    _ id: RequestID, _ request: RouteRequest, _ place: ExportedSession.Place?
  ) {
    named.insert(id)
    let variable = "let \(Self.name(id)) = "
    if case .fact(let fact) = request.target, let plain = Self.fact(fact, place) {
      return add(.labelled(variable, .call("session.report", [plain])))
    }
    var arguments: [SwiftText] = []
    if case .link(let link) = request.target, !link.carriesTokens {
      arguments.append(.string(link.text))
      if request.entryPoint != .url {
        arguments.append(.code("from: .\(request.entryPoint.rawValue)"))
      }
    } else {
      arguments.append(SwiftText.target(request.target))
      arguments.append(.code("from: .\(request.entryPoint.rawValue)"))
    }
    if let source = request.source { arguments.append(.labelled("source: ", .string(source))) }
    if let options = self.options(request.options, of: id) { arguments.append(options) }
    add(.labelled(variable, .call("session.open", arguments)))
  }

  /// The options of a request. Those of routers have no place in the initializer: lines before the
  /// call set them.
  private mutating func options(
    _ options: RouteRequest.Options, of id: RequestID
  ) -> SwiftText? {
    guard options != RouteRequest.Options() else { return nil }
    var parts: [SwiftText] = []
    if !options.isSuspendable { parts.append(.code("isSuspendable: false")) }
    if !options.isAnimated { parts.append(.code("isAnimated: false")) }
    if let span = options.lifetimeMicroseconds {
      parts.append(.code("expiresAfter: \(SwiftText.duration(span))"))
    }
    if let scene = options.scene { parts.append(.labelled("scene: ", .string(scene))) }
    if let result = options.result { parts.append(.labelled("result: ", .string(result))) }
    if let parent = options.onBehalfOf {
      let id = named.contains(parent) ? "\(Self.name(parent)).request" : "RequestID(\(parent))"
      parts.append(.code("onBehalfOf: \(id)"))
    }
    guard options.router != nil || options.staysBelowRouter else {
      return .labelled("options: ", .call(".init", parts))
    }
    let name = "options\(id)"
    add(.labelled("var \(name) = ", .call("RouteRequest.Options", parts)))
    if let router = options.router { add(.labelled("\(name).router = ", .string(router))) }
    if options.staysBelowRouter { body.append("\(name).staysBelowRouter = true") }
    return .code("options: \(name)")
  }

  private mutating func transform(
    _ replacements: [(RequestID, RouteRequest.Target?)]
  ) {
    for case (let id, let target?) in replacements {
      add(.labelled("let instead\(id): RouteRequest.Target = ", SwiftText.target(target)))
    }
    body.append("session.requests.resumeTransforming { kept in")
    for (id, target) in replacements {
      let reply = target == nil ? "nil" : "instead\(id)"
      body.append("  if kept.id == \(Self.name(id)).request { return \(reply) }")
    }
    body += ["  return kept.target", "}"]
  }

  /// A fact about one screen; nil for a fact that only the journal's format can express.
  private static func fact(_ fact: HostFact, _ place: ExportedSession.Place?) -> SwiftText? {
    func id(_ id: ScreenID?) -> SwiftText {
      if let place { return screen(place) }
      return .code(id.map { "ScreenID(\($0))" } ?? "nil")
    }
    switch fact {
    case .popped(let screen): return .call(".popped", [id(screen)])
    case .poppedTo(let screen): return .call(".poppedTo", [id(screen)])
    case .dismissed(let screen): return .call(".dismissed", [id(screen)])
    case .selected(let screen): return .call(".selected", [id(screen)])
    case .activated(let scene): return .call(".activated", [.labelled("scene: ", .string(scene))])
    case .reconciled, .renderFailed, .returned: return nil
    }
  }

  private static func screen(_ place: ExportedSession.Place) -> SwiftText {
    let index = place.index == 0 ? nil : SwiftText.code(String(place.index))
    return .call("run.screen", [.string(place.words), index])
  }

  private mutating func add(_ text: SwiftText) {
    body += text.lines(indent: 2)
    text.forEachString { string in
      let bytes = Array(string.utf8)
      holdsToken = holdsToken || TokenSearch.finds(in: bytes)
      holdsSecret =
        holdsSecret || TokenSearch.finds(in: bytes, where: TokenText.isSecret)
    }
  }

  private static func name(_ id: RequestID) -> String { "request\(id)" }

  /// Microseconds as seconds, to the last digit.
  private static func seconds(_ time: Int64) -> String {
    let fraction = String(time % 1_000_000)
    return "\(time / 1_000_000)." + String(repeating: "0", count: 6 - fraction.utf8.count)
      + fraction
  }
}
