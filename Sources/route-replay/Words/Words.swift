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
  /// One line for people.
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
  /// The name of this kind of host code, for people.
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

  /// That name with its article.
  var phrase: String {
    switch self {
    case .interceptor, .adapter: "an \(words)"
    case .translator, .step, .task, .variant, .router: "a \(words)"
    }
  }
}

extension EntryRow {
  /// The entry if it is of this kind; an entry that cannot be understood is reported by 'verify'.
  private func entry(_ kind: EntryKind) -> JournalEntry? {
    // Only understood entries have words.
    self.kind == kind.rawValue ? try? JournalEntry(decoding: self) : nil
  }

  /// How its session began a new file; nil when it did not.
  var newFile: String? { entry(.began)?.newFile }

  /// The recorded session whose input the session repeats; nil for none.
  var parent: ParentSession? { entry(.began)?.beginning?.parent }

  /// The restoration that a `restored` entry records.
  var restoration: Restoration? { entry(.restored)?.restoration }

  /// How many entries are missing before it, if it ends an outage.
  var unrecorded: Int64? {
    entry(.outage).map { $0.outage?.unrecorded ?? 0 }
  }
}

extension Verification {
  /// The lost entries that the beginning of a new file states; nil when there are none.
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
