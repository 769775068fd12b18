/// What a `pruned` entry says of what went.
package enum PrunedNotes {
  /// The names of its notes.
  static let names: Set<String> = ["chain", "state", "through"]

  /// The last sequence that went, the chain digest that the chain goes on from, and the digest of
  /// the state that the journal begins with.
  static func notes(through sequence: Int64, chain: String, state: UInt64) -> Parameters {
    [
      "chain": .string(chain), "state": .string(Digest64.hex(state)), "through": .int(sequence),
    ]
  }

  /// The same, as an entry says it; nil when it does not.
  package static func read(
    _ notes: Parameters
  ) -> (through: Int64, chain: String, state: String)? {
    guard case .int(let through)? = notes["through"], case .string(let chain)? = notes["chain"],
      case .string(let state)? = notes["state"]
    else { return nil }
    return (through, chain, state)
  }
}
