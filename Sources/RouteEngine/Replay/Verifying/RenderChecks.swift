import RouteEngine

/// Checks the host's reports on its display against the states that the entries lead to.
struct RenderChecks {
  private var history = DisplayHistory()
  /// The last pruned sequence; nothing is known of it and of earlier entries.
  private let base: Int64

  init(after base: Int64) { self.base = base }

  /// The problems of an entry that reports a display.
  mutating func problems(with entry: JournalEntry, before state: RouteState) -> [String] {
    defer { history.follow(entry.displayChange, before: state.tree) }
    guard entry.kind == .decided, case .fact(let fact)? = entry.request?.target else { return [] }
    var problems: [String] = []
    if case .renderFailed(let failure) = fact {
      problems = self.problems(with: failure, before: state.tree)
    }
    // Changes that cannot be made are a separate finding.
    if let displayed = fact.displayed, entry.outcome?.isSuccess ?? false,
      let after = entry.state(after: state), !after.tree.shows(displayed)
    {
      problems.append("it does not lead to the screens that the host reports as on display")
    }
    return problems
  }

  private func problems(
    with failure: RenderFailure, before tree: ScreenTree
  ) -> [String] {
    guard failure.entry > base else { return [] }
    var problems: [String] = []
    if history.refusedEntry(naming: failure.screen) != failure.entry {
      problems.append("entry \(failure.entry) is not what was to be shown")
    }
    if !failure.isReported, let back = history.displayed(without: failure.screen, in: tree),
      back != failure.displayed
    {
      problems.append("it does not restore the screens on display before entry \(failure.entry)")
    }
    return problems
  }
}

extension ScreenTree {
  /// Whether it shows the reported display.
  fileprivate func shows(_ displayed: DisplayedScreens) -> Bool {
    let scenesFit = displayed.scenes.allSatisfy { scene in
      root(of: scene.name).map { shows(scene.root, at: $0) } ?? false
    }
    let partsFit = displayed.parts.allSatisfy { part in part.id.map { shows(part, at: $0) } ?? false
    }
    return scenesFit && partsFit
      && (!displayed.isComplete || scenes.count == displayed.scenes.count)
      && displayed.activeScene.map { $0.hasSameBytes(as: activeScene) } ?? true
  }

  /// The children that show exactly these screens, in order. Tombstones are left out, because they
  /// are not visible.
  private func children(of screen: Screen, showing displayed: [Subtree]) -> [ScreenID]? {
    var rest = displayed[...]
    var showing: [ScreenID] = []
    for child in screen.children {
      if let next = rest.first, shows(next, at: child) {
        rest.removeFirst()
        showing.append(child)
      } else if self[child]?.ownership.isUnknown != true {
        return nil
      }
    }
    return rest.isEmpty ? showing : nil
  }

  private func shows(_ displayed: Subtree, at id: ScreenID) -> Bool {
    guard let screen = self[id], screen.kind.hasSameBytes(as: displayed.kind) else { return false }
    let keepsParameters = displayed.id != nil && displayed.parameters.isEmpty
    guard keepsParameters || screen.parameters == displayed.parameters else { return false }
    guard let children = children(of: screen, showing: displayed.children) else { return false }
    if screen.layout == .tabs, let position = displayed.selected {
      guard children.indices.contains(position), screen.selected == children[position] else {
        return false
      }
    }
    let covers = screen.presented.flatMap { self[$0] }
    if displayed.presented.isEmpty { return covers?.ownership.isUnknown ?? true }
    guard let presented = screen.presented, let subtree = displayed.presented.first else {
      return false
    }
    return shows(subtree, at: presented)
  }
}
