extension ScreenTree {
  /// Adds new screens to the table, each with all below it, as the next children of `line`.
  ///
  /// The caller has checked that every id is set and free.
  ///
  /// - Parameter depth: how many screens lie on the way to each of them, itself included.
  mutating func add(
    _ screens: NewScreens, parent: ScreenID?, depth: Int, to line: inout Siblings
  ) {
    unsafe screens.bytes.withUnsafeBytes { bytes in
      var offset = 0
      while offset < bytes.count {
        unsafe add(at: &offset, in: bytes, parent: parent, depth: depth, to: &line)
      }
    }
  }

  /// Adds one new screen that is a root or a presented screen, with all below it.
  mutating func add(_ screen: NewScreens, parent: ScreenID?, depth: Int) {
    unsafe screen.bytes.withUnsafeBytes { bytes in
      var offset = 0
      unsafe add(
        at: &offset, in: bytes, parent: parent, depth: depth, sibling: ScreenRow.Sibling())
    }
  }

  private mutating func add(
    at offset: inout Int, in bytes: UnsafeRawBufferPointer, parent: ScreenID?, depth: Int,
    to line: inout Siblings
  ) {
    let id = unsafe NewScreen(at: offset, in: bytes).place.knownID
    let sibling = line.place(of: id)
    unsafe add(at: &offset, in: bytes, parent: parent, depth: depth, sibling: sibling)
    line.append(id, to: &self)
  }

  /// Adds the screen at an offset to the table with all below it, and moves the offset behind them.
  ///
  /// - Parameter sibling: its place among the children of its parent.
  private mutating func add(
    at offset: inout Int, in bytes: UnsafeRawBufferPointer, parent: ScreenID?, depth: Int,
    sibling: ScreenRow.Sibling
  ) {
    let screen = unsafe NewScreen(at: offset, in: bytes)
    let (place, id) = (screen.place, screen.place.knownID)
    offset = screen.end
    var row = ScreenRow(place, parent: parent, depth: depth, sibling: sibling)
    if unsafe NewScreen.isBelow(place.level, offset, in: bytes) {
      var line = Siblings()
      while unsafe NewScreen.isBelow(place.level, offset, in: bytes) {
        let below = unsafe NewScreen(at: offset, in: bytes).place
        if below.isPresented {
          row.presented = below.knownID
          unsafe add(
            at: &offset, in: bytes, parent: id, depth: depth + 1, sibling: ScreenRow.Sibling())
        } else {
          unsafe add(at: &offset, in: bytes, parent: id, depth: depth + 1, to: &line)
        }
      }
      row.children = line.children
      if place.layout == .tabs, row.childCount > 0 {
        let selected = min(max(place.selected ?? 0, 0), row.childCount - 1)
        row.selected = child(of: row.children, at: selected)
      }
    }
    let text = screen.text
    let parameters = text.parameters
    unsafe put(
      row, bytes.part(text.range),
      parameters: parameters.lowerBound - text.start..<parameters.upperBound - text.start)
  }
}

extension ScreenTree {
  /// Opens scenes in a tree that has none; the first becomes active.
  ///
  /// - Throws: ``ChangeError`` when one does not fit; the tree must then be discarded.
  mutating func open(
    _ opened: [(name: String, root: NewScreens)], counter: inout UInt64, limits: RouteLimits
  ) throws(ChangeError) {
    guard let first = opened.first else { return }
    var roots: [SceneRoot] = []
    var names: Set<String> = []
    for (name, root) in opened {
      guard Name.isValid(name, limits: limits) else { throw .noSceneName }
      guard names.insert(name).inserted else { throw ChangeError("two scenes are called \(name)") }
      let id = try admit(one: root, below: 0, &counter, limits)
      add(root, parent: nil, depth: 1)
      roots.append(SceneRoot(name: name, root: id))
    }
    (scenes, activeScene) = (roots, first.name)
  }

  /// Checks that `screen` is exactly one screen that may be added; returns its id.
  func admit(
    one screen: NewScreens, below depth: Int16, replacing root: ScreenID? = nil,
    _ counter: inout UInt64, _ limits: RouteLimits
  ) throws(ChangeError) -> ScreenID {
    guard screen.count == 1 else { throw ChangeError("it does not bring exactly one screen") }
    try admit(screen, below: depth, replacing: root, &counter, limits)
    guard let id = screen.firstID else { throw ChangeError("a new screen has no id") }
    return id
  }

  /// Checks that new screens have different free ids and that the bounds hold.
  ///
  /// - Parameters:
  ///   - screens: the new screens.
  ///   - depth: the depth of the screen that holds or presents them.
  ///   - root: the root that they replace, with all below it; nil when they replace none.
  ///   - counter: the id counter.
  ///   - limits: the bounds.
  ///   - leaving: how many other screens they replace; asked only when there is no room otherwise.
  func admit(
    _ screens: NewScreens, below depth: Int16, replacing root: ScreenID? = nil,
    _ counter: inout UInt64, _ limits: RouteLimits, leaving: () -> Int = { 0 }
  ) throws(ChangeError) {
    var admission = Admission(above: counter, nameBytes: limits.nameBytes)
    admission.look(at: screens, level: Int(depth) + 1)
    if let flaw = admission.flaw { throw ChangeError(flaw) }
    // The counter is at least as high as all ids of the tree, so ids that rise from it are free and
    // different.
    if !admission.isRising { try checkFree(screens, replacing: root) }
    // A tree may exceed a bound that a launch lowered: then at most as many may come as go.
    let surplus = admission.count - max(0, limits.screens - count)
    guard surplus <= 0 || surplus <= leaving() + (root.map { count(below: $0) } ?? 0) else {
      throw ChangeError("more than \(limits.screens) screens")
    }
    guard admission.depth <= limits.depth else {
      throw ChangeError("screens nested deeper than \(limits.depth)")
    }
    counter = admission.highest
  }

  private func checkFree(_ screens: NewScreens, replacing root: ScreenID?) throws(ChangeError) {
    var taken: ScreenID?
    var fresh: Set<ScreenID> = []
    screens.forEachID { id in
      let isInUse = rows.contains(id.rawValue) && (root == nil || outermost(of: id) != root)
      if isInUse || !fresh.insert(id).inserted { taken = id }
    }
    if let taken { throw ChangeError("the id \(taken) is taken") }
  }
}

/// The findings of one walk over new screens.
private struct Admission {
  /// How many screens there are.
  var count = 0
  /// The highest id, at least the counter.
  var highest: UInt64
  /// Whether the ids rise from the counter on.
  var isRising = true
  /// The deepest level.
  var depth = 0
  /// The first defect that no hierarchy can have; nil when there is none.
  var flaw: String?
  /// The most bytes of a kind's name.
  private let nameBytes: Int

  init(above counter: UInt64, nameBytes: Int) {
    (highest, self.nameBytes) = (counter, nameBytes)
  }

  mutating func look(at screens: NewScreens, level: Int) {
    unsafe screens.bytes.withUnsafeBytes { bytes in
      var offset = 0
      while offset < bytes.count {
        let screen = unsafe NewScreen(at: offset, in: bytes)
        let place = screen.place
        offset = screen.end
        count += 1
        depth = max(depth, level + Int(place.level))
        // One screen with an id and no selection that is no tombstone can have only three defects:
        // an impossible id, a kind that is no name and an invalid token.
        let isSound =
          unsafe place.isPlain && place.selected == nil && place.hasPossibleID
          && place.ownership != .unknown && !NewScreen.isBelow(place.level, offset, in: bytes)
          && screen.hasNamedKind(atMost: nameBytes, in: bytes)
          && Parameters.hasSoundTokens(bytes.part(screen.text.parameters))
        if !isSound, flaw == nil { flaw = unsafe screen.flaw(atMost: nameBytes, in: bytes) }
        if let id = place.id?.rawValue {
          isRising = isRising && id > highest
          highest = max(highest, id)
        }
      }
    }
  }
}
