extension ScreenTree {
  /// A screen with everything below it, as a change adds it and a checkpoint keeps it.
  public struct Subtree: Hashable, Sendable {
    /// The id that the screen has or will have; nil before one is assigned.
    public var id: ScreenID?
    /// Its kind.
    public var kind: String
    /// Its parameters.
    public var parameters: Parameters
    var shape: ScreenShape
    /// Whose screen it is.
    public var ownership: ScreenTree.Screen.Ownership
    /// Its children in order.
    public var children: [Subtree]
    /// The position of the selected child of a tabs container.
    public var selected: Int?
    /// The screen presented over this one; at most one.
    public var presented: [Subtree]
    /// Whether the host has said that the screen can take actions.
    public var isReady: Bool

    /// A single screen.
    public init(
      kind: String, parameters: Parameters = [:], container: ContainerKind? = nil,
      ownership: ScreenTree.Screen.Ownership = .declared, children: [Subtree] = [],
      selected: Int? = nil
    ) {
      self.init(
        nil, kind: kind, parameters: parameters, container: container, ownership: ownership,
        children: children, selected: selected)
    }

    /// A screen with an id. Setting the id afterwards would copy it when it is returned.
    init(
      _ id: ScreenID?, kind: String, parameters: Parameters, container: ContainerKind?,
      ownership: ScreenOwnership = .declared, children: [Subtree], selected: Int?
    ) {
      self.id = id
      self.kind = kind
      self.parameters = parameters
      shape = ScreenShape(container)
      self.ownership = ownership
      self.children = children
      self.selected = selected
      presented = []
      isReady = false
    }

    /// How it holds children.
    public var container: ContainerKind? {
      get { shape.container }
      set { shape.container = newValue }
    }

    /// How the presented screen is presented.
    public var style: PresentationStyle {
      get { shape.style }
      set { shape.style = newValue }
    }

    /// How its children lie; nil when it is no container.
    public var layout: ContainerKind.Layout? { shape.layout }

    /// How many screens it holds, itself included.
    public var count: Int {
      children.reduce(1) { $0 + $1.count } + presented.reduce(0) { $0 + $1.count }
    }

    /// Gives every screen without an id the next one, outermost first, children before presented
    /// screens.
    package mutating func assignIDs(after counter: inout UInt64) {
      if id == nil {
        counter += 1
        id = ScreenID(counter)
      }
      for index in children.indices { children[index].assignIDs(after: &counter) }
      for index in presented.indices { presented[index].assignIDs(after: &counter) }
    }

    /// Finds the screen with that id and lets the body change it; false when it is not here or the
    /// body returns false.
    mutating func edit(_ target: ScreenID, _ body: (inout Subtree) -> Bool) -> Bool {
      if id == target { return body(&self) }
      for index in children.indices where children[index].edit(target, body) { return true }
      for index in presented.indices where presented[index].edit(target, body) { return true }
      return false
    }
  }
}

/// ``ScreenTree/Subtree``, as this package calls it.
package typealias Subtree = ScreenTree.Subtree

extension ScreenTree {
  /// A scene with its whole hierarchy.
  public struct SceneSubtree: Hashable, Sendable {
    /// The scene's name.
    public var name: String
    /// The hierarchy from its root.
    public var root: Subtree

    /// A scene of that name.
    public init(name: String, root: Subtree) {
      self.name = name
      self.root = root
    }
  }
}

/// ``ScreenTree/SceneSubtree``, as this package calls it.
package typealias SceneSubtree = ScreenTree.SceneSubtree

extension ScreenTree {
  /// The screen and all below it.
  public func subtree(_ id: ScreenID) -> Subtree? {
    guard let screen = self[id] else { return nil }
    var subtree = Subtree(
      kind: screen.kind, parameters: screen.parameters, container: screen.container,
      ownership: screen.ownership)
    subtree.id = id
    subtree.isReady = screen.isReady
    subtree.children = screen.children.compactMap(self.subtree)
    subtree.selected = screen.selected.flatMap { row($0)?.position }
    subtree.style = screen.presentationStyle
    if let presented = screen.presented.flatMap(self.subtree) { subtree.presented = [presented] }
    return subtree
  }

  /// All scenes with their hierarchies.
  public var subtrees: [SceneSubtree] {
    scenes.compactMap { scene in
      subtree(scene.root).map { SceneSubtree(name: scene.name, root: $0) }
    }
  }
}
