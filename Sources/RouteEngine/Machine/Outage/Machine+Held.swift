/// A session whose journal cannot be read yet: what comes in is kept until it can begin.
extension Machine {
  /// Whether the session has not begun.
  var isHeld: Bool { held != nil }

  /// Whether so much is kept that nothing more may wait.
  var holdsMuch: Bool { held?.count ?? 0 >= settings.limits.queuedRequests }

  /// Keeps an input back.
  ///
  /// - Returns: false when it is worked on now: the session has begun, or the input is about those
  ///   that are kept.
  mutating func keep(_ input: borrowing Input) -> Bool {
    guard held != nil else { return false }
    switch input {
    case .renamed, .unlocked: return false
    default:
      held?.append(copy input)
      return true
    }
  }

  /// Puts other tokens in the place of those of the requests that are kept.
  mutating func renameHeld(_ renaming: TokenRenaming) {
    held = held?.map { input in
      guard case .opened(var pending, let refusal) = input else { return input }
      pending.request = renaming.renamed(pending.request)
      return .opened(pending, refusing: refusal)
    }
  }
}
