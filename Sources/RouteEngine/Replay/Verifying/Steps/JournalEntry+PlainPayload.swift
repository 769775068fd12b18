import RouteEngine

extension JournalEntry {
  /// Whether its payload is seen to be another one's, to the byte, without writing the two, which
  /// are of one kind, with the same columns, notes and outcome. False says nothing.
  ///
  /// So it is for most entries that are no decisions: to write both takes 8,000 instructions.
  func hasPlainlyThePayload(of other: JournalEntry) -> Bool {
    guard sequence == other.sequence, answers.isEmpty, other.answers.isEmpty, leftOut.isEmpty,
      other.leftOut.isEmpty, sources.isEmpty, other.sources.isEmpty,
      changes.count == other.changes.count
    else { return false }
    for index in changes.indices where !changes[index].isPlainly(other.changes[index]) {
      return false
    }
    guard let request else { return !other.hasRequest }
    return other.request?.isPlainly(request) ?? false
  }
}

extension RouteChange {
  /// Whether it is another one, to the byte, as far as that is told without writing both.
  fileprivate func isPlainly(_ other: RouteChange) -> Bool {
    switch (self, other) {
    case (.advance(_, .give), _): false  // has texts
    case (.advance(let id, let transition), .advance(let otherID, let otherTransition)):
      id == otherID && transition == otherTransition
    case (.settle(let id), .settle(let otherID)): id == otherID
    case (.enqueue(let action), .enqueue(let other)): action.isPlainly(other)
    case (.wait(let waiting), .wait(let otherWaiting)): waiting.isPlainly(otherWaiting)
    case (.suspend(let isBegun), .suspend(let isOtherBegun)): isBegun == isOtherBegun
    default: false
    }
  }
}

extension PendingAction {
  /// Whether it is another one, to the byte: equal texts can have other bytes.
  fileprivate func isPlainly(_ other: PendingAction) -> Bool {
    self == other && name.hasSameBytes(as: other.name) && Bytes.same(key, other.key)
      && Bytes.same(principal, other.principal) && Bytes.same(terms.lane, other.terms.lane)
      && Bytes.same(terms.condition, other.terms.condition)
  }
}

extension WaitingRequest {
  /// Whether it is another one, to the byte, and waits for nothing with a name.
  fileprivate func isPlainly(_ other: WaitingRequest) -> Bool {
    if case .condition = status { return false }
    return id == other.id && status == other.status && replacement == nil
      && other.replacement == nil && clockSet == other.clockSet
      && request.isPlainly(other.request)
  }
}

extension RouteRequest {
  /// Whether it is another one, to the byte: the same object, as where a step is made again of what
  /// was read, or one for a link. Others are compared by digests, which a forger can make equal.
  fileprivate func isPlainly(_ other: RouteRequest) -> Bool {
    if isCopy(of: other) { return true }
    return if case .link = target { hasSameBytes(as: other) } else { false }
  }
}
