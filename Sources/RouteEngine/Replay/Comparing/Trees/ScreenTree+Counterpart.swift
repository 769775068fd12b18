package import RouteEngine

extension ScreenTree {
  /// The screen of another hierarchy that stands for one of this: that of the same id when it is
  /// the same to look at, else the one of the same kind and parameters that comes as far from the
  /// first. Whatever stands for private values counts as equal.
  ///
  /// - Returns: nil when the other hierarchy has none.
  package func counterpart(of id: ScreenID, in other: ScreenTree) -> ScreenID? {
    guard let line = self[id]?.line(ignoringTokens: true) else { return nil }
    if let same = other[id], same.line(ignoringTokens: true).hasSameBytes(as: line) { return id }
    let places = screens(looking: line)
    let others = other.screens(looking: line)
    guard let index = places.firstIndex(of: id), others.indices.contains(index) else { return nil }
    return others[index]
  }

  private func screens(looking line: String) -> [ScreenID] {
    var found: [ScreenID] = []
    for scene in scenes {
      forEachBelow(scene.root) { screen in
        if screen.line(ignoringTokens: true).hasSameBytes(as: line) { found.append(screen.id) }
      }
    }
    return found
  }
}
