extension Verification {
  /// The verdict of the checks on a journal.
  package enum Verdict: String, Sendable {
    case intact, newer, damaged
  }

  /// The verdict; a journal written by a newer version is not called damaged.
  package var verdict: Verdict { newerEntry != nil ? .newer : isIntact ? .intact : .damaged }

  /// The reason why a journal cannot be taken as it was written.
  package enum Failure: Error, Sendable, CustomStringConvertible {
    /// An entry has content that only a newer version knows.
    case newer(entry: Int64)
    /// The first finding.
    case damaged(Finding)

    /// One line for a person.
    package var description: String {
      switch self {
      case .newer(let entry): "entry \(entry) is of a newer version"
      case .damaged(let finding): "it is damaged: \(finding.words)"
      }
    }
  }

  /// Throws unless the journal is intact.
  package func requireIntact() throws(Failure) {
    if let newerEntry { throw .newer(entry: newerEntry) }
    if let first = findings.first { throw .damaged(first) }
  }
}

extension Verification.Finding {
  /// The problem, with its entry if it concerns one.
  package var words: String { (sequence > 0 ? "entry \(sequence): " : "") + problem }
}
