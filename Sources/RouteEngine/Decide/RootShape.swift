/// The shape of a scene's root: its tabs and columns, without the content of their stacks.
struct RootShape: Hashable, Sendable {
  let kind: String
  let container: ContainerKind?
  let isUnknown: Bool
  /// The shapes of its tabs and columns.
  let parts: [RootShape]

  init(_ subtree: Subtree) {
    kind = subtree.kind
    container = subtree.container
    isUnknown = subtree.ownership.isUnknown
    parts = subtree.isFrame ? subtree.children.map(RootShape.init) : []
  }

  /// This shape without tombstones.
  var known: RootShape {
    RootShape(
      kind: kind, container: container, parts: parts.filter { !$0.isUnknown }.map(\.known))
  }

  private init(kind: String, container: ContainerKind?, parts: [RootShape]) {
    (self.kind, self.container, self.parts, isUnknown) = (kind, container, parts, false)
  }
}

extension Subtree {
  /// Whether its children lie side by side.
  fileprivate var isFrame: Bool { layout != nil && layout != .stack }
}

/// A root with this version's shape that holds the surviving parts of the previous one: tabs and
/// columns of the same name, with all that lies in them and with their ids.
struct RebuiltRoot {
  private(set) var root: Subtree
  private var survivors: [Subtree] = []
  private var tombstones: [Subtree] = []

  /// - Parameters:
  ///   - old: the present root.
  ///   - new: the root with which the route table begins.
  init(from old: Subtree, to new: Subtree, after counter: inout UInt64) {
    root = new
    collect(old)
    root = filled(new)
    if root.id == nil, root.kind.hasSameBytes(as: old.kind), !old.ownership.isUnknown {
      root.id = old.id
    }
    if root.layout == .tabs { root.children += tombstones }
    select(in: old)
    // A root of tabs or columns, and one that survives, passes on the screen that it presents.
    if old.isFrame || survivors.contains(where: { $0.id == old.id }),
      let presented = Self.presented(over: old)
    {
      (root.presented, root.style) = ([presented.screen], presented.style)
    }
    root.forgetReadiness()
    root.assignIDs(after: &counter)
  }

  private mutating func collect(_ old: Subtree) {
    guard old.isFrame else {
      if !old.ownership.isUnknown { survivors.append(old) } else { tombstones.append(old) }
      return
    }
    for child in old.children { collect(child) }
  }

  private mutating func filled(_ new: Subtree) -> Subtree {
    var filled = new
    if new.isFrame {
      for index in new.children.indices {
        filled.children[index] = self.filled(new.children[index])
      }
      return filled
    }
    let place = survivors.firstIndex {
      $0.kind.hasSameBytes(as: new.kind) && $0.container == new.container
        && $0.ownership == new.ownership
    }
    return place.map { survivors.remove(at: $0) } ?? filled
  }

  /// Selects what was selected before, if it is still there.
  private mutating func select(in old: Subtree) {
    var selected = old
    while selected.layout == .tabs, let place = selected.selected,
      selected.children.indices.contains(place)
    {
      selected = selected.children[place]
    }
    guard let id = selected.id, !selected.ownership.isUnknown else { return }
    _ = root.select(id)
  }

  private static func presented(
    over old: Subtree
  ) -> (screen: Subtree, style: PresentationStyle)? {
    if let screen = old.presented.first { return (screen, old.style) }
    guard old.isFrame else { return nil }
    for child in old.children where child.isFrame {
      if let presented = presented(over: child) { return presented }
    }
    return nil
  }
}

extension Subtree {
  /// Selects the tabs that lead to a screen of its frame; false when the screen is not there.
  fileprivate mutating func select(_ target: ScreenID) -> Bool {
    if id == target { return true }
    guard isFrame else { return false }
    for index in children.indices where children[index].select(target) {
      if layout == .tabs { selected = index }
      return true
    }
    return false
  }

  fileprivate mutating func forgetReadiness() {
    isReady = false
    for index in children.indices { children[index].forgetReadiness() }
    for index in presented.indices { presented[index].forgetReadiness() }
  }
}
