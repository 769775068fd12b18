/// The mark of pieces of work that are the same: the screen that they are bound to, and the key
/// that their actions name. Keys are the same when their bytes are.
package struct ActionKey: Equatable, Sendable {
  private let screen: ScreenID
  private let key: String

  /// Nil without a key: such work stands for itself.
  package init?(_ screen: ScreenID, _ key: String?) {
    guard let key else { return nil }
    (self.screen, self.key) = (screen, key)
  }

  package static func == (left: ActionKey, right: ActionKey) -> Bool {
    left.screen == right.screen && left.key.hasSameBytes(as: right.key)
  }
}

extension PendingAction {
  /// Which work it is the same as; nil when it stands for itself.
  package var actionKey: ActionKey? { ActionKey(screen, key) }
}

extension RouteState {
  /// The pending actions that are the same work, oldest first.
  package func actions(of work: ActionKey) -> [PendingAction] {
    var found: [PendingAction] = []
    actionTable.forEach { if $0.actionKey == work { found.append($0) } }
    return found
  }
}
