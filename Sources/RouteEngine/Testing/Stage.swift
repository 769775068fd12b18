import RouteEngine
import RouteReplay
import RouteStore

/// A scenario while it is run.
@MainActor
struct Stage {
  let scenario: Scenario
  private var lines: ArraySlice<StoryLine>
  /// The actions that take a result, and those of tables to be adopted, by lines of the story.
  private let laterNames: [String]
  private(set) var mismatches: [ScenarioFailure.Mismatch]
  /// The present line.
  private(set) var line: StoryLine?
  /// Whether lines wait for asynchronous code.
  private var isAwaiting = false
  /// Whether all lines were run; only then the requirements of every story are checked.
  private var isWhole = true
  let journal: TemporaryJournal?
  var table: RouteTable
  /// The path of the living process's journal.
  private(set) var path: String
  private(set) var session: RouteSession?
  private(set) var calls = HostCalls()
  private(set) var openings: [String: Opening] = [:]
  /// The requests of earlier processes.
  private(set) var left: [Opening] = []
  /// The actions that the version handles; nil: all.
  private var handled: [String]?
  /// Processes that were killed, with their waiting code.
  private var killed: [(RouteSession?, HostCalls)] = []
  /// The callers that wait for the outcome of a request, with the outcomes that they were told.
  private var audience: [(opening: Opening, told: Told)] = []

  private final class Told {
    var outcomes: [Outcome?] = []
  }

  init(_ scenario: Scenario, for story: String) {
    let (lines, mistakes) = StoryLine.all(in: story)
    let given = lines.filter { $0.word == .given }
    self.scenario = scenario
    self.lines = lines.filter { $0.word != .given }[...]
    laterNames =
      lines.filter { $0.word == .open }.compactMap(\.resultName)
      + lines.filter { $0.word == .adopt }.flatMap { scenario.versions[$0.rest]?.actionNames ?? [] }
    mismatches = mistakes
    let made = Result { () throws(StoreError) in try TemporaryJournal() }
    (journal, table, path) = (try? made.get(), .empty, "")  // the error is reported below
    do throws(RouteTableMistakes) {
      table = try scenario.table(given: given.first?.rest)
    } catch {
      miss(given.first, "a route table", "\(error)")
    }
    for line in given.dropFirst() { miss(line, "one tree to begin with", "a second one") }
    if let journal { path = journal.path }
    if case .failure(let error) = made { miss(nil, "a temporary folder", "\(error)") }
    isWhole = mismatches.isEmpty
    if isWhole { launch() }
  }

  private mutating func launch() {
    let isAtWork = session?.codeUnderWay.isEmpty == false
    session = nil  // the journal has one owner, and code that runs retains it
    left = Array(openings.values) + Array(calls.opened.values)
    let (scenario, calls, names) = (scenario, calls, handled ?? table.actionNames + laterNames)
    session = journal?.launch(table, at: path) { configuration in
      calls.contribute(scenario, handled: names, in: &configuration)
      if handled != nil { configuration.handleOnly(names) }
    }
    let health = session?.health.description ?? "no session"
    let cause = "; code of the process before still runs: only a line 'kill' can end it"
    require("recording", isAtWork && health != "recording" ? health + cause + advice : health)
  }

  /// The end of a message about asynchronous code, when the story does not wait for it.
  var advice: String { isAwaiting ? "" : "; only 'run(awaiting:)' lets asynchronous code go on" }

  // MARK: Lines

  /// Runs the next line.
  ///
  /// - Returns: false when there is none, or it could not be run.
  mutating func playNext() -> Bool {
    guard isWhole, let line = lines.popFirst() else { return false }
    play(line)
    return isWhole
  }

  /// Runs the next line, after waiting for its precondition or expectation.
  mutating func playNext(within limit: Duration) async -> Bool {
    isAwaiting = true
    guard isWhole, let line = lines.popFirst() else { return false }
    await wait(for: line, within: limit)
    play(line)
    for opening in openings.values where !audience.contains(where: { $0.opening === opening }) {
      let told = Told()
      audience.append((opening, told))
      Task { told.outcomes.append(await opening.ended()) }
    }
    return isWhole
  }

  private mutating func play(_ line: StoryLine) {
    self.line = line
    defer { self.line = nil }
    do {
      try carryOut(line)
    } catch let mistake as StoryMistake {
      isWhole = false
      miss(line, mistake.expected, mistake.found)
    } catch {
      isWhole = false
      miss(line, "a line that can be played", "\(error)")
    }
  }

  private func wait(for line: StoryLine, within limit: Duration) async {
    switch line.word {
    case .code: _ = await eventually(within: limit) { isAsked(line) }
    case .finish:
      _ = await eventually(within: limit) { calls.actions.isWaiting(for: line.labels.first) }
    case .settle:
      for _ in 0..<1_000 { await Task.yield() }
      _ = await eventually(within: limit) { isSettled }
    default:
      // A line that cannot be run reports this when it is run.
      guard let expected = try? expected(by: line) else { return }
      _ = await eventually(within: limit) { (try? found(line)) == expected }
    }
  }

  /// Whether code waits for the answer that a line gives.
  private func isAsked(_ line: StoryLine) -> Bool {
    // A request that no line opened has its name when code has opened it.
    calls.questions.isWaiting(for: line.labels.isEmpty ? nil : (try? question(of: line)) ?? "")
  }

  /// The name under which code about the request of a line waits.
  func question(of line: StoryLine) throws(StoryMistake) -> String {
    // A request that was refused at once has no number, and no code is asked about it.
    try opening(line.label).request.map { "\($0)" } ?? ""
  }

  /// Whether no code is under way except code that waits for a line of the story.
  var isSettled: Bool {
    guard let session else { return true }
    return session.codeUnderWay.count <= calls.awaited(by: session)
  }

  private mutating func carryOut(_ line: StoryLine) throws {
    if let expected = try expected(by: line) {
      require(expected, try found(line))
      forget(line)
    } else if try !beginAnew(line) {
      try act(line)
    }
    for opening in openings.values where opening.outcome != nil && !opening.isRecorded {
      miss(line, "a journal that knows the outcome", "\(opening.outcome?.description ?? "") alone")
    }
  }

  /// Forgets the calls that a line has read, so that they are not read again.
  private func forget(_ line: StoryLine) {
    switch line.word {
    case .performed, .attempts: (calls.performed, calls.attempts) = ([], [])
    case .asked: calls.asked = []
    default: break
    }
  }

  /// Replaces this process by another one, if a line says so.
  private mutating func beginAnew(_ line: StoryLine) throws -> Bool {
    switch line.word {
    case .relaunch: session?.stable()
    case .crash: break
    case .update:
      session?.stable()
      table = try version(line.rest)
    case .handles:
      session?.stable()
      handled = line.words
    case .kill: try kill()
    default: return false
    }
    launch()
    return true
  }

  /// Continues with the journal as a kill leaves it; work under way is left behind.
  private mutating func kill() throws {
    guard let session, let journal else { return }
    let copy = journal.file("killed-\(killed.count).sqlite")
    try FileCopy.crash(of: path, as: copy)
    path = copy
    killed.append((session, calls))
    calls = calls.next()
  }

  func version(_ name: String) throws(StoryMistake) -> RouteTable {
    guard let version = scenario.versions[name] else {
      let names = scenario.versions.keys.sorted().joined(separator: ", ")
      throw StoryMistake("the name of a version", names.isEmpty ? "there is none" : names)
    }
    return version
  }

  /// Keeps a request under its label, as the newest request.
  mutating func keep(_ opening: Opening, _ label: String) {
    openings[label] = opening
    openings[""] = opening
  }

  /// Keeps the request that the oldest waiting code was asked about, for the outcome of its line.
  mutating func keepAnswered() {
    let asked = calls.questions.purposes.first
    openings[StoryLine.answered] = (audience.map { $0.opening } + Array(calls.opened.values))
      .first { opening in opening.request.map { "\($0)" } == asked }
  }

  /// The request with a label, or the newest.
  func opening(_ label: String) throws(StoryMistake) -> Opening {
    guard let opening = openings[label] ?? calls.opened[label] else {
      throw StoryMistake("a request that was opened before", "there is no request \(label)")
    }
    return opening
  }

  // MARK: What is required

  /// Notes a difference.
  mutating func miss(_ line: StoryLine?, _ expected: String, _ found: String) {
    mismatches.append(
      ScenarioFailure.Mismatch(
        line: line?.number,
        text: line?.text ?? (lines.isEmpty ? "after the last line" : "before the first line"),
        expected: expected, found: found))
  }

  /// Requires a value for the present line.
  mutating func require(_ expected: String, _ found: String) {
    if found != expected { miss(line, expected, found) }
  }

  /// Requires that the journal, verified and rerun, tells the same story. Verifying finds every
  /// request that was not shown and yet changed a screen, whenever it ended.
  mutating func requireReplays() {
    guard isWhole, let session else { return }
    require("", calls.rekeyed.map { "action \($0) was given another key" }.joined(separator: ", "))
    mismatches += TemporaryJournal.mismatches(of: session, at: path)
    do {
      require("", try scenario.inspect(path).joined(separator: "\n"))
    } catch {
      miss(nil, "a journal that can be read", "\(error)")
    }
  }

  /// Requires that the next process has the same screens.
  mutating func requireRestores() {
    guard isWhole, let text = session?.notation else { return }
    session?.stable()
    launch()
    requireShown(text)
  }

  /// Requires that the next process has the same screens after a kill, when code may be under way.
  mutating func requireRestoresAfterKill() {
    guard isWhole, let text = session?.notation else { return }
    session?.stable()
    do {
      try kill()
    } catch {
      miss(nil, "a journal that can be copied", "\(error)")
    }
    launch()
    requireShown(text)
  }

  private mutating func requireShown(_ text: String) {
    guard let found = session?.notation, found != text else { return }
    miss(nil, "a launch on its journal that shows \(text)", found)
  }

  /// Requires that each caller that waited for the outcome of a request was told it, once.
  mutating func requireTold(within limit: Duration) async {
    guard isWhole else { return }
    for (opening, told) in audience where opening.outcome != nil {
      _ = await eventually(within: limit) { !told.outcomes.isEmpty }
      guard told.outcomes != [opening.outcome] else { continue }
      miss(
        nil, "who awaits a request is told '\(opening.outcome?.description ?? "")' once",
        "\(told.outcomes.map { $0?.description ?? "nothing" })")
    }
  }

  /// Lets all waiting code end.
  func leave() {
    for (session, calls) in killed + [(session, calls)] {
      calls.leave()
      session?.end()
    }
  }

  /// Throws all differences.
  func conclude(fileID: String, line: Int) throws(ScenarioFailure) {
    guard mismatches.isEmpty else { throw ScenarioFailure(mismatches, fileID: fileID, line: line) }
  }
}
