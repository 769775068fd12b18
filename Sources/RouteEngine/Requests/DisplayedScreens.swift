/// The screens that are really on display, as the host reports them: hierarchies of screens.
///
/// A screen that the host got from the session has its ``ScreenTree/Subtree/id`` and may omit its
/// parameters, which are then unchanged. A screen without an id is recognised by its kind and its
/// identity parameters at its place; when nothing matches, it is a new screen.
public struct DisplayedScreens: Hashable, Sendable {
  /// Scenes with all that they show; a scene with a new name was opened.
  public var scenes: [ScreenTree.SceneSubtree]
  /// Screens with an id, at any place, with all that lies in and over each. A host that knows only
  /// a part of the display reports it here.
  public var parts: [ScreenTree.Subtree]
  /// The active scene; nil when it has not changed.
  public var activeScene: String?
  /// Whether scenes that are not listed are closed.
  public var isComplete: Bool
  /// Why nothing of the report was kept: it exceeds the bounds, or could not be read.
  package var flaw: String?

  /// The screens of these scenes.
  public init(
    scenes: [ScreenTree.SceneSubtree], activeScene: String? = nil, isComplete: Bool = false
  ) {
    self.scenes = scenes
    self.activeScene = activeScene
    self.isComplete = isComplete
    parts = []
  }

  /// The screens in and over one screen, which has an id.
  public init(part: ScreenTree.Subtree) {
    self.init(scenes: [])
    parts = [part]
  }

  /// No screens, because of a flaw.
  package init(flaw: String) {
    self.init(scenes: [])
    self.flaw = flaw
  }

  /// These screens, or only a flaw when they exceed the bounds. It walks without recursion, because
  /// a host's hierarchy can have any depth.
  package func bounded(by limits: RouteLimits) -> DisplayedScreens {
    var pending = (scenes.map(\.root) + parts).map { (subtree: $0, level: 1) }
    var count = 0
    while let (subtree, level) = pending.popLast() {
      count += 1
      if count > limits.screens { return Self(flaw: "more than \(limits.screens) screens") }
      if level > limits.depth { return Self(flaw: "screens nested deeper than \(limits.depth)") }
      if let flaw = Self.flaw(of: subtree, limits) { return Self(flaw: flaw) }
      for child in subtree.children { pending.append((child, level + 1)) }
      for screen in subtree.presented { pending.append((screen, level + 1)) }
    }
    return self
  }

  private static func flaw(of subtree: ScreenTree.Subtree, _ limits: RouteLimits) -> String? {
    if !Name.isValid(subtree.kind, limits: limits) { return "a screen whose kind is no name" }
    if subtree.presented.count > 1 { return "\(subtree.kind) presents more than one screen" }
    if case .custom(let name, _)? = subtree.container, !Name.isValid(name) {
      return "\(subtree.kind) is a container whose name is none"
    }
    if !subtree.ownership.hasPossibleVersion {
      return "\(subtree.kind) is of a version that no kind has"
    }
    if let problem = subtree.style.problem { return problem }
    guard subtree.parameters.hasSoundTokens else {
      return "\(subtree.kind) has a parameter whose token is none"
    }
    let names = subtree.parameters.names
    return names.allSatisfy { Name.isValid($0, limits: limits) }
      ? nil : "\(subtree.kind) has a parameter whose name is none"
  }
}

extension HostFact {
  /// This fact; when its screens exceed the bounds, only their flaw is kept. They may be as many
  /// and as deep as those of the tree that they are about, which can exceed a bound that a launch
  /// lowered.
  package func bounded(
    by limits: RouteLimits, over tree: @autoclosure () -> ScreenTree
  ) -> HostFact {
    guard let displayed else { return self }
    let bounded = displayed.bounded(by: limits)
    guard bounded.flaw != nil, displayed.flaw == nil else { return displaying(bounded) }
    return displaying(displayed.bounded(by: limits.raised(to: tree())))
  }
}

extension RouteRequest.Target {
  /// This target; the screens of its fact are bounded, see ``HostFact/bounded(by:over:)``.
  package func bounded(
    by limits: RouteLimits, over tree: @autoclosure () -> ScreenTree
  ) -> RouteRequest.Target {
    if case .fact(let fact) = self { .fact(fact.bounded(by: limits, over: tree())) } else { self }
  }
}

extension RouteLimits {
  /// These bounds, raised as far as a tree exceeds them.
  fileprivate func raised(to tree: ScreenTree) -> RouteLimits {
    var limits = self
    limits.screens = max(screens, tree.count)
    tree.rows.forEachLeaf { leaf in
      for row in leaf.rows { limits.depth = max(limits.depth, Int(row.depth)) }
      return true
    }
    return limits
  }
}
