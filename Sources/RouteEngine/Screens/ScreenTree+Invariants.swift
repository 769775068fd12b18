/// The invariants of every tree. `apply` keeps them, and debug builds assert them for every state
/// that a session continues with.
extension ScreenTree {
  /// The first invariant that does not hold, in words; nil when all do.
  ///
  /// - Every scene has a unique name and a root of its own, which has no parent; one scene is
  ///   active.
  /// - A parent and each screen that it holds or presents refer to each other, exactly once.
  /// - Every screen hangs below a root.
  /// - In tabs with children one of these is selected; no other screen has a selected child.
  /// - Only containers among declared screens have children.
  /// - The children of a screen are linked in one line, each with its position.
  /// - Every screen knows its depth.
  /// - Every digest, their sum, and the number of undeclared screens equal newly computed ones.
  package var brokenInvariant: String? {
    brokenScene ?? brokenScreen ?? (hasFreshSums ? nil : "the sums of the tree are not fresh")
  }

  private var brokenScene: String? {
    var seen: [SceneRoot] = []
    for scene in scenes {
      if seen.contains(where: { $0.name.hasSameBytes(as: scene.name) }) {
        return "two scenes are called \(scene.name)"
      }
      if seen.contains(where: { $0.root == scene.root }) {
        return "two scenes have the root \(scene.root)"
      }
      guard let root = self[scene.root] else { return "scene \(scene.name) has no root" }
      if root.parent != nil { return "the root of scene \(scene.name) has a parent" }
      seen.append(scene)
    }
    if !scenes.isEmpty, root(of: activeScene) == nil { return "the active scene is none" }
    var reached = 0
    for scene in scenes { forEachBelow(scene.root) { _ in reached += 1 } }
    return reached == count ? nil : "\(reached) of \(count) screens hang below a root"
  }

  private var brokenScreen: String? {
    screens.lazy.compactMap { brokenInvariant(of: $0) }.first
  }

  private func brokenInvariant(of screen: Screen) -> String? {
    let held = screen.children + (screen.presented.map { [$0] } ?? [])
    if Set(held).count != held.count { return "\(screen.id) holds a screen twice" }
    for id in held where self[id]?.parent != screen.id {
      return "\(screen.id) holds \(id), which says otherwise"
    }
    if let problem = brokenLink(of: screen) { return problem }
    if Int(screen.row.depth) != path(to: screen.id).count {
      return "\(screen.id) lies at another depth"
    }
    if let parent = screen.parent {
      guard let holder = self[parent] else { return "the parent of \(screen.id) is gone" }
      guard holder.children.contains(screen.id) || holder.presented == screen.id else {
        return "\(parent) does not hold \(screen.id), which says so"
      }
    }
    if screen.container == nil, screen.ownership == .declared, !screen.children.isEmpty {
      return "\(screen.id) is no container and has children"
    }
    if screen.layout == .tabs, !screen.children.isEmpty {
      guard let selected = screen.selected, screen.children.contains(selected) else {
        return "no child of tabs \(screen.id) is selected"
      }
    } else if screen.selected != nil {
      return "\(screen.id) has a selected child and no tabs"
    }
    return screen.hasFreshDigest ? nil : "the digest of \(screen.id) is not fresh"
  }

  /// Checks that children are linked in one line, each with its position and the digest up to it.
  private func brokenLink(of screen: Screen) -> String? {
    var line = Siblings()
    var last: ScreenID?
    for id in screen.children {
      guard let sibling = row(id)?.sibling else { return "the child \(id) is gone" }
      let place = line.place(of: id)
      guard sibling.position == place.position, sibling.chain == place.chain,
        sibling.previous == last
      else { return "\(id) is not in its place in \(screen.id)" }
      line.note(id)
      last = id
    }
    let children = screen.row.children
    return children.count == line.children.count && children.digest == line.children.digest
      && children.last == last
      ? nil : "the children of \(screen.id) are not in one line"
  }
}
