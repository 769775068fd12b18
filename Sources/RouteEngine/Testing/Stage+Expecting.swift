import RouteEngine
import RouteStore

/// What a story expects.
extension Stage {
  /// What a line expects; nil when it does something.
  func expected(by line: Line) throws -> String? {
    switch line.word {
    case "tree":
      try TreeNotation(line.rest, containers: table.container).notation(containers: table.container)
    case "outcome", "repeated", "accepted", "performed", "attempts", "asked", "shows", "changes",
      "router",
      "restored", "parked", "waiting", "actions", "unanswered", "conditions", "entries", "reason",
      "ended", "suspects", "crashes", "attempt", "request":
      line.rest
    default: nil
    }
  }

  /// What is so.
  func found(_ line: Line) throws -> String {
    guard let session else { throw ScenarioMistake("no session") }
    let state = session.state
    return switch line.word {
    case "outcome": try opening(line.label).outcome?.description ?? "waiting"
    case "repeated": try opening(line.label).repeated?.description ?? "nothing"
    case "accepted": String(try opening(line.label).accepted)
    case "tree": session.notation
    case "shows": state.tree.visibleLeaf()?.kind ?? "nothing"
    case "performed": calls.performed.joined(separator: " ")
    case "attempts": calls.attempts.joined(separator: ", ")
    case "asked": calls.asked.joined(separator: " ")
    case "unanswered": String(calls.unanswered)
    case "parked": String(state.waiting.filter(\.isParked).count)
    case "waiting": state.waiting.map(\.status.words).joined(separator: ", ")
    case "actions": state.actions.map { "\($0.name) \($0.status)" }.joined(separator: ", ")
    case "crashes": state.actions.map { String($0.crashes) }.joined(separator: " ")
    case "conditions": state.conditions.joined(separator: " ")
    case "suspects": state.suspects.map { String($0.count) }.joined(separator: " ")
    case "restored": session.restoration.map { "\($0.extent) after \($0.uncleanEnds)" } ?? ""
    default: try recorded(line)
    }
  }

  /// What the journal says.
  private func recorded(_ line: Line) throws -> String {
    let entries = try journal.entries(of: path)
    let request = openings[""]?.request
    let decided = entries.last { $0.kind == .decided && $0.requestID == request }
    switch line.word {
    case "entries":
      let count = line.rest.split(separator: " ").count
      return entries.suffix(count).map(\.kind.word).joined(separator: " ")
    case "reason": return entries.last { $0.reason != nil }?.reason ?? "none"
    case "attempt": return entries.last.flatMap(\.attempt).map { "\($0)" } ?? "none"
    case "request": return entries.last?.request?.target.summary ?? "none"
    case "ended": return entries.last { $0.outcome != nil }?.outcome?.description ?? "nothing"
    case "router": return decided?.router ?? "none"
    case "changes":
      let changes = decided?.changes ?? []
      return String(changes.filter { if case .tree = $0 { true } else { false } }.count)
    default: throw ScenarioMistake("no such line: \(line)")
    }
  }
}

extension WaitingRequest.Status {
  fileprivate var words: String {
    switch self {
    case .received: "received"
    case .released: "released"
    case .suspended: "suspended"
    case .condition(let condition): "until \(condition)"
    }
  }
}
