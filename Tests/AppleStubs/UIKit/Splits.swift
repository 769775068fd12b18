// Split view controllers. Addresses are below https://developer.apple.com/documentation; if a page
// was not available, the quoted source is named instead.

/// "@MainActor class UISplitViewController"
/// /uikit/uisplitviewcontroller
@MainActor open class UISplitViewController: UIViewController {
  /// "enum Style"
  /// /uikit/uisplitviewcontroller/style-swift.enum
  public enum Style: Int, Sendable {
    /// "case doubleColumn", "case tripleColumn"
    case doubleColumn, tripleColumn
  }
  /// "enum Column"
  /// /uikit/uisplitviewcontroller/column
  public enum Column: Int, Sendable {
    /// "case primary", "case supplementary", "case secondary", "case compact"; and, since iOS 26,
    /// "case inspector"
    case primary, supplementary, secondary, compact
  }
  /// "init(style: UISplitViewController.Style)"
  /// /uikit/uisplitviewcontroller/init(style:)
  public init(style: UISplitViewController.Style) { super.init(nibName: nil, bundle: nil) }
  /// Required of every view controller.
  public required init?(coder: NSCoder) { nil }
  /// "var style: UISplitViewController.Style { get }"
  /// /uikit/uisplitviewcontroller/style-swift.property
  open var style: UISplitViewController.Style { .doubleColumn }
  /// "func setViewController(_ vc: UIViewController?, for column: UISplitViewController.Column)"
  /// /uikit/uisplitviewcontroller/setviewcontroller(_:for:)
  open func setViewController(_ vc: UIViewController?, for column: UISplitViewController.Column) {}
  /// "@available(iOS 14.0, *) func viewController(for column: UISplitViewController.Column) ->
  /// UIViewController?", in UIKit's interface of the iOS 14 SDK
  /// /uikit/uisplitviewcontroller/viewcontroller(for:)
  open func viewController(for column: UISplitViewController.Column) -> UIViewController? { nil }
  /// "func show(_ column: UISplitViewController.Column)", "iOS: 14.0.0 -"
  /// /uikit/uisplitviewcontroller/show(_:)
  open func show(_ column: UISplitViewController.Column) {}
  /// "var isCollapsed: Bool { get }", "iOS: 8.0.0 -"
  /// /uikit/uisplitviewcontroller/iscollapsed
  open var isCollapsed: Bool { false }
  /// "var viewControllers: [UIViewController]", in UIKit's interface of the iOS 14 SDK
  /// /uikit/uisplitviewcontroller/viewcontrollers
  open var viewControllers: [UIViewController] = []
  /// "weak var delegate: UISplitViewControllerDelegate?", in the same
  /// /uikit/uisplitviewcontroller/delegate
  open weak var delegate: (any UISplitViewControllerDelegate)?
}

/// "@MainActor protocol UISplitViewControllerDelegate"; in Objective-C's header no other protocol
/// stands behind it
/// /uikit/uisplitviewcontrollerdelegate
@MainActor public protocol UISplitViewControllerDelegate: AnyObject {
  /// "optional func splitViewController(_ svc: UISplitViewController,
  /// topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column) ->
  /// UISplitViewController.Column", "iOS: 14.0.0 -"
  /// /uikit/uisplitviewcontrollerdelegate
  /// /splitviewcontroller(_:topcolumnforcollapsingtoproposedtopcolumn:)
  func splitViewController(
    _ svc: UISplitViewController,
    topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column
  ) -> UISplitViewController.Column
  /// "optional func splitViewControllerDidCollapse(_ svc: UISplitViewController)", "iOS: 14.0.0 -"
  /// /uikit/uisplitviewcontrollerdelegate/splitviewcontrollerdidcollapse(_:)
  func splitViewControllerDidCollapse(_ svc: UISplitViewController)
  /// "optional func splitViewControllerDidExpand(_ svc: UISplitViewController)", "iOS: 14.0.0 -";
  /// "- (void)splitViewControllerDidExpand:(UISplitViewController *)svc API_AVAILABLE(ios(14.0));"
  /// in UISplitViewController.h
  /// /uikit/uisplitviewcontrollerdelegate/splitviewcontrollerdidexpand(_:)
  func splitViewControllerDidExpand(_ svc: UISplitViewController)
  /// "optional func splitViewController(_ svc: UISplitViewController, willShow column:
  /// UISplitViewController.Column)", "iOS 14.0+", "visionOS 1.0+"; "The
  /// system doesn’t call this method when you display the column programmatically"
  /// /uikit/uisplitviewcontrollerdelegate/splitviewcontroller(_:willshow:)
  func splitViewController(
    _ svc: UISplitViewController, willShow column: UISplitViewController.Column)
}

extension UISplitViewControllerDelegate {
  /// Optional.
  public func splitViewController(
    _: UISplitViewController,
    topColumnForCollapsingToProposedTopColumn proposed: UISplitViewController.Column
  ) -> UISplitViewController.Column { proposed }
  /// Optional.
  public func splitViewControllerDidCollapse(_: UISplitViewController) {}
  /// Optional.
  public func splitViewControllerDidExpand(_: UISplitViewController) {}
  /// Optional.
  public func splitViewController(
    _: UISplitViewController, willShow _: UISplitViewController.Column
  ) {}
}
