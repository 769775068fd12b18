package import RouteStore

/// What a session's first entry says of a damaged file that was set aside for a new one.
package enum SetAsideNotes {
  /// Says which file it was, by its name alone, how much of it was saved, and what the new one goes
  /// on from.
  package static func add(
    to notes: inout Parameters, name: String, salvaged: Int64, after base: JournalAnchor
  ) {
    notes["after"] = .string(base.description)
    notes["salvaged"] = .int(salvaged)
    notes["setAside"] = .string(name)
  }

  /// What a new file goes on from by its first entry; nil when that says nothing of the kind.
  package static func base(in notes: Parameters) -> JournalAnchor? {
    guard notes["setAside"] != nil, case .string(let text)? = notes["after"] else { return nil }
    return JournalAnchor(text)
  }
}
