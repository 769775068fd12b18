package import RouteStore

/// The facts, in a session's first entry, of a file that is damaged or gone, and that a new one
/// replaces.
package struct ReplacedFile: Sendable, Hashable {
  /// Its name now, without its folder; nil when it is nowhere.
  package var name: String?
  /// The last entry of it that was kept, 0 when none was; nil when there was no such file.
  package var salvaged: Int64?
  /// Why nothing of it was read; nil when it was, or when there was none.
  package var unread: String?
  /// The anchor that the new file goes on from.
  package var base: JournalAnchor

  /// The entries before the new file that are lost: all entries of a file that was gone, or, of a
  /// file that was set aside, the entries behind its sound part. Nil when no entries are lost.
  package var missing: ClosedRange<Int64>? {
    let kept = name == nil ? 0 : salvaged ?? 0
    return kept >= 0 && kept < base.sequence ? kept + 1...base.sequence : nil
  }
}

extension ReplacedFile {
  private static let (baseNote, salvagedNote) = ("after", "salvaged")
  private static let (nameNote, unreadNote) = ("setAside", "unread")

  package static let noteNames: Set<String> = [baseNote, salvagedNote, nameNote, unreadNote]

  func add(to notes: inout Parameters) {
    notes[Self.baseNote] = .string(base.description)
    notes[Self.salvagedNote] = salvaged.map { .int($0) }
    notes[Self.nameNote] = name.map { .string($0) }
    notes[Self.unreadNote] = unread.map { .string($0) }
  }

  /// Nil when the notes name nothing that the new file goes on from.
  init?(notes: Parameters) {
    guard let base = notes.text(Self.baseNote).flatMap(JournalAnchor.init) else { return nil }
    self.base = base
    (name, unread) = (notes.text(Self.nameNote), notes.text(Self.unreadNote))
    salvaged = notes.int(Self.salvagedNote)
  }
}
