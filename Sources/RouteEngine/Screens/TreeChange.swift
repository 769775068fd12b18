/// One indivisible difference between two screen trees: a closed set, with forward data only.
///
/// The JSON names stand in `JSONWriter+Changes`; a released kind never gets another meaning.
public enum TreeChange: Hashable, Sendable {
  /// In a container, from a position on, `drop` children are removed and `insert` are added.
  case splice(container: ScreenID, at: Int, drop: Int, insert: ScreenTree.NewScreens)
  /// The child of a tabs container becomes the selected one.
  case select(child: ScreenID)
  /// A screen is presented over one that presents none; `screen` holds exactly one.
  case present(over: ScreenID, style: PresentationStyle, screen: ScreenTree.NewScreens)
  /// The presented screen is removed, with everything below it.
  case dismiss(from: ScreenID)
  /// The scene gets another root, which may contain screens of the previous one; a new name opens a
  /// scene. `screen` holds exactly one.
  case root(scene: String, screen: ScreenTree.NewScreens)
  /// The scene is removed, with all its screens; never the last one.
  case close(scene: String)
  /// The scene becomes the active one.
  case activate(scene: String)
  /// The screen gets other parameters.
  case parameters(ScreenID, Parameters)
  /// The screen becomes one of another kind, becomes a tombstone or stops being one. Only a launch
  /// after an update of the app and an adopted table do this.
  indirect case become(
    ScreenID, kind: String, parameters: Parameters, ownership: ScreenTree.Screen.Ownership)
  /// The host says that the screen can take actions, or no longer can.
  case ready(ScreenID, Bool)
  /// No screen is ready, because the host has started anew.
  case unready
}

extension TreeChange {
  /// The screens that the change adds, with all below them.
  package var inserted: NewScreens {
    switch self {
    case .splice(_, _, _, let insert): insert
    case .present(_, _, let screen), .root(_, let screen): screen
    case .select, .dismiss, .close, .activate, .parameters, .become, .ready, .unready: []
    }
  }

  /// The change with ids for the added screens that have none: the next ids after the counter and
  /// after those that are given.
  func identified(after counter: UInt64) -> TreeChange {
    switch self {
    case .splice(let container, let position, let drop, let insert):
      .splice(
        container: container, at: position, drop: drop, insert: insert.identified(after: counter))
    case .present(let presenter, let style, let screen):
      .present(over: presenter, style: style, screen: screen.identified(after: counter))
    case .root(let scene, let screen):
      .root(scene: scene, screen: screen.identified(after: counter))
    case .select, .dismiss, .close, .activate, .parameters, .become, .ready, .unready: self
    }
  }

  /// Whether the change cannot be part of an edit: only the host, a launch and the adoption of
  /// another table produce it.
  var isOfHost: Bool {
    switch self {
    case .become, .ready, .unready: true
    case .splice, .select, .present, .dismiss, .root, .close, .activate, .parameters: false
    }
  }
}

/// Why a change does not fit a state. In the engine's own plan it ends the request as failed; in a
/// journal it is damage.
public struct ChangeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The mismatch in words, for the `reason` column.
  public let description: String

  init(_ description: String) { self.description = description }

  /// The error for a scene with an invalid name.
  static let noSceneName = ChangeError(
    "a scene's name is ASCII letters, digits, \"_\", \"-\" and \".\"")

  /// The error for a kind with an invalid name.
  ///
  /// - Parameter bytes: the most bytes of the name.
  static func noKindName(atMost bytes: Int) -> ChangeError {
    ChangeError("a kind's name is 1 to \(bytes) ASCII letters, digits, \"_\", \"-\" and \".\"")
  }

  /// The error for a change that a host's code may not make to a tree.
  static let noEdit = ChangeError("what a screen becomes, and that it is ready, are no edits")
}

extension ScreenTree {
  /// Applies the change to this tree. On an error the tree is unchanged.
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
      let id = try admit(one: screen, below: over.depth, &counter, limits)
      add(screen, parent: presenter, depth: Int(over.depth) + 1)
      present(id, over: presenter, style)
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
      let row = try existing(id)
      guard parameters.hasSoundTokens else {
        throw ChangeError("\(kindName(id)) has a parameter whose token is none")
      }
      rewrite(row, parameters: parameters)
    case .become(let id, let kind, let parameters, let ownership):
      guard Name.isValid(kind, limits: limits) else {
        throw .noKindName(atMost: limits.nameBytes)
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
    // A style that its form describes completely needs no bytes, and neither did the one before.
    if style.isPlain, row(presenter)?.isPlain ?? false {
      return edit(presenter) { ($0.presented, $0.form) = (screen, style.form) }
    }
    guard let over = self[presenter] else { return }
    var (row, shape) = (over.row, over.shape)
    (row.presented, shape.style) = (screen, style)
    (row.form, row.isPlain) = (shape.form, shape.isPlain)
    put(row, over.kind, over.parameters, shape, over.ownership)
  }

  /// Replaces a screen by one with other bytes.
  private mutating func put(
    _ row: ScreenRow, _ kind: String, _ parameters: Parameters, _ shape: ScreenShape,
    _ ownership: ScreenOwnership
  ) {
    unsafe ScreenText.compose(kind, parameters, shape, ownership) { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      let text = unsafe ScreenText(at: 0, in: bytes)
      unsafe put(row, bytes, parameters: text.parameters)
    }
  }

  /// Gives a screen other parameters, and any other given properties.
  private mutating func rewrite(
    _ row: ScreenRow, kind: String? = nil, parameters: Parameters,
    ownership: ScreenOwnership? = nil
  ) {
    guard let screen = self[row.id] else { return }
    var row = row
    if let kind { row.tag = Screen.tag(of: kind) }
    if let ownership { row.ownership = ScreenRow.Ownership(ownership) }
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
    _ container: ScreenID, _ position: Int, _ drop: Int, _ insert: NewScreens,
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
    if let layout = holder.layout, layout.hasColumns,
      let problem = layout.problem(
        of: kindName(container), holding: count - drop + insert.count)
    {
      throw ChangeError(problem)
    }
    var line = siblings(from: position, in: holder)
    try admit(insert, below: holder.depth, &counter, limits) { line.count(ofNext: drop, in: self) }
    for _ in 0..<drop { line.drop(from: &self) }
    add(insert, parent: container, depth: Int(holder.depth) + 1, to: &line)
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
    _ scene: String, _ screen: NewScreens, _ counter: inout UInt64, _ limits: RouteLimits
  ) throws(ChangeError) {
    guard Name.isValid(scene, limits: limits) else { throw .noSceneName }
    let replaced = root(of: scene)
    let id = try admit(one: screen, below: 0, replacing: replaced, &counter, limits)
    if let index = scenes.firstIndex(where: { $0.name == scene }) {
      removeAll(from: scenes[index].root)
      scenes[index].root = id
    } else {
      if scenes.isEmpty { activeScene = scene }
      scenes.append(SceneRoot(name: scene, root: id))
    }
    add(screen, parent: nil, depth: 1)
  }
}
