import RouteEngine
import RouteReplay
import RouteStore

extension JournalEntry {
  /// Reads an entry from its row.
  init(decoding row: EntryRow) throws(EntryError) {
    self = try EntryCoder.decode(row)
  }
}

extension Answer {
  /// One line for a person.
  var summary: String {
    switch self {
    case .allow: "allow"
    case .deny(let reason): "deny, \(reason)"
    case .redirect(let target): "go to \(target.summary) instead"
    case .wait(let condition): "wait for \(condition)"
    case .translated(let targets): "means \(targets.map(\.summary).joined(separator: " or "))"
    case .parameters(let parameters): "gives (\(parameters.notation))"
    case .variant(let drawn): "draws \(drawn)"
    case .edited(let changes): "changed the tree: \(changes.map(\.summary).joined(separator: "; "))"
    case .passed(let changes):
      "left it to the next and changed: \(changes.map(\.summary).joined(separator: "; "))"
    case .declined: "declined"
    case .failed(let reason): "failed, \(reason)"
    }
  }
}

extension Question.Kind {
  /// The name of such host code for a person.
  var words: String {
    switch self {
    case .interceptor: "interceptor"
    case .translator: "translator"
    case .step: "Swift step"
    case .adapter: "adapter"
    case .task: "task"
    case .variant: "variant"
    case .router: "router"
    }
  }

  /// That name behind its article.
  var phrase: String {
    switch self {
    case .interceptor, .adapter: "an \(words)"
    case .translator, .step, .task, .variant, .router: "a \(words)"
    }
  }
}

extension RouteChange {
  /// One line for a person.
  var summary: String {
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
      return isSuspended ? "keep requests back" : "let requests through"
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
  var summary: String {
    switch self {
    case .splice(let container, let position, let drop, let insert):
      var parts: [String] = []
      if drop > 0 { parts.append("drop \(counted(drop, "screen")) from place \(position + 1) on") }
      if !insert.isEmpty { parts.append("add \(insert.map(\.summary).joined(separator: ", "))") }
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

extension Subtree {
  /// The screen at its root with its id, and how many more there are.
  var summary: String {
    let text = parameters.isEmpty ? kind : "\(kind)(\(parameters.notation))"
    let more = count - 1
    return text + (id.map { " #\($0)" } ?? "") + (more > 0 ? " and \(more) below it" : "")
  }
}

/// Which way a clock was set, and how far: in whole seconds, unless it is less than one.
private func settingOfClock(_ span: Int64) -> String {
  let length = Int64(clamping: span.magnitude)
  let shown = length < 1_000_000 ? length : length - length % 1_000_000
  return "\(span < 0 ? "back" : "forward") by \(TimeSpan(microseconds: shown).text)"
}

extension Restoration {
  /// One line for a person.
  var summary: String {
    let what =
      switch extent {
      case .whole: "the whole place"
      case .top: "all but the screen on top"
      case .presented: "what lay below all presented screens"
      case .root: "the root of the tab"
      case .clean: "the route table's own tree"
      }
    var parts = [what]
    if uncleanEnds > 0 {
      let launches = counted(uncleanEnds, "launch", "launches")
      let were = uncleanEnds == 1 ? "it was" : "they were"
      parts[0] += ", after \(launches) that died before \(were) stable"
    }
    switch left {
    case .age: parts[0] += ", because the place was too old"
    case .link: parts[0] += ", because the app was launched with a link"
    case nil: break
    }
    if clockSetMicroseconds != 0 {
      parts.append("the clock was set \(settingOfClock(clockSetMicroseconds))")
    }
    return (parts + screenParts).joined(separator: "; ")
  }

  /// The changes of restored scenes and screens.
  var screenParts: [String] {
    var parts: [String] = []
    if rebuilt > 0 {
      parts.append("\(counted(rebuilt, "scene")) \(rebuilt == 1 ? "has" : "have") another root")
    }
    for (count, text) in [
      (migrated, "brought to this version"), (buried, "not known in this version"),
      (revived, "known again"),
      (gone, "not back in full: a private value or a secret is gone"),
    ] where count > 0 {
      parts.append("\(counted(count, "screen")) \(count == 1 ? "is" : "are") \(text)")
    }
    return parts
  }
}

extension EntryRow {
  /// The entry, where it is of that kind; one that cannot be understood is told of by 'verify'.
  private func entry(_ kind: EntryKind) -> JournalEntry? {
    // Only what is understood has words.
    self.kind == kind.rawValue ? try? JournalEntry(decoding: self) : nil
  }

  /// How its session began a new file; nil when it did not.
  var newFile: String? { entry(.began)?.newFile }

  /// The recorded session whose input the session that it begins was given; nil for none.
  var parent: ParentSession? { entry(.began)?.beginning?.parent }

  /// The restoration that a `restored` entry tells of.
  var restoration: Restoration? { entry(.restored)?.restoration }

  /// How many entries are missing before it, if it says that nothing was recorded for a while.
  var unrecorded: Int64? {
    entry(.outage).map { $0.outage?.unrecorded ?? 0 }
  }
}

extension JournalEntry {
  /// How its session began a new file, because the one before was set aside or gone, in words that
  /// follow "began"; nil when it did not.
  var newFile: String? {
    guard let replaced else { return nil }
    guard let name = replaced.name else {
      return "anew, after entry \(replaced.base.sequence) of a file that was gone"
    }
    let salvaged = replaced.salvaged ?? 0
    let unread = replaced.unread.map { ", unread: \($0)" } ?? ""
    return "anew, with \(salvaged == 0 ? "nothing" : "all through entry \(salvaged)") of \(name)"
      + unread
  }
}

extension Verification {
  /// Which entries are lost, as the beginning of a new file says; nil when there are none.
  var missingWords: String? {
    guard let missing else { return nil }
    let entries =
      missing.count == 1
      ? "entry \(missing.lowerBound)" : "entries \(missing.lowerBound) to \(missing.upperBound)"
    return "\(entries) of the file in whose place this one is"
  }
}

extension Verification.Finding {
  /// The finding for programs.
  var json: JSON {
    .members([
      "entry": sequence > 0 ? sequence : nil, "check": check.rawValue, "problem": problem,
    ])
  }
}
