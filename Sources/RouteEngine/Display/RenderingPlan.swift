extension RenderingPlan {
  /// One edit of the display.
  public enum Step: Hashable, Sendable {
    /// The screen that this one presents is dismissed, with all that lies over it.
    case dismiss(over: ScreenID)
    /// The container holds exactly these screens, and shows the selected one.
    case arrange([ScreenID], selected: ScreenID?, in: ScreenID)
    /// The container shows another of its screens.
    case select(ScreenID, in: ScreenID)
    /// The screen becomes the root.
    case root(ScreenID)
    /// The screen is presented.
    case present(ScreenID, over: ScreenID, style: PresentationStyle)

    /// The container that it edits; nil for other edits.
    var container: ScreenID? {
      switch self {
      case .arrange(_, _, let container), .select(_, let container): container
      case .dismiss, .root, .present: nil
      }
    }
  }
}

/// ``RenderingPlan/Step``, as this package calls it.
package typealias RenderingStep = RenderingPlan.Step

/// The edits that turn the present display into the wanted one: a value, so that it can be tested
/// without a display.
///
/// A screen stays while it is the same screen, with the same parameters, in the same container or
/// presented by the same screen in the same style. Every other screen is made anew.
public struct RenderingPlan: Equatable, Sendable {
  /// The screens to be made before the first step, each container after its children.
  public private(set) var made: [RenderedScene.Item] = []
  /// The edits, in order: first the dismissals, then the containers from the innermost outwards,
  /// then the root, then the presentations from the outermost inwards.
  public private(set) var steps: [RenderingPlan.Step] = []
  /// The screens that are no longer needed after the last step.
  public private(set) var dropped: [ScreenID] = []

  /// Whether there is nothing to do.
  public var isEmpty: Bool { made.isEmpty && steps.isEmpty && dropped.isEmpty }

  private let old: RenderedScene
  private let new: RenderedScene
  private var kept: Set<ScreenID> = []

  /// The plan from one display to another.
  public init(from old: RenderedScene, to new: RenderedScene) {
    self.old = old
    self.new = new
    keep()
    if let root = old.root { dismissals(from: root) }
    guard let root = new.root else {
      dropped = old.root.map(old.ids) ?? []
      return
    }
    let ids = new.ids(from: root)
    for id in ids.reversed() { arrange(id) }
    if !kept.contains(root) { steps.append(.root(root)) }
    for id in ids { present(over: id) }
    dropped = old.root.map { old.ids(from: $0).filter { new.items[$0] == nil } } ?? []
  }

  /// Finds the screens that stay, starting at the root.
  private mutating func keep() {
    guard let root = new.root, root == old.root else { return }
    var pending = [root]
    while let id = pending.popLast() {
      guard let before = old.items[id], let after = new.items[id], before.isSame(as: after) else {
        continue
      }
      kept.insert(id)
      let held = Set(before.children)
      pending += after.children.filter(held.contains)
      if let presented = after.presented, before.presentsSame(as: after) {
        pending.append(presented)
      }
    }
  }

  /// Dismisses presented screens that do not stay, and those whose presenter does not stay.
  private mutating func dismissals(from root: ScreenID) {
    var pending = [root]
    while let id = pending.popLast() {
      guard let item = old.items[id] else { continue }
      pending += item.children.reversed()
      guard let presented = item.presented else { continue }
      if kept.contains(id), kept.contains(presented) {
        pending.append(presented)
      } else {
        steps.append(.dismiss(over: id))
      }
    }
  }

  private mutating func arrange(_ id: ScreenID) {
    guard let item = new.items[id] else { return }
    let isKept = kept.contains(id)
    if !isKept { made.append(item) }
    guard item.container != nil else { return }
    let before = isKept ? old.items[id] : nil
    let staysArranged = before?.children == item.children && item.children.allSatisfy(kept.contains)
    if !staysArranged {
      steps.append(.arrange(item.children, selected: item.selected, in: id))
    } else if let selected = item.selected, before?.selected != selected {
      steps.append(.select(selected, in: id))
    }
  }

  private mutating func present(over id: ScreenID) {
    guard let item = new.items[id], let presented = item.presented else { return }
    if kept.contains(id), kept.contains(presented) { return }
    steps.append(.present(presented, over: id, style: item.style))
  }
}

extension RenderedScene.Item {
  /// Whether the view of this screen can also show the other one.
  fileprivate func isSame(as other: Self) -> Bool {
    node == other.node && container == other.container && isForeign == other.isForeign
  }

  fileprivate func presentsSame(as other: Self) -> Bool {
    presented == other.presented && style == other.style
  }
}
