/// One indivisible difference between two screen trees: a closed set, forward data only.
///
/// Raw JSON names stand in `JSONWriter+Changes`; a kind once released is never given another
/// meaning. The rare kinds with a whole hierarchy are boxes, so that lists of the others are short.
public enum TreeChange: Hashable, Sendable {
  /// In a container, from a position on, `drop` children go and `insert` come.
  case splice(container: ScreenID, at: Int, drop: Int, insert: [ScreenTree.Subtree])
  /// The child of a tabs container becomes the selected one.
  case select(child: ScreenID)
  /// A screen is presented over one that presents none.
  indirect case present(over: ScreenID, style: PresentationStyle, screen: ScreenTree.Subtree)
  /// The presented screen goes, with everything below it.
  case dismiss(from: ScreenID)
  /// The scene gets another root, which may hold screens of the one before; a scene of a new name
  /// is opened.
  indirect case root(scene: String, screen: ScreenTree.Subtree)
  /// The scene goes, with all its screens; never the last one.
  case close(scene: String)
  /// The scene becomes the active one.
  case activate(scene: String)
  /// The screen gets other parameters.
  case parameters(ScreenID, Parameters)
  /// The screen becomes one of another kind, or what it was is no longer known, or known again:
  /// only restoring does this, after an update of the app.
  indirect case become(
    ScreenID, kind: String, parameters: Parameters, ownership: ScreenTree.Screen.Ownership)
  /// The host says that the screen can take actions, or no longer.
  case ready(ScreenID, Bool)
  /// No screen is ready: the host has begun anew.
  case unready
}

extension TreeChange {
  /// The hierarchies that it brings.
  package var inserted: [Subtree] {
    switch self {
    case .splice(_, _, _, let insert): insert
    case .present(_, _, let screen), .root(_, let screen): [screen]
    case .select, .dismiss, .close, .activate, .parameters, .become, .ready, .unready: []
    }
  }

  /// Whether the change cannot be part of an edit: only the host's facts and a launch lead to it.
  var isOfHost: Bool {
    switch self {
    case .become, .ready, .unready: true
    case .splice, .select, .present, .dismiss, .root, .close, .activate, .parameters: false
    }
  }
}

/// Why a change does not fit a state. From our own plan it ends the request as failed; from a
/// journal it is damage.
public struct ChangeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The mismatch in words, for the `reason` column.
  public let description: String

  init(_ description: String) { self.description = description }

  /// The error for a change that a host's code may not make to a tree.
  static let noEdit = ChangeError("what a screen becomes, and that it is ready, are no edits")
}

extension ScreenTree {
  /// Makes the next tree from this one. On an error the tree is as it was.
  ///
  /// - Parameters:
  ///   - counter: the id counter; rises to the highest id that the change brings.
  ///   - limits: bounds the number of screens and the depth.
  /// - Throws: ``ChangeError`` when the change does not fit the tree.
  package mutating func apply(
    _ change: TreeChange, counter: inout UInt64, limits: RouteLimits = .standard
  ) throws(ChangeError) {
    switch change {
    case .splice(let container, let position, let drop, let insert):
      try splice(container, position, drop, insert, &counter, limits)
    case .select(let child):
      try select(child)
    case .present(let presenter, let style, let screen):
      let over = try existing(presenter)
      guard over.presented == nil else {
        throw ChangeError("\(over.kind) (\(presenter)) presents a screen already")
      }
      if let problem = style.problem { throw ChangeError(problem) }
      let screens = [screen]
      try admit(screens, below: presenter, &counter, limits)
      add(screens, at: 0, parent: presenter)
      put(over.with { ($0.presented, $0.style) = (screen.id, style) })
    case .dismiss(let presenter):
      let over = try existing(presenter)
      guard let presented = over.presented else {
        throw ChangeError("\(over.kind) (\(presenter)) presents no screen")
      }
      removeAll(from: presented)
      put(over.with { ($0.presented, $0.style) = (nil, .automatic) })
    case .root(let scene, let screen):
      try setRoot(scene, screen, &counter, limits)
    case .close(let scene):
      guard scenes.count > 1 else { throw ChangeError("the last scene cannot be closed") }
      let index = try position(ofScene: scene)
      removeAll(from: scenes[index].root)
      scenes.remove(at: index)
      if activeScene == scene { activeScene = scenes[0].name }
    case .activate(let scene):
      _ = try position(ofScene: scene)
      activeScene = scene
    case .parameters(let id, let parameters):
      put(try existing(id).with(parameters))
    case .become(let id, let kind, let parameters, let ownership):
      guard Name.isValid(kind, limits: limits) else {
        throw ChangeError("a kind's name is ASCII letters, digits, \"_\", \"-\" and \".\"")
      }
      put(try existing(id).becoming(kind, parameters, ownership))
    case .ready(let id, let isReady):
      put(try existing(id).with { $0.isReady = isReady })
    case .unready:
      for screen in screens.elements where screen.isReady {
        put(screen.with { $0.isReady = false })
      }
    }
  }

  private func existing(_ id: ScreenID) throws(ChangeError) -> Screen {
    guard let screen = self[id] else { throw ChangeError("there is no screen \(id)") }
    return screen
  }

  private func position(ofScene name: String) throws(ChangeError) -> Int {
    guard let index = scenes.firstIndex(where: { $0.name == name }) else {
      throw ChangeError("there is no scene \(name)")
    }
    return index
  }

  private mutating func splice(
    _ container: ScreenID, _ position: Int, _ drop: Int, _ insert: [ScreenTree.Subtree],
    _ counter: inout UInt64, _ limits: RouteLimits
  ) throws(ChangeError) {
    let holder = try existing(container)
    guard holder.layout != nil || holder.ownership == .foreign else {
      throw ChangeError("\(holder.kind) (\(container)) holds no screens")
    }
    var children = holder.childList
    guard position >= 0, drop >= 0, position <= children.count, drop <= children.count - position
    else {
      throw ChangeError("\(holder.kind) (\(container)) has only \(children.count) screens")
    }
    try admit(insert, below: container, &counter, limits)
    for index in position..<(position + drop) { removeAll(from: children[index]) }
    let after = children.ids(from: position + drop)
    children.truncate(to: position)
    for index in insert.indices { children.append(add(insert, at: index, parent: container)) }
    for id in after { children.append(id) }
    var selected = holder.selected
    if holder.layout == .tabs {
      let isThere = selected.map { self[$0] != nil } ?? false
      if !isThere {
        selected = children.isEmpty ? nil : children[min(position, children.count - 1)]
      }
    }
    put(holder.with { ($0.children, $0.selected) = (children, selected) })
  }

  private mutating func select(_ child: ScreenID) throws(ChangeError) {
    guard let parent = try existing(child).parent, let holder = self[parent],
      holder.layout == .tabs, holder.presented != child
    else { throw ChangeError("screen \(child) is no tab") }
    put(holder.with { $0.selected = child })
  }

  private mutating func setRoot(
    _ scene: String, _ screen: ScreenTree.Subtree, _ counter: inout UInt64, _ limits: RouteLimits
  ) throws(ChangeError) {
    guard Name.isValid(scene, limits: limits) else {
      throw ChangeError("a scene's name is ASCII letters, digits, \"_\", \"-\" and \".\"")
    }
    let replaced = root(of: scene)
    let screens = [screen]
    try admit(screens, below: nil, replacing: replaced, &counter, limits)
    guard let id = screen.id else { throw ChangeError("a new screen has no id") }
    if let index = scenes.firstIndex(where: { $0.name == scene }) {
      removeAll(from: scenes[index].root)
      scenes[index].root = id
    } else {
      if scenes.isEmpty { activeScene = scene }
      scenes.append(SceneRoot(name: scene, root: id))
    }
    add(screens, at: 0, parent: nil)
  }

  /// Sees to it that new screens have free ids, one each, and that the bounds hold.
  private func admit(
    _ subtrees: [Subtree], below parent: ScreenID?, replacing root: ScreenID? = nil,
    _ counter: inout UInt64, _ limits: RouteLimits
  ) throws(ChangeError) {
    var admission = Admission(above: counter)
    var above = 0
    if let parent { above = depth(of: parent) }
    admission.look(at: subtrees, level: above + 1)
    if let flaw = admission.flaw { throw ChangeError(flaw) }
    // The counter is above all ids of the tree: ids that rise from it are free, and all different.
    if !admission.isRising { try checkFree(subtrees, replacing: root) }
    guard count + admission.count <= limits.screens else {
      throw ChangeError("more than \(limits.screens) screens")
    }
    guard admission.depth <= limits.depth else {
      throw ChangeError("screens nested deeper than \(limits.depth)")
    }
    counter = admission.highest
  }

  private func checkFree(_ subtrees: [Subtree], replacing root: ScreenID?) throws(ChangeError) {
    var taken: ScreenID?
    var fresh: Set<ScreenID> = []
    for subtree in subtrees {
      subtree.forEachID { id in
        let isInUse = self[id] != nil && (root == nil || outermost(of: id) != root)
        if isInUse || !fresh.insert(id).inserted { taken = id }
      }
    }
    if let taken { throw ChangeError("the id \(taken) is taken") }
  }
}

/// The findings of one walk over new screens.
private struct Admission {
  /// How many there are.
  var count = 0
  /// The highest id, at least the counter.
  var highest: UInt64
  /// Whether the ids rise from the counter on.
  var isRising = true
  /// The deepest level.
  var depth = 0
  /// The first defect that no hierarchy can have; nil when there is none.
  var flaw: String?

  init(above counter: UInt64) { highest = counter }

  /// Whole arrays, because an element that is handed on is copied with all that it refers to.
  mutating func look(at subtrees: [Subtree], level: Int) {
    for index in subtrees.indices {
      count += 1
      depth = max(depth, level)
      // A screen alone with an id and no selection has no flaw but an impossible id.
      let isAlone = subtrees[index].children.isEmpty && subtrees[index].presented.isEmpty
      let id = subtrees[index].id
      let isSound =
        isAlone && subtrees[index].selected == nil && subtrees[index].shape.isPlain
        && Subtree.isPossible(id)
      if !isSound, flaw == nil { flaw = subtrees[index].flaw }
      if let id = id?.rawValue {
        isRising = isRising && id > highest
        highest = max(highest, id)
      }
      if isAlone { continue }
      look(at: subtrees[index].children, level: level + 1)
      look(at: subtrees[index].presented, level: level + 1)
    }
  }
}
