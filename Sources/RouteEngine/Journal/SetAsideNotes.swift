package import RouteStore

/// What a session's first entry says of a file that is damaged or gone, in whose place it begins a
/// new one.
package enum SetAsideNotes {
  /// Says which file it is now, by its name alone and if it is anywhere, how much of it was saved,
  /// and what the new one goes on from.
  package static func add(
    to notes: inout Parameters, name: String?, salvaged: Int64?, after base: JournalAnchor
  ) {
    notes["after"] = .string(base.description)
    notes["salvaged"] = salvaged.map { .int($0) }
    notes["setAside"] = name.map { .string($0) }
  }

  /// The name of the file now; nil when it is nowhere.
  package static func name(in notes: Parameters) -> String? {
    guard case .string(let name)? = notes["setAside"] else { return nil }
    return name
  }

  /// The last entry of it that was kept, 0 when none was; nil when there was no such file.
  package static func salvaged(in notes: Parameters) -> Int64? {
    guard case .int(let sequence)? = notes["salvaged"] else { return nil }
    return sequence
  }

  /// What a new file goes on from by its first entry; nil when that says nothing of the kind.
  package static func base(in notes: Parameters) -> JournalAnchor? {
    guard case .string(let text)? = notes["after"] else { return nil }
    return JournalAnchor(text)
  }
}
