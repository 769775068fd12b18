#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
public import UIKit

/// Changes to a navigation controller that the user made by hand, or other code made: a back swipe,
/// a push.
extension UIKitRenderer: UINavigationControllerDelegate {
  /// Has requests wait for the end of what moves the stack: UIKit refuses to change it meanwhile.
  public func navigationController(
    _ navigationController: UINavigationController, willShow viewController: UIViewController,
    animated: Bool
  ) {
    guard animated else { return }
    follow(navigationController.transitionCoordinator) { renderer in
      renderer.navigationController(navigationController, didShow: viewController, animated: true)
    }
  }

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
  /// Has requests wait while the user swipes away what was presented, or lets it come back.
  public func presentationControllerWillDismiss(
    _ presentationController: UIPresentationController
  ) {
    follow(presentationController.presentedViewController.transitionCoordinator) { renderer in
      renderer.presentationControllerDidDismiss(presentationController)
    }
  }

  /// Says that the user swiped away what was presented.
  public func presentationControllerDidDismiss(
    _ presentationController: UIPresentationController
  ) {
    guard let dismissed = screen(of: presentationController.presentedViewController)
    else { return }
    display?.userDismissed(dismissed)
  }

  /// Has requests wait for the end of a transition, and tells first what came of it, unless it was
  /// taken back. UIKit may be at work on what has ended until the next turn.
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
