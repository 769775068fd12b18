package import RouteStore

/// What a session's first entry says of a file that is damaged or gone, in whose place it begins a
/// new one.
package enum SetAsideNotes {
  /// The names of its notes.
  static let names: Set<String> = ["after", "salvaged", "setAside", "unread"]

  /// Says which file it is now, by its name alone and if it is anywhere, how much of it was saved,
  /// why nothing of it was read, if nothing was, and what the new one goes on from.
  package static func add(
    to notes: inout Parameters, name: String?, salvaged: Int64?, unread: String?,
    after base: JournalAnchor
  ) {
    notes["after"] = .string(base.description)
    notes["salvaged"] = salvaged.map { .int($0) }
    notes["setAside"] = name.map { .string($0) }
    notes["unread"] = unread.map { .string($0) }
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

  /// Why nothing of the file was read; nil when it was, or when there was none.
  package static func unread(in notes: Parameters) -> String? {
    guard case .string(let reason)? = notes["unread"] else { return nil }
    return reason
  }

  /// The entries before the new file that nobody has any more: all of a file that was gone, and of
  /// one that was set aside those behind its sound part. Nil when there are none.
  package static func missing(in notes: Parameters) -> ClosedRange<Int64>? {
    guard let base = base(in: notes) else { return nil }
    let kept = name(in: notes) == nil ? 0 : salvaged(in: notes) ?? 0
    return kept >= 0 && kept < base.sequence ? kept + 1...base.sequence : nil
  }

  /// What they say that no session writes; nil when there is nothing.
  ///
  /// - Parameter isFirst: whether they stand in the first entry of a file.
  package static func problem(in notes: Parameters, isFirst: Bool) -> String? {
    let base = base(in: notes)
    if let salvaged = salvaged(in: notes), salvaged < 0 || salvaged > base?.sequence ?? 0 {
      return "it has more of a file than the new one goes on from"
    }
    guard let note = notes["unread"] else { return nil }
    guard isFirst, base != nil, name(in: notes) != nil, salvaged(in: notes) == 0,
      case .string = note
    else { return "what it says of a file of which nothing was read contradicts itself" }
    return nil
  }
}
