import RouteEngine

/// Which columns and notes an entry has by its kind.
extension JournalEntry {
  /// What it says that no entry of its kind says.
  func columnProblems(before state: RouteState) -> [String] {
    var problems: [String] = []
    func no(_ column: String, unless isAllowed: Bool) {
      if !isAllowed { problems.append("it has a \(column), and no entry of its kind has one") }
    }
    let isDecision = isOfDecision
    // Asked only where nothing else allows it: it looks for the request among those that wait.
    var tellsOfFailure: Bool { renderFailure(before: state) != nil }
    no("scene", unless: scene == nil || isDecision)
    no("request", unless: requestID == nil || kind.isOfRequest || kind.isOfAction)
    no("cause", unless: cause == nil || mayHaveCause || tellsOfFailure)
    no("duration", unless: duration == nil || kind == .decided || isDecision)
    no("route", unless: !namesRoute || isDecision || isFirstAsking)
    if route == nil, routeVersion != nil { problems.append("it has a version of no route") }
    if duration == nil, isDecision || kind == .decided && rule?.tellsDuration != false {
      problems.append("it does not say how long it took")
    }
    no("variant", unless: variant == nil || isDecision)
    no("reason", unless: reason == nil || mayHaveReason || tellsOfFailure)
    no("visible screen before it", unless: screenBefore == nil || namesScreens)
    no("visible screen after it", unless: screenAfter == nil || namesScreenAfter)
    no("pending action", unless: action == nil || kind.isOfAction)
    no("number of an attempt", unless: attempt == nil || kind.isOfAction && kind != .enqueued)
    if let attempt, attempt < 1 { problems.append("attempts are counted from 1") }
    if !answers.isEmpty, !isDecision { problems.append("only a decision uses answers") }
    for note in details.otherNotes where EntryKind.allNoteNames.contains(note.name) {
      no("note \"\(note.name)\"", unless: EntryDetails.noteNames(of: kind).contains(note.name))
      if EntryKind.plainNoteNames(of: kind).contains(note.name) || note.isNoBound {
        problems.append("its note \"\(note.name)\" says what no entry says")
      }
    }
    return problems
  }

  /// The name of its first note that this version does not know.
  var unknownNote: String? {
    details.otherNotes.first { !EntryKind.allNoteNames.contains($0.name) }?.name
  }

  /// Whether it says what a decision came to.
  private var isOfDecision: Bool { (kind == .decided || kind == .parked) && rule == nil }

  /// What the host could not show, where its request says so.
  private func renderFailure(before state: RouteState) -> RenderFailure? {
    guard isOfDecision,
      case .fact(.renderFailed(let failure))? = request?.target
        ?? requestID.flatMap(state.waiting)?.target
    else { return nil }
    return failure
  }

  private var mayHaveCause: Bool {
    switch kind {
    case .released, .enqueued, .superseded: true
    case .decided: if case .duplicate? = outcome { true } else { false }
    default: false
    }
  }

  /// Whether it may have a reason that is not its outcome's.
  private var mayHaveReason: Bool {
    switch kind {
    case .failed, .retried, .dead, .late, .gap: true
    case .cancelled: rule != nil
    default: false
    }
  }

  private var namesScreenAfter: Bool {
    namesScreens || kind == .began || kind == .restored || kind == .gap
  }
}

extension Parameters.Element {
  /// Whether it is the note of a session's bounds, and no text.
  fileprivate var isNoBound: Bool {
    if case .string = value { return false }
    return name.hasSameBytes(as: SessionBeginning.limitsNote)
  }
}

extension SettlingRule {
  /// Whether it ends a request that came in this session: how long another one's took, nobody says.
  fileprivate var tellsDuration: Bool { self != .relaunch && self != .cleanBeginning }
}

extension EntryKind {
  fileprivate var isOfRequest: Bool {
    switch self {
    case .received, .decided, .parked, .released: true
    default: false
    }
  }

  fileprivate var isOfAction: Bool {
    switch self {
    case .enqueued, .claimed, .started, .done, .failed, .retried, .expired, .cancelled,
      .superseded, .revived, .dead, .late, .shelved:
      true
    default: false
    }
  }

  /// The names of all notes that entries of this version have.
  fileprivate static let allNoteNames = allCases.reduce(into: Set<String>()) {
    $0.formUnion(EntryDetails.noteNames(of: $1))
  }

  /// Of the notes of a kind those that no check of their own looks at.
  fileprivate static func plainNoteNames(of kind: EntryKind) -> Set<String> {
    switch kind {
    case .began: SessionBeginning.plainNotes
    case .parked: [EntryDetails.interceptorNote]
    case .gap: OutageSummary.noteNames
    default: []
    }
  }
}
