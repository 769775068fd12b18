extension ActionTemplate {
  /// Marks actions of one screen that are the same work, and sets the rule for a second one.
  public func keyed(_ key: String, _ rule: ActionTemplate.KeyRule = .replace) -> ActionTemplate {
    changed { ($0.key, $0.sameKey) = (key, rule) }
  }

  /// Makes the action wait until the host has signalled a condition, and run only while it holds.
  public func waits(for condition: String) -> ActionTemplate {
    changed { $0.terms.condition = condition }
  }

  /// Makes the action wait for a time after the decision. The route table is refused for a negative
  /// one.
  public func delayed(by delay: Duration) -> ActionTemplate {
    changed { $0.delayMicroseconds = delay.microseconds }
  }

  /// Makes the action expire at a time after the decision. The route table is refused for a
  /// negative one.
  public func expires(after lifetime: Duration) -> ActionTemplate {
    changed { $0.lifetimeMicroseconds = lifetime.microseconds }
  }

  /// Runs the action after all earlier actions of that lane, one at a time.
  public func inLane(_ lane: String) -> ActionTemplate { changed { $0.terms.lane = lane } }

  /// Retries the action when it fails.
  public func retried(_ policy: ActionTemplate.RetryPolicy) -> ActionTemplate {
    changed { $0.terms.retry = policy }
  }

  /// Limits the time of its handler. After that the attempt has failed, and a late result is
  /// ignored.
  public func leased(for lease: Duration) -> ActionTemplate {
    changed { $0.terms.leaseMicroseconds = lease.wholeMicroseconds }
  }

  private func changed(_ change: (inout ActionTemplate) -> Void) -> ActionTemplate {
    var template = self
    change(&template)
    return template
  }
}

extension ActionTemplate {
  /// An action of that name.
  ///
  /// - Parameters:
  ///   - name: the name under which its handler is registered.
  ///   - parameters: the parameters of the handler; `":id"` is the request's parameter of that
  ///     name.
  ///   - moment: when it may run.
  ///   - key: marks actions of one screen that are the same work.
  ///   - lifetime: the time after which it expires.
  public init<Name: RawRepresentable<String>>(
    _ name: Name, with parameters: Bindings = [:], when moment: ActionTemplate.Moment = .arrival,
    key: String? = nil, expires lifetime: Duration? = nil
  ) {
    self.init(name.rawValue, with: parameters, when: moment, key: key, expires: lifetime)
  }

  /// Makes the action wait until the host has signalled a condition, and run only while it holds.
  public func waits<Name: RawRepresentable<String>>(for condition: Name) -> ActionTemplate {
    waits(for: condition.rawValue)
  }
}
