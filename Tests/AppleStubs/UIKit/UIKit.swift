// The parts of UIKit that this package and its examples use, each declaration as Apple documents it
// at the address beside it. An optional requirement of an Objective-C protocol has an empty
// implementation here. On Apple's systems, importing UIKit also imports Foundation. Addresses are
// below https://developer.apple.com/documentation; if a page was not available, the quoted source
// is named instead.

@_exported public import Foundation

/// "@MainActor class UIResponder"
/// /uikit/uiresponder
@MainActor open class UIResponder: NSObject {}

/// "@MainActor class UIViewController"
/// /uikit/uiviewcontroller
@MainActor open class UIViewController: UIResponder {
  /// "init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?)"
  /// /uikit/uiviewcontroller/init(nibname:bundle:)
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {}
  /// "- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;" in
  /// UIViewController.h of the iOS 18 SDK; NSCoding's, and so required of every subclass that has
  /// initializers of its own.
  public required init?(coder: NSCoder) {}
  /// NSObject's.
  override public convenience init() { self.init(nibName: nil, bundle: nil) }
  /// "var restorationIdentifier: String? { get set }"
  /// /uikit/uiviewcontroller/restorationidentifier
  open var restorationIdentifier: String?
  /// "var title: String? { get set }"
  /// /uikit/uiviewcontroller/title
  open var title: String?
  /// "var view: UIView!", in UIKit's interface of the iOS 14 SDK
  /// /uikit/uiviewcontroller/view
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var view: UIView!
  /// "weak var parent: UIViewController? { get }", since iOS 2
  /// /uikit/uiviewcontroller/parent
  open weak var parent: UIViewController? { nil }
  /// "func viewDidAppear(_ animated: Bool)"
  /// /uikit/uiviewcontroller/viewdidappear(_:)
  open func viewDidAppear(_ animated: Bool) {}
  /// "var presentedViewController: UIViewController? { get }"
  /// /uikit/uiviewcontroller/presentedviewcontroller
  open var presentedViewController: UIViewController? { nil }
  /// "var presentingViewController: UIViewController? { get }"
  /// /uikit/uiviewcontroller/presentingviewcontroller
  open var presentingViewController: UIViewController? { nil }
  /// "var isBeingDismissed: Bool { get }"
  /// /uikit/uiviewcontroller/isbeingdismissed
  open var isBeingDismissed: Bool { false }
  /// "var presentationController: UIPresentationController? { get }"
  /// /uikit/uiviewcontroller/presentationcontroller
  open var presentationController: UIPresentationController? { nil }
  /// "@available(iOS 8.0, *) var popoverPresentationController: UIPopoverPresentationController? {
  /// get }", in UIKit's interface of the iOS 14 SDK
  /// /uikit/uiviewcontroller/popoverpresentationcontroller
  open var popoverPresentationController: UIPopoverPresentationController? { nil }
  /// "var sheetPresentationController: UISheetPresentationController? { get }", iOS 15.0
  /// /uikit/uiviewcontroller/sheetpresentationcontroller
  open var sheetPresentationController: UISheetPresentationController? { nil }
  /// "var modalPresentationStyle: UIModalPresentationStyle { get set }"
  /// /uikit/uiviewcontroller/modalpresentationstyle
  open var modalPresentationStyle = UIModalPresentationStyle.automatic
  /// "var isModalInPresentation: Bool { get set }"
  /// /uikit/uiviewcontroller/ismodalinpresentation
  open var isModalInPresentation = false
  /// "var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? { get }"
  /// /uikit/uiviewcontroller/transitioncoordinator
  open var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? { nil }
  /// "func present(_ viewControllerToPresent: UIViewController, animated flag: Bool,
  /// completion: (() -> Void)? = nil)"
  /// /uikit/uiviewcontroller/present(_:animated:completion:)
  open func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool,
    completion: (() -> Void)? = nil
  ) {}
  /// "func dismiss(animated flag: Bool, completion: (() -> Void)? = nil)"
  /// /uikit/uiviewcontroller/dismiss(animated:completion:)
  open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {}
}

/// "enum UIModalPresentationStyle"
/// /uikit/uimodalpresentationstyle
public enum UIModalPresentationStyle: Int, Sendable {
  /// "case automatic", "case pageSheet", "case formSheet", "case fullScreen",
  /// "case overFullScreen", "case currentContext", "case overCurrentContext", "case popover"
  case automatic, pageSheet, formSheet, fullScreen, overFullScreen, currentContext
  case overCurrentContext, popover
}

/// "@MainActor class UIPresentationController"
/// /uikit/uipresentationcontroller
@MainActor open class UIPresentationController: NSObject {
  /// "weak var delegate: (any UIAdaptivePresentationControllerDelegate)? { get set }"
  /// /uikit/uipresentationcontroller/delegate
  open weak var delegate: (any UIAdaptivePresentationControllerDelegate)?
  /// "var presentedViewController: UIViewController { get }"
  /// /uikit/uipresentationcontroller/presentedviewcontroller
  open var presentedViewController: UIViewController { UIViewController() }
}

/// "@MainActor protocol UIAdaptivePresentationControllerDelegate : NSObjectProtocol"
/// /uikit/uiadaptivepresentationcontrollerdelegate
@MainActor public protocol UIAdaptivePresentationControllerDelegate: NSObjectProtocol {
  /// "optional func presentationControllerWillDismiss(_ presentationController:
  /// UIPresentationController)", "iOS: 13.0.0 -"
  /// /uikit/uiadaptivepresentationcontrollerdelegate/presentationcontrollerwilldismiss(_:)
  func presentationControllerWillDismiss(_ presentationController: UIPresentationController)
  /// "optional func presentationControllerDidDismiss(_ presentationController:
  /// UIPresentationController)"
  /// /uikit/uiadaptivepresentationcontrollerdelegate/presentationcontrollerdiddismiss(_:)
  func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
}

extension UIAdaptivePresentationControllerDelegate {
  /// Optional.
  public func presentationControllerWillDismiss(_: UIPresentationController) {}
  /// Optional.
  public func presentationControllerDidDismiss(_: UIPresentationController) {}
}

/// "@MainActor protocol UIViewControllerTransitionCoordinatorContext : NSObjectProtocol"
/// /uikit/uiviewcontrollertransitioncoordinatorcontext
@MainActor public protocol UIViewControllerTransitionCoordinatorContext: NSObjectProtocol {
  /// "var isCancelled: Bool { get }"
  /// /uikit/uiviewcontrollertransitioncoordinatorcontext/iscancelled
  var isCancelled: Bool { get }
}

/// "@MainActor protocol UIViewControllerTransitionCoordinator :
/// UIViewControllerTransitionCoordinatorContext"
/// /uikit/uiviewcontrollertransitioncoordinator
@MainActor
public protocol UIViewControllerTransitionCoordinator:
  UIViewControllerTransitionCoordinatorContext
{
  /// "func animate(alongsideTransition animation: ((any
  /// UIViewControllerTransitionCoordinatorContext) -> Void)?, completion: ((any
  /// UIViewControllerTransitionCoordinatorContext) -> Void)? = nil) -> Bool"
  /// /uikit/uiviewcontrollertransitioncoordinator/animate(alongsidetransition:completion:)
  @discardableResult
  func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool
}

/// "@MainActor class UINavigationController"
/// /uikit/uinavigationcontroller
@MainActor open class UINavigationController: UIViewController {
  /// "weak var delegate: (any UINavigationControllerDelegate)? { get set }"
  /// /uikit/uinavigationcontroller/delegate
  open weak var delegate: (any UINavigationControllerDelegate)?
  /// "var viewControllers: [UIViewController] { get set }"
  /// /uikit/uinavigationcontroller/viewcontrollers
  open var viewControllers: [UIViewController] = []
  /// "func setViewControllers(_ viewControllers: [UIViewController], animated: Bool)"
  /// /uikit/uinavigationcontroller/setviewcontrollers(_:animated:)
  open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {}
}

/// "@MainActor protocol UINavigationControllerDelegate : NSObjectProtocol"
/// /uikit/uinavigationcontrollerdelegate
@MainActor public protocol UINavigationControllerDelegate: NSObjectProtocol {
  /// "optional func navigationController(_ navigationController: UINavigationController, willShow
  /// viewController: UIViewController, animated: Bool)", "iOS: 2.0.0 -", none on tvOS
  /// /uikit/uinavigationcontrollerdelegate/navigationcontroller(_:willshow:animated:)
  func navigationController(
    _ navigationController: UINavigationController, willShow viewController: UIViewController,
    animated: Bool)
  /// "- (void)navigationController:(UINavigationController *)navigationController
  /// didShowViewController:(UIViewController *)viewController animated:(BOOL)animated;", optional,
  /// in UINavigationController.h of the iOS 18 SDK; the protocol's page names it
  /// "navigationController(_:didShow:animated:)".
  func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController,
    animated: Bool)
}

extension UINavigationControllerDelegate {
  /// Optional.
  public func navigationController(
    _: UINavigationController, willShow _: UIViewController, animated: Bool
  ) {}
  /// Optional.
  public func navigationController(
    _: UINavigationController, didShow _: UIViewController, animated: Bool
  ) {}
}

/// "@MainActor class UITabBarController"
/// /uikit/uitabbarcontroller
@MainActor open class UITabBarController: UIViewController {
  /// "weak var delegate: (any UITabBarControllerDelegate)? { get set }"
  /// /uikit/uitabbarcontroller/delegate
  open weak var delegate: (any UITabBarControllerDelegate)?
  /// "unowned(unsafe) var selectedViewController: UIViewController? { get set }"
  /// /uikit/uitabbarcontroller/selectedviewcontroller
  open unowned(unsafe) var selectedViewController: UIViewController?
  /// "func setViewControllers(_ viewControllers: [UIViewController]?, animated: Bool)"
  /// /uikit/uitabbarcontroller/setviewcontrollers(_:animated:)
  open func setViewControllers(_ viewControllers: [UIViewController]?, animated: Bool) {}
  /// "@property(nonatomic, readonly) UINavigationController *moreNavigationController
  /// API_UNAVAILABLE(tvos, visionos); // Returns the "More" navigation controller, creating it if
  /// it does not already exist." in UITabBarController.h
  /// /uikit/uitabbarcontroller/morenavigationcontroller
  open var moreNavigationController: UINavigationController { UINavigationController() }
}

/// "@MainActor protocol UITabBarControllerDelegate : NSObjectProtocol"
/// /uikit/uitabbarcontrollerdelegate
@MainActor public protocol UITabBarControllerDelegate: NSObjectProtocol {
  /// "optional func tabBarController(_ tabBarController: UITabBarController, didSelect
  /// viewController: UIViewController)"
  /// /uikit/uitabbarcontrollerdelegate/tabbarcontroller(_:didselect:)
  func tabBarController(
    _ tabBarController: UITabBarController, didSelect viewController: UIViewController)
}

extension UITabBarControllerDelegate {
  /// Optional.
  public func tabBarController(_: UITabBarController, didSelect _: UIViewController) {}
}

/// "@MainActor class UIDevice"
/// /uikit/uidevice
@MainActor open class UIDevice: NSObject {
  /// "class var current: UIDevice { get }"
  /// /uikit/uidevice/current
  open class var current: UIDevice { UIDevice() }
  /// "var identifierForVendor: UUID? { get }"
  /// /uikit/uidevice/identifierforvendor
  open var identifierForVendor: UUID? { nil }
}
