extension ScreenTree {
  /// A window of the app: a name and the screen at its root.
  public struct SceneRoot: Hashable, Sendable {
    /// The scene's name; the first one is called ``ScreenTree/mainScene`` unless the table says
    /// otherwise.
    public let name: String
    /// The screen at its root.
    public internal(set) var root: ScreenID
  }
}

/// ``ScreenTree/SceneRoot``, as this package calls it.
package typealias SceneRoot = ScreenTree.SceneRoot

/// The hierarchy of screens: scenes, their roots, and every screen by its id.
///
/// All relations are ids in one table of plain rows, so a screen is found without a walk, an edit
/// touches only the screens that it names, and depth costs nothing. The digest is the wrapping sum
/// of the screens' digests (an additive set hash: Bellare and Micciancio, "A New Paradigm for
/// Collision-free Hashing", 1997); each edit updates it.
public struct ScreenTree: Sendable {
  /// The name of a scene without a given name.
  public static let mainScene = "main"

  private(set) var rows = OrderedTable<ScreenLeaf>()
  /// The sum of the screens' digests.
  private var sum: UInt64 = 0
  /// How many screens are not declared: screens of other code, and tombstones. Usually there are
  /// none, and no walk to the root has to look for them, which saves 300 instructions of a
  /// decision.
  private var undeclared = 0
  /// The parts that few edits change. The array always has one element. It is an array so that a
  /// copy of a tree counts one reference for all of it.
  private var frame: [Frame]

  private struct Frame: Sendable {
    var scenes: [SceneRoot] = [] { didSet { takeText() } }
    var activeScene = ScreenTree.mainScene { didSet { takeText() } }
    /// The index of the screens; nil while there are few.
    var index: ScreenIndex?
    /// The bytes of the scenes and the active one for the digest. Scenes change seldom, and adding
    /// them one by one takes 400 instructions each time.
    private(set) var text: [UInt8] = []

    init() { takeText() }

    private mutating func takeText() {
      text = Self.bytes(of: UInt64(scenes.count))
      for scene in scenes {
        text += ParameterName(scene.name).bytes + Self.bytes(of: scene.root.rawValue)
      }
      text += ParameterName(activeScene).bytes
    }

    private static func bytes(of word: UInt64) -> [UInt8] {
      unsafe withUnsafeBytes(of: word.littleEndian) { unsafe [UInt8]($0) }
    }
  }
  /// A tree without scenes.
  package init() { frame = [Frame()] }

  /// Moves the tree out; see ``RouteState/take()``.
  mutating func take() -> ScreenTree {
    var taken = ScreenTree(frame: [])
    swap(&taken, &self)
    return taken
  }

  private init(frame: [Frame]) { self.frame = frame }

  /// How many screens there are.
  public var count: Int { rows.count }

  /// All scenes, oldest first.
  public package(set) var scenes: [ScreenTree.SceneRoot] {
    get { frame[0].scenes }
    set { frame[0].scenes = newValue }
  }
  /// The name of the active scene.
  public package(set) var activeScene: String {
    get { frame[0].activeScene }
    set { frame[0].activeScene = newValue }
  }

  /// The index, which is derived from ``rows``; nil while there are few screens.
  var index: ScreenIndex? { frame[0].index }

  /// The screen with that id.
  public subscript(id: ScreenID) -> ScreenTree.Screen? { rows.screen(id) }

  /// All screens, lowest id first.
  package var screens: [ScreenTree.Screen] {
    var screens: [Screen] = []
    screens.reserveCapacity(count)
    rows.forEachLeaf { leaf in
      for row in leaf.rows { screens.append(Screen(row, in: leaf, of: rows)) }
      return true
    }
    return screens
  }

  /// The digest of every screen, of the scenes, and of which scene is active.
  public var digest: UInt64 {
    unsafe frame[0].text.withUnsafeBytes { text in
      var digest = Digest64()
      digest.combine(sum)
      unsafe digest.append(contentsOf: text)
      return digest.value
    }
  }

  /// Whether all screens are declared: none is of other code or a tombstone.
  var hasOnlyDeclared: Bool { undeclared == 0 }

  /// Whether the sum of the screens' digests and the number of undeclared screens equal newly
  /// computed ones.
  var hasFreshSums: Bool {
    var (fresh, others): (UInt64, Int) = (0, 0)
    rows.forEachLeaf { leaf in
      for row in leaf.rows {
        fresh &+= row.digest
        if row.ownership != .declared { others += 1 }
      }
      return true
    }
    return fresh == sum && others == undeclared
  }

  /// The root of the scene with that name, or of the active scene.
  public func root(of scene: String? = nil) -> ScreenID? {
    // A single scene is the active one.
    if scene == nil, scenes.count == 1 { return scenes[0].root }
    let name = scene ?? activeScene
    for index in scenes.indices where scenes[index].name == name { return scenes[index].root }
    return nil
  }
}

extension ScreenTree {
  /// The row of the screen with that id.
  @inline(__always)
  func row(_ id: ScreenID) -> ScreenRow? { rows.row(id) }

  /// Adds a screen or replaces the one with its id.
  ///
  /// - Parameters:
  ///   - text: its bytes in the form of ``ScreenText``.
  ///   - parameters: the range of the parameters in them.
  mutating func put(
    _ row: ScreenRow, _ text: UnsafeRawBufferPointer, parameters: Range<Int>
  ) {
    let old = indexed(row.id)
    var others = row.ownership == .declared ? 0 : 1
    sum &+= rows.put(row.id.rawValue) { leaf, index, isThere in
      if isThere, leaf.rows[index].ownership != .declared { others -= 1 }
      let before = isThere ? leaf.rows[index].digest : 0
      return unsafe leaf.put(row, text, at: index, isThere: isThere) &- before
    }
    undeclared += others
    if frame[0].index != nil {
      if let old {
        // Most edits change none of the properties that the index uses.
        let parameters = unsafe Parameters(bytes: [UInt8](text.part(parameters)))
        if old.tag == row.tag, old.parameters == parameters { return }
        frame[0].index?.remove(row.id, old.tag, old.parameters, from: rows)
      }
      frame[0].index?.insert(row.id, row.tag, among: rows)
    } else if count > ScreenIndex.worthwhile {
      frame[0].index = ScreenIndex(of: rows)
    }
  }

  /// The properties by which the index finds a screen; nil without an index. They retain no row:
  /// with a ``Screen`` each edit would copy the rows.
  private func indexed(_ id: ScreenID) -> (tag: UInt64, parameters: Parameters)? {
    guard frame[0].index != nil else { return nil }
    return rows.find(id.rawValue) { leaf, index in
      (leaf.rows[index].tag, leaf.parameters(of: leaf.rows[index]))
    }
  }

  /// Removes a screen and all below it from the table; the caller updates its parent and its
  /// siblings.
  package mutating func removeAll(from id: ScreenID) {
    let old = indexed(id)
    guard let row = rows.takeOut(id.rawValue, { leaf, index in leaf.remove(at: index) }) else {
      return
    }
    sum &-= row.digest
    if row.ownership != .declared { undeclared -= 1 }
    if let old {
      frame[0].index?.remove(id, old.tag, old.parameters, from: rows)
      if count < ScreenIndex.worthwhile / 2 { frame[0].index = nil }
    }
    var next = row.children.first
    while let child = next {
      next = self.row(child)?.sibling.next
      removeAll(from: child)
    }
    if let presented = row.presented { removeAll(from: presented) }
  }

  /// Changes the relations of a screen to others; does nothing when there is no such screen.
  @inline(__always)
  package mutating func edit(_ id: ScreenID, _ change: (inout ScreenRow) -> Void) {
    sum &+= rows.edit(id.rawValue) { leaf, index in leaf.edit(at: index, change) } ?? 0
  }

  /// Changes a screen's place among its siblings.
  @inline(__always)
  mutating func place(_ id: ScreenID, _ change: (inout ScreenRow.Sibling) -> Void) {
    _ = rows.edit(id.rawValue) { leaf, index in leaf.place(at: index, change) }
  }
}

extension ScreenTree: Equatable {
  /// Equal when scenes, active scene and all screens are equal.
  public static func == (left: ScreenTree, right: ScreenTree) -> Bool {
    guard
      left.sum == right.sum, left.scenes == right.scenes, left.activeScene == right.activeScene,
      left.count == right.count
    else { return false }
    // If each screen has the same parent and the same place there, all children are the same.
    return zip(left.screens, right.screens).allSatisfy { $0.isSameAlone(as: $1) }
  }
}
