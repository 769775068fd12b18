import RouteStore

extension EntryError {
  /// This error, or that of a newer version. It is the latter when the entry is intact but has
  /// members that this version does not know, because they may change its meaning.
  func judged(by journal: some ReadableJournal) -> EntryError {
    switch cause {
    case .unknownKind, .unknownWord, .column: return self
    case .payload, .change: break
    }
    // A row that cannot be read is no sign of a newer version; the walk reports its problem.
    guard let row = try? journal.entry(at: sequence),
      let payload = try? JSON(parsing: row.payload, depthLimit: 4 * RouteLimits.format.depth),
      let name = payload.memberUnknown(beside: row)
    else { return self }
    return EntryError(sequence: sequence, cause: .unknownWord("member \(name)"))
  }
}

extension JSON {
  /// The name of a member that is lost when the entry is read and written again. For an entry that
  /// cannot be read: of a member that no payload and no change has. Nil when there is none.
  fileprivate func memberUnknown(beside row: EntryRow) -> String? {
    // An entry that cannot be understood is judged by its error, not by its members.
    guard let entry = try? EntryCoder.decode(row) else {
      return [self].firstName(notIn: Self.payloadNames)
        ?? (self["changes"] ?? self["all_changes"])?.elements.firstName(notIn: Self.changeNames)
    }
    var coder = EntryCoder()
    var again = EntryRow()
    coder.encode(entry, into: &again)
    // This version wrote the text, so it can be read.
    guard let known = try? JSON(parsing: again.payload, depthLimit: 4 * RouteLimits.format.depth)
    else { return nil }
    return firstMember(missingIn: known)
  }

  /// The name of the first member, here or below, that another value does not have in the same
  /// place.
  private func firstMember(missingIn other: JSON) -> String? {
    switch (self, other) {
    case (.object(let members), .object):
      for member in members {
        guard let same = other[member.name] else { return member.name }
        if let name = member.value.firstMember(missingIn: same) { return name }
      }
    case (.array(let elements), .array(let others)):
      for (element, other) in zip(elements, others) {
        if let name = element.firstMember(missingIn: other) { return name }
      }
    default: break
    }
    return nil
  }

  fileprivate var elements: [JSON] {
    if case .array(let elements) = self { elements } else { [] }
  }

  private static let payloadNames: Set<String> = [
    "action", "all_changes", "answers", "changes", "left_out", "notes", "request", "sources",
    "step",
  ]

  private static let changeNames: Set<String> = [
    "action", "at", "by", "change", "condition", "count", "drop", "fingerprint", "holds", "id",
    "in", "insert", "kind", "over", "parameters", "principal", "request", "scene", "screen",
    "span_us", "state", "style", "unknown", "until_us", "waiting",
  ]
}

extension [JSON] {
  /// The first name of a member of these objects that is not among `names`; nil when all are.
  fileprivate func firstName(notIn names: Set<String>) -> String? {
    for case .object(let members) in self {
      if let member = members.first(where: { !names.contains($0.name) }) { return member.name }
    }
    return nil
  }
}
