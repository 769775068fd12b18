/// The display of one scene: the screens that a renderer shows there, and their containment.
///
/// It has less than the tree: the contents of a screen of other code belong to that code,
/// tombstones are not shown, and a screen presented by a hidden screen is shown when that screen
/// is.
public struct RenderedScene: Equatable, Sendable {
  /// One screen on display.
  public struct Item: Equatable, Sendable {
    /// The screen.
    public let node: ScreenNode
    /// The kind of container; nil when it is none, and for a screen of other code.
    public let container: ContainerKind?
    /// Whether it belongs to other code.
    public let isForeign: Bool
    /// Its children in order.
    public internal(set) var children: [ScreenID] = []
    /// The visible child; of columns, the one that is visible where there is room for only one.
    public internal(set) var selected: ScreenID?
    /// The screen presented over it.
    public internal(set) var presented: ScreenID?
    /// The style of that presentation.
    public internal(set) var style = PresentationStyle.automatic

    /// Whether it is a container of the app's own.
    public var isOfTheApp: Bool { container?.isOfTheApp == true }
  }

  /// The screen at the root; nil when nothing is on display.
  public internal(set) var root: ScreenID?
  var items: [ScreenID: Item] = [:]

  /// An empty display.
  public init() {}

  /// The display of a scene according to a session's state.
  public init(_ scene: String, of session: RouteSession) {
    let tree = session.state.tree
    guard let root = tree.root(of: scene), tree[root]?.ownership.isUnknown == false else { return }
    self.root = root
    let presenters = tree.presenters(of: scene)
    var pending = [root]
    while let id = pending.popLast() {
      guard let screen = tree[id], let node = session.display.node(id) else { continue }
      let isForeign = screen.ownership == .foreign
      var item = Item(
        node: node, container: isForeign ? nil : screen.container, isForeign: isForeign)
      if item.container != nil {
        item.children = screen.children.filter { tree[$0]?.ownership.isUnknown == false }
        item.selected = tree.shownChild(of: screen)?.id
      }
      if presenters.contains(id), let presented = screen.presented {
        item.presented = presented
        item.style = screen.presentationStyle
        pending.append(presented)
      }
      pending += item.children
      items[id] = item
    }
  }

  /// A screen on display; nil when no screen has that id.
  public subscript(id: ScreenID) -> Item? { items[id] }

  /// A container that lies directly in a stack, if there is one: not every toolkit can show that. A
  /// container or a stack of the app's own does not count.
  public var containerInStack: ScreenNode? {
    firstChild { child, holder in
      holder.container == .stack && child.container != nil && !child.isOfTheApp
    }
  }

  /// The first screen that may not be in its container, if there is one: for a toolkit that cannot
  /// show every containment.
  ///
  /// - Parameter isRefused: called with a screen and its container.
  public func firstChild(
    where isRefused: (_ child: Item, _ holder: Item) -> Bool
  ) -> ScreenNode? {
    for holder in (root.map(ids) ?? []).compactMap({ items[$0] }) {
      let children = holder.children.compactMap { items[$0] }
      if let refused = children.first(where: { isRefused($0, holder) }) { return refused.node }
    }
    return nil
  }

  /// Keeps showing the columns to which users went back where there was room for only one, except
  /// in the screens of a path: a request leads to the last column of a split.
  mutating func keepColumns(of shown: RenderedScene, butOn path: [ScreenID]) {
    for (id, item) in items where item.container?.layout.columns.isEmpty == false {
      guard !path.contains(id), let before = shown[id], let column = before.selected else {
        continue
      }
      let choice = ColumnChoice(of: column, among: before.children)
      if let kept = choice.column(among: item.children) { items[id]?.selected = kept }
    }
  }

  /// The ids of the screen and of all that is shown in and over it, outermost first.
  func ids(from id: ScreenID) -> [ScreenID] {
    var found: [ScreenID] = []
    var pending = [id]
    while let next = pending.popLast() {
      guard let item = items[next] else { continue }
      found.append(next)
      if let presented = item.presented { pending.append(presented) }
      pending += item.children.reversed()
    }
    return found
  }

  /// Removes the screen with all that is shown in and over it.
  ///
  /// - Returns: the removed ids.
  mutating func remove(_ id: ScreenID) -> [ScreenID] {
    let removed = ids(from: id)
    for id in removed { items[id] = nil }
    return removed
  }
}

extension ScreenTree {
  /// The screens whose presented screens are visible: in each layer, the innermost visible screen
  /// that presents.
  fileprivate func presenters(of scene: String) -> Set<ScreenID> {
    var presenters: Set<ScreenID> = []
    var layer = root(of: scene).flatMap { self[$0] }
    while let screen = layer {
      var presenter = screen.presented == nil ? nil : screen
      var inner = screen
      while let child = shownChild(of: inner) {
        if child.presented != nil { presenter = child }
        inner = child
      }
      layer = presenter?.presented.flatMap { self[$0] }
      if layer?.ownership.isUnknown != false { return presenters }
      if let presenter { presenters.insert(presenter.id) }
    }
    return presenters
  }
}
