extension JournalEntry {
  /// How many of an entry's changes follow from its columns, so that the payload does not repeat
  /// them; nil when the entry begins with other changes than its columns imply.
  ///
  /// The entry is read in place, and the changes of almost all entries are compared in place:
  /// making them only for the comparison takes 2,000 instructions.
  static func usualCount(of entries: [JournalEntry], at index: Int) -> Int? {
    let count = comparedCount(of: entries, at: index)
    assert(count == madeCount(of: entries, at: index), "the usual changes are others when made")
    return count
  }

  /// The count, determined by making the usual changes and comparing them.
  private static func madeCount(of entries: [JournalEntry], at index: Int) -> Int? {
    let usual = usualChanges(
      of: entries[index].kind, sequence: entries[index].sequence, entries[index].requestID,
      entries[index].action, entries[index].request)
    return entries[index].changes.starts(with: usual) ? usual.count : nil
  }

  private static func comparedCount(of entries: [JournalEntry], at index: Int) -> Int? {
    switch entries[index].kind {
    case .decided:
      guard let id = entries[index].requestID, id.rawValue != entries[index].sequence else {
        return 0
      }
      guard case .settle(id)? = entries[index].changes.first else { return nil }
      return 1
    case .received:
      guard let id = entries[index].requestID, let request = entries[index].request else {
        return 0
      }
      // Compared without optionals, which would be copied.
      guard case .wait(let waiting)? = entries[index].changes.first,
        waiting.isUnchanged(since: .received, id), waiting.request == request
      else { return nil }
      return 1
    default: return madeCount(of: entries, at: index)
    }
  }

  /// The changes with which every entry of a kind with these columns begins. The payload does not
  /// repeat them.
  ///
  /// It takes single columns because an entry would be copied: 900 instructions.
  static func usualChanges(
    of kind: EntryKind, sequence: Int64, _ requestID: RequestID?, _ action: ActionID?,
    _ request: @autoclosure () -> RouteRequest?
  ) -> [RouteChange] {
    func advance(by transition: PendingAction.Transition) -> [RouteChange] {
      action.map { [.advance($0, transition)] } ?? []
    }
    switch kind {
    case .received:
      guard let requestID, let request = request() else { return [] }
      return [.wait(WaitingRequest(id: requestID, request: request, status: .received))]
    case .decided:
      guard let requestID, requestID.rawValue != sequence else { return [] }
      return [.settle(requestID)]
    case .stable: return [.suspect(fingerprint: RouteState.restoredPlace, count: 0)]
    case .claimed: return advance(by: .claim)
    case .started: return advance(by: .start(until: nil))
    case .done: return advance(by: .finish)
    case .failed: return advance(by: .fail)
    case .expired: return advance(by: .expire)
    case .cancelled: return advance(by: .cancel)
    case .superseded: return advance(by: .supersede)
    case .revived: return advance(by: .revive)
    case .dead: return advance(by: .die)
    case .shelved: return advance(by: .shelve)
    default: return []
    }
  }
}
