extension Rerun {
  /// What deciding again came to.
  package enum Verdict: String, Sendable {
    case identical, accepted, undecided, different

    /// By how many decisions differ, cannot be made, and differ as accepted.
    package init(differing: Int, undecided: Int, accepted: Int = 0) {
      self =
        differing > 0
        ? .different : undecided > 0 ? .undecided : accepted > 0 ? .accepted : .identical
    }
  }

  /// What it came to.
  package var verdict: Verdict {
    Verdict(differing: differing, undecided: undecided, accepted: accepted)
  }
}

extension Rerun.SessionTally {
  /// What the session came to, beside what differs as accepted.
  package var verdict: Rerun.Verdict { .init(differing: differing, undecided: undecided) }
}
