extension ScreenTree: CustomStringConvertible {
  /// The tree in its notation, with every container written: the result of
  /// ``notation(containers:)`` when no kind is known to be a container.
  public var description: String { notation { _ in nil } }

  /// The tree in one line, in the notation that ``ScreenTree/Notation`` reads back.
  ///
  /// - Parameter containers: how screens of a kind hold children; such containers are not written.
  public func notation(containers: (String) -> ContainerKind?) -> String {
    var text = ""
    let isPlain = scenes.count == 1 && scenes[0].name == ScreenTree.mainScene
    for (index, scene) in scenes.enumerated() {
      if index > 0 { text += " | " }
      if !isPlain {
        let isMarked = scene.name == activeScene && index > 0
        text += scene.name + (isMarked ? "!: " : ": ")
      }
      write(scene.root, isSelected: false, containers, into: &text)
    }
    return text
  }

  private func write(
    _ id: ScreenID, isSelected: Bool, _ containers: (String) -> ContainerKind?,
    into text: inout String
  ) {
    guard let screen = self[id] else { return }
    text += screen.kind
    if screen.ownership != .declared { text += "/" + screen.ownership.word }
    if let container = screen.container,
      container != containers(screen.kind) ?? TreeNotation.container(named: screen.kind)
    {
      text += "/" + container.text
    }
    if !screen.parameters.isEmpty { text += "(" + screen.parameters.notation + ")" }
    if isSelected { text += "*" }
    let children = screen.children
    if !children.isEmpty {
      text += "["
      for (index, child) in children.enumerated() {
        if index > 0 { text += " " }
        write(child, isSelected: child == screen.selected, containers, into: &text)
      }
      text += "]"
    }
    if let presented = screen.presented {
      let style = screen.presentationStyle
      text += "^" + (style == .automatic ? "" : style.text + ":")
      write(presented, isSelected: false, containers, into: &text)
    }
  }
}

extension ScreenTree {
  /// Reads the one-line notation of screen trees.
  ///
  /// ```
  /// tree     = scene { " | " scene }                 first scene active, or the one marked "!"
  /// scene    = [ name "!"? ":" ] node
  /// node     = name [ "/" container ] [ params ] [ "*" ] [ "[" { node } "]" ] [ "^" style node ]
  /// container= ( "foreign" | "unknown" ) [ "/" holds ] | holds
  /// holds    = ( "stack" | "tabs" | "split" | "tripleSplit" ) [ ":" name ]
  /// params   = "(" name ": " value { ", " name ": " value } ")"
  /// style    = "" | form [ ":" name ] [ "(" height { ", " height } ")" ] ":"
  /// form     = "automatic" | "sheet" | "formSheet" | "full" | "overFull" | "current"
  ///          | "overCurrent" | "popover"
  /// height   = "medium" | "large" | number "%" | number | name
  /// ```
  /// A kind called `stack`, `tabs`, `split` or `tripleSplit` is such a container by its name. The
  /// star marks the selected child of tabs and is allowed nowhere else. White space between nodes
  /// is optional.
  public struct Notation: Sendable {
    /// The scenes in the order written.
    public let scenes: [SceneSubtree]
    /// The name of the active one.
    public let activeScene: String

    /// The mistake in a notation, and its place.
    public struct ParseError: Error, Hashable, Sendable, CustomStringConvertible {
      /// The number of UTF-8 bytes before the mistake.
      public let offset: Int
      /// The syntax expected there.
      public let expected: String

      /// One line for a person.
      public var description: String { "at byte \(offset): expected \(expected)" }
    }

    /// The scenes as ``ScreenTree/notation(containers:)`` writes them.
    package func notation(containers: (String) -> ContainerKind?) -> String {
      var tree = ScreenTree()
      var counter: UInt64 = 0
      var roots: [SceneRoot] = []
      for scene in scenes {
        var root = scene.root
        root.assignIDs(after: &counter)
        tree.add([root], parent: nil, depth: 1)
        if let id = root.id { roots.append(SceneRoot(name: scene.name, root: id)) }
      }
      (tree.scenes, tree.activeScene) = (roots, activeScene)
      return tree.notation(containers: containers)
    }

    /// The container that a kind of this name is without a declaration.
    static func container(named kind: String) -> ContainerKind? {
      ContainerKind.Layout(rawValue: kind).map(ContainerKind.init)
    }

    /// Reads a notation.
    ///
    /// - Parameters:
    ///   - text: the notation.
    ///   - containers: how screens of a kind hold children, as the route table declares it.
    ///   - limits: bounds the depth and the number of screens.
    /// - Throws: ``ParseError`` at the first mistake.
    public init(
      _ text: String, limits: RouteLimits = .standard,
      containers: @escaping (String) -> ContainerKind? = { _ in nil }
    ) throws(ParseError) {
      var reader = NotationReader(bytes: Array(text.utf8), limits: limits, containers: containers)
      (scenes, activeScene) = try reader.tree()
    }

    /// Reads one screen without the screens in and over it, and moves `offset` behind it: `name`,
    /// then container, parameters and the star if they are there.
    ///
    /// - Returns: the screen, with a container only if one is written, and whether the star is
    ///   there.
    /// - Throws: ``ParseError`` at the first mistake.
    package static func screen(
      in utf8: [UInt8], at offset: inout Int
    ) throws(ParseError) -> (screen: Subtree, isSelected: Bool) {
      var reader = NotationReader(bytes: utf8, limits: .standard, containers: { _ in nil })
      reader.offset = offset
      let found = try reader.head { _ in nil }
      offset = reader.offset
      return found
    }
  }
}

/// ``ScreenTree/Notation``, as this package calls it.
package typealias TreeNotation = ScreenTree.Notation

extension TreeNotation {
  /// Reads the children of a container, one after another.
  ///
  /// - Returns: a container's children, and which of them is selected.
  /// - Throws: ``ParseError`` at the first mistake.
  package static func children(
    _ text: String, of container: ContainerKind?, limits: RouteLimits = .standard,
    containers: @escaping (String) -> ContainerKind?
  ) throws(ParseError) -> Subtree {
    var reader = NotationReader(bytes: Array(text.utf8), limits: limits, containers: containers)
    var holder = Subtree(kind: "", container: container)
    try reader.children(of: &holder, depth: 1)
    guard reader.offset == reader.bytes.count else { throw reader.expected("a screen's name") }
    return holder
  }

  /// Writes the children of a screen as ``children(_:of:limits:containers:)`` reads them.
  package static func text(
    ofChildren holder: Subtree, containers: (String) -> ContainerKind?
  ) -> String {
    var whole = holder
    whole.kind = "/"  // a name that no kind can have
    let scene = SceneSubtree(name: ScreenTree.mainScene, root: whole)
    let text = TreeNotation(scenes: [scene], activeScene: scene.name).notation { kind in
      kind == whole.kind ? holder.container : containers(kind)
    }
    return String(text.dropFirst(2).dropLast())  // /[...]
  }

  /// A copy in which the roots of the scenes are changed.
  func changingRoots(_ change: (ScreenTree.Subtree) -> ScreenTree.Subtree) -> TreeNotation {
    TreeNotation(
      scenes: scenes.map { SceneSubtree(name: $0.name, root: change($0.root)) },
      activeScene: activeScene)
  }

  private init(scenes: [SceneSubtree], activeScene: String) {
    (self.scenes, self.activeScene) = (scenes, activeScene)
  }
}

private struct NotationReader {
  let bytes: [UInt8]
  let limits: RouteLimits
  let containers: (String) -> ContainerKind?
  var offset = 0
  var count = 0

  mutating func tree() throws(TreeNotation.ParseError) -> ([SceneSubtree], String) {
    var scenes: [SceneSubtree] = []
    var names: Set<String> = []
    var active: String?
    repeat {
      let (name, isActive) = try sceneName()
      guard names.insert(name).inserted else {
        throw expected("a scene name that was not used before")
      }
      if isActive {
        guard active == nil else { throw expected("one active scene, not two") }
        active = name
      }
      scenes.append(SceneSubtree(name: name, root: try node(depth: 1).subtree))
    } while take("|")
    skipSpace()
    guard offset == bytes.count else { throw expected("the end, \" | \" or a node's next part") }
    return (scenes, active ?? scenes[0].name)
  }

  mutating func sceneName() throws(TreeNotation.ParseError) -> (String, Bool) {
    let start = offset
    let name = try self.name("a screen or scene name")
    let isActive = take("!")
    if take(":") { return (name, isActive) }
    if isActive { throw expected("\":\" after the scene's name") }
    offset = start
    return (ScreenTree.mainScene, false)
  }

  mutating func node(
    depth: Int, isTab: Bool = false
  ) throws(TreeNotation.ParseError) -> (subtree: Subtree, isSelected: Bool) {
    count += 1
    guard depth <= limits.depth else { throw expected("at most \(limits.depth) levels") }
    guard count <= limits.screens else { throw expected("at most \(limits.screens) screens") }
    let containers = containers
    var (subtree, isSelected) = try head { containers($0) ?? TreeNotation.container(named: $0) }
    if isSelected, !isTab {
      offset -= 1
      throw expected("no star: it marks the selected one of tabs")
    }
    if takeHere("[") {
      try children(of: &subtree, depth: depth + 1)
      guard take("]") else { throw expected("\"]\" or a screen's name") }
      guard subtree.container != nil || subtree.ownership != .declared else {
        throw expected(
          "a container before \"[\": \(subtree.kind) is none, write /stack, /tabs or /split")
      }
    }
    if take("^") {
      subtree.style = takeStyle()
      subtree.presented = [try node(depth: depth + 1).subtree]
    }
    return (subtree, isSelected)
  }

  /// Reads a node without the screens in and over it.
  mutating func head(
    _ container: (String) -> ContainerKind?
  ) throws(TreeNotation.ParseError) -> (screen: Subtree, isSelected: Bool) {
    var subtree = Subtree(kind: try name("a screen name"))
    subtree.container = container(subtree.kind)
    if takeHere("/") { try takeContainer(of: &subtree) }
    if takeHere("(") { subtree.parameters = try parameters() }
    return (subtree, takeHere("*"))
  }

  /// Reads screens as long as there are any.
  mutating func children(of holder: inout Subtree, depth: Int) throws(TreeNotation.ParseError) {
    skipSpace()
    // Children without a container are reported behind them.
    let mayBeTabs = holder.container == nil && holder.ownership == .declared
    let isTabs = holder.layout == .tabs
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "]") {
      let (child, isSelected) = try node(depth: depth, isTab: isTabs || mayBeTabs)
      if isSelected, isTabs {
        guard holder.selected == nil else { throw expected("one selected tab, not two") }
        holder.selected = holder.children.count
      }
      holder.children.append(child)
      skipSpace()
    }
    if isTabs, holder.selected == nil, !holder.children.isEmpty { holder.selected = 0 }
  }

  mutating func takeContainer(of subtree: inout Subtree) throws(TreeNotation.ParseError) {
    var what = "\(ContainerKind.words), foreign or unknown"
    var word = try name(what)
    let ownership = [ScreenOwnership.foreign, .unknown(version: 1)].first { $0.word == word }
    if let ownership {
      subtree.ownership = ownership
      guard takeHere("/") else { return }
      what = ContainerKind.words
      word = try name(what)
    }
    let own = takeHere(":") ? ":" + (try name("the container's name")) : ""
    guard let container = ContainerKind(word + own) else { throw expected(what) }
    subtree.container = container
  }

  mutating func parameters() throws(TreeNotation.ParseError) -> Parameters {
    var elements: [Parameters.Element] = []
    var names: Set<String> = []
    while !take(")") {
      if !elements.isEmpty, !take(",") { throw expected("\",\" or \")\"") }
      let name = try name("a parameter name")
      guard names.insert(name).inserted else {
        throw expected("a parameter's name that was not used before")
      }
      guard take(":") else { throw expected("\":\" after the parameter's name") }
      skipSpace()
      do {
        let value = try ParameterValue.parse(notation: bytes, at: &offset)
        elements.append(Parameters.Element(name: name, value: value))
      } catch {
        offset = error.offset
        throw expected(error.expected)
      }
    }
    return Parameters(inAnyOrder: elements)
  }

  mutating func name(_ what: String) throws(TreeNotation.ParseError) -> String {
    skipSpace()
    let start = offset
    while offset < bytes.count, Name.isPart(bytes[offset]) { offset += 1 }
    guard offset > start, offset - start <= limits.nameBytes else { throw expected(what) }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  mutating func skipSpace() {
    while offset < bytes.count, bytes[offset] == 0x20 || bytes[offset] == 0x0A { offset += 1 }
  }

  /// Takes a byte after any white space, if it is there.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    let start = offset
    skipSpace()
    if takeHere(scalar) { return true }
    offset = start
    return false
  }

  mutating func takeHere(_ scalar: Unicode.Scalar) -> Bool {
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: scalar) else { return false }
    offset += 1
    return true
  }

  /// Takes a style and the colon behind it; automatic when there is none.
  mutating func takeStyle() -> PresentationStyle {
    let readings = PresentationStyle.longest(in: bytes, from: offset)
    for (style, end) in readings where end < bytes.count && bytes[end] == UInt8(ascii: ":") {
      offset = end + 1
      return style
    }
    return .automatic
  }

  func expected(_ what: String) -> TreeNotation.ParseError {
    TreeNotation.ParseError(offset: offset, expected: what)
  }
}
