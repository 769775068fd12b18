#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
public import UIKit

extension UIKitRenderer {
  /// Carries out one edit with the view controllers that were made.
  public func carryOut(
    _ step: RenderingPlan.Step, animated isAnimated: Bool, then done: @escaping () -> Void
  ) {
    switch step {
    case .dismiss(let presenter):
      guard let presenter = controller(of: presenter), presenter.presentedViewController != nil
      else { return done() }
      presenter.dismiss(animated: isAnimated, completion: isAnimated ? done : nil)
      if !isAnimated { done() }
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
      guard let presented = controller(of: screen), let presenter = controller(of: presenter)
      else { return done() }
      presented.modalPresentationStyle = style.forUIKit
      if !style.detents.isEmpty {
        presented.sheetPresentationController?.detents = style.detents.map(\.forUIKit)
      }
      presented.presentationController?.delegate = self
      anchor(presented, over: presenter)
      if let node = display?.shown[screen]?.node { onPresent(node, presented) }
      presenter.present(presented, animated: isAnimated, completion: isAnimated ? done : nil)
      if !isAnimated { done() }
    }
  }

  /// Gives a popover a place: UIKit raises an exception where one that has none would be shown.
  private func anchor(_ presented: UIViewController, over presenter: UIViewController) {
    guard let popover = presented.popoverPresentationController, let view = presenter.view else {
      return
    }
    popover.sourceView = view
    popover.sourceRect = CGRect(x: view.bounds.midX, y: view.bounds.midY, width: 0, height: 0)
    popover.permittedArrowDirections = []
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
      // The list of tabs for which the bar has no room is a navigation controller of UIKit's.
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
      // Apple's property is unowned(unsafe): what it names, the tab bar holds as one of its tabs.
      unsafe tabs.selectedViewController = controller(of: child)
    case is UISplitViewController: show(child, in: container, animated: isAnimated)
    default: break
    }
  }

  /// An edit that moves is over when its transition is.
  private func finish(
    _ container: ScreenID, animated isAnimated: Bool, then done: @escaping () -> Void
  ) {
    guard isAnimated, let transition = controller(of: container)?.transitionCoordinator,
      transition.animate(alongsideTransition: nil, completion: { _ in done() })
    else { return done() }
  }
}

/// The view controller of a container of the app's own. What its user selects or takes away it
/// tells ``SceneDisplay``.
@MainActor
public protocol HoldingController: UIViewController {
  /// Holds exactly these from now on, and shows the selected one.
  func hold(
    _ children: [UIViewController], selected: UIViewController?, animated isAnimated: Bool)

  /// Shows another one of those that it holds.
  func select(_ child: UIViewController?)
}

extension PresentationStyle {
  fileprivate var forUIKit: UIModalPresentationStyle {
    switch form {
    case .automatic: .automatic
    case .sheet: .pageSheet
    case .formSheet: .formSheet
    case .full: .fullScreen
    case .overFull: .overFullScreen
    case .current: .currentContext
    case .overCurrent: .overCurrentContext
    case .popover: .popover
    }
  }
}

extension PresentationStyle.Detent {
  /// A height of the host's own is all of the height here: `onPresent` may set it otherwise.
  @MainActor fileprivate var forUIKit: UISheetPresentationController.Detent {
    switch self {
    case .medium: .medium()
    case .large, .custom: .large()
    case .percent(let percent):
      .custom { $0.maximumDetentValue * CGFloat(percent) / 100 }
    case .points(let points): .custom { min(CGFloat(points), $0.maximumDetentValue) }
    }
  }
}
#endif
