import RouteEngine
import RouteReplay
import RouteStore
import Testing

/// A scenario while it is played.
@MainActor
struct Stage {
  let lines: [String]
  let scenario: Scenario
  let sourceLocation: SourceLocation
  let journal: TestJournal
  var table: RouteTable
  /// Where the journal of the living process is.
  private(set) var path: String
  private(set) var session: RouteSession?
  private(set) var calls = HostCalls()
  private(set) var openings: [String: Opening] = [:]
  /// The actions that the version handles; nil: all.
  private var handled: [String]?
  /// Processes that were killed, and what their code waits for.
  private var killed: [(RouteSession?, HostCalls)] = []
  /// What whoever asked for the end of a request was told.
  private var audience: [(opening: Opening, told: Told)] = []

  private final class Told {
    var outcomes: [Outcome?] = []
  }

  init(_ scenario: Scenario, for story: String, sourceLocation: SourceLocation) throws {
    let lines = story.split(separator: "\n").map { $0.drop(while: { $0 == " " }) }
    let given = lines.first { $0.hasPrefix("given:") }?.dropFirst("given:".count)
    self.lines = lines.filter { !$0.hasPrefix("given:") && !$0.isEmpty }.map(String.init)
    self.scenario = scenario
    self.sourceLocation = sourceLocation
    journal = try TestJournal(scenario, tree: given.map(String.init) ?? Scenario.tree)
    (table, path) = (journal.table, journal.path)
    launch()
  }

  private var actionNames: [String] {
    let definition = table.definition
    return (definition.routes.flatMap(\.actions) + definition.screens.flatMap(\.actions))
      .map(\.name)
  }

  private mutating func launch() {
    session = nil  // the journal has one owner
    let (scenario, calls, actions) = (scenario, calls, actionNames)
    let handled = handled ?? actions
    session = journal.launch(at: path, table: table) { configuration in
      for name in handled {
        calls.perform(name, later: scenario.later.contains(name), in: &configuration)
      }
      for (name, answer) in scenario.answers {
        calls.answer(name, with: answer, in: &configuration)
      }
      for name in scenario.later where !actions.contains(name) {
        calls.answerLater(name, in: &configuration)
      }
      scenario.configure(&configuration)
    }
    #expect(session?.health == .recording, sourceLocation: sourceLocation)
  }

  mutating func play(_ text: String) throws {
    for line in Line.all(in: text) { try carryOut(line) }
  }

  /// Plays a line when what it needs, or expects, is so.
  mutating func playLater(_ text: String) async throws {
    for line in Line.all(in: text) {
      try await wait(for: line)
      try carryOut(line)
      for opening in openings.values where !audience.contains(where: { $0.opening === opening }) {
        let told = Told()
        audience.append((opening, told))
        Task { told.outcomes.append(await opening.ended()) }
      }
    }
  }

  private func wait(for line: Line) async throws {
    switch line.word {
    case "code": _ = await eventually { calls.questions.count > 0 }
    case "finish": _ = await eventually { calls.actions.count > 0 }
    case "settle": for _ in 0..<1_000 { await Task.yield() }
    default:
      guard let expected = try expected(by: line) else { return }
      _ = await eventually { (try? found(line)) == expected }
    }
  }

  private mutating func carryOut(_ line: Line) throws {
    if let expected = try expected(by: line) {
      let found = try found(line)
      #expect(found == expected, "\(line)", sourceLocation: sourceLocation)
      forget(line)
    } else if try !beginAnew(line) {
      let before = session?.state.tree
      try act(line)
      requireWhole(line, before)
    }
    for opening in openings.values where opening.outcome != nil {
      #expect(opening.isRecorded, "\(line)", sourceLocation: sourceLocation)
    }
  }

  /// What was told once is not told again.
  private func forget(_ line: Line) {
    switch line.word {
    case "performed", "attempts": (calls.performed, calls.attempts) = ([], [])
    case "asked": calls.asked = []
    default: break
    }
  }

  /// Lets another process take the place of this one, if a line says so.
  private mutating func beginAnew(_ line: Line) throws -> Bool {
    switch line.word {
    case "relaunch": session?.stable()
    case "crash": break
    case "update":
      session?.stable()
      table = try version(line.rest)
    case "handles":
      session?.stable()
      handled = line.rest.split(separator: " ").map(String.init)
    case "kill":
      guard let session else { return false }
      path = try journal.killed(path, as: "killed-\(killed.count).sqlite")
      killed.append((session, calls))
      calls = calls.next()
    default: return false
    }
    launch()
    return true
  }

  func version(_ name: String) throws -> RouteTable {
    guard let version = scenario.versions[name] else {
      throw ScenarioMistake("no such version: \(name)")
    }
    return try RouteTable(version)
  }

  /// Keeps a request under its label; it is the newest.
  mutating func keep(_ opening: Opening, _ label: String) {
    openings[label] = opening
    openings[""] = opening
  }

  /// The request of a label, or the newest.
  func opening(_ label: String) throws -> Opening {
    guard let opening = openings[label] ?? calls.opened[label] else {
      throw ScenarioMistake("there is no request \(label)")
    }
    return opening
  }

  /// What did not succeed has changed nothing.
  private func requireWhole(_ line: Line, _ before: ScreenTree?) {
    guard ["open", "urgent", "show", "route"].contains(line.word), let session,
      openings[""]?.outcome?.isSuccess != true, session.state.waiting.isEmpty
    else { return }
    #expect(session.state.tree == before, "\(line)", sourceLocation: sourceLocation)
  }

  /// The journal, verified and rerun, tells the same story.
  func requireReplays() throws {
    #expect(calls.rekeyed == [], sourceLocation: sourceLocation)
    guard let session else { return }
    try journal.requireReplays(of: session, at: path, sourceLocation: sourceLocation)
  }

  /// The next process has the same screens.
  mutating func requireRestores() throws {
    let text = session.map { table.notation(of: $0.state.tree) }
    session?.stable()
    launch()
    #expect(session?.notation == text, sourceLocation: sourceLocation)
  }

  /// Whoever asked for the end of a request was told its outcome, once.
  func requireTold() async {
    for (opening, told) in audience where opening.outcome != nil {
      _ = await eventually { !told.outcomes.isEmpty }
      #expect(told.outcomes == [opening.outcome], sourceLocation: sourceLocation)
    }
  }

  /// Lets all code end that still waits.
  func leave() {
    for (session, calls) in killed + [(session, calls)] {
      calls.leave()
      session?.end()
    }
  }
}

/// A line of a story: a word, what stands between it and a colon, and what stands behind that.
struct Line: CustomStringConvertible {
  let description: String
  let word: String
  let labels: [String]
  let rest: String

  var label: String { labels.first ?? "" }

  private init(_ text: Substring) {
    let parts = text.split(separator: ":", maxSplits: 1)
    let words = parts[0].split(separator: " ").map(String.init)
    description = String(text)
    word = words.first ?? ""
    labels = Array(words.dropFirst())
    rest = parts.count > 1 ? Self.trimmed(parts[1]) : ""
  }

  /// The line, and the outcome that stands behind it.
  static func all(in text: String) -> [Line] {
    let parts = text.split(separator: " -> ", maxSplits: 1)
    return [Line(parts[0])] + parts.dropFirst().map { Line("outcome: " + $0) }
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
