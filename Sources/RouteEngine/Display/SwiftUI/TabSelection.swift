/// The selected child of a tabs container, as a value that a host's control reads and sets.
///
/// Controls may set late and twice. A write counts as an act of the user only when it differs from
/// the value that the control read last; any other write changes nothing and is not journaled.
@MainActor
public final class TabSelection {
  private let session: RouteSession
  private let container: String
  private let scene: String?
  /// The selection that the control read last.
  private var told: String?

  /// The tabs of one container.
  ///
  /// - Parameters:
  ///   - session: the session that shows them.
  ///   - container: the kind of the screen that holds the tabs.
  ///   - scene: the scene of the container; nil means the active one.
  public init(of session: RouteSession, in container: String, scene: String? = nil) {
    self.session = session
    self.container = container
    self.scene = scene
  }

  /// The kind of the selected tab; empty when there is no such container or it is empty.
  public func get() -> String {
    let selected = holder.flatMap { session.state.tree.shownChild(of: $0) }?.kind ?? ""
    told = selected
    return selected
  }

  /// Takes a write of the control.
  ///
  /// - Returns: the opening of the report that the user selected the tab; nil when there was
  ///   nothing to report.
  @discardableResult
  public func set(_ tab: String) -> Opening? {
    guard told.map({ !$0.hasSameBytes(as: tab) }) ?? true, let holder,
      let child = holder.children.compactMap({ session.state.tree[$0] })
        .first(where: { $0.kind.hasSameBytes(as: tab) && !$0.ownership.isUnknown }),
      child.id != holder.selected
    else { return nil }
    told = tab
    return session.report(.selected(child.id))
  }

  private var holder: Screen? {
    session.state.tree.holder(of: .tabs, named: container, in: scene)
  }
}

extension ScreenTree {
  /// The container of a kind and a layout, visible ones before hidden ones.
  func holder(
    of layout: ContainerKind.Layout, named kind: String, in scene: String?
  ) -> Screen? {
    firstScreen(in: scene) { $0.container?.layout == layout && $0.kind.hasSameBytes(as: kind) }
  }
}
