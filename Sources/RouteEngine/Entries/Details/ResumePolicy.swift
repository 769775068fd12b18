extension WaitingRequest {
  /// How to treat the requests that were kept back while a session was suspended.
  public enum ResumePolicy: String, Hashable, Sendable, CaseIterable {
    /// All run, in the order in which they came.
    case execute
    /// The last one runs, and the others end as superseded.
    case latestOnly
    /// None runs, and each ends as denied.
    case clear
    /// None runs, and they stay for a later resumption.
    case none
  }
}

/// ``WaitingRequest/ResumePolicy``, as this package calls it.
package typealias ResumePolicy = WaitingRequest.ResumePolicy
