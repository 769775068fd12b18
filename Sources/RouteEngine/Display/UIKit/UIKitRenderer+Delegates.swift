#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
public import UIKit

/// Changes to a navigation controller made by the user or by other code: a back swipe, a push.
extension UIKitRenderer: UINavigationControllerDelegate {
  /// Makes requests wait for the end of the stack's transition: UIKit refuses changes during it.
  public func navigationController(
    _ navigationController: UINavigationController, willShow viewController: UIViewController,
    animated: Bool
  ) {
    guard animated else { return }
    follow(navigationController.transitionCoordinator) { renderer in
      renderer.navigationController(navigationController, didShow: viewController, animated: true)
    }
  }

  /// Reports what the stack holds now.
  public func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController,
    animated: Bool
  ) {
    #if !os(visionOS)
    if let tabs = navigationController.parent as? UITabBarController,
      navigationController === tabs.moreNavigationController
    {
      if navigationController.viewControllers.count == 1 {
        tell(navigationController, of: tabs)  // the list only
      } else if let tab = unsafe tabs.selectedViewController {
        // Apple's property is unowned(unsafe): the tab bar retains the controller as one of its
        // tabs.
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
  /// Reports the tab that the user tapped.
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
      display?.userListed(container)  // UIKit's list of the tabs that do not fit into the bar
    }
  }
}

extension UIKitRenderer: UIAdaptivePresentationControllerDelegate {
  /// Makes requests wait while the user swipes a presented screen away, or lets it return.
  public func presentationControllerWillDismiss(
    _ presentationController: UIPresentationController
  ) {
    follow(presentationController.presentedViewController.transitionCoordinator) { renderer in
      renderer.presentationControllerDidDismiss(presentationController)
    }
  }

  /// Reports that the user swiped the presented screen away.
  public func presentationControllerDidDismiss(
    _ presentationController: UIPresentationController
  ) {
    guard let dismissed = screen(of: presentationController.presentedViewController)
    else { return }
    display?.userDismissed(dismissed)
  }

  /// Makes requests wait for the end of a transition, and first reports its result, unless it was
  /// cancelled. UIKit may still be working on the ended transition until the next turn.
  private func follow(
    _ transition: (any UIViewControllerTransitionCoordinator)?,
    tell: @escaping (UIKitRenderer) -> Void
  ) {
    guard let transition, let over = display?.userMoves() else { return }
    let isFollowed = transition.animate(
      alongsideTransition: nil,
      completion: { [weak self] context in
        if let self, !context.isCancelled { tell(self) }
        Task { over() }
      })
    if !isFollowed { over() }
  }
}
#endif
