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
        throw ChangeError("\(kindName(presenter)) (\(presenter)) presents a screen already")
      }
      if let problem = style.problem { throw ChangeError(problem) }
      let screens = [screen]
      try admit(screens, below: over.depth, &counter, limits)
      add(screens, at: 0, parent: presenter, depth: Int(over.depth) + 1)
      present(screen.id, over: presenter, style)
    case .dismiss(let presenter):
      guard let presented = try existing(presenter).presented else {
        throw ChangeError("\(kindName(presenter)) (\(presenter)) presents no screen")
      }
      removeAll(from: presented)
      present(nil, over: presenter, .automatic)
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
      rewrite(try existing(id), parameters: parameters)
    case .become(let id, let kind, let parameters, let ownership):
      guard Name.isValid(kind, limits: limits) else {
        throw ChangeError("a kind's name is ASCII letters, digits, \"_\", \"-\" and \".\"")
      }
      rewrite(try existing(id), kind: kind, parameters: parameters, ownership: ownership)
    case .ready(let id, let isReady):
      _ = try existing(id)
      edit(id) { $0.isReady = isReady }
    case .unready:
      for screen in screens where screen.isReady { edit(screen.id) { $0.isReady = false } }
    }
  }

  private func existing(_ id: ScreenID) throws(ChangeError) -> ScreenRow {
    guard let row = row(id) else { throw ChangeError("there is no screen \(id)") }
    return row
  }

  /// Makes a screen present another one, or none.
  private mutating func present(
    _ screen: ScreenID?, over presenter: ScreenID, _ style: PresentationStyle
  ) {
    // A style that its form says all of needs no other bytes, as the one before needed none.
    if style.isPlain, row(presenter)?.isPlain ?? false {
      return edit(presenter) { ($0.presented, $0.form) = (screen, style.form) }
    }
    guard let over = self[presenter] else { return }
    var (row, shape) = (over.row, over.shape)
    (row.presented, shape.style) = (screen, style)
    put(row, over.kind, over.parameters, shape, over.ownership)
  }

  /// Gives a screen other parameters, and whatever else is given.
  private mutating func rewrite(
    _ row: ScreenRow, kind: String? = nil, parameters: Parameters,
    ownership: ScreenOwnership? = nil
  ) {
    guard let screen = self[row.id] else { return }
    var row = row
    if let kind { row.tag = Screen.tag(of: kind) }
    put(
      row, kind ?? screen.kind, parameters, screen.shape, ownership ?? screen.ownership)
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
      throw ChangeError("\(kindName(container)) (\(container)) holds no screens")
    }
    let count = holder.childCount
    guard position >= 0, drop >= 0, position <= count, drop <= count - position else {
      throw ChangeError("\(kindName(container)) (\(container)) has only \(count) screens")
    }
    try admit(insert, below: holder.depth, &counter, limits)
    var line = siblings(from: position, in: holder)
    for _ in 0..<drop { line.drop(from: &self) }
    for index in insert.indices {
      guard let id = insert[index].id else { continue }
      add(
        insert, at: index, parent: container, depth: Int(holder.depth) + 1,
        sibling: line.place(of: id))
      line.append(id, to: &self)
    }
    line.close(in: &self)
    var selected = holder.selected
    if holder.layout == .tabs {
      let isThere = selected.map { rows.contains($0.rawValue) } ?? false
      if !isThere {
        selected = child(of: line.children, at: min(position, Int(line.children.count) - 1))
      }
    }
    edit(container) { ($0.children, $0.selected) = (line.children, selected) }
  }

  private mutating func select(_ child: ScreenID) throws(ChangeError) {
    guard let parent = try existing(child).parent, let holder = row(parent),
      holder.layout == .tabs, holder.presented != child
    else { throw ChangeError("screen \(child) is no tab") }
    edit(parent) { $0.selected = child }
  }

  private mutating func setRoot(
    _ scene: String, _ screen: ScreenTree.Subtree, _ counter: inout UInt64, _ limits: RouteLimits
  ) throws(ChangeError) {
    guard Name.isValid(scene, limits: limits) else {
      throw ChangeError("a scene's name is ASCII letters, digits, \"_\", \"-\" and \".\"")
    }
    let replaced = root(of: scene)
    let screens = [screen]
    try admit(screens, below: 0, replacing: replaced, &counter, limits)
    guard let id = screen.id else { throw ChangeError("a new screen has no id") }
    if let index = scenes.firstIndex(where: { $0.name == scene }) {
      removeAll(from: scenes[index].root)
      scenes[index].root = id
    } else {
      if scenes.isEmpty { activeScene = scene }
      scenes.append(SceneRoot(name: scene, root: id))
    }
    add(screens, at: 0, parent: nil, depth: 1)
  }

  /// Sees to it that new screens have free ids, one each, and that the bounds hold.
  private func admit(
    _ subtrees: [Subtree], below depth: Int16, replacing root: ScreenID? = nil,
    _ counter: inout UInt64, _ limits: RouteLimits
  ) throws(ChangeError) {
    var admission = Admission(above: counter)
    admission.look(at: subtrees, level: Int(depth) + 1)
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
        let isInUse = rows.contains(id.rawValue) && (root == nil || outermost(of: id) != root)
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
