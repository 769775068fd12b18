/// Work to be accepted when a destination is reached.
public struct ActionTemplate: Hashable, Sendable {
  /// The name its handler is registered under.
  public var name: String
  /// What the handler is given.
  public var parameters: Bindings
  /// What it waits for, and what becomes of it when it fails.
  public var terms: ActionTemplate.Terms
  /// Marks actions of one screen that are the same work; nil when it stands for itself.
  public var key: String?
  /// What becomes of it when its screen has one with that key already.
  public var sameKey: ActionTemplate.KeyRule
  /// Microseconds after the decision before which it is not to be run; nil: at once.
  public var delay: Int64?
  /// Microseconds after the decision at which it is no longer to be run.
  public var expiresAfter: Int64?

  /// An action of that name.
  public init(
    _ name: String, with parameters: Bindings = [:],
    when moment: ActionTemplate.Moment = .arrival, key: String? = nil,
    sameKey: ActionTemplate.KeyRule = .replace,
    after delay: Int64? = nil, expiresAfter: Int64? = nil,
    terms: ActionTemplate.Terms = ActionTemplate.Terms()
  ) {
    self.name = name
    self.parameters = parameters
    self.terms = terms
    if moment != .arrival { self.terms.moment = moment }
    self.key = key
    self.sameKey = sameKey
    self.delay = delay
    self.expiresAfter = expiresAfter
  }
}

extension ActionTemplate {
  /// What an action waits for beside the time, and what becomes of it when it fails or hangs.
  public struct Terms: Hashable, Sendable {
    /// When it may run.
    public var moment: ActionTemplate.Moment
    /// The condition that has to hold, as the host signals it; nil: none.
    public var condition: String?
    /// Actions of one lane run one at a time, in the order in which they were accepted; nil: it
    /// waits for no other.
    public var lane: String?
    /// How it is tried again when it fails; nil: it is not.
    public var retry: ActionTemplate.RetryPolicy?
    /// Microseconds that its handler may take; what it says later counts no more. Nil: as many as
    /// it likes.
    public var lease: Int64?

    /// Terms; without any it runs on arrival, once, beside all others.
    public init(
      when moment: ActionTemplate.Moment = .arrival, condition: String? = nil, lane: String? = nil,
      retry: ActionTemplate.RetryPolicy? = nil, lease: Int64? = nil
    ) {
      self.moment = moment
      self.condition = condition
      self.lane = lane
      self.retry = retry
      self.lease = lease
    }

    /// Adds every field.
    package func combine(into digest: inout Digest64) {
      digest.combine(moment.rawValue)
      digest.combine(optional: condition)
      digest.combine(optional: lane)
      digest.combine(optional: retry.map { UInt64(bitPattern: Int64($0.attempts)) })
      if let retry {
        digest.combine(UInt64(bitPattern: retry.first))
        digest.combine(UInt64(bitPattern: retry.longest))
      }
      digest.combine(optional: lease.map { UInt64(bitPattern: $0) })
    }
  }
}

/// ``ActionTemplate/Terms``, as this package calls it.
package typealias ActionTerms = ActionTemplate.Terms

extension ActionTemplate {
  /// When an action may run.
  public enum Moment: String, Hashable, Sendable, CaseIterable {
    /// As soon as its decision is committed.
    case arrival
    /// When its screen has reported that it is ready.
    case ready
  }
}

/// ``ActionTemplate/Moment``, as this package calls it.
package typealias ActionMoment = ActionTemplate.Moment

extension ActionTemplate {
  /// What becomes of an action whose screen has one with the same key already.
  public enum KeyRule: String, Hashable, Sendable, CaseIterable {
    /// It takes the place of the other, unless that one's handler was called already.
    case replace
    /// The other stays, and this one gives way.
    case keep
    /// Both stay.
    case append
    /// The request fails, and nothing is changed.
    case refuse
  }
}

/// ``ActionTemplate/KeyRule``, as this package calls it.
package typealias KeyRule = ActionTemplate.KeyRule
