import RouteEngine
import RouteStore

/// What entries note beside what happened, in words.
extension JournalEntry {
  /// In one line what the notes of an entry tell that has nothing else to tell: how a session
  /// began, how much of the last place it restored where that is not all, what it adopted, what was
  /// pruned or redacted. Nil for any other.
  var noteWords: String? {
    switch kind {
    case .began:
      guard let beginning = text("beginning") else { return nil }
      return beginning + (version.map { ", version \($0)" } ?? "")
    case .restored:
      return Restoration(notes: notes).flatMap { $0 == Restoration() ? nil : $0.summary }
    case .table: return text("table").map { "adopts \($0)" }
    case .pruned:
      guard case .int(let through)? = notes["through"] else { return nil }
      return "through entry \(through)"
    case .redacted: return redaction
    default: return nil
    }
  }

  /// Each note with its name, in words where the kind of the entry says what it means; any other
  /// as it is.
  func noteFields(_ times: inout TimeWriter) -> [(name: String, text: String)] {
    var rest = notes
    var fields: [(name: String, text: String)] = []
    func take(_ name: String, _ text: String?, _ used: String...) {
      guard let text else { return }
      fields.append((name, text))
      for note in used { rest[note] = nil }
    }
    switch kind {
    case .began:
      take("start", text("beginning"), "beginning")
      take("version", version, "appVersion", "build")
      take("id", text("identifier"), "identifier")
      take("device", text("device"), "device")
      take("table", text("table"), "table")
      take("limits", text(Limits.note), Limits.note)
      take("clock", clock, "boot", "monotonic")
      take("begun", newFile, "setAside", "salvaged", "unread")
      take("repeats", ParentNotes.parent(in: notes)?.inWords, "parent", "parentSession")
      take("after", SetAsideNotes.base(in: notes).map(\.inWords), "after")
    case .pruned:
      guard let (through, chain, state) = PrunedNotes.read(notes) else { break }
      take("pruned", "all through entry \(through)", "through")
      take("left", "the state \(state)", "state")
      take("base", chain, "chain")
    case .redacted:
      take("redacted", redaction, "selector", "values", "keys", "principal", "token", "before")
    case .table:
      take("table", text("table"), "table")
      take("former", text("from"), "from")
      let screens = Restoration(notes: notes)?.screenParts ?? []
      take(
        "screens", screens.isEmpty ? nil : screens.joined(separator: "; "), "buried", "migrated",
        "rebuilt", "revived")
    case .gap:
      take("table", text("table"), "table")
      take("former", text("from"), "from")
      if case .int(let moment)? = notes["since"] { take("since", times.text(moment), "since") }
      if case .int(let count)? = notes["unrecorded"] {
        take("missing", counted(count, "entry", "entries"), "unrecorded")
      }
    default: break
    }
    return fields + rest.map { ("note", "\($0.name): \($0.value.notation)") }
  }

  private func text(_ name: String) -> String? {
    guard case .string(let text)? = notes[name] else { return nil }
    return text
  }

  /// The app's version with its build.
  private var version: String? {
    guard let version = text("appVersion") else { return text("build").map { "build \($0)" } }
    return version + (text("build").map { " (\($0))" } ?? "")
  }

  /// The clock that never steps, and which run of the system it belongs to.
  private var clock: String? {
    guard let boot = text("boot"), case .int(let monotonic)? = notes["monotonic"] else {
      return nil
    }
    return "\(spanText(monotonic)) in system run \(boot)"
  }

  /// What was taken away, and how it was chosen.
  private var redaction: String? {
    guard let selector = text("selector"), case .int(let values)? = notes["values"],
      case .int(let keys)? = notes["keys"]
    else { return nil }
    var chosen = selector
    switch notes[selector] {
    case .string(let text)?: chosen += " \(text)"
    case .int(let moment)?: chosen += " \(isoTime(moment))"
    default: break
    }
    return "\(counted(values, "value")), \(counted(keys, "key")) by \(chosen)"
  }
}

extension ParentSession {
  /// Which session it is, in words that follow "repeats".
  var inWords: String { "session \(identifier) of a journal with \(journal.inWords) as its last" }
}

extension JournalAnchor {
  /// The entry with as much of its digest as tells it from others.
  fileprivate var inWords: String {
    self == .start ? "no entry" : "entry \(sequence) (\(digest.description.prefix(12)))"
  }
}
