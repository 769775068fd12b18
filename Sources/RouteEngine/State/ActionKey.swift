/// Identifies equal work: the screen to which actions are bound, and the key that they name. Keys
/// are compared by their bytes.
package struct ActionKey: Equatable, Sendable {
  private let screen: ScreenID
  private let key: String

  /// Nil without a key: no other action is the same work.
  package init?(_ screen: ScreenID, _ key: String?) {
    guard let key else { return nil }
    (self.screen, self.key) = (screen, key)
  }

  package static func == (left: ActionKey, right: ActionKey) -> Bool {
    left.screen == right.screen && left.key.hasSameBytes(as: right.key)
  }
}

extension PendingAction {
  /// The key of its work; nil when it has no key.
  package var actionKey: ActionKey? { ActionKey(screen, key) }
}

extension RouteState {
  /// The pending actions with that key, oldest first.
  package func actions(of work: ActionKey) -> [PendingAction] {
    var found: [PendingAction] = []
    actionTable.forEach { if $0.actionKey == work { found.append($0) } }
    return found
  }
}
