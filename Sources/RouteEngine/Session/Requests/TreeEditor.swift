/// Lets Swift code change the hierarchy by the same changes that declared routes use. The edits are
/// recorded, applied whole or not at all, and replayed without the code.
///
/// An edit that adds screens also throws ``ChangeError`` when the table does not declare the kind
/// of one of them, or its parameters do not fit its kind.
public struct TreeEditor {
  /// The tree with the edits made so far.
  public private(set) var tree: ScreenTree
  private(set) var changes: [TreeChange] = []
  private var counter: UInt64
  private let table: RouteTable
  private let limits: RouteLimits

  init(_ asking: Decision.Asking, table: RouteTable, limits: RouteLimits) {
    tree = asking.tree
    counter = asking.counter
    self.table = table
    self.limits = limits
  }

  /// Makes one change. Screens that it adds without an id get the next ids, outermost first; a
  /// given id has to be above 0 and not in use.
  ///
  /// - Throws: ``ChangeError`` when the change does not fit the tree, which then stays unchanged,
  ///   and for ``TreeChange/become(_:kind:parameters:ownership:)``, ``TreeChange/ready(_:_:)`` and
  ///   ``TreeChange/unready``, which are not edits. Also when a screen that it adds, at any depth,
  ///   is of a kind that the table does not declare, or has parameters that do not fit its kind;
  ///   foreign screens and tombstones may be of any kind with a valid name.
  public mutating func make(_ change: TreeChange) throws(ChangeError) {
    let problem = change.inserted.problem { kind, parameters in
      guard let declared = table.kind(kind) else { return "there is no screen kind \(kind)" }
      return declared.problem(with: parameters)
    }
    if let problem { throw ChangeError(problem) }
    try repeatRecorded(change.identified(after: counter))
  }

  /// Makes a recorded change, which the table of that time allowed.
  ///
  /// - Throws: ``ChangeError`` when it does not fit the tree, which then stays unchanged, or when
  ///   it is not an edit.
  package mutating func repeatRecorded(_ change: TreeChange) throws(ChangeError) {
    guard !change.isOfHost else { throw ChangeError.noEdit }
    try tree.apply(change, counter: &counter, limits: limits)
    changes.append(change)
  }

  /// Pushes a screen onto a stack and returns its id.
  ///
  /// - Throws: ``ChangeError`` when the kind is not declared or the screen is not a stack.
  @discardableResult
  public mutating func push(
    _ kind: String, _ parameters: Parameters = [:], onto stack: ScreenID
  ) throws(ChangeError) -> ScreenID {
    let holder = tree[stack]
    if let layout = holder?.layout, layout != .stack {
      throw ChangeError("screen \(stack) is no stack")
    }
    return try insert(kind, parameters, into: stack, at: holder?.childCount ?? 0)
  }

  /// Adds a tab, selects it and returns its id.
  ///
  /// - Parameters:
  ///   - kind: the kind of screen.
  ///   - parameters: its parameters.
  ///   - tabs: the container.
  ///   - position: the position before which it is added, from 0; nil: as the last one.
  /// - Throws: ``ChangeError`` when the kind is not declared, or the container or the position does
  ///   not exist.
  @discardableResult
  public mutating func addTab(
    _ kind: String, _ parameters: Parameters = [:], to tabs: ScreenID, at position: Int? = nil
  ) throws(ChangeError) -> ScreenID {
    let holder = tree[tabs]
    // Checked before the edit: a later refusal would leave the new screen in the tree.
    if let holder, holder.layout != .tabs { throw ChangeError("screen \(tabs) holds no tabs") }
    let last = holder?.childCount ?? 0
    let tab = try insert(kind, parameters, into: tabs, at: position ?? last)
    try select(tab)
    return tab
  }

  /// Puts a screen into a column of a container and returns its id; the former screen is removed.
  ///
  /// - Throws: ``ChangeError`` when the kind is not declared, the container has no such column, or
  ///   a column before it is empty.
  @discardableResult
  public mutating func put(
    _ kind: String, _ parameters: Parameters = [:], into column: ContainerKind.Column,
    of split: ScreenID
  ) throws(ChangeError) -> ScreenID {
    guard let holder = tree[split], let position = holder.layout?.columns.firstIndex(of: column)
    else { throw ChangeError("screen \(split) has no \(column.rawValue) column") }
    let isFilled = position < holder.childCount
    return try insert(kind, parameters, into: split, at: position, dropping: isFilled ? 1 : 0)
  }

  /// Replaces a tab, a column's screen or a screen in a stack by a screen, and returns its id.
  ///
  /// - Throws: ``ChangeError`` when the kind is not declared, or the other screen is not in a
  ///   container.
  @discardableResult
  public mutating func replace(
    _ child: ScreenID, by kind: String, _ parameters: Parameters = [:]
  ) throws(ChangeError) -> ScreenID {
    let (container, position) = try place(of: child)
    return try insert(kind, parameters, into: container.id, at: position, dropping: 1)
  }

  /// Presents a screen over another and returns its id.
  ///
  /// - Throws: ``ChangeError`` when the kind is not declared or the other screen presents one
  ///   already.
  @discardableResult
  public mutating func present(
    _ kind: String, _ parameters: Parameters = [:], over presenter: ScreenID,
    style: PresentationStyle = .automatic
  ) throws(ChangeError) -> ScreenID {
    let screen = newScreen(kind, parameters)
    try make(.present(over: presenter, style: style, screen: [screen.subtree]))
    return screen.id
  }

  /// Dismisses the screen that a screen presents, with all screens over it.
  ///
  /// - Throws: ``ChangeError`` when it presents nothing.
  public mutating func dismiss(from presenter: ScreenID) throws(ChangeError) {
    try make(.dismiss(from: presenter))
  }

  /// Pops the screens above a screen in its stack.
  ///
  /// - Throws: ``ChangeError`` when the screen is not in a stack.
  public mutating func pop(to screen: ScreenID) throws(ChangeError) {
    let (stack, position) = try place(of: screen)
    if let layout = stack.layout, layout != .stack {
      throw ChangeError("screen \(screen) lies in no stack")
    }
    let above = stack.childCount - position - 1
    guard above > 0 else { return }
    try make(.splice(container: stack.id, at: position + 1, drop: above, insert: []))
  }

  /// Selects a tab.
  ///
  /// - Throws: ``ChangeError`` when the screen is not a tab.
  public mutating func select(_ child: ScreenID) throws(ChangeError) {
    try make(.select(child: child))
  }

  /// Replaces the parameters of a screen.
  ///
  /// - Throws: ``ChangeError`` when there is no such screen, or its kind does not take such
  ///   parameters.
  public mutating func update(
    _ screen: ScreenID, to parameters: Parameters
  ) throws(ChangeError) {
    let kind = tree[screen].flatMap { table.kind($0.kind) }
    if let problem = kind?.problem(with: parameters) { throw ChangeError(problem) }
    try make(.parameters(screen, parameters))
  }

  /// The first screen of a kind, visible ones first.
  public func find(_ kind: String) -> ScreenTree.Screen? {
    tree.firstScreen { $0.kind == kind && !$0.ownership.isUnknown }
  }

  private mutating func insert(
    _ kind: String, _ parameters: Parameters, into container: ScreenID, at position: Int,
    dropping dropped: Int = 0
  ) throws(ChangeError) -> ScreenID {
    let screen = newScreen(kind, parameters)
    try make(
      .splice(container: container, at: position, drop: dropped, insert: [screen.subtree]))
    return screen.id
  }

  /// The container of a screen, and the screen's position in it.
  private func place(of child: ScreenID) throws(ChangeError) -> (Screen, Int) {
    guard let container = tree[child]?.parent.flatMap({ tree[$0] }),
      let position = tree.position(of: child, in: container.row)
    else { throw ChangeError("screen \(child) lies in no container") }
    return (container, position)
  }

  private func newScreen(
    _ kind: String, _ parameters: Parameters
  ) -> (id: ScreenID, subtree: Subtree) {
    var subtree = Subtree(
      kind: kind, parameters: parameters, container: table.kind(kind)?.declaration.container)
    let id = ScreenID(counter + 1)
    subtree.id = id
    return (id, subtree)
  }
}

@available(*, unavailable)
extension TreeEditor: Sendable {}
