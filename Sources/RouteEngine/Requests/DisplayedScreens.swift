/// The screens really on display, as the host sees them: hierarchies written out.
///
/// A screen that the host got from the session bears its ``ScreenTree/Subtree/id``, and may leave
/// out its parameters: they are as they were. One without an id is recognised by its kind and its
/// identity parameters where it stands; when there is none such it is a new screen.
public struct DisplayedScreens: Hashable, Sendable {
  /// Scenes with all that they show; one of a new name was opened.
  public var scenes: [ScreenTree.SceneSubtree]
  /// Screens with an id, wherever they are, with all that lies in and over each: what a host says
  /// that knows one part of what is on display.
  public var parts: [ScreenTree.Subtree]
  /// The active scene; nil when it is the one that was.
  public var activeScene: String?
  /// Whether scenes that are not named are closed.
  public var isComplete: Bool
  /// Why nothing of it was kept: it is beyond every bound, or could not be read.
  package var flaw: String?

  /// The screens that these scenes show.
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

  /// Nothing, because of a flaw.
  package init(flaw: String) {
    self.init(scenes: [])
    self.flaw = flaw
  }

  /// These screens, or a flaw in their place when they are more than the bounds allow. Walks
  /// without recursion: a host's hierarchy can be of any depth.
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
  /// This fact; when it hands over more screens than the bounds allow, only the flaw of those is
  /// kept.
  package func bounded(by limits: RouteLimits) -> HostFact {
    displayed.map { displaying($0.bounded(by: limits)) } ?? self
  }
}

extension RouteRequest.Target {
  /// This target; when its fact hands over more screens than the bounds allow, only their flaw is
  /// kept.
  package func bounded(by limits: RouteLimits) -> RouteRequest.Target {
    if case .fact(let fact) = self { .fact(fact.bounded(by: limits)) } else { self }
  }
}
