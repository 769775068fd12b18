#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
public import UIKit

/// Changes to a navigation controller that the user made by hand, or other code made: a back swipe,
/// a push.
extension UIKitRenderer: UINavigationControllerDelegate {
  /// Says what the stack holds now.
  public func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController,
    animated: Bool
  ) {
    #if !os(visionOS)
    if let tabs = navigationController.parent as? UITabBarController,
      navigationController === tabs.moreNavigationController
    {
      if navigationController.viewControllers.count == 1 {
        tell(navigationController, of: tabs)  // the list alone
      } else if let tab = unsafe tabs.selectedViewController {
        // Apple's property is unowned(unsafe): the tab bar holds what it names as one of its tabs.
        tell(tab, of: tabs)
      }
      return
    }
    #endif
    tellHeld(by: navigationController)
  }

  func tellHeld(by navigation: UINavigationController) {
    let children = navigation.viewControllers.map(child)
    if let split = collapsedSplit(around: navigation) {
      display?.collapsed(split, holds: children)
    } else if let stack = screen(of: navigation) {
      display?.stack(stack, holds: children)
    }
  }

  private func child(_ controller: UIViewController) -> DisplayedChild {
    if let known = screen(of: controller) { return .known(known) }
    if let wrapped = (controller as? UINavigationController)?.viewControllers.first,
      let known = screen(of: wrapped)
    {
      return .known(known)  // a column that UIKit has put into a navigation controller
    }
    return .strange(named: controller.restorationIdentifier ?? "\(type(of: controller))")
  }
}

extension UIKitRenderer: UITabBarControllerDelegate {
  /// Says which tab the user tapped.
  public func tabBarController(
    _ tabBarController: UITabBarController, didSelect viewController: UIViewController
  ) {
    tell(viewController, of: tabBarController)
  }

  private func tell(_ selected: UIViewController, of tabs: UITabBarController) {
    guard let container = screen(of: tabs) else { return }
    if let tab = screen(of: selected) {
      display?.userSelected(tab, in: container)
    } else {
      display?.userListed(container)  // UIKit's list of the tabs for which the bar has no room
    }
  }
}

extension UIKitRenderer: UIAdaptivePresentationControllerDelegate {
  /// Says that the user swiped away what was presented.
  public func presentationControllerDidDismiss(
    _ presentationController: UIPresentationController
  ) {
    guard let dismissed = screen(of: presentationController.presentedViewController)
    else { return }
    display?.userDismissed(dismissed)
  }
}
#endif
