/// The part of a journal that was deleted when old entries were pruned.
package struct PrunedPart: Sendable, Hashable {
  /// The last sequence that went.
  package var through: Int64
  /// The chain digest, in hexadecimal, that the chain goes on from.
  package var chain: String
  /// The digest, in hexadecimal, of the state that the journal begins with.
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

  /// Nil when the notes do not say all of it.
  init?(notes: Parameters) {
    guard let through = notes.int(Self.throughNote), let chain = notes.text(Self.chainNote),
      let state = notes.text(Self.stateNote)
    else { return nil }
    self.init(through: through, chain: chain, state: state)
  }
}
