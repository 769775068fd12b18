/// The rule that recognises a screen already present.
public enum Finder: String, Hashable, Sendable, CaseIterable {
  /// Same kind and same identity parameters.
  case same
  /// Same kind, whatever its parameters.
  case name
  /// Never: the screen is always built.
  case none
}

extension ScreenTree {
  /// The first screen of a scene that the body accepts, visible ones before hidden ones, each depth
  /// first: a search without routing.
  public func firstScreen(
    in scene: String? = nil, where isWanted: (Screen) -> Bool
  ) -> Screen? {
    firstScreen(in: scene, tagged: nil, where: isWanted)
  }

  /// The same among screens of one kind, by its tag.
  package func firstScreen(
    in scene: String?, tagged tag: UInt64?, where isWanted: (Screen) -> Bool
  ) -> Screen? {
    // Most searches find nothing or one screen; that takes no walk.
    var found: Screen?
    var count = 0
    screens.forEach { screen in
      if let tag, screen.tag != tag { return }
      guard isWanted(screen) else { return }
      found = screen
      count += 1
    }
    guard let found, let root = root(of: scene) else { return nil }
    if count == 1 { return outermost(of: found.id) == root ? found : nil }
    var visible: Screen?
    forEachVisible(of: scene) { if isWanted($0) { visible = $0 } }
    return visible ?? firstScreen(below: root, where: isWanted)
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
