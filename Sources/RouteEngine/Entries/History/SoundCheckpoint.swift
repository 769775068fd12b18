package import RouteStore

/// A checkpoint that is as it was written: any reading of a journal may begin there.
package struct SoundCheckpoint {
  /// The entry that it belongs to.
  package let anchor: JournalAnchor
  /// The state after that entry.
  package let state: RouteState
  /// Its size in bytes.
  package let bytes: Int
}

extension ReadableJournal {
  /// The newest sound checkpoint at or before a sequence; nil when there is none. A checkpoint that
  /// is no state, or that does not agree with its entry, is skipped in favour of an earlier one, or
  /// of all entries.
  package func newestSoundCheckpoint(
    through sequence: Int64
  ) throws(StoreError) -> SoundCheckpoint? {
    var found: SoundCheckpoint?
    _ = try newestCheckpoint(through: sequence) { row in
      // A checkpoint that cannot be read is skipped, like one that is not as it was written.
      guard row.format == StateCoding.format, let state = try? StateCoding.decode(row.state),
        state.digest == row.stateDigest, let anchor = try? anchor(at: row.sequence), vouches(row)
      else { return false }
      found = SoundCheckpoint(anchor: anchor, state: state, bytes: row.state.count)
      return true
    }
    return found
  }

  /// Whether the entry of a checkpoint led to its state. The chain covers entries and not
  /// checkpoints: without this check one checkpoint could be replaced by another.
  private func vouches(_ row: CheckpointRow) -> Bool {
    do throws(StoreError) {
      // A pruned entry left only its anchor, and the checkpoint is the base.
      guard let entry = try entry(at: row.sequence) else { return true }
      return entry.stateDigest == row.stateDigest
    } catch {
      return false
    }
  }
}
