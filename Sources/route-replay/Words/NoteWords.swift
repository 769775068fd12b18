import RouteEngine
import RouteStore

/// The members that only some kinds of entries have, in words.
extension JournalEntry {
  /// One line with the private values that an entry removed; nil when it removed none.
  var redactionWords: String? { redaction.map { $0.what.words(taking: $0.result) } }

  /// All such facts of an entry, each with its name. Members that this version does not know follow
  /// at the end, unchanged.
  func noteFields(_ times: inout TimeWriter) -> [(name: String, text: String)] {
    var fields: [(name: String, text: String?)] = []
    if let beginning { fields += beginning.fields + [("begun", newFile)] }
    if let parent = beginning?.parent { fields.append(("repeats", parent.inWords)) }
    if let replaced { fields.append(("after", replaced.base.inWords)) }
    if let pruned {
      fields.append(("pruned", "all through entry \(pruned.through)"))
      fields.append(("left", "the state \(pruned.state)"))
      fields.append(("base", pruned.chain))
    }
    if let redaction { fields.append(("redacted", redaction.what.words(taking: redaction.result))) }
    if let adoption {
      let screens = adoption.restoration.screenParts
      fields.append(("table", adoption.table))
      fields.append(("former", adoption.restoration.formerTable))
      fields.append(("screens", screens.isEmpty ? nil : screens.joined(separator: "; ")))
    }
    if let outage {
      fields.append(("table", outage.table))
      fields.append(("former", outage.formerTable))
      fields.append(("since", outage.since.map { times.text($0.microseconds) }))
      fields.append(("missing", outage.unrecorded.map { counted($0, "entry", "entries") }))
    }
    fields.append(("rule", rule?.rawValue))
    fields.append(("waits in", waitingInterceptor))
    fields.append(("policy", resumption?.word))
    for note in details.otherNotes {
      fields.append(("note", "\(note.name): \(note.value.notation)"))
    }
    return fields.compactMap { name, text in text.map { (name, $0) } }
  }
}

extension Redaction {
  /// The counts of removed values and keys, and how they were selected.
  fileprivate func words(taking result: Result) -> String {
    let chosen =
      switch self {
      case .principal(let name): "principal \(name)"
      case .nobody: "nobody"
      case .token(let token): "token \(token)"
      case .value: "value"
      case .before(let moment): "before \(isoTime(moment.microseconds))"
      case .all: "all"
      }
    return "\(counted(result.values, "value")), \(counted(result.keys, "key")) by \(chosen)"
  }
}

extension SessionBeginning {
  fileprivate var fields: [(name: String, text: String?)] {
    [
      ("start", word), ("version", versionWithBuild), ("id", identifier), ("device", device),
      ("os", system), ("table", table), ("limits", limits.words),
      ("handles", handled.isEmpty ? nil : handled.joined(separator: ", ")), ("clock", clock?.words),
    ]
  }
}

extension SessionBeginning.SystemClock {
  fileprivate var words: String { "\(spanText(monotonic)) in system run \(boot)" }
}

extension ParentSession {
  /// The session in words that follow "repeats".
  var inWords: String { "session \(identifier) of a journal with \(journal.inWords) as its last" }
}

extension JournalAnchor {
  /// The entry with a part of its digest that is long enough to identify it.
  fileprivate var inWords: String {
    self == .start ? "no entry" : "entry \(sequence) (\(digest.description.prefix(12)))"
  }
}
