package import RouteStore

/// A damaged or missing file, as described by the first entry of the file that replaces it.
package struct ReplacedFile: Sendable, Hashable {
  /// Its present name, without its folder; nil when it does not exist.
  package var name: String?
  /// Its last entry that was kept, 0 when none was; nil when there was no such file.
  package var salvaged: Int64?
  /// Why nothing of it was read; nil when it was read, or when there was no such file.
  package var unread: String?
  /// The anchor from which the new file continues.
  package var base: JournalAnchor

  /// The entries before the new file that are lost: all entries of a missing file, or the entries
  /// behind the sound part of a file that was set aside. Nil when no entries are lost.
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

  /// Reads the notes; nil when they have no anchor for the new file.
  init?(notes: Parameters) {
    guard let base = notes.text(Self.baseNote).flatMap(JournalAnchor.init) else { return nil }
    self.base = base
    (name, unread) = (notes.text(Self.nameNote), notes.text(Self.unreadNote))
    salvaged = notes.int(Self.salvagedNote)
  }
}
