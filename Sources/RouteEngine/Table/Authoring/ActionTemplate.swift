/// Work that a request accepts when it reaches a destination.
public struct ActionTemplate: Hashable, Sendable {
  /// The name under which its handler is registered.
  public var name: String
  /// The parameters that the handler gets.
  public var parameters: Bindings
  /// When it may run, and how its failure is handled.
  public package(set) var terms: ActionTemplate.Terms
  /// Marks actions of one screen that are the same work; nil when no other action is the same.
  public var key: String?
  /// The rule for the case that its screen already has an action with that key.
  public var sameKey: ActionTemplate.KeyRule
  /// Microseconds after the decision before which it must not run; nil: it may run at once.
  var delayMicroseconds: Int64?
  /// Microseconds after the decision after which it must no longer run; nil: never.
  package var lifetimeMicroseconds: Int64?

  /// The time after the decision before which it must not run; nil: it may run at once.
  public var delay: Duration? { delayMicroseconds.map { .microseconds($0) } }
  /// The time after the decision after which it must no longer run; nil: it never expires.
  public var lifetime: Duration? { lifetimeMicroseconds.map { .microseconds($0) } }

  /// An action of that name.
  ///
  /// - Parameters:
  ///   - name: the name under which its handler is registered.
  ///   - parameters: the parameters of the handler; `":id"` is the request's parameter of that
  ///     name.
  ///   - moment: when it may run.
  ///   - key: marks actions of one screen that are the same work.
  ///   - lifetime: the time after which it expires.
  public init(
    _ name: String, with parameters: Bindings = [:],
    when moment: ActionTemplate.Moment = .arrival, key: String? = nil,
    expires lifetime: Duration? = nil
  ) {
    self.init(name, with: parameters, key: key, terms: ActionTerms(when: moment))
    lifetimeMicroseconds = lifetime?.microseconds
  }

  /// An action of that name under those terms.
  package init(
    _ name: String, with parameters: Bindings = [:], key: String? = nil,
    sameKey: KeyRule = .replace, terms: ActionTerms
  ) {
    self.name = name
    self.parameters = parameters
    self.terms = terms
    self.key = key
    self.sameKey = sameKey
  }
}

extension ActionTemplate {
  /// The terms of an action: when it may run, apart from its delay, and how its failure or hang is
  /// handled.
  public struct Terms: Hashable, Sendable {
    /// When it may run.
    public package(set) var moment: ActionTemplate.Moment
    /// The condition that has to hold, as the host signals it; nil when there is none.
    public package(set) var condition: String?
    /// Actions of one lane run one at a time, in the order in which they were accepted; nil when it
    /// waits for no other.
    public package(set) var lane: String?
    /// How it is retried when it fails; nil when it is not retried.
    public package(set) var retry: ActionTemplate.RetryPolicy?
    /// The most microseconds that its handler may take; nil: no limit.
    package var leaseMicroseconds: Int64?

    /// How long its handler may take; a later result is ignored. Nil: no limit.
    public var lease: Duration? { leaseMicroseconds.map { .microseconds($0) } }

    /// Terms. The defaults run an action on arrival, once, and beside all others.
    package init(
      when moment: ActionMoment = .arrival, condition: String? = nil, lane: String? = nil,
      retry: RetryPolicy? = nil, leaseMicroseconds lease: Int64? = nil
    ) {
      self.moment = moment
      self.condition = condition
      self.lane = lane
      self.retry = retry
      leaseMicroseconds = lease
    }

    /// Adds every field to a digest.
    package func combine(into digest: inout Digest64) {
      digest.combine(moment.rawValue)
      digest.combine(optional: condition)
      digest.combine(optional: lane)
      digest.combine(optional: retry.map { UInt64(bitPattern: Int64($0.attempts)) })
      if let retry {
        digest.combine(UInt64(bitPattern: retry.firstMicroseconds))
        digest.combine(UInt64(bitPattern: retry.longestMicroseconds))
      }
      digest.combine(optional: leaseMicroseconds.map { UInt64(bitPattern: $0) })
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
    /// When its screen has given a result, or has gone without one.
    case result
  }
}

/// ``ActionTemplate/Moment``, as this package calls it.
package typealias ActionMoment = ActionTemplate.Moment

extension ActionTemplate {
  /// The rule for an action whose screen already has one with the same key.
  public enum KeyRule: String, Hashable, Sendable, CaseIterable {
    /// It replaces the other one, unless the handler of that one is running.
    case replace
    /// The other one stays, and this one is dropped. A dead one does not count.
    case keep
    /// Both stay.
    case append
    /// The request fails, and nothing changes. A dead one does not count.
    case refuse
  }
}

/// ``ActionTemplate/KeyRule``, as this package calls it.
package typealias KeyRule = ActionTemplate.KeyRule
