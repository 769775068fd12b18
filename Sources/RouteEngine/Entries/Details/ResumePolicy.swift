extension WaitingRequest {
  /// The treatment of the requests that were kept back while a session was suspended.
  public enum ResumePolicy: String, Hashable, Sendable, CaseIterable {
    /// They run in the order in which they came.
    case execute
    /// The last one runs, the others end superseded.
    case latestOnly
    /// None runs; each ends denied.
    case clear
    /// None runs; they stay, for a later resume.
    case none
  }
}

/// ``WaitingRequest/ResumePolicy``, as this package calls it.
package typealias ResumePolicy = WaitingRequest.ResumePolicy
