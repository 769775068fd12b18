extension Restoration {
  private enum Note {
    static let extent = "extent"
    static let formerTable = "from"
    static let left = "left"
    static let clockSet = "clockSet"
  }

  /// The counts, with the names of their notes.
  private static var counts: [(note: String, path: WritableKeyPath<Restoration, Int>)] {
    [
      ("buried", \.buried), ("gone", \.gone), ("migrated", \.migrated), ("rebuilt", \.rebuilt),
      ("revived", \.revived), ("unclean", \.uncleanEnds),
    ]
  }

  static let noteNames = Set(
    [Note.extent, Note.formerTable, Note.left, Note.clockSet] + counts.map(\.note))

  /// The notes, without default values.
  var notes: Parameters {
    var notes = Parameters()
    if extent != .whole { notes[Note.extent] = .string(extent.rawValue) }
    notes[Note.formerTable] = formerTable.map { .string($0) }
    notes[Note.left] = left.map { .string($0.rawValue) }
    if clockSetMicroseconds != 0 { notes[Note.clockSet] = .int(clockSetMicroseconds) }
    for (note, path) in Self.counts where self[keyPath: path] > 0 {
      notes[note] = .int(Int64(self[keyPath: path]))
    }
    return notes
  }

  /// Reads the notes; nil when they are impossible.
  init?(notes: Parameters) {
    switch notes[Note.extent] {
    case nil: break
    case .string(let word)?:
      guard let extent = Extent(rawValue: word), extent != .whole else { return nil }
      self.extent = extent
    default: return nil
    }
    switch notes[Note.formerTable] {
    case nil: break
    case .string(let digest)?: formerTable = digest
    default: return nil
    }
    switch notes[Note.left] {
    case nil: break
    case .string(let word)?:
      guard let left = Leaving(rawValue: word) else { return nil }
      self.left = left
    default: return nil
    }
    switch notes[Note.clockSet] {
    case nil: break
    case .int(let span)?:
      guard span != 0 else { return nil }
      clockSetMicroseconds = span
    default: return nil
    }
    for (note, path) in Self.counts {
      switch notes[note] {
      case nil: break
      case .int(let count)?:
        guard let count = Int(exactly: count), count > 0 else { return nil }
        self[keyPath: path] = count
      default: return nil
      }
    }
  }
}
