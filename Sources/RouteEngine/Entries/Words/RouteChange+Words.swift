extension RouteChange {
  /// One line for a person.
  package var summary: String {
    switch self {
    case .tree(let change): return change.summary
    case .wait(let waiting):
      return "request \(waiting.id) \(Decision.Resolution.parked(waiting.status).summary)"
    case .settle(let id): return "request \(id) waits no longer"
    case .enqueue(let action):
      let parameters = action.parameters.isEmpty ? "" : "(\(action.parameters.notation))"
      return "enqueue \(action.name)\(parameters) on screen \(action.screen), "
        + "when \(action.moment.rawValue)"
    case .advance(let id, let transition):
      let until = transition.until.map { " until \($0.microseconds)" } ?? ""
      let span = transition.span.map { " \(settingOfClock($0))" } ?? ""
      let result = transition.parameters.map { $0.isEmpty ? "" : " (\($0.notation))" } ?? ""
      return "action \(id): \(transition.word)\(until)\(span)\(result)"
    case .signal(let condition, let holds):
      return "\(condition) \(holds ? "holds" : "holds no longer")"
    case .principal(let principal): return principal.map { "\($0) signs in" } ?? "sign-out"
    case .suspend(let isSuspended):
      return isSuspended ? "suspend requests" : "resume requests"
    case .suspect(RouteState.restoredPlace, 0): return "the restored place is trusted"
    case .suspect(RouteState.restoredPlace, let count):
      return "the restored place is on trial, launch \(count) in a row"
    case .suspect(let fingerprint, 0):
      return "request \(Digest64.hex(fingerprint)) is trusted again"
    case .suspect(let fingerprint, let count):
      return "request \(Digest64.hex(fingerprint)) is suspect, \(count) deaths"
    case .adopt(let state): return "adopt the state \(Digest64.hex(state.digest))"
    }
  }
}

extension TreeChange {
  /// One line for a person.
  package var summary: String {
    switch self {
    case .splice(let container, let position, let drop, let insert):
      var parts: [String] = []
      if drop > 0 {
        // A forged change can have any position.
        parts.append("drop \(counted(drop, "screen")) from place \(position &+ 1) on")
      }
      if !insert.isEmpty { parts.append("add \(insert.summary)") }
      return "in \(container): \(parts.joined(separator: ", "))"
    case .select(let child): return "select \(child)"
    case .present(let over, let style, let screen):
      let how = style == .automatic ? "" : " as \(style.text)"
      return "present \(screen.summary) over \(over)\(how)"
    case .dismiss(let over): return "dismiss what \(over) presents"
    case .root(let scene, let screen): return "root of scene \(scene): \(screen.summary)"
    case .close(let scene): return "close scene \(scene)"
    case .activate(let scene): return "activate scene \(scene)"
    case .parameters(let id, let parameters): return "\(id) gets (\(parameters.notation))"
    case .become(let id, let kind, let parameters, let ownership):
      let text = parameters.isEmpty ? kind : "\(kind)(\(parameters.notation))"
      return ownership.isUnknown
        ? "\(id), \(text), is not known in this version" : "\(id) becomes \(text)"
    case .ready(let id, let isReady): return "\(id) is \(isReady ? "ready" : "no longer ready")"
    case .unready: return "no screen is ready"
    }
  }
}

extension NewScreens {
  /// The screens with their ids, and the number of further screens in each.
  fileprivate var summary: String { map(\.summary).joined(separator: ", ") }
}

extension Subtree {
  /// The root screen with its id, and the number of further screens.
  package var summary: String {
    let text = parameters.isEmpty ? kind : "\(kind)(\(parameters.notation))"
    let more = count - 1
    return text + (id.map { " #\($0)" } ?? "") + (more > 0 ? " and \(more) below it" : "")
  }
}

/// The direction and amount by which a clock was set, in whole seconds if it is at least one.
func settingOfClock(_ span: Int64) -> String {
  let length = Int64(clamping: span.magnitude)
  let shown = length < 1_000_000 ? length : length - length % 1_000_000
  return "\(span < 0 ? "back" : "forward") by \(TimeSpan(microseconds: shown).text)"
}
