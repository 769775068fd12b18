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
    case .shows: return try words(in: line.rest)
    default: return line.word.isExpectation ? line.rest : nil
    }
  }

  /// Reads a name with its parameters, in the notation of trees, and nothing else.
  func named(_ text: String) throws -> Subtree {
    var offset = 0
    let (screen, isSelected) = try TreeNotation.screen(in: Array(text.utf8), at: &offset)
    guard offset == text.utf8.count, !isSelected, screen.container == nil,
      screen.ownership == .declared
    else { throw StoryMistake("NAME(parameters) and nothing else", text) }
    return screen
  }

  /// The only screen that a text names, by its kind or with all of its parameters.
  ///
  /// - Parameter form: the form that the text has to have, for the message.
  func screen(
    _ text: String, _ session: RouteSession,
    as form: String = "KIND or KIND(parameters) of one screen"
  ) throws -> ScreenID {
    let (kind, name) = (try named(text).kind, try words(in: text))
    let alike = session.state.tree.screens.filter { $0.kind == kind }
    let meant = alike.filter { words(of: $0, like: text, session) == name }
    guard meant.count == 1 else {
      let names = alike.map { revealed($0.words, session) }.joined(separator: ", ")
      throw StoryMistake(form, names.isEmpty ? "there is no \(kind)" : names)
    }
    return meant[0].id
  }

  /// The name in a text as ``words(of:like:_:)`` writes it.
  private func words(in text: String) throws -> String {
    let screen = try named(text)
    let parameters = screen.parameters
    return parameters.isEmpty ? screen.kind : "\(screen.kind)(\(parameters.notation))"
  }

  /// A screen by its kind; with all of its parameters in clear if the text has parentheses.
  private func words(of screen: Screen, like text: String, _ session: RouteSession) -> String {
    text.contains("(") ? revealed(screen.words, session) : screen.kind
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
    case .shows:
      state.tree.visibleLeaf().map { words(of: $0, like: line.rest, session) } ?? "nothing"
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
