/// The details of an entry apart from the fields that all kinds have. Each kind has a type of its
/// own. The payload's member `notes` holds them, see ``notes``.
package enum EntryDetails: Sendable, Hashable {
  /// No details.
  case none
  /// `began`: how the session began.
  indirect case beginning(SessionBeginning)
  /// `restored`: how much of the last place was restored.
  indirect case restoration(Restoration)
  /// `table`: the adopted route table, and how it changed the screens.
  indirect case adoption(TableAdoption)
  /// `decided`, `parked`: the rule by which a request ended or waits without a decision.
  /// `cancelled`: the rule by which an action ended although no caller cancelled it.
  case rule(SettlingRule)
  /// `parked`: the interceptor that waits in the middle of its answer.
  indirect case interceptor(String)
  /// `resumed`: the treatment of the requests that were kept back.
  case resumption(Resumption)
  /// `outage`: a summary of the time without recording.
  indirect case outage(OutageSummary)
  /// `pruned`: the entries that were deleted.
  indirect case pruning(PrunedPart)
  /// `redacted`: the private values that were deleted.
  indirect case redaction(Redaction, Redaction.Result)
  /// One of the other cases, with notes that this version does not write in such an entry: a newer
  /// version wrote them, or they are forged. They are kept unchanged.
  indirect case noted(EntryDetails, Parameters)
}

extension EntryDetails {
  /// Whether there are none, as in most entries: asking these for their notes takes 70
  /// instructions.
  @inline(__always)
  var isNone: Bool {
    if case .none = self { true } else { false }
  }

  /// The notes in the payload: by name, in byte order, without default values.
  package var notes: Parameters {
    switch self {
    case .none: Parameters()  // a literal would be built each time
    case .beginning(let beginning): beginning.notes
    case .restoration(let restoration): restoration.notes
    case .adoption(let adoption): adoption.notes
    case .rule(let rule): [SettlingRule.note: .string(rule.rawValue)]
    case .interceptor(let name):
      [
        SettlingRule.note: .string(SettlingRule.interceptor.rawValue),
        Self.interceptorNote: .string(name),
      ]
    case .resumption(let resumption): [Resumption.note: .string(resumption.word)]
    case .outage(let outage): outage.notes
    case .pruning(let part): part.notes
    case .redaction(let redaction, let result): redaction.notes(result)
    case .noted(let details, let others): details.notes.replaced(by: others)
    }
  }

  /// The details of an entry of a kind, without notes.
  init(of kind: EntryKind) {
    switch kind {
    case .began: self = .beginning(SessionBeginning())
    case .restored: self = .restoration(Restoration())
    case .outage: self = .outage(OutageSummary())
    default: self = .none
    }
  }

  /// The details in the notes of an entry of a kind. Writing them again always gives equal notes.
  init(_ notes: Parameters, of kind: EntryKind) {
    let known = Self.known(notes, of: kind)
    let said = known.notes
    if said == notes {
      self = known
    } else {
      var others = Parameters()
      for note in notes where said[note.name] != note.value {
        others.append(note.name, note.value)
      }
      self = .noted(known, others)
    }
  }

  private static func known(_ notes: Parameters, of kind: EntryKind) -> EntryDetails {
    switch kind {
    case .began: .beginning(SessionBeginning(notes: notes))
    case .restored: Restoration(notes: notes).map(Self.restoration) ?? .none
    case .table: TableAdoption(notes: notes).map(Self.adoption) ?? .none
    case .decided, .cancelled: notes.rule.map(Self.rule) ?? .none
    case .parked:
      if let rule = notes.rule {
        rule == .interceptor
          ? notes.text(Self.interceptorNote).map(Self.interceptor) ?? .rule(rule) : .rule(rule)
      } else {
        .none
      }
    case .resumed:
      notes.text(Resumption.note).flatMap(Resumption.init).map(Self.resumption) ?? .none
    case .outage: .outage(OutageSummary(notes: notes))
    case .pruned: PrunedPart(notes: notes).map(Self.pruning) ?? .none
    case .redacted: Redaction.read(notes).map(Self.redaction) ?? .none
    default: .none
    }
  }

  package static let interceptorNote = "interceptor"

  /// The names of the notes that entries of a kind can have.
  package static func noteNames(of kind: EntryKind) -> Set<String> {
    switch kind {
    case .began: SessionBeginning.noteNames
    case .restored: Restoration.noteNames
    case .table: TableAdoption.noteNames
    case .decided, .cancelled: [SettlingRule.note]
    case .parked: [SettlingRule.note, interceptorNote]
    case .resumed: [Resumption.note]
    case .outage: OutageSummary.noteNames
    case .pruned: PrunedPart.noteNames
    case .redacted: Redaction.noteNames
    default: []
    }
  }

  /// The details without the unknown notes.
  package var known: EntryDetails {
    if case .noted(let details, _) = self { details } else { self }
  }

  /// The notes that this version does not write in such an entry.
  package var otherNotes: Parameters {
    if case .noted(_, let others) = self { others } else { Parameters() }
  }
}

extension JournalEntry {
  /// The details in the form of the journal: notes by name in byte order.
  package var notes: Parameters {
    get { details.notes }
    set { details = EntryDetails(newValue, of: kind) }
  }

  /// How its session began; nil for other entries.
  package var beginning: SessionBeginning? {
    if case .beginning(let beginning) = details.known { beginning } else { nil }
  }

  /// The file that the new one replaces; nil when the entry begins no file, or one that replaces
  /// none.
  package var replaced: ReplacedFile? { beginning?.replaced }

  /// How much of the last place it restores; nil for other entries, and for an impossible value.
  package var restoration: Restoration? {
    if case .restoration(let restoration) = details.known { restoration } else { nil }
  }

  /// The route table that it adopts; nil for other entries, and for an impossible value.
  package var adoption: TableAdoption? {
    if case .adoption(let adoption) = details.known { adoption } else { nil }
  }

  /// The rule of its outcome; nil for a decision, for an action that a caller cancelled, and for an
  /// unknown word.
  package var rule: SettlingRule? {
    switch details.known {
    case .rule(let rule): rule
    case .interceptor: .interceptor
    default: nil
    }
  }

  /// The interceptor that waits in the middle of its answer; nil when there is none.
  package var waitingInterceptor: String? {
    if case .interceptor(let name) = details.known { name } else { nil }
  }

  /// How it resumes the session; nil for other entries, and for an unknown word.
  package var resumption: Resumption? {
    if case .resumption(let resumption) = details.known { resumption } else { nil }
  }

  /// The outage that ends with it; nil for other entries.
  package var outage: OutageSummary? {
    if case .outage(let outage) = details.known { outage } else { nil }
  }

  /// The deleted entries; nil for other entries, and when they are not specified.
  package var pruned: PrunedPart? {
    if case .pruning(let part) = details.known { part } else { nil }
  }

  /// The deleted private values, and their number; nil for other entries, and when they are not
  /// specified.
  package var redaction: (what: Redaction, result: Redaction.Result)? {
    if case .redaction(let what, let result) = details.known { (what, result) } else { nil }
  }

  /// The digest of the route table that is in force from this entry on, if the entry has it: a
  /// session's beginning, an adoption, or the end of an outage with an adoption.
  package var tableFromHere: String? {
    switch details.known {
    case .beginning(let beginning): beginning.table
    case .adoption(let adoption): adoption.table
    case .outage(let outage): outage.table
    case .none where kind == .table: details.otherNotes.text(TableAdoption.tableNote)
    default: nil
    }
  }

  /// The digest of the route table that was in force before it, if the entry has it.
  package var tableBefore: String? {
    switch details.known {
    case .adoption(let adoption): adoption.restoration.formerTable
    case .outage(let outage): outage.formerTable
    default: nil
    }
  }
}

extension Parameters {
  /// The text of the note with that name; nil when there is none, or it is no text.
  func text(_ name: String) -> String? {
    guard case .string(let text)? = self[name] else { return nil }
    return text
  }

  /// The number of the note with that name; nil when there is none, or it is no whole number.
  func int(_ name: String) -> Int64? {
    guard case .int(let number)? = self[name] else { return nil }
    return number
  }

  fileprivate var rule: SettlingRule? { text(SettlingRule.note).flatMap(SettlingRule.init) }

  fileprivate func replaced(by others: Parameters) -> Parameters {
    // There can be many others, and setting one in them would move those behind it.
    var all = others
    for one in self where others[one.name] == nil { all[one.name] = one.value }
    return all
  }
}
