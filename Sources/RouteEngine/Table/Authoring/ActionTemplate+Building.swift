extension ActionTemplate {
  /// Says which work of one screen is the same, and what becomes of it when it comes again.
  public func keyed(_ key: String, _ rule: ActionTemplate.KeyRule = .replace) -> ActionTemplate {
    changed { ($0.key, $0.sameKey) = (key, rule) }
  }

  /// Waits until the host has signalled a condition, and while it holds.
  public func waits(for condition: String) -> ActionTemplate {
    changed { $0.terms.condition = condition }
  }

  /// Waits so long after the decision. Below zero is a mistake that the route table is refused for.
  public func delayed(by delay: Duration) -> ActionTemplate {
    changed { $0.delayMicroseconds = delay.microseconds }
  }

  /// Is no longer to be run so long after the decision. Below zero is a mistake that the route
  /// table is refused for.
  public func expires(after lifetime: Duration) -> ActionTemplate {
    changed { $0.lifetimeMicroseconds = lifetime.microseconds }
  }

  /// Runs after all earlier actions of that lane, one at a time.
  public func inLane(_ lane: String) -> ActionTemplate { changed { $0.terms.lane = lane } }

  /// Is tried again when it fails.
  public func retried(_ policy: ActionTemplate.RetryPolicy) -> ActionTemplate {
    changed { $0.terms.retry = policy }
  }

  /// Its handler may take so long; then the attempt has failed, and what it says counts no more.
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
  ///   - name: the name that its handler is registered under.
  ///   - parameters: what the handler is given; `":id"` is the request's parameter of that name.
  ///   - moment: when it may run.
  ///   - key: marks actions of one screen that are the same work.
  ///   - lifetime: after which it is no longer to be run.
  public init<Name: RawRepresentable<String>>(
    _ name: Name, with parameters: Bindings = [:], when moment: ActionTemplate.Moment = .arrival,
    key: String? = nil, expires lifetime: Duration? = nil
  ) {
    self.init(name.rawValue, with: parameters, when: moment, key: key, expires: lifetime)
  }

  /// Waits until the host has signalled a condition, and while it holds.
  public func waits<Name: RawRepresentable<String>>(for condition: Name) -> ActionTemplate {
    waits(for: condition.rawValue)
  }
}
