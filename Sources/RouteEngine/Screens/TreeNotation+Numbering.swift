extension TreeNotation {
  /// A copy with an id for each screen: scene by scene, children in order, then presented screens.
  ///
  /// - Throws: ``ChangeError`` when the numbers of ids and screens differ.
  package func numbered(_ ids: [UInt64]) throws(ChangeError) -> TreeNotation {
    var rest = ids[...]
    var numbered: [SceneSubtree] = []
    for scene in scenes {
      numbered.append(
        SceneSubtree(name: scene.name, root: try Self.number(scene.root, with: &rest)))
    }
    guard rest.isEmpty else { throw ChangeError("there are more ids than screens") }
    return TreeNotation(scenes: numbered, activeScene: activeScene)
  }

  private init(scenes: [SceneSubtree], activeScene: String) {
    (self.scenes, self.activeScene) = (scenes, activeScene)
  }

  private static func number(
    _ screen: Subtree, with ids: inout ArraySlice<UInt64>
  ) throws(ChangeError) -> Subtree {
    guard let id = ids.popFirst() else { throw ChangeError("there are fewer ids than screens") }
    var screen = screen
    screen.id = ScreenID(id)
    for index in screen.children.indices {
      screen.children[index] = try number(screen.children[index], with: &ids)
    }
    for index in screen.presented.indices {
      screen.presented[index] = try number(screen.presented[index], with: &ids)
    }
    return screen
  }
}
