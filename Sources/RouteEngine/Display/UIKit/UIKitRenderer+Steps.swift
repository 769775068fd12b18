#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
public import UIKit

extension UIKitRenderer {
  /// Carries out one edit with the view controllers that were made.
  public func carryOut(
    _ step: RenderingPlan.Step, animated isAnimated: Bool, then done: @escaping () -> Void
  ) {
    switch step {
    case .dismiss(let presenter): dismiss(over: presenter, animated: isAnimated, then: done)
    case .arrange(let children, let selected, let container):
      arrange(children.compactMap(controller), selected, in: container, animated: isAnimated)
      finish(container, animated: isAnimated, then: done)
    case .select(let child, let container):
      select(child, in: container, animated: isAnimated)
      finish(container, animated: isAnimated, then: done)
    case .root(let root):
      window.rootViewController = controller(of: root)
      window.makeKeyAndVisible()
      done()
    case .present(let screen, let presenter, let style):
      present(screen, over: presenter, as: style, animated: isAnimated, then: done)
    }
  }

  private func arrange(
    _ children: [UIViewController], _ selected: ScreenID?, in container: ScreenID,
    animated isAnimated: Bool
  ) {
    switch controller(of: container) {
    case let own as any HoldingController:
      own.hold(children, selected: selected.flatMap(controller), animated: isAnimated)
    case let navigation as UINavigationController:
      navigation.setViewControllers(children + columns(on: navigation), animated: isAnimated)
    case let tabs as UITabBarController:
      tabs.setViewControllers(children, animated: isAnimated)
      #if !os(visionOS)
      // The list of tabs that do not fit into the bar is a navigation controller of UIKit's.
      tabs.moreNavigationController.delegate = self
      #endif
      if let selected { select(selected, in: container, animated: false) }
    case let split as UISplitViewController: arrange(children, in: split)
    default: break
    }
  }

  private func select(_ child: ScreenID, in container: ScreenID, animated isAnimated: Bool) {
    switch controller(of: container) {
    case let own as any HoldingController: own.select(controller(of: child))
    case let tabs as UITabBarController:
      // Apple's property is unowned(unsafe): the tab bar retains the controller as one of its tabs.
      unsafe tabs.selectedViewController = controller(of: child)
    case is UISplitViewController: show(child, in: container, animated: isAnimated)
    default: break
    }
  }

  /// Ends an edit when its transition has ended.
  private func finish(
    _ container: ScreenID, animated isAnimated: Bool, then done: @escaping () -> Void
  ) {
    guard isAnimated, let transition = controller(of: container)?.transitionCoordinator,
      transition.animate(alongsideTransition: nil, completion: { _ in done() })
    else { return done() }
  }
}

/// The view controller of a container of the app's own. It reports to ``SceneDisplay`` what its
/// user selects or removes.
@MainActor
public protocol HoldingController: UIViewController {
  /// Holds exactly these view controllers from now on, and shows the selected one.
  func hold(
    _ children: [UIViewController], selected: UIViewController?, animated isAnimated: Bool)

  /// Shows another of its view controllers.
  func select(_ child: UIViewController?)
}
#endif
