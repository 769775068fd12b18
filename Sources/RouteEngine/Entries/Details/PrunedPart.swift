/// The part of a journal that was deleted when old entries were pruned.
package struct PrunedPart: Sendable, Hashable {
  /// The last deleted sequence.
  package var through: Int64
  /// The hexadecimal chain digest from which the chain continues.
  package var chain: String
  /// The hexadecimal digest of the state with which the journal begins.
  package var state: String
}

extension PrunedPart {
  private static let (chainNote, stateNote, throughNote) = ("chain", "state", "through")

  static let noteNames: Set<String> = [chainNote, stateNote, throughNote]

  var notes: Parameters {
    [
      Self.chainNote: .string(chain), Self.stateNote: .string(state),
      Self.throughNote: .int(through),
    ]
  }

  /// Reads the notes; nil when they are incomplete.
  init?(notes: Parameters) {
    guard let through = notes.int(Self.throughNote), let chain = notes.text(Self.chainNote),
      let state = notes.text(Self.stateNote)
    else { return nil }
    self.init(through: through, chain: chain, state: state)
  }
}
