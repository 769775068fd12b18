extension RouteChange {
  /// Whether it neither adds nor removes a screen, which is possible for joined edits.
  var isNothing: Bool {
    guard case .tree(.splice(_, _, 0, let insert)) = self else { return false }
    return insert.isEmpty
  }

  /// Turns this change into one with the effect of both changes; false when they cannot be joined.
  mutating func join(_ next: TreeChange, in tree: ScreenTree) -> Bool {
    guard case .tree(var own) = self else { return false }
    self = .tree(.unready)  // releases the payload, so that it is edited in place
    defer { self = .tree(own) }
    return own.join(next, in: tree)
  }
}

extension TreeChange {
  /// Turns this change into one with the effect of both changes; false when they cannot be joined.
  ///
  /// - Parameter tree: the tree with the containers. Edits of tabs that are on screen are not
  ///   joined, because each can also move the selection.
  fileprivate mutating func join(_ next: TreeChange, in tree: ScreenTree) -> Bool {
    switch self {
    case .splice(let container, let at, let drop, let insert):
      if case .splice(container, let nextAt, let nextDrop, let nextInsert) = next {
        guard tree.row(container)?.layout ?? .tabs != .tabs else { return false }
        return join(container, (at, drop, insert), (nextAt, nextDrop, nextInsert))
      }
      guard let insert = insert.absorbing(next) else { return false }
      self = .splice(container: container, at: at, drop: drop, insert: insert)
    case .present(let presenter, let style, let screen):
      guard let screen = screen.absorbing(next) else { return false }
      self = .present(over: presenter, style: style, screen: screen)
    case .root(let scene, let screen):
      guard let screen = screen.absorbing(next) else { return false }
      self = .root(scene: scene, screen: screen)
    default: return false
    }
    return true
  }

  private typealias Splice = (at: Int, drop: Int, insert: NewScreens)

  private mutating func join(
    _ container: ScreenID, _ first: consuming Splice, _ second: Splice
  ) -> Bool {
    let (at, drop, count) = (first.at, first.drop, first.insert.count)
    let firstEnd = at + count
    let secondEnd = second.at + second.drop
    guard second.at <= firstEnd, secondEnd >= at else { return false }
    self = .unready  // releases the array, so that it is edited in place
    var insert = first.insert
    if second.at == firstEnd {
      insert.append(second.insert)  // the usual case
    } else {
      insert.replace(
        max(0, second.at - at)..<min(secondEnd - at, count), by: second.insert)
    }
    let outside = max(0, at - second.at) + max(0, secondEnd - firstEnd)
    self = .splice(
      container: container, at: min(at, second.at), drop: drop + outside, insert: insert)
    return true
  }

  /// The new screen that an edit refers to.
  fileprivate var target: ScreenID? {
    switch self {
    case .splice(let id, _, _, _), .present(let id, _, _), .parameters(let id, _), .select(let id):
      id
    default: nil
    }
  }
}

extension NewScreens {
  /// A copy of these screens after a change inside one of them; nil when the change is outside of
  /// them or does not fit.
  fileprivate func absorbing(_ change: TreeChange) -> NewScreens? {
    guard let target = change.target, holds(target) else { return nil }
    var screens = Array(self)
    for index in screens.indices where screens[index].absorb(change) { return NewScreens(screens) }
    return nil
  }
}

extension Subtree {
  /// The id of the selected tab.
  private var selectedChild: ScreenID? {
    guard layout == .tabs, !children.isEmpty else { return nil }
    return children[min(selected ?? 0, children.count - 1)].id
  }

  /// Selects a tab; false when the screen is not a tab here.
  private mutating func select(_ target: ScreenID) -> Bool {
    if layout == .tabs, let place = children.firstIndex(where: { $0.id == target }) {
      selected = place
      return true
    }
    for index in children.indices where children[index].select(target) { return true }
    for index in presented.indices where presented[index].select(target) { return true }
    return false
  }

  /// Carries out a change inside screens that are not on screen yet; false when it does not fit.
  fileprivate mutating func absorb(_ change: TreeChange) -> Bool {
    switch change {
    case .splice(let container, let at, let drop, let insert):
      edit(container) { holder in
        guard at + drop <= holder.children.count else { return false }
        let selected = holder.selectedChild
        holder.children.replaceSubrange(at..<(at + drop), with: Array(insert))
        if holder.layout == .tabs {
          let place = holder.children.firstIndex { $0.id == selected }
          holder.selected = place ?? max(0, min(at, holder.children.count - 1))
        }
        return true
      }
    case .present(let presenter, let style, let screen):
      edit(presenter) { holder in
        (holder.presented, holder.style) = (Array(screen), style)
        return true
      }
    case .select(let child):
      select(child)
    case .parameters(let target, let parameters):
      edit(target) { holder in
        holder.parameters = parameters
        return true
      }
    default:
      false
    }
  }
}
