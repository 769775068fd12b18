import RouteEngine
import RouteReplay
import RouteStore
import Testing

/// A scenario while it is played.
@MainActor
struct Stage {
  private var table: RouteTable
  var versions: [String: RouteTableDefinition] = [:]
  private let path: String
  private let answers: [String: Answer]
  private let configure: (inout RouteSession.Configuration) -> Void
  private let sourceLocation: SourceLocation
  private let clock = ManualClock()
  private let performed = Names()
  private let asked = Names()
  private var session: RouteSession?
  private var openings: [String: Opening] = [:]

  init(
    table: RouteTable, path: String, answers: [String: Answer],
    configure: @escaping (inout RouteSession.Configuration) -> Void,
    sourceLocation: SourceLocation
  ) {
    self.table = table
    self.path = path
    self.answers = answers
    self.configure = configure
    self.sourceLocation = sourceLocation
    launch()
  }

  private mutating func launch() {
    session = nil  // the journal has one owner
    let (performed, asked, answers) = (performed, asked, answers)
    let clock = clock.sessionClock
    let configure = configure
    let names = actionNames
    session = RouteSession.launch(table, at: .file(path)) {
      $0.clock = clock
      $0.device = "device"
      for name in names {
        $0.perform(name) { attempt in
          performed.all.append(attempt.action.name)
          return .done
        }
      }
      for (name, answer) in answers {
        $0.answer(name) { _ in
          asked.all.append(name)
          return answer
        }
      }
      configure(&$0)
    }
    #expect(session?.health == .recording, sourceLocation: sourceLocation)
  }

  private var actionNames: [String] {
    let definition = table.definition
    return (definition.routes.flatMap(\.actions) + definition.screens.flatMap(\.actions)).map(
      \.name)
  }

  mutating func play(_ line: String) throws {
    let parts = line.split(separator: " -> ", maxSplits: 1).map(String.init)
    try carryOut(parts[0])
    if parts.count > 1 { try carryOut("outcome: " + parts[1]) }
  }

  private mutating func carryOut(_ line: String) throws {
    if line == "relaunch" {
      session?.stable()
      return launch()
    }
    if line == "crash" { return launch() }
    if line.hasPrefix("update: ") {
      session?.stable()
      table = try version(line.dropFirst("update: ".count))
      return launch()
    }
    guard let session else { throw ScenarioMistake("no session") }
    let parts = line.split(separator: ":", maxSplits: 1).map { trimmed($0) }
    let words = parts[0].split(separator: " ").map(String.init)
    let rest = parts.count > 1 ? parts[1] : ""
    let label = words.count > 1 ? words[1] : ""
    clock.advance(by: 1_000)
    let before = session.state.tree
    switch words[0] {
    case "open": keep(session.open(rest), label)
    case "urgent": keep(session.open(rest, options: .init(isSuspendable: false)), label)
    case "offer", "below":
      var options = RouteRequest.Options()
      (options.router, options.staysBelowRouter) = (label, words[0] == "below")
      keep(session.open(rest, options: options), "")
    case "value":
      let value = try TreeNotation(rest).scenes[0].root
      keep(session.open(.value(type: value.kind, value.parameters), from: .customValue), label)
    case "show", "route": keep(try openNamed(words[0], rest, session), label)
    case "reconcile": keep(session.reconcile(with: rest), label)
    case "render": keep(session.renderFailed(reason: rest), "")
    case "transition":
      if rest == "begins" { session.beginTransition() } else { session.endTransition() }
    case "fact": keep(session.report(try fact(rest, session)), label)
    case "signal":
      let named = rest.split(separator: " ").map(String.init)
      session.signal(named[0], principal: named.count == 3 ? named[2] : nil)
    case "sign": if label == "in" { session.signIn(as: rest) } else { session.signOut() }
    case "wake": session.wake()
    case "adopt":
      table = try version(rest[...])
      #expect(session.adopt(table), sourceLocation: sourceLocation)
    case "cancel":
      guard let opening = openings[label] else { throw ScenarioMistake("no request: \(line)") }
      session.cancel(opening, reason: rest.isEmpty ? "cancelled" : rest)
    case "background": session.background()
    case "foreground": session.foreground()
    case "end": session.end()
    case "stable": session.stable()
    case "ready":
      guard let screen = session.state.tree.firstScreen(where: { $0.kind == rest }) else {
        throw ScenarioMistake("there is no \(rest) to be ready")
      }
      session.ready(screen.id)
    case "suspend": session.suspend()
    case "resume": try resume(rest, session)
    case "clock": clock.wall += (Int64(rest) ?? 0) * 1_000_000
    case "boot": clock.boot = rest
    case "pass", "wait":
      clock.advance(by: (Int64(rest) ?? 0) * 1_000_000)
      if words[0] == "wait" { session.wake() }
    default: return try expect(words[0], label, rest, session)
    }
    requireWhole(line, before, session)
  }

  private func version(_ name: Substring) throws -> RouteTable {
    guard let version = versions[String(name)] else {
      throw ScenarioMistake("no such version: \(name)")
    }
    return try RouteTable(version)
  }

  /// What did not succeed has changed nothing.
  private func requireWhole(_ line: String, _ before: ScreenTree, _ session: RouteSession) {
    guard ["open", "urgent", "show", "route"].contains(where: line.hasPrefix),
      openings[""]?.outcome?.isSuccess != true, session.state.waiting.isEmpty
    else { return }
    #expect(session.state.tree == before, "\(line)", sourceLocation: sourceLocation)
  }

  private mutating func expect(
    _ word: String, _ label: String, _ rest: String, _ session: RouteSession
  ) throws {
    switch word {
    case "outcome":
      let outcome = openings[label]?.outcome
      #expect(outcome?.description ?? "waiting" == rest, sourceLocation: sourceLocation)
    case "tree":
      let expected = try TreeNotation(rest, containers: table.container)
      let text = expected.notation(containers: table.container)
      #expect(session.notation == text, sourceLocation: sourceLocation)
    case "performed":
      #expect(performed.take() == rest, sourceLocation: sourceLocation)
    case "asked":
      #expect(asked.take() == rest, sourceLocation: sourceLocation)
    case "shows":
      let leaf = session.state.tree.visibleLeaf()
      #expect(leaf?.kind == rest, sourceLocation: sourceLocation)
    case "changes":
      let count = try changes(of: openings[""]?.request)
      #expect(String(count) == rest, sourceLocation: sourceLocation)
    case "router":
      let router = try lastDecision(of: openings[""]?.request)?.router
      #expect(router ?? "none" == rest, sourceLocation: sourceLocation)
    case "restored":
      let restoration = session.restoration
      let words = [restoration?.extent.rawValue, restoration.map { "after \($0.uncleanEnds)" }]
      #expect(
        words.compactMap(\.self).joined(separator: " ") == rest, sourceLocation: sourceLocation)
    case "parked":
      let count = session.state.waiting.filter(\.isParked).count
      #expect(String(count) == rest, sourceLocation: sourceLocation)
    default: throw ScenarioMistake("no such line: \(word)")
    }
  }

  /// How many changes of the tree the request's last entry made.
  private func changes(of request: RequestID?) throws -> Int {
    let changes = try lastDecision(of: request)?.changes ?? []
    return changes.filter { if case .tree = $0 { true } else { false } }.count
  }

  private func lastDecision(of request: RequestID?) throws -> JournalEntry? {
    var last: JournalEntry?
    try History(path: path).forEachEntry { row in
      let entry = try EntryCoder.decode(row)
      if entry.kind == .decided, entry.requestID == request { last = entry }
    }
    return last
  }

  private func resume(_ rest: String, _ session: RouteSession) throws {
    let words = rest.split(separator: " ").map(String.init)
    let link = words.count > 1 ? try RouteLink(words[1]) : nil
    switch words[0] {
    case "transform":
      var isFirst = true  // is dropped
      session.resumeTransforming { _ in
        defer { isFirst = false }
        return isFirst ? nil : link.map { .link($0) }
      }
    case "custom":
      session.resumeHandingOver { kept in
        #expect(session.state.waiting == [], sourceLocation: sourceLocation)
        for request in kept.reversed() { session.open(request.target, from: .programmatic) }
      }
    default: session.resume(try #require(RouteSession.ResumePolicy(rawValue: words[0])))
    }
  }

  private mutating func keep(_ opening: Opening, _ label: String) {
    openings[label] = opening
    if !label.isEmpty { openings[""] = opening }
  }

  private func openNamed(
    _ word: String, _ text: String, _ session: RouteSession
  ) throws -> Opening {
    let scene = try TreeNotation(text).scenes[0].root
    let target: RouteRequest.Target =
      word == "show"
      ? .screen(kind: scene.kind, scene.parameters) : .route(scene.kind, scene.parameters)
    return session.open(target, from: .programmatic)
  }

  private func fact(_ text: String, _ session: RouteSession) throws -> HostFact {
    let words = text.split(separator: " ").map(String.init)
    let named = words.count > 1 ? session.state.tree.firstScreen { $0.kind == words[1] }?.id : nil
    switch (words[0], named) {
    case ("popped", let id): return .popped(id)
    case ("poppedTo", let id?): return .poppedTo(id)
    case ("dismissed", let id): return .dismissed(id)
    case ("selected", let id?): return .selected(id)
    default: throw ScenarioMistake("no such fact: \(text)")
    }
  }

  private func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  /// The same journal, restored, verified and rerun, tells the same story.
  mutating func requireReplays() throws {
    guard let lived = session?.state else { return }
    let history = try History(path: path)
    let verification = try Verification(of: history)
    #expect(verification.findings == [], sourceLocation: sourceLocation)
    #expect(verification.stateDigest == lived.digest, sourceLocation: sourceLocation)
    let rerun = try Rerun(of: history)
    #expect(rerun.divergences == [], sourceLocation: sourceLocation)
    let text = table.notation(of: lived.tree)
    session?.stable()
    launch()
    #expect(session?.notation == text, sourceLocation: sourceLocation)
  }
}

/// Names in the order in which host code was called by them.
private final class Names {
  var all: [String] = []

  func take() -> String {
    defer { all = [] }
    return all.joined(separator: " ")
  }
}
