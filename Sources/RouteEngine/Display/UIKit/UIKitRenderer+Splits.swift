#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
public import UIKit

/// A split that has room for one column puts all of them on one navigation controller: that of the
/// first column, or one that UIKit makes for a column without one.
extension UIKitRenderer: UISplitViewControllerDelegate {
  /// Chooses the top column: the one that is visible according to the state.
  public func splitViewController(
    _ svc: UISplitViewController,
    topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column
  ) -> UISplitViewController.Column {
    guard proposedTopColumn != .compact, let split = screen(of: svc),
      let selected = display?.shown[split]?.selected
    else { return proposedTopColumn }
    return column(of: selected, in: split) ?? proposedTopColumn
  }

  /// Observes the user's changes to the single stack from now on.
  public func splitViewControllerDidCollapse(_ svc: UISplitViewController) {
    // The navigation controller of other code has a delegate, and keeps it.
    guard let stack = svc.viewControllers.first as? UINavigationController, stack.delegate == nil
    else { return }
    stack.delegate = self
  }

  /// Reports the column to which the user went, also where other code observes the single stack.
  public func splitViewController(
    _ svc: UISplitViewController, willShow column: UISplitViewController.Column
  ) {
    guard svc.isCollapsed, let split = screen(of: svc),
      let place = svc.columns.firstIndex(of: column),
      let columns = display?.shown[split]?.children, columns.indices.contains(place)
    else { return }
    display?.userWent(to: columns[place], in: split)
  }

  /// Reports the content of each column, now that the columns are separate again.
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

  /// Shows a column of a split, also where there is room for only one.
  func show(_ child: ScreenID, in container: ScreenID, animated isAnimated: Bool) {
    guard let split = controller(of: container) as? UISplitViewController,
      let column = column(of: child, in: container)
    else { return }
    if isAnimated { return split.show(column) }
    UIView.performWithoutAnimation { split.show(column) }
  }

  /// The columns on the navigation controller of another column, where there is room for only one:
  /// they stay over that column's content.
  func columns(on stack: UINavigationController) -> [UIViewController] {
    guard let split = stack.parent as? UISplitViewController, split.isCollapsed else { return [] }
    let columns = split.columns.compactMap(split.viewController)
    return stack.viewControllers.filter { held in
      // A column that is not a navigation controller is inside one of UIKit's.
      columns.contains { $0 === held || $0.parent === held }
    }
  }

  /// The collapsed split that shows all its columns in this navigation controller; nil for others.
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
  /// Its columns, the leading one first.
  fileprivate var columns: [Column] {
    style == .tripleColumn ? [.primary, .supplementary, .secondary] : [.primary, .secondary]
  }
}
#endif
