import RouteEngine
import TextTerminal

/// In what the states at two points of a journal differ, for people and for programs.
struct StateReport {
  private let comparison: StateComparison
  private let path: String
  private let from: Int64
  private let to: Int64

  init(_ comparison: StateComparison, path: String, from: Int64, to: Int64) {
    (self.comparison, self.path, self.from, self.to) = (comparison, path, from, to)
  }

  // MARK: Text

  func write(to output: Output) throws {
    let points = "entry \(from) and entry \(to)"
    guard !comparison.isEmpty else {
      return try output.line(output.painted("identical", .green) + ": after \(points)")
    }
    let count = counted(comparison.screens.count + comparison.others.count, "difference")
    try output.line(output.painted("different", .red) + ": \(count) between \(points)")
    for group in groups {
      try output.line()
      if group.isPlace {
        try output.marked(output.painted("in", .bold), group.heading, .bold, indentation: 0)
      } else {
        try output.line(output.painted(group.heading, .bold))
      }
      for line in group.lines { try output.marked(line.before, line.after, indentation: 2) }
    }
    try output.line()
    try output.line(output.painted("next", .bold) + "  " + output.painted(visible(next), .cyan))
  }

  /// Differences in one place, or of one sort.
  struct Group {
    let heading: String
    /// Whether the heading is a place in the hierarchy.
    let isPlace: Bool
    /// What is there before and after; nil for nothing.
    var lines: [(before: String?, after: String?)]
  }

  /// All that differs, the screens first; never an empty group.
  var groups: [Group] {
    var groups: [Group] = []
    for part in comparison.screens {
      let place = Self.place(part)
      if groups.last?.heading.hasSameBytes(as: place) != true {
        groups.append(Group(heading: place, isPlace: true, lines: []))
      }
      groups[groups.count - 1].lines.append(Self.words(part))
    }
    let others = others.filter { !$0.lines.isEmpty }
    return groups + others.map { Group(heading: $0.heading, isPlace: false, lines: $0.lines) }
  }

  private static func place(_ part: TreeDifference) -> String {
    let place = part.place.isEmpty ? "the hierarchy" : part.place.joined(separator: " > ")
    return part.scene == ScreenTree.mainScene ? place : "scene \(part.scene): \(place)"
  }

  private static func words(_ part: TreeDifference) -> (before: String?, after: String?) {
    func more(_ count: Int) -> String {
      if part.kind == .scene { return count > 0 ? ", with \(counted(count, "screen"))" : "" }
      return count > 1 ? ", and \(count - 1) in it" : ""
    }
    let before = part.before.map { $0 + more(part.removed) }
    if part.kind == .moved, let screen = part.before, let now = part.after {
      return (before, "\(screen), \(now)")
    }
    return (before, part.after.map { $0 + more(part.added) })
  }

  /// What is not on screen, by headings.
  private var others: [(heading: String, lines: [(before: String?, after: String?)])] {
    var session: [(before: String?, after: String?)] = []
    var waiting: [(before: String?, after: String?)] = []
    var actions: [(before: String?, after: String?)] = []
    for difference in comparison.others {
      switch difference {
      case .principal(let before, let after):
        func words(_ name: String?) -> String {
          name.map { "signed in: \($0)" } ?? "nobody is signed in"
        }
        session.append((words(before), words(after)))
      case .condition(let name, let holds):
        session.append(
          holds ? (nil, "condition \(name) holds") : ("condition \(name) holds", nil))
      case .suspended(let isSuspended):
        let words = "requests are kept back"
        session.append(isSuspended ? (nil, words) : (words, nil))
      case .waiting(let before, let after):
        waiting.append((before.map(Self.words), after.map(Self.words)))
      case .action(let before, let after):
        actions.append((before.map(Self.words), after.map(Self.words)))
      }
    }
    return [("session", session), ("waiting requests", waiting), ("pending actions", actions)]
  }

  static func words(_ waiting: WaitingRequest) -> String {
    "\(waiting.id) waits \(waiting.status.words): \(waiting.target.words())"
  }

  static func words(_ action: PendingAction) -> String {
    let parameters = action.parameters.isEmpty ? "" : "(\(action.parameters.notation))"
    var words = "\(action.id) \(action.name)\(parameters): \(action.status.rawValue)"
    if action.attempt > 0 { words += ", attempt \(action.attempt)" }
    if let moment = action.notBefore { words += ", not before \(isoTime(moment.microseconds))" }
    return words
  }

  // MARK: JSON

  func json() -> JSON {
    let screens = comparison.screens.map { part in
      JSON.members([
        "kind": .string(part.kind.rawValue), "scene": .string(part.scene),
        "place": .array(part.place.map { .string($0) }), "before": .text(part.before),
        "after": .text(part.after), "removed": .int(Int64(part.removed)),
        "added": .int(Int64(part.added)),
      ])
    }
    return .members([
      "file": .string(path), "from": .int(from), "to": .int(to),
      "result": .string(comparison.isEmpty ? "identical" : "different"),
      "screens": .array(screens), "others": .array(comparison.others.map(Self.json)),
      "next": .array([.string(next)]),
    ])
  }

  private static func json(_ difference: StateComparison.Difference) -> JSON {
    func members(_ subject: String, _ name: JSON, _ before: JSON, _ after: JSON) -> JSON {
      .members(["subject": .string(subject), "name": name, "before": before, "after": after])
    }
    switch difference {
    case .principal(let before, let after):
      return members("principal", .null, .text(before), .text(after))
    case .condition(let name, let holds):
      return members("condition", .string(name), .bool(!holds), .bool(holds))
    case .suspended(let isSuspended):
      return members("suspended", .null, .bool(!isSuspended), .bool(isSuspended))
    case .waiting(let before, let after):
      return members(
        "waiting", .number((after ?? before)?.id.rawValue), .text(before.map(words)),
        .text(after.map(words)))
    case .action(let before, let after):
      return members(
        "action", .number((after ?? before)?.id.rawValue), .text(before.map(words)),
        .text(after.map(words)))
    }
  }

  // MARK: Both

  /// The command that shows what came in between.
  private var next: String {
    let (first, last) = (min(from, to) + 1, max(from, to))
    let file = quotedForShell(path)
    return first == last
      ? "route-replay show \(file) \(last)"
      : "route-replay log \(file) --from \(first) --to \(last)"
  }
}
