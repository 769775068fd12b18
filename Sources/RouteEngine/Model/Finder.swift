/// The rule that recognises a screen already present.
public enum Finder: String, Hashable, Sendable, CaseIterable {
  /// Same kind and same identity parameters.
  case same
  /// Same kind, whatever its parameters.
  case name
  /// Never: the screen is always built.
  case none
}

/// What a search looks for among the screens of one kind.
package protocol ScreenTest {
  /// The tag of that kind.
  var tag: UInt64 { get }
  /// Whether a screen that carries the tag is the one.
  func accepts(_ screen: Screen) -> Bool
}

extension ScreenTree {
  /// The first screen of a scene that the body accepts, visible ones before hidden ones, each depth
  /// first: a search without routing.
  public func firstScreen(
    in scene: String? = nil, where isWanted: (Screen) -> Bool
  ) -> Screen? {
    guard let root = root(of: scene) else { return nil }
    var visible: Screen?
    forEachVisible(of: scene) { if isWanted($0) { visible = $0 } }
    return visible ?? firstScreen(below: root, where: isWanted)
  }

  /// The same among screens that do not lie inside one of other code.
  package func firstScreen(in scene: String, passing test: some ScreenTest) -> Screen? {
    // Most searches find nothing or one screen; that takes no walk.
    var scan = Scan(test: test)
    screens.scan(with: &scan)
    guard let found = scan.found, let root = root(of: scene) else { return nil }
    if scan.count == 1 {
      return outermost(of: found.id) == root && isKnownGround(found) ? found : nil
    }
    return firstScreen(in: scene) { screen in
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

  /// Depth first: the screen itself, its children in order, then what it presents.
  private func firstScreen(below id: ScreenID, where isWanted: (Screen) -> Bool) -> Screen? {
    guard let screen = self[id] else { return nil }
    if isWanted(screen) { return screen }
    for position in 0..<screen.childList.count {
      if let found = firstScreen(below: screen.childList[position], where: isWanted) {
        return found
      }
    }
    return screen.presented.flatMap { firstScreen(below: $0, where: isWanted) }
  }
}
