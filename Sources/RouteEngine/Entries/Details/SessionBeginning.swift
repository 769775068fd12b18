package import RouteStore

/// How a session began, as written in its first entry. The session's row can be changed without a
/// trace, but the entry cannot.
package struct SessionBeginning: Sendable, Hashable {
  /// The session's identifier.
  package var identifier: String?
  /// The device's identifier.
  package var device: String?
  /// The app's version.
  package var appVersion: String?
  /// The app's build.
  package var build: String?
  /// The operating system.
  package var system: String?
  /// How it began: `restored`, `clean`, or `maintenance`.
  package var word: String?
  /// The hexadecimal digest of its route table.
  package var table: String?
  /// The bounds of the session, with which its requests can be decided again.
  package var limits = RouteLimits.standard
  /// The names of the actions that the host handles, in byte order; they determine which actions
  /// get a turn.
  package var handled: [String] = []
  /// The monotonic clock and the boot that it belongs to; nil when the boot is not known, and for
  /// work on the journal.
  package var clock: SystemClock?
  /// The recorded session whose input this one repeats.
  package var parent: ParentSession?
  /// The file that its file replaces; nil when it replaces none.
  package var replaced: ReplacedFile?

  /// A reading of the monotonic clock.
  package struct SystemClock: Sendable, Hashable {
    /// The boot of the system that it belongs to.
    package let boot: String
    /// The reading in microseconds.
    package let monotonic: Int64
  }

  /// A beginning of which nothing is known.
  init() {}

  /// The beginning as written in a session's row.
  package init(_ row: SessionRow) {
    (identifier, device, word, table) = (row.identifier, row.device, row.beginning, row.tableDigest)
    (appVersion, build, system) = (row.appVersion, row.build, row.system)
  }

  /// Whether it began with another version of the app.
  package func isOfOtherVersion(than other: SessionBeginning?) -> Bool {
    [\.appVersion, \.build].contains { (part: KeyPath<SessionBeginning, String?>) in
      self[keyPath: part].map { Array($0.utf8) } != other?[keyPath: part].map { Array($0.utf8) }
    }
  }
}

extension SessionBeginning {
  /// The texts, with the names of their notes.
  private static var texts: [(note: String, path: WritableKeyPath<SessionBeginning, String?>)] {
    [
      ("appVersion", \.appVersion), ("beginning", \.word), ("build", \.build),
      ("device", \.device), ("identifier", \.identifier), ("os", \.system), ("table", \.table),
    ]
  }
  private static let (bootNote, monotonicNote) = ("boot", "monotonic")
  private static let handledNote = "handles"

  /// The name of the note with the bounds; a newer version may write bounds that this one does not
  /// know.
  package static let limitsNote = "limits"

  static let noteNames = Set(
    texts.map(\.note) + [limitsNote, handledNote, bootNote, monotonicNote]
  )
  .union(ParentSession.noteNames).union(ReplacedFile.noteNames)

  var notes: Parameters {
    var notes = Parameters()
    for (note, path) in Self.texts { notes[note] = self[keyPath: path].map { .string($0) } }
    notes[Self.limitsNote] = limits.words.map { .string($0) }
    if !handled.isEmpty { notes[Self.handledNote] = .string(handled.joined(separator: " ")) }
    if let clock {
      notes[Self.bootNote] = .string(clock.boot)
      notes[Self.monotonicNote] = .int(clock.monotonic)
    }
    parent?.add(to: &notes)
    replaced?.add(to: &notes)
    return notes
  }

  init(notes: Parameters) {
    for (note, path) in Self.texts { self[keyPath: path] = notes.text(note) }
    if let words = notes.text(Self.limitsNote) { limits = RouteLimits(words: words) }
    handled = notes.text(Self.handledNote)?.split(separator: " ").map(String.init) ?? []
    if let boot = notes.text(Self.bootNote), let monotonic = notes.int(Self.monotonicNote) {
      clock = SystemClock(boot: boot, monotonic: monotonic)
    }
    parent = ParentSession(notes: notes)
    replaced = ReplacedFile(notes: notes)
  }
}

extension RouteLimits {
  /// The bounds that differ from the standard ones, such as `depth=32 redirects=2`; nil when none
  /// do.
  package var words: String? {
    let others = Self.fields.filter {
      self[keyPath: $0.field] != RouteLimits.standard[keyPath: $0.field]
    }
    guard !others.isEmpty else { return nil }
    return others.map { "\($0.name)=\(self[keyPath: $0.field])" }.joined(separator: " ")
  }

  /// Reads ``words``, within the bounds of the format; unknown bounds are ignored.
  fileprivate init(words: String) {
    self = .standard
    for word in words.split(separator: " ") {
      let parts = word.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let number = Int(parts[1]),
        let field = Self.fields.first(where: { $0.name.utf8.elementsEqual(parts[0].utf8) })?.field
      else { continue }
      self[keyPath: field] = number
    }
    self = withinFormat
  }
}

extension JournalEntry {
  /// The bounds of the session that it begins; the standard ones for other entries.
  package var limits: RouteLimits { beginning?.limits ?? .standard }
}

extension ClockReading {
  /// The clocks at the beginning of a session, from its first entry.
  package init(beginning entry: JournalEntry) {
    guard let clock = entry.beginning?.clock else {
      self.init(wall: entry.at)
      return
    }
    self.init(wall: entry.at, boot: clock.boot, monotonic: clock.monotonic)
  }

  /// The monotonic clock; nil when its boot is not known.
  var systemClock: SessionBeginning.SystemClock? {
    boot.map { SessionBeginning.SystemClock(boot: $0, monotonic: monotonic) }
  }
}
