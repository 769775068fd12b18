/// A moment at which the child kills itself, so that it dies at the same place in every run.
package enum KillPoint: Hashable, Sendable {
  /// In the interceptor of that name, after it was asked.
  case interceptor(String)
  /// In the action handler of that name, after its effect.
  case handler(String)
  /// After an action was claimed, before its handler is called.
  case claimed
  /// After the commit of the entry that shows a screen of that kind, before `open` returns.
  case shown(String)
  /// After the commit of the entry that resumes a waiting request.
  case released
  /// When the parent decides: until then the interceptor `slow` does not answer.
  case parent
  /// When the clock is read for the n-th time.
  case clock(Int)
  /// Before the n-th operation on a file, counted from the parent's command.
  case operation(Int)
  /// Before the n-th operation on a file, counted from the beginning.
  case launchOperation(Int)
  /// Before the n-th file operation of a migration to a later format; the child does nothing else.
  case migration(Int)
  /// Before the n-th file operation of work on a journal whose app does not run; the child does
  /// nothing else.
  case offline(OfflineWork, Int)
  /// In the middle of the n-th write to a file, counted from the parent's command.
  case halfWrite(Int)

  /// Reads the text of ``description``.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    let rest = parts.count > 1 ? parts[1] : ""
    switch (parts.first, Int(rest)) {
    case ("interceptor", _): self = .interceptor(rest)
    case ("handler", _): self = .handler(rest)
    case ("claimed", _): self = .claimed
    case ("shown", _): self = .shown(rest)
    case ("released", _): self = .released
    case ("parent", _): self = .parent
    case ("clock", let count?): self = .clock(count)
    case ("operation", let count?): self = .operation(count)
    case ("launch-operation", let count?): self = .launchOperation(count)
    case ("migration", let count?): self = .migration(count)
    case ("half-write", let count?): self = .halfWrite(count)
    case (let word?, let count?):
      guard let work = OfflineWork(rawValue: word) else { return nil }
      self = .offline(work, count)
    default: return nil
    }
  }
}

extension KillPoint {
  /// Whether it is an operation on a file.
  package var isOperation: Bool {
    switch self {
    case .operation, .launchOperation, .migration, .offline, .halfWrite: true
    default: false
    }
  }
}

extension KillPoint: CustomStringConvertible {
  /// The text for the child's argument.
  package var description: String {
    switch self {
    case .interceptor(let name): "interceptor:\(name)"
    case .handler(let name): "handler:\(name)"
    case .claimed: "claimed"
    case .shown(let kind): "shown:\(kind)"
    case .released: "released"
    case .parent: "parent"
    case .clock(let count): "clock:\(count)"
    case .operation(let count): "operation:\(count)"
    case .launchOperation(let count): "launch-operation:\(count)"
    case .migration(let count): "migration:\(count)"
    case .offline(let work, let count): "\(work.rawValue):\(count)"
    case .halfWrite(let count): "half-write:\(count)"
    }
  }
}
