/// A position and the chain digest there, kept outside the file: the only means to detect a lost
/// tail.
///
/// Printed and read as `SEQUENCE:HEX`, for example `42:9f86…`.
public struct JournalAnchor: Sendable, Hashable {
  /// The sequence of the newest entry, 0 for an empty journal.
  public var sequence: Int64
  /// The chain digest of that entry, zero for an empty journal.
  public var digest: ChainDigest

  /// The anchor of a journal without entries.
  public static var start: JournalAnchor { JournalAnchor(sequence: 0, digest: .zero) }

  /// An anchor at a position.
  public init(sequence: Int64, digest: ChainDigest) {
    self.sequence = sequence
    self.digest = digest
  }
}

extension JournalAnchor: LosslessStringConvertible {
  /// Reads `SEQUENCE:HEX`; nil for anything else.
  public init?(_ description: String) {
    let parts = description.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let sequence = Int64(parts[0]), sequence >= 0,
      let digest = ChainDigest(hexadecimal: parts[1])
    else { return nil }
    self.init(sequence: sequence, digest: digest)
  }

  /// `SEQUENCE:HEX`, the digest as 64 lower-case digits.
  public var description: String { "\(sequence):\(digest)" }
}
