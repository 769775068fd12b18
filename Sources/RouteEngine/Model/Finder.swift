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
    let visible = visiblePath(of: scene)
    if let found = visible.last(where: isWanted) { return found }
    guard let root = root(of: scene) else { return nil }
    var pending = [root]
    while let next = pending.popLast() {
      guard let screen = self[next] else { continue }
      if isWanted(screen) { return screen }
      if let presented = screen.presented { pending.append(presented) }
      for child in screen.children.reversed() { pending.append(child) }
    }
    return nil
  }
}
