extension ScreenTree {
  /// The first part in which this hierarchy, the recorded one, differs from another; nil when they
  /// are the same.
  func firstDifference(from other: ScreenTree) -> Divergence.TreePart? {
    if self == other { return nil }
    return firstDifference(from: other, ignoringTokens: false)
      ?? Divergence.TreePart(
        place: [], recorded: "the same screens", replayed: "the same screens under other ids")
  }

  /// The first part in which this hierarchy, the recorded one, has other screens than another,
  /// whatever their ids are; nil when it has none.
  ///
  /// - Parameter ignoringTokens: whether what stands for private values counts as equal: another
  ///   journal has other keys.
  package func firstDifference(
    from other: ScreenTree, ignoringTokens: Bool
  ) -> Divergence.TreePart? {
    var comparison = TreeComparison(
      recorded: self, replayed: other, ignoringTokens: ignoringTokens)
    for (index, scene) in scenes.enumerated() {
      guard index < other.scenes.count, Bytes.same(other.scenes[index].name, scene.name) else {
        return comparison.part("scene \(scene.name)", nil)
      }
      if let part = comparison.compare(scene.root, other.scenes[index].root) { return part }
    }
    if other.scenes.count > scenes.count {
      return comparison.part(nil, "scene \(other.scenes[scenes.count].name)")
    }
    if Bytes.same(activeScene, other.activeScene) { return nil }
    return comparison.part("scene \(activeScene) is active", "scene \(other.activeScene) is")
  }
}

/// Walks two hierarchies side by side. They nest no deeper than the limits of the format allow.
private struct TreeComparison {
  let recorded: ScreenTree
  let replayed: ScreenTree
  private let ignoringTokens: Bool
  private var place: [String] = []

  init(recorded: ScreenTree, replayed: ScreenTree, ignoringTokens: Bool) {
    self.recorded = recorded
    self.replayed = replayed
    self.ignoringTokens = ignoringTokens
  }

  func part(_ left: String?, _ right: String?) -> Divergence.TreePart {
    Divergence.TreePart(place: place, recorded: left, replayed: right)
  }

  mutating func compare(_ leftID: ScreenID?, _ rightID: ScreenID?) -> Divergence.TreePart? {
    let (left, right) = (leftID.flatMap { recorded[$0] }, rightID.flatMap { replayed[$0] })
    guard let left, let right else {
      return left == nil && right == nil ? nil : part(left.map(text), right.map(text))
    }
    guard Bytes.same(text(left), text(right)) else {
      return part(text(left), text(right))
    }
    place.append(left.kind)
    let (children, others) = (left.children, right.children)
    for index in 0..<max(children.count, others.count) {
      let pair = (
        index < children.count ? children[index] : nil, index < others.count ? others[index] : nil
      )
      if let part = compare(pair.0, pair.1) { return part }
    }
    if children.firstIndex(where: { $0 == left.selected })
      != others.firstIndex(where: { $0 == right.selected })
    {
      return part(selection(of: left, in: recorded), selection(of: right, in: replayed))
    }
    if let part = compare(left.presented, right.presented) { return part }
    if left.presented != nil, left.presentationStyle != right.presentationStyle {
      return part(
        "presented as \(left.presentationStyle.rawValue)",
        "presented as \(right.presentationStyle.rawValue)")
    }
    if left.isReady != right.isReady {
      return part(left.isReady ? "ready" : "not ready", right.isReady ? "ready" : "not ready")
    }
    place.removeLast()
    return nil
  }

  private func selection(of screen: Screen, in tree: ScreenTree) -> String {
    screen.selected.flatMap { tree[$0] }.map { "\(text($0)) is selected" }
      ?? "nothing is selected"
  }

  /// A screen without what is below it.
  private func text(_ screen: Screen) -> String {
    var text = screen.kind
    if let container = screen.container { text += "/\(container.text)" }
    if screen.ownership != .declared { text += "/\(screen.ownership.word)" }
    var parameters = screen.parameters
    for element in parameters where ignoringTokens {
      if case .token = element.value { parameters[element.name] = .token("~") }
    }
    if !parameters.isEmpty { text += "(\(parameters.notation))" }
    return text
  }
}
