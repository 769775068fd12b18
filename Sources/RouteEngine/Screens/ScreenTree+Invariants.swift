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
  /// - Only containers among declared screens have children, and none more than it has columns.
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
    for scene in scenes { reached += self.count(below: scene.root) }
    return reached == count ? nil : "\(reached) of \(count) screens hang below a root"
  }

  private var brokenScreen: String? {
    screens.lazy.compactMap { brokenInvariant(of: $0) }.first
  }

  private func brokenInvariant(of screen: Screen) -> String? {
    let children = screen.children
    let held = children + (screen.presented.map { [$0] } ?? [])
    if Set(held).count != held.count { return "\(screen.id) holds a screen twice" }
    for id in held where row(id)?.parent != screen.id {
      return "\(screen.id) holds \(id), which says otherwise"
    }
    if let problem = brokenLink(of: screen.row, to: children) { return problem }
    if let problem = brokenPlace(of: screen.row) { return problem }
    if screen.container == nil, screen.ownership == .declared, !children.isEmpty {
      return "\(screen.id) is no container and has children"
    }
    if let problem = screen.layout?.problem(of: "\(screen.id)", holding: children.count) {
      return problem
    }
    if screen.layout == .tabs, !children.isEmpty {
      guard let selected = screen.selected, children.contains(selected) else {
        return "no child of tabs \(screen.id) is selected"
      }
    } else if screen.selected != nil {
      return "\(screen.id) has a selected child and no tabs"
    }
    return screen.hasFreshDigest ? nil : "the digest of \(screen.id) is not fresh"
  }

  /// Checks that a screen lies in or over its parent, one level deeper. It looks at the neighbour
  /// and not at all children, because a check of a long stack would take the square of its length.
  private func brokenPlace(of row: ScreenRow) -> String? {
    guard let parent = row.parent else {
      return row.depth == 1 ? nil : "\(row.id) lies at another depth"
    }
    guard let holder = self.row(parent) else { return "the parent of \(row.id) is gone" }
    let before = row.sibling.previous.flatMap { self.row($0) }
    let place = before.map(\.sibling.next) ?? holder.children.first
    guard place == row.id || holder.presented == row.id else {
      return "\(parent) does not hold \(row.id), which says so"
    }
    return Int(row.depth) == Int(holder.depth) + 1 ? nil : "\(row.id) lies at another depth"
  }

  /// Checks that children are linked in one line, each with its position and the digest up to it.
  private func brokenLink(of holder: ScreenRow, to children: [ScreenID]) -> String? {
    var line = Siblings()
    var last: ScreenID?
    for id in children {
      guard let sibling = row(id)?.sibling else { return "the child \(id) is gone" }
      let place = line.place(of: id)
      guard sibling.position == place.position, sibling.chain == place.chain,
        sibling.previous == last
      else { return "\(id) is not in its place in \(holder.id)" }
      line.note(id)
      last = id
    }
    let own = holder.children
    return own.count == line.children.count && own.digest == line.children.digest
      && own.last == last
      ? nil : "the children of \(holder.id) are not in one line"
  }
}
