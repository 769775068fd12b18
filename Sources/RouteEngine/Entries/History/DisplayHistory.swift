/// The trees that were on display before the newest decisions. A host that could not show a
/// decision goes back to one of them. The history follows entries, so that a session and a check of
/// its journal know the same trees.
package struct DisplayHistory: Sendable {
  /// A decision that changed the display.
  package struct Step: Sendable {
    /// Its entry.
    package let entry: Int64
    /// The tree before it.
    package let before: ScreenTree
  }

  /// The most decisions that are remembered: a host that fails to show one does so soon.
  private static var mostSteps: Int { 8 }

  /// The decisions since the host last reported the screens on display, oldest first.
  private var steps: [Step] = []
  /// The entry that made the present tree; 0 when it is not known.
  private var newest: Int64 = 0

  /// The trees before those decisions.
  package var trees: [ScreenTree] { steps.map(\.before) }

  /// Nothing is known yet.
  package init() {}

  /// The invariant that is broken; nil when all hold.
  package var brokenInvariant: String? {
    if steps.count > Self.mostSteps { return "\(steps.count) decisions are remembered" }
    for index in steps.indices.dropFirst() where steps[index - 1].entry >= steps[index].entry {
      return "the decisions on display are not in the order of their entries"
    }
    if let last = steps.last, last.entry > newest { return "a decision is newer than the newest" }
    return nil
  }

  /// The effect of an entry on the display.
  package enum Change: Equatable {
    /// The display stays as it is.
    case none
    /// The entry or the host replaced the tree: nothing before it counts.
    case replaced(Int64)
    /// The decision of that entry has to be shown.
    case decided(Int64)
    /// The decision of that entry, and all after it, could not be shown.
    case refused(Int64, by: Int64)
  }

  /// Records the effect of an entry on the display.
  ///
  /// - Parameter tree: the tree before it.
  package mutating func follow(_ change: Change, before tree: @autoclosure () -> ScreenTree) {
    switch change {
    case .none: return
    case .replaced(let entry):
      steps.removeAll()
      newest = entry
    case .decided(let entry):
      newest = entry
      steps.append(Step(entry: entry, before: tree()))
      if steps.count > Self.mostSteps { steps.removeFirst() }
    case .refused(let refused, let entry):
      newest = entry
      steps.removeAll { $0.entry >= refused }
    }
  }

  /// The entry whose decision the host could not show, given a screen that it could not show, if
  /// any.
  package func refusedEntry(naming screen: ScreenID?) -> Int64 {
    step(naming: screen)?.entry ?? newest
  }

  /// The screens on display without the refused decision and all after it. If no such decision is
  /// remembered, those that are left when the screen and the screens over it are removed; nil when
  /// nothing would be left.
  package func displayed(
    without screen: ScreenID?, in tree: ScreenTree
  ) -> DisplayedScreens? {
    if let step = step(naming: screen) { return DisplayedScreens(step.before, knownTo: tree) }
    guard let last = screen ?? tree.visibleID() else { return nil }
    return tree.without(last).map { DisplayedScreens($0, knownTo: tree) }
  }

  /// The decision that added the screen, or the newest one.
  private func step(naming screen: ScreenID?) -> Step? {
    guard let screen else { return steps.last }
    return steps.last { $0.before[screen] == nil }
  }
}

extension JournalEntry {
  /// Whether one of its changes is visible on the display.
  package var changesDisplay: Bool { changes.contains(where: \.isOnDisplay) }

  /// The effect of the entry on the display. The value has two words, so that code that follows
  /// entries does not copy them.
  package var displayChange: DisplayHistory.Change {
    switch kind {
    case .began, .restored, .outage, .table: return .replaced(sequence)
    case .decided:
      guard changesDisplay else { return .none }
      switch request?.target {
      case .fact(.renderFailed(let failure)): return .refused(failure.entry, by: sequence)
      case .fact: return .replaced(sequence)
      default: return .decided(sequence)
      }
    case .signalled:
      return changesDisplay ? .replaced(sequence) : .none
    default: return .none
    }
  }
}

extension RouteChange {
  /// Whether it changes what a person sees.
  fileprivate var isOnDisplay: Bool {
    switch self {
    case .tree(.ready), .tree(.unready): false
    case .tree, .adopt: true
    case .wait, .settle, .enqueue, .advance, .signal, .principal, .suspend, .suspect: false
    }
  }
}

extension DisplayedScreens {
  /// Everything that a tree shows. Screens that the other tree does not have become new ones,
  /// because an id is never used again.
  fileprivate init(_ tree: ScreenTree, knownTo other: ScreenTree) {
    var scenes = tree.subtrees
    for index in scenes.indices { scenes[index].root.forgetIDs { other[$0] == nil } }
    self.init(scenes: scenes, activeScene: tree.activeScene, isComplete: true)
  }
}

extension Subtree {
  /// Removes the ids for which the body returns true.
  fileprivate mutating func forgetIDs(_ isForgotten: (ScreenID) -> Bool) {
    if let id, isForgotten(id) { self.id = nil }
    for index in children.indices { children[index].forgetIDs(isForgotten) }
    for index in presented.indices { presented[index].forgetIDs(isForgotten) }
  }
}

extension ScreenTree {
  /// The tree without the screen; nil when nothing would be left.
  fileprivate func without(_ id: ScreenID) -> ScreenTree? {
    guard let change = leaving(id) else { return nil }
    var tree = self
    var counter: UInt64 = 0
    do throws(ChangeError) {
      try tree.apply(change, counter: &counter, limits: .format)
    } catch {
      return nil
    }
    return tree
  }
}
