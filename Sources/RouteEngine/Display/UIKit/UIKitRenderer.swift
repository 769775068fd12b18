#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
public import UIKit

/// Shows one scene with view controllers: a stack as a navigation controller, tabs as a tab bar
/// controller, a split as a split view controller, every other screen as the app's code makes it.
/// For a container of the app's own, that code makes a ``HoldingController``.
///
/// ```swift
/// let renderer = UIKitRenderer(window: window) { node in
///   switch node.kind {
///   case let product as Product: ProductViewController(id: product.id)
///   default: throw Unrenderable(node)
///   }
/// }
/// renderer.foreign("account", OldAccountCoordinator().root)
/// session.display.attach(renderer, to: uiSession, options: options)  // what willConnectTo brings
/// ```
@MainActor
public final class UIKitRenderer: NSObject, SceneRenderer {
  /// The window in which it shows the scene.
  public let window: UIWindow
  /// Called with every new view controller, containers included, before it is shown: for tab bar
  /// items, titles and similar settings.
  public var onMade: (ScreenNode, UIViewController) -> Void = { _, _ in }
  /// Called with every view controller that is about to be presented, to set what a popover points
  /// at. Without it, a popover lies in the middle of its presenter's view and points at nothing.
  public var onPresent: (ScreenNode, UIViewController) -> Void = { _, _ in }

  private let make: (ScreenNode) throws -> UIViewController
  private var foreignControllers: [String: UIViewController] = [:]
  private var controllers: [ScreenID: UIViewController] = [:]
  /// All view controllers before the last `make`, until some are dropped.
  private(set) var former: [ScreenID: UIViewController] = [:]
  weak var display: SceneDisplay?
  /// The tokens of the observers of the window's life.
  var observers: [any NSObjectProtocol] = []

  /// Shows a scene in a window.
  ///
  /// - Parameters:
  ///   - window: the window; its root view controller is set, and it becomes visible.
  ///   - make: makes the view controller of a screen that is not a container. An error that it
  ///     throws becomes a render failure: the screen is removed again.
  public init(window: UIWindow, make: @escaping (ScreenNode) throws -> UIViewController) {
    self.window = window
    self.make = make
    super.init()
  }

  /// Shows the view controller of other code, unchanged, for the foreign screen of a kind.
  public func foreign(_ kind: String, _ controller: UIViewController) {
    foreignControllers[kind] = controller
  }

  /// Keeps the display that is told of user actions and the window's life.
  public func attached(to display: SceneDisplay) {
    self.display = display
    watchWindow()
  }

  /// Stops telling the display.
  public func detached() { leaveWindow() }

  /// Makes all view controllers, or none.
  public func make(
    _ items: [RenderedScene.Item], for scene: RenderedScene
  ) throws(RenderingPlan.Mistake) {
    // UIKit raises an exception for this, and a link must not be able to end the app.
    let reason = "a navigation controller holds no other container"
    if let inner = scene.containerInStack { throw RenderingMistake(inner, because: reason) }
    var made: [ScreenID: UIViewController] = [:]
    for item in items where !isPresentedByOtherCode(item) {
      do {
        let controller = try controller(for: item)
        onMade(item.node, controller)
        made[item.node.id] = controller
      } catch {
        throw RenderingMistake(item.node, error)
      }
    }
    let all = controllers.merging(made) { _, new in new }
    // The app's view controller of a screen may be such a container although the screen is not.
    let inner = scene.firstChild { child, holder in
      guard let holder = all[holder.node.id], holder is UINavigationController,
        !(holder is any HoldingController), let child = all[child.node.id]
      else { return false }
      return child is UINavigationController || child is UISplitViewController
    }
    if let inner { throw RenderingMistake(inner, because: reason) }
    (former, controllers) = (controllers, all)
  }

  private func controller(for item: RenderedScene.Item) throws -> UIViewController {
    if item.isForeign, let controller = foreignControllers[item.node.name] { return controller }
    let controller: UIViewController
    switch item.container {
    case .stack:
      let navigation = UINavigationController()
      navigation.delegate = self
      controller = navigation
    case .tabs:
      let tabs = UITabBarController()
      tabs.delegate = self
      controller = tabs
    case .split, .tripleSplit:
      let isTriple = item.container == .tripleSplit
      let split = UISplitViewController(style: isTriple ? .tripleColumn : .doubleColumn)
      split.delegate = self
      controller = split
    case .custom, nil: controller = try make(item.node)
    }
    controller.isModalInPresentation = !item.node.isDismissible
    return controller
  }

  private func isPresentedByOtherCode(_ item: RenderedScene.Item) -> Bool {
    item.isForeign && item.node.presentation != nil && foreignControllers[item.node.name] == nil
  }

  /// Drops view controllers.
  public func drop(_ screens: [ScreenID]) {
    for id in screens { controllers[id] = nil }
    former = [:]
  }

  /// Takes the controller that other code put on a navigation controller as the screen's.
  public func adopt(_ screen: ScreenID, at position: Int, of stack: ScreenID) {
    let children = (controllers[stack] as? UINavigationController)?.viewControllers ?? []
    if children.indices.contains(position) { controllers[screen] = children[position] }
  }

  /// Takes the controller that other code presents over a view controller as the screen's.
  func adopt(_ screen: ScreenID, over presenter: UIViewController) -> UIViewController? {
    guard let found = presenter.presentedViewController, self.screen(of: found) == nil
    else { return nil }
    controllers[screen] = found
    return found
  }

  /// The view controller that shows a screen.
  public func controller(of screen: ScreenID) -> UIViewController? { controllers[screen] }

  /// The screen that a view controller shows; nil when it is not the renderer's.
  public func screen(of controller: UIViewController) -> ScreenID? {
    controllers.first { $0.value === controller }?.key
  }
}
#endif
