/// The entries after the newest checkpoint: a launch reads each of them.
struct JournalTail {
  /// The number of entries.
  private var entries = 0
  /// The bytes of their payloads.
  private var bytes = 0
  /// The bytes of the checkpoint's state.
  private var checkpointBytes = 0
  /// The newest checkpoint, if it was only made because the tail was long; nil if the journal needs
  /// it.
  private var replaceable: Int64?
  /// Whether the journal has grown by another thousand entries since it was last searched for
  /// entries to prune.
  private(set) var isRetentionDue = false

  /// The number of entries that make a tail long.
  private static var most: Int { 128 }
  /// Of the checkpoints made because the tail was long, one stays in each stretch of this many
  /// entries. A reader that wants a state in between has a checkpoint near it, and a launch that
  /// finds the newest damaged has another.
  private static var stretch: Int64 { 512 }
  /// The number of new entries after which the journal is searched for entries to prune.
  private static var retentionStretch: Int64 { 1_000 }

  /// No entries, and no checkpoint.
  init() {}

  /// The tail that a launch found.
  init(entries: Int, bytes: Int, checkpointBytes: Int) {
    (self.entries, self.bytes, self.checkpointBytes) = (entries, bytes, checkpointBytes)
  }

  /// Whether a checkpoint is worth its cost with the entries about to be written: reading the tail
  /// would delay a launch noticeably, and costs more than reading the checkpoint.
  func isLong(with new: Int) -> Bool { entries + new >= Self.most && bytes > checkpointBytes }

  /// The checkpoint that is deleted when one is made after the entry of this sequence; nil when
  /// none is.
  func replaced(by sequence: Int64) -> Int64? {
    replaceable.flatMap { $0 / Self.stretch == sequence / Self.stretch ? $0 : nil }
  }

  /// Adds written entries, the newest of which has this sequence.
  mutating func grow(to sequence: Int64, entries: Int, bytes: Int) {
    self.entries += entries
    self.bytes += bytes
    let (before, stretch) = (sequence - Int64(entries), Self.retentionStretch)
    if before / stretch != sequence / stretch { isRetentionDue = true }
  }

  /// Ends the tail with a checkpoint after the entry of this sequence.
  ///
  /// - Parameters:
  ///   - bytes: the bytes of its state.
  ///   - isReplaceable: whether it was made only because the tail was long.
  mutating func end(withCheckpointAt sequence: Int64, of bytes: Int, isReplaceable: Bool) {
    (entries, self.bytes, checkpointBytes) = (0, 0, bytes)
    replaceable = isReplaceable ? sequence : nil
  }

  /// Notes that the journal is searched for entries to prune. Afterwards it may begin with the
  /// newest checkpoint, which then has to stay.
  mutating func noteRetention() { (isRetentionDue, replaceable) = (false, nil) }
}
