extension Rerun {
  /// The verdict on decisions that were made again.
  package enum Verdict: String, Sendable {
    case identical, accepted, undecided, different

    /// The verdict for the numbers of decisions that differ, are undecided, and differ as accepted.
    package init(differing: Int, undecided: Int, accepted: Int = 0) {
      self =
        differing > 0
        ? .different : undecided > 0 ? .undecided : accepted > 0 ? .accepted : .identical
    }
  }

  /// The verdict on all decisions.
  package var verdict: Verdict {
    Verdict(differing: differing, undecided: undecided, accepted: accepted)
  }
}

extension Rerun.SessionTally {
  /// The verdict on the session, without accepted differences.
  package var verdict: Rerun.Verdict { .init(differing: differing, undecided: undecided) }
}
