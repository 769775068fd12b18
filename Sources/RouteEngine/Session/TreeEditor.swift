/// Lets Swift code change the hierarchy through the same changes as declared routes: what it did is
/// recorded, applied whole or not at all, and replayed without the code.
public struct TreeEditor {
  /// The tree with the edits made so far.
  public private(set) var tree: ScreenTree
  private(set) var changes: [TreeChange] = []
  private var counter: UInt64
  private let table: RouteTable
  private let limits: Limits

  init(_ asking: Decision.Asking, table: RouteTable, limits: Limits) {
    tree = asking.tree
    counter = asking.counter
    self.table = table
    self.limits = limits
  }

  /// Makes one change.
  ///
  /// - Throws: ``ChangeError`` when it does not fit the tree, which is then as it was.
  public mutating func make(_ change: TreeChange) throws(ChangeError) {
    try tree.apply(change, counter: &counter, limits: limits)
    changes.append(change)
  }

  /// Pushes a screen onto a stack and returns its id.
  ///
  /// - Throws: ``ChangeError`` when the kind is not declared or the screen is no stack.
  @discardableResult
  public mutating func push(
    _ kind: String, _ parameters: Parameters = [:], onto stack: ScreenID
  ) throws(ChangeError) -> ScreenID {
    let count = tree[stack]?.childList.count ?? 0
    let screen = try newScreen(kind, parameters)
    try make(.splice(container: stack, at: count, drop: 0, insert: [screen.subtree]))
    return screen.id
  }

  /// Presents a screen over another and returns its id.
  ///
  /// - Throws: ``ChangeError`` when the kind is not declared or the other presents one already.
  @discardableResult
  public mutating func present(
    _ kind: String, _ parameters: Parameters = [:], over presenter: ScreenID,
    style: PresentationStyle = .automatic
  ) throws(ChangeError) -> ScreenID {
    let screen = try newScreen(kind, parameters)
    try make(.present(over: presenter, style: style, screen: screen.subtree))
    return screen.id
  }

  /// Selects a tab.
  ///
  /// - Throws: ``ChangeError`` when the screen is no tab.
  public mutating func select(_ child: ScreenID) throws(ChangeError) {
    try make(.select(child: child))
  }

  /// The first screen of a kind, visible ones first.
  public func find(_ kind: String) -> Screen? {
    tree.firstScreen { $0.kind == kind && !$0.ownership.isUnknown }
  }

  private mutating func newScreen(
    _ kind: String, _ parameters: Parameters
  ) throws(ChangeError) -> (id: ScreenID, subtree: Subtree) {
    guard let declaration = table.screen(kind) else {
      throw ChangeError("there is no screen kind \(kind)")
    }
    var subtree = Subtree(
      kind: kind, parameters: parameters, container: declaration.container)
    let id = ScreenID(counter + 1)
    subtree.id = id
    return (id, subtree)
  }
}

@available(*, unavailable)
extension TreeEditor: Sendable {}
