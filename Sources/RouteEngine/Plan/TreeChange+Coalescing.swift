extension TreeChange {
  /// Joins adjacent edits of one place into one change, so that what lies between never shows.
  ///
  /// - Parameter tree: holds the containers. Edits of tabs are not joined: each can also move the
  ///   selection.
  static func coalesced(_ changes: [TreeChange], in tree: ScreenTree) -> [TreeChange] {
    guard changes.count > 1 else { return changes }
    var result: [TreeChange] = []
    for change in changes {
      if let last = result.last, let joined = last.joined(with: change, in: tree) {
        result[result.count - 1] = joined
      } else {
        result.append(change)
      }
    }
    return result
  }

  /// One change that does what this one and then the next one do; nil when it takes two.
  func joined(with next: TreeChange, in tree: ScreenTree) -> TreeChange? {
    if case .splice(let container, _, _, _) = next, tree[container]?.container ?? .tabs == .tabs {
      return nil
    }
    switch (self, next) {
    case (
      .splice(let container, let at, let drop, let insert),
      .splice(let nextContainer, let nextAt, let nextDrop, let nextInsert)
    ) where container == nextContainer:
      return Self.joined(
        container, (at, drop, insert), (nextAt, nextDrop, nextInsert))
    case (.splice(let container, let at, let drop, var insert), _) where !insert.isEmpty:
      for index in insert.indices where insert[index].absorb(next) {
        return .splice(container: container, at: at, drop: drop, insert: insert)
      }
      return nil
    case (.present(let presenter, let style, var screen), _):
      return screen.absorb(next) ? .present(over: presenter, style: style, screen: screen) : nil
    case (.root(let scene, var screen), _):
      return screen.absorb(next) ? .root(scene: scene, screen: screen) : nil
    default:
      return nil
    }
  }

  private static func joined(
    _ container: ScreenID, _ first: (at: Int, drop: Int, insert: [Subtree]),
    _ second: (at: Int, drop: Int, insert: [Subtree])
  ) -> TreeChange? {
    let firstEnd = first.at + first.insert.count
    let secondEnd = second.at + second.drop
    guard second.at <= firstEnd, secondEnd >= first.at else { return nil }
    let before = first.insert.prefix(max(0, second.at - first.at))
    let after = first.insert.dropFirst(max(0, secondEnd - first.at))
    let outside = max(0, first.at - second.at) + max(0, secondEnd - firstEnd)
    return .splice(
      container: container, at: min(first.at, second.at), drop: first.drop + outside,
      insert: Array(before) + second.insert + Array(after))
  }
}

extension Subtree {
  /// Carries out a change inside screens that are not on screen yet; false when it speaks of
  /// others.
  fileprivate mutating func absorb(_ change: TreeChange) -> Bool {
    switch change {
    case .splice(let container, let at, let drop, let insert):
      edit(container) { holder in
        guard at + drop <= holder.children.count else { return }
        holder.children.replaceSubrange(at..<(at + drop), with: insert)
      }
    case .present(let presenter, let style, let screen):
      edit(presenter) { ($0.presented, $0.style) = ([screen], style) }
    case .parameters(let target, let parameters):
      edit(target) { $0.parameters = parameters }
    default:
      false
    }
  }
}
