extension Verification {
  /// The verdict of the checks on a journal.
  package enum Verdict: String, Sendable {
    case intact, newer, damaged
  }

  /// The verdict; a journal that a newer version wrote is not called damaged.
  package var verdict: Verdict { newerEntry != nil ? .newer : isIntact ? .intact : .damaged }

  /// Why a journal cannot be taken for what was written.
  package enum Failure: Error, Sendable, CustomStringConvertible {
    /// An entry says what only a newer version knows.
    case newer(entry: Int64)
    /// The first that is not as it must be.
    case damaged(Finding)

    /// One line for a person.
    package var description: String {
      switch self {
      case .newer(let entry): "entry \(entry) says what only a newer version knows"
      case .damaged(let finding): "it is not what was written: \(finding.words)"
      }
    }
  }

  /// Throws unless everything is as it must be.
  package func requireIntact() throws(Failure) {
    if let newerEntry { throw .newer(entry: newerEntry) }
    if let first = findings.first { throw .damaged(first) }
  }
}

extension Verification.Finding {
  /// Where it is, if it is in one entry, and what.
  package var words: String { (sequence > 0 ? "entry \(sequence): " : "") + problem }
}
