/// The test for the screen that a search looks for among those of one kind.
package protocol ScreenTest {
  /// The tag of that kind.
  var tag: UInt64 { get }
  /// Parameters that every screen has which is the one; with none, each of the kind may be.
  var clues: Parameters { get }
  /// Whether a screen that carries the tag is the one.
  func accepts(_ screen: Screen) -> Bool
}

extension ScreenTree {
  /// The first screen of a scene that the body accepts, visible ones before hidden ones, each depth
  /// first: a search without routing.
  ///
  /// - Parameters:
  ///   - scene: the scene's name; the active one when nil.
  ///   - scope: where in it is looked.
  ///   - isWanted: says whether a screen is the one.
  public func firstScreen(
    in scene: String? = nil, scope: Finder.Scope = .everything,
    where isWanted: (ScreenTree.Screen) -> Bool
  ) -> ScreenTree.Screen? {
    guard let root = root(of: scene) else { return nil }
    switch scope {
    case .everything: return firstScreen(from: root, includesPresented: true, where: isWanted)
    case .root: return firstScreen(from: root, includesPresented: false, where: isWanted)
    case .visible: return shownScreen(from: top(of: root), includesPresented: false, isWanted)
    case .topmost:
      return firstScreen(from: top(of: root), includesPresented: false, where: isWanted)
    case .below(let kind):
      let start = firstScreen(from: root, includesPresented: true) {
        $0.kind.hasSameBytes(as: kind)
      }
      guard let start else { return nil }
      return firstScreen(from: start.id, includesPresented: true, where: isWanted)
    }
  }

  /// The first screen of a scene that passes a test, screens inside one of other code left out.
  package func firstScreen(
    in scene: String, scope: SearchScope, passing test: consuming some ScreenTest
  ) -> Screen? {
    // Most searches find nothing or one screen; that takes no walk.
    var scan = Scan(test: test)
    if let index {
      if let ids = index.ids(of: scan.test.tag, with: scan.test.clues) {
        for id in ids { self[id].map { scan.take([$0]) } }
      } else {
        // One of many is not alone for long.
        _ = screens.first { screen in
          if screen.tag == scan.test.tag { scan.take([screen]) }
          return scan.count > 1
        }
      }
    } else {
      screens.scan(with: &scan)
    }
    guard let found = scan.found, let root = root(of: scene) else { return nil }
    if scan.count == 1, scope == .everything {
      return outermost(of: found.id) == root && isKnownGround(found) ? found : nil
    }
    return firstScreen(in: scene, scope: scope) { screen in
      screen.tag == scan.test.tag && scan.test.accepts(screen) && isKnownGround(screen)
    }
  }

  /// The first screen in and over one screen that passes a test, screens inside one of other code
  /// left out.
  package func firstScreen(below id: ScreenID, passing test: some ScreenTest) -> Screen? {
    firstScreen(from: id, includesPresented: true) { screen in
      screen.tag == test.tag && test.accepts(screen) && isKnownGround(screen)
    }
  }

  /// Whether planning may find the screen: it is no tombstone, and lies in no screen of which
  /// nothing is known.
  private func isKnownGround(_ screen: Screen) -> Bool {
    !screen.ownership.isUnknown && !isForeignGround(screen)
  }

  private struct Scan<Test: ScreenTest>: LeafScanner {
    let test: Test
    var found: Screen?
    var count = 0

    mutating func take(_ screens: [Screen]) {
      // By position: going through the elements themselves would retain each.
      for index in screens.indices where screens[index].tag == test.tag {
        guard test.accepts(screens[index]) else { continue }
        found = screens[index]
        count += 1
      }
    }
  }
}

extension ScreenTree {
  /// The outermost screen of the topmost presentation layer above a scene's root.
  private func top(of root: ScreenID) -> ScreenID {
    var walk = VisibleWalk(root: root)
    var leaf = root
    while let screen = walk.next(in: self) { leaf = screen.id }
    return layerRoot(of: leaf)
  }

  private func firstScreen(
    from start: ScreenID, includesPresented: Bool, where isWanted: (Screen) -> Bool
  ) -> Screen? {
    shownScreen(from: start, includesPresented: includesPresented, isWanted)
      ?? anyScreen(from: start, includesPresented: includesPresented, isWanted)
  }

  /// Among what is shown of a screen: what it presents, then its children, then itself.
  private func shownScreen(
    from id: ScreenID, includesPresented: Bool, _ isWanted: (Screen) -> Bool
  ) -> Screen? {
    guard let screen = self[id] else { return nil }
    if includesPresented, let over = screen.presented, self[over]?.ownership.isUnknown == false,
      let found = shownScreen(from: over, includesPresented: true, isWanted)
    {
      return found
    }
    for child in shownChildren(of: screen).reversed() {
      if let found = shownScreen(from: child, includesPresented: includesPresented, isWanted) {
        return found
      }
    }
    return isWanted(screen) ? screen : nil
  }

  /// Depth first: the screen itself, its children in order, then what it presents.
  private func anyScreen(
    from id: ScreenID, includesPresented: Bool, _ isWanted: (Screen) -> Bool
  ) -> Screen? {
    guard let screen = self[id] else { return nil }
    if isWanted(screen) { return screen }
    for position in 0..<screen.childList.count {
      let child = screen.childList[position]
      if let found = anyScreen(from: child, includesPresented: includesPresented, isWanted) {
        return found
      }
    }
    guard includesPresented, let over = screen.presented else { return nil }
    return anyScreen(from: over, includesPresented: true, isWanted)
  }
}
