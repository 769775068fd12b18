import RouteEngine
import RouteReplay
import RouteStore

/// The expectations of a story.
extension Stage {
  /// The value that a line expects; nil for a line that acts.
  func expected(by line: StoryLine) throws -> String? {
    switch line.word {
    case .tree:
      return try TreeNotation(line.rest, containers: table.container)
        .notation(containers: table.container)
    case .shows where line.hasParameters:
      let screen = try named(line)
      return "\(screen.kind)(\(screen.parameters.notation))"
    default: return line.word.isExpectation ? line.rest : nil
    }
  }

  /// The innermost visible screen: its kind, and its parameters if the line has some.
  private func shown(by line: StoryLine, _ session: RouteSession) -> String {
    let tree = session.state.tree
    guard line.hasParameters, let screen = tree.visibleLeaf() else {
      return tree.visibleKind() ?? "nothing"
    }
    return revealed(screen.words, session)
  }

  /// A notation with every available private value revealed.
  private func revealed(_ notation: String, _ session: RouteSession) -> String {
    TokenSearch.replacingTokens(in: notation) { token in
      session.revealed(["value": .token(token)])["value"]?.notation ?? token
    }
  }

  /// The outcome of a request. For a request of an earlier process, only the journal has it.
  private func outcome(of opening: Opening) throws -> Outcome? {
    guard left.contains(where: { $0 === opening }), let request = opening.request else {
      return opening.outcome
    }
    return try entries().last { $0.requestID == request && $0.outcome != nil }?.outcome
  }

  /// The actual value for a line.
  func found(_ line: StoryLine) throws -> String {
    guard let session else { throw StoryMistake("a session", "there is none") }
    let state = session.state
    return switch line.word {
    case .outcome: try outcome(of: opening(line.label))?.description ?? "waiting"
    case .repeated: try opening(line.label).repeated?.description ?? "nothing"
    case .accepted: String(try opening(line.label).accepted)
    case .tree: revealed(session.notation, session)
    case .shows: shown(by: line, session)
    case .performed: calls.performed.joined(separator: " ")
    case .attempts: calls.attempts.joined(separator: ", ")
    case .asked: calls.asked.joined(separator: " ")
    case .unanswered: String(calls.unanswered)
    case .parked: String(state.waiting.filter(\.isParked).count)
    case .waiting: state.waiting.map(\.status.words).joined(separator: ", ")
    case .actions: state.actions.map { "\($0.name) \($0.status)" }.joined(separator: ", ")
    case .crashes: state.actions.map { String($0.crashes) }.joined(separator: " ")
    case .conditions: state.conditions.joined(separator: " ")
    case .suspects: state.suspects.map { String($0.count) }.joined(separator: " ")
    case .restored: session.launch.restoration.map { "\($0.extent) after \($0.uncleanEnds)" } ?? ""
    default: try recorded(line)
    }
  }

  /// The entries of the journal, oldest first.
  func entries() throws -> [JournalEntry] {
    var entries: [JournalEntry] = []
    try History(path: path).forEachEntry { entries.append(try EntryCoder.decode($0)) }
    return entries
  }

  /// The actual value in the journal for a line.
  private func recorded(_ line: StoryLine) throws -> String {
    let entries = try entries()
    let request = openings[""]?.request
    let decided = entries.last { $0.kind == .decided && $0.requestID == request }
    switch line.word {
    case .entries:
      return entries.suffix(line.words.count).map(\.kind.word).joined(separator: " ")
    case .reason: return entries.last { $0.reason != nil }?.reason ?? "none"
    case .attempt: return entries.last.flatMap(\.attempt).map { "\($0)" } ?? "none"
    case .request: return entries.last?.request?.target.summary ?? "none"
    case .ended: return entries.last { $0.outcome != nil }?.outcome?.description ?? "nothing"
    case .router: return decided?.router ?? "none"
    case .changes:
      let changes = decided?.changes ?? []
      return String(changes.filter { if case .tree = $0 { true } else { false } }.count)
    default: throw StoryMistake("a line that expects something", "'\(line.word.rawValue)' does not")
    }
  }
}
