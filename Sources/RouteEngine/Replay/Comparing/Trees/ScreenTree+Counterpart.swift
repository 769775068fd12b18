package import RouteEngine

extension ScreenTree {
  /// The screen of another hierarchy that corresponds to a screen of this one: the one with the
  /// same id if it looks the same, otherwise the one of the same kind and parameters that has the
  /// same index among those. All tokens of private values count as equal.
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

  /// The id by which a fact about a screen of this hierarchy names it in another one. An id that is
  /// in neither stays as it is: the outcome names it.
  func name(of id: ScreenID, in other: ScreenTree) -> ScreenID {
    guard self[id] != nil || other[id] != nil else { return id }
    return counterpart(of: id, in: other) ?? ScreenID(0)
  }

  /// Displayed screens with the ids that ``name(of:in:)`` gives.
  func names(of displayed: DisplayedScreens, in other: ScreenTree) -> DisplayedScreens {
    var displayed = displayed
    for index in displayed.scenes.indices { name(&displayed.scenes[index].root, in: other) }
    for index in displayed.parts.indices { name(&displayed.parts[index], in: other) }
    return displayed
  }

  private func name(_ subtree: inout Subtree, in other: ScreenTree) {
    subtree.id = subtree.id.map { name(of: $0, in: other) }
    for index in subtree.children.indices { name(&subtree.children[index], in: other) }
    for index in subtree.presented.indices { name(&subtree.presented[index], in: other) }
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
