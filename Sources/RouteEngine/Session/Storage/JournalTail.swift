/// The entries behind the newest checkpoint: a launch reads each of them.
struct JournalTail {
  /// How many there are.
  private var entries = 0
  /// The bytes of their payloads.
  private var bytes = 0
  /// The bytes of the checkpoint's state.
  private var checkpointBytes = 0
  /// The newest checkpoint, where it was made because the tail was long; nil where the journal
  /// needs it.
  private var replaceable: Int64?
  /// Whether the journal has grown by another thousand entries since it was last looked through for
  /// what may go.
  private(set) var isRetentionDue = false

  /// So many entries make a tail long.
  private static var most: Int { 128 }
  /// Of as many entries one checkpoint stays that was made because the tail was long: a reader that
  /// wants a state between has one near, and a launch that finds the newest damaged has another.
  private static var stretch: Int64 { 512 }
  /// The journal is looked through for what may go whenever it has grown by so many entries.
  private static var retentionStretch: Int64 { 1_000 }

  /// No entries, and no checkpoint.
  init() {}

  /// The tail that a launch found.
  init(entries: Int, bytes: Int, checkpointBytes: Int) {
    (self.entries, self.bytes, self.checkpointBytes) = (entries, bytes, checkpointBytes)
  }

  /// Whether a checkpoint pays with entries that are about to be written: a launch would feel them,
  /// and reading them costs more than reading the checkpoint.
  func isLong(with new: Int) -> Bool { entries + new >= Self.most && bytes > checkpointBytes }

  /// The checkpoint that goes when one is made behind the entry of that sequence; nil when none
  /// does.
  func replaced(by sequence: Int64) -> Int64? {
    replaceable.flatMap { $0 / Self.stretch == sequence / Self.stretch ? $0 : nil }
  }

  /// Takes in entries that were written, the newest with that sequence.
  mutating func grow(to sequence: Int64, entries: Int, bytes: Int) {
    self.entries += entries
    self.bytes += bytes
    let (before, stretch) = (sequence - Int64(entries), Self.retentionStretch)
    if before / stretch != sequence / stretch { isRetentionDue = true }
  }

  /// Ends with a checkpoint behind the entry of that sequence.
  ///
  /// - Parameters:
  ///   - bytes: those of its state.
  ///   - isReplaceable: whether it was made only because the tail was long.
  mutating func end(withCheckpointAt sequence: Int64, of bytes: Int, isReplaceable: Bool) {
    (entries, self.bytes, checkpointBytes) = (0, 0, bytes)
    replaceable = isReplaceable ? sequence : nil
  }

  /// Takes note that the journal is looked through for what may go. It may begin with the newest
  /// checkpoint afterwards.
  mutating func noteRetention() { (isRetentionDue, replaceable) = (false, nil) }
}
