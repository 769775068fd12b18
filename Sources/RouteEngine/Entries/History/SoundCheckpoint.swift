package import RouteStore

/// A checkpoint that is what was written: where every reading of a journal may begin.
package struct SoundCheckpoint {
  /// The entry that it belongs to.
  package let anchor: JournalAnchor
  /// The state after that entry.
  package let state: RouteState
  /// How many bytes it takes.
  package let bytes: Int
}

extension ReadableJournal {
  /// The newest checkpoint at or before a sequence that is sound; nil when there is none. One that
  /// is no state, or that its entry does not vouch for, is passed over for an earlier one, or for
  /// all entries.
  package func newestSoundCheckpoint(
    through sequence: Int64
  ) throws(StoreError) -> SoundCheckpoint? {
    var found: SoundCheckpoint?
    _ = try newestCheckpoint(through: sequence) { row in
      // A checkpoint that cannot be read is passed over, like one that is not as it was written.
      guard row.format == StateCoding.format, let state = try? StateCoding.decode(row.state),
        state.digest == row.stateDigest, let anchor = try? anchor(at: row.sequence), vouches(row)
      else { return false }
      found = SoundCheckpoint(anchor: anchor, state: state, bytes: row.state.count)
      return true
    }
    return found
  }

  /// Whether the entry that a checkpoint belongs to led to its state. The chain covers entries, not
  /// checkpoints: without this one checkpoint could stand in for another.
  private func vouches(_ row: CheckpointRow) -> Bool {
    do throws(StoreError) {
      // Of an entry that was pruned the anchor alone is left, and the checkpoint is its base.
      guard let entry = try entry(at: row.sequence) else { return true }
      return entry.stateDigest == row.stateDigest
    } catch {
      return false
    }
  }
}
