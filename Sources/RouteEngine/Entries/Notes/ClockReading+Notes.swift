/// What a session's first entry says of the clocks that the session began by.
extension ClockReading {
  private enum Note {
    static let boot = "boot"
    static let monotonic = "monotonic"
  }

  /// The names of its notes.
  static let noteNames: Set<String> = [Note.boot, Note.monotonic]

  /// From a session's first entry.
  package init(beginning entry: JournalEntry) {
    guard case .string(let boot)? = entry.notes[Note.boot],
      case .int(let monotonic)? = entry.notes[Note.monotonic]
    else {
      self.init(wall: entry.at)
      return
    }
    self.init(wall: entry.at, boot: boot, monotonic: monotonic)
  }

  /// Says it in a first entry's notes; nothing when nobody knows which run of the system it is.
  package func add(to notes: inout Parameters) {
    guard let boot else { return }
    notes[Note.boot] = .string(boot)
    notes[Note.monotonic] = .int(monotonic)
  }

  /// Whether a first entry says of the clocks what sessions say: both things or nothing.
  package static func isWhole(in notes: Parameters) -> Bool {
    switch (notes[Note.boot], notes[Note.monotonic]) {
    case (nil, nil), (.string?, .int?): true
    default: false
    }
  }
}
