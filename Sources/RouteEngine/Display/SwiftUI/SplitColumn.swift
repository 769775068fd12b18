/// The visible column of a split where there is room for only one, as a value that a host's control
/// reads and sets.
///
/// The tree holds all columns, and the display decides for how many it has room. So a user's move
/// to a column is not a host fact and is not journaled. A request that leads into the split shows
/// the last column again, also when it finds its screen there already.
@MainActor
public final class SplitColumn {
  private let session: RouteSession
  private let split: String
  private let scene: String?
  /// The column that the user went to.
  private var choice: ColumnChoice?

  /// The columns of one split.
  ///
  /// - Parameters:
  ///   - session: the session that shows them.
  ///   - split: the kind of the screen that holds the columns.
  ///   - scene: the scene of the split; nil means the active one.
  public init(of session: RouteSession, in split: String, scene: String? = nil) {
    self.session = session
    self.split = split
    self.scene = scene
    session.watch(for: self) { column, isLed in
      if isLed { column.follow() }
    }
  }

  /// The visible column: the one to which the user went, otherwise the last.
  public func get() -> ContainerKind.Column {
    let columns = columns
    let seen = choice?.column(among: columns) ?? columns.last
    let place = seen.flatMap(columns.firstIndex) ?? 0
    let names = holder?.container?.layout.columns ?? []
    return names.indices.contains(place) ? names[place] : .primary
  }

  /// Takes the column to which the user went.
  public func set(_ column: ContainerKind.Column) {
    let columns = columns
    guard let place = holder?.container?.layout.columns.firstIndex(of: column),
      columns.indices.contains(place)
    else { return }
    choice = ColumnChoice(of: columns[place], among: columns)
  }

  /// Notes that a request was shown: it may have led into the split.
  private func follow() {
    let tree = session.state.tree
    // A request activates the scene into which it leads.
    guard scene?.hasSameBytes(as: tree.activeScene) ?? true else { return }
    let path = tree.visiblePath(of: scene)
    if let holder, path.contains(where: { $0.id == holder.id }) { choice = nil }
  }

  private var holder: Screen? {
    let tree = session.state.tree
    return tree.holder(of: .split, named: split, in: scene)
      ?? tree.holder(of: .tripleSplit, named: split, in: scene)
  }

  private var columns: [ScreenID] {
    let tree = session.state.tree
    return holder?.children.filter { tree[$0]?.ownership.isUnknown == false } ?? []
  }
}

/// A column to which a user went among the columns of a split. It is only valid for these columns:
/// if the split has others, the last one is visible.
struct ColumnChoice {
  private let chosen: ScreenID
  private let columns: [ScreenID]

  /// A choice of one of all columns of a split.
  init(of column: ScreenID, among columns: [ScreenID]) {
    chosen = column
    self.columns = columns
  }

  /// The visible one of these columns; nil when they are not the columns of the choice.
  func column(among columns: [ScreenID]) -> ScreenID? { columns == self.columns ? chosen : nil }
}
