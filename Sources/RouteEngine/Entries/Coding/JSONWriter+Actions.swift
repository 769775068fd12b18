/// The columns of an entry for the action that it accepts.
struct ActionColumns {
  /// The action's id.
  let id: ActionID?
  /// The request that it belongs to.
  let request: RequestID?
}

extension JSONWriter {
  /// Writes a pending action. Its members are in ascending order of their names; default values are
  /// left out.
  ///
  /// - Parameters:
  ///   - action: the action.
  ///   - columns: the columns of the entry that accepts it: an id and a request in them are left
  ///     out. Nil elsewhere.
  mutating func action(_ action: PendingAction, beside columns: ActionColumns? = nil) {
    beginObject()
    if action.attempt > 0 {
      name("attempt")
      int(Int64(action.attempt))
    }
    if action.isClosure {
      name("closure")
      bool(true)
    }
    optional("condition", action.terms.condition)
    if action.crashes > 0 {
      name("crashes")
      int(Int64(action.crashes))
    }
    optional("expires_us", action.expires?.microseconds)
    if action.isGiven {
      name("given")
      bool(true)
    }
    if action.id != columns?.id {
      name("id")
      int(action.id.rawValue)
    }
    optional("key", action.key)
    optional("lane", action.terms.lane)
    optional("lease_ends_us", action.leaseEnds?.microseconds)
    optional("lease_us", action.terms.leaseMicroseconds)
    name("name")
    string(action.name)
    optional("not_before_us", action.notBefore?.microseconds)
    if !action.parameters.isEmpty {
      name("parameters")
      parameters(action.parameters)
    }
    if action.possiblyExecuted {
      name("possibly_executed")
      bool(true)
    }
    optional("principal", action.principal)
    if action.request != columns?.request {
      name("request")
      int(action.request.rawValue)
    }
    if let retry = action.terms.retry {
      name("retry")
      self.retry(retry)
    }
    optional("revived_at", action.revivedAt.map(Int64.init))
    id("screen", action.screen)
    if action.status != .waiting {
      name("status")
      string(action.status.rawValue)
    }
    if action.moment != .arrival {
      name("when")
      string(action.moment.rawValue)
    }
    endObject()
  }

  private mutating func retry(_ retry: RetryPolicy) {
    beginObject()
    name("attempts")
    int(Int64(retry.attempts))
    name("first_us")
    int(retry.firstMicroseconds)
    name("longest_us")
    int(retry.longestMicroseconds)
    endObject()
  }
}
