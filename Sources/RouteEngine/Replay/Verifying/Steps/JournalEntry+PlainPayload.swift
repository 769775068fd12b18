import RouteEngine

extension JournalEntry {
  /// Whether its payload is seen to equal another one's, byte for byte, without encoding both. The
  /// two are of one kind, with the same columns, notes and outcome. False means unknown.
  ///
  /// It is true for most entries that are not decisions: encoding both takes 8,000 instructions.
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
  /// Whether both are equal, byte for byte, as far as that can be seen without encoding them.
  fileprivate func isPlainly(_ other: RouteChange) -> Bool {
    switch (self, other) {
    case (.advance(_, .give), _): false  // it contains texts
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
  /// Whether both are equal, byte for byte: equal texts can have different bytes.
  fileprivate func isPlainly(_ other: PendingAction) -> Bool {
    self == other && name.hasSameBytes(as: other.name) && Bytes.same(key, other.key)
      && Bytes.same(principal, other.principal) && Bytes.same(terms.lane, other.terms.lane)
      && Bytes.same(terms.condition, other.terms.condition)
  }
}

extension WaitingRequest {
  /// Whether both are equal, byte for byte, and wait for nothing with a name.
  fileprivate func isPlainly(_ other: WaitingRequest) -> Bool {
    if case .condition = status { return false }
    return id == other.id && status == other.status && replacement == nil
      && other.replacement == nil && clockSet == other.clockSet
      && request.isPlainly(other.request)
  }
}

extension RouteRequest {
  /// Whether both are equal, byte for byte: the same object, as when a step is made again from
  /// entries that were read, or one for a link. Others are compared by digests, which a forger can
  /// make equal.
  fileprivate func isPlainly(_ other: RouteRequest) -> Bool {
    if isCopy(of: other) { return true }
    return if case .link = target { hasSameBytes(as: other) } else { false }
  }
}
