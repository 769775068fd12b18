#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
public import UIKit

/// A split that has room for one column lays all of them on one navigation controller: that of the
/// first column, or one that UIKit makes for a column that has none.
extension UIKitRenderer: UISplitViewControllerDelegate {
  /// Has the column on top that a person sees by the state.
  public func splitViewController(
    _ svc: UISplitViewController,
    topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column
  ) -> UISplitViewController.Column {
    guard proposedTopColumn != .compact, let split = screen(of: svc),
      let selected = display?.shown[split]?.selected
    else { return proposedTopColumn }
    return column(of: selected, in: split) ?? proposedTopColumn
  }

  /// Is told from now on what the user does to the one stack.
  public func splitViewControllerDidCollapse(_ svc: UISplitViewController) {
    // Other code's navigation controller has a delegate of its own, and keeps it.
    guard let stack = svc.viewControllers.first as? UINavigationController, stack.delegate == nil
    else { return }
    stack.delegate = self
  }

  /// Says which column the user went to, also where other code watches the one stack.
  public func splitViewController(
    _ svc: UISplitViewController, willShow column: UISplitViewController.Column
  ) {
    guard svc.isCollapsed, let split = screen(of: svc),
      let place = svc.columns.firstIndex(of: column),
      let columns = display?.shown[split]?.children, columns.indices.contains(place)
    else { return }
    display?.userWent(to: columns[place], in: split)
  }

  /// Says what each column holds, now that each has its own again.
  public func splitViewControllerDidExpand(_ svc: UISplitViewController) {
    for case let stack as UINavigationController in svc.columns.compactMap(svc.viewController) {
      tellHeld(by: stack)
    }
  }
}

extension UIKitRenderer {
  /// Puts view controllers into the columns of a split.
  func arrange(_ children: [UIViewController], in split: UISplitViewController) {
    for (index, column) in split.columns.enumerated() {
      split.setViewController(index < children.count ? children[index] : nil, for: column)
    }
  }

  /// Shows a column of a split, also where there is room for one alone.
  func show(_ child: ScreenID, in container: ScreenID, animated isAnimated: Bool) {
    guard let split = controller(of: container) as? UISplitViewController,
      let column = column(of: child, in: container)
    else { return }
    if isAnimated { return split.show(column) }
    UIView.performWithoutAnimation { split.show(column) }
  }

  /// The columns that lie on the navigation controller of another one, where there is room for one
  /// alone: they stay over what that one holds.
  func columns(on stack: UINavigationController) -> [UIViewController] {
    guard let split = stack.parent as? UISplitViewController, split.isCollapsed else { return [] }
    let columns = split.columns.compactMap(split.viewController)
    return stack.viewControllers.filter { held in
      // A column that is no navigation controller lies in one of UIKit's.
      columns.contains { $0 === held || $0.parent === held }
    }
  }

  /// The collapsed split that shows all its columns in this navigation controller, if it is one.
  func collapsedSplit(around stack: UINavigationController) -> ScreenID? {
    guard let split = stack.parent as? UISplitViewController, split.isCollapsed else { return nil }
    return screen(of: split)
  }

  private func column(
    of child: ScreenID, in container: ScreenID
  ) -> UISplitViewController.Column? {
    guard let split = controller(of: container) as? UISplitViewController,
      let place = display?.shown[container]?.children.firstIndex(of: child),
      split.columns.indices.contains(place)
    else { return nil }
    return split.columns[place]
  }
}

extension UISplitViewController {
  /// Its columns, the one that leads first.
  fileprivate var columns: [Column] {
    style == .tripleColumn ? [.primary, .supplementary, .secondary] : [.primary, .secondary]
  }
}
#endif
