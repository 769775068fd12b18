#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
public import UIKit

extension RouteSession.Display {
  /// Makes the window of a UIKit scene show a scene of its own from now on, and opens in it the
  /// connection options of the system. A window that the system brings back shows its former scene.
  ///
  /// - Parameters:
  ///   - renderer: the renderer of the scene. It tells the session of the window's life by itself.
  ///   - window: the session of the UIKit scene.
  ///   - options: the system's connection options; nil for none.
  /// - Returns: the display, for later inputs of the system to the window.
  @MainActor
  @discardableResult
  public func attach(
    _ renderer: UIKitRenderer, to window: UISceneSession,
    options: UIScene.ConnectionOptions? = nil
  ) -> SceneDisplay {
    let display = attach(renderer, scene: window.routedScene ?? window.persistentIdentifier)
    window.routedScene = display.scene
    if let options { display.open(options) }
    return display
  }

  /// Says that windows are gone for good, as in `application(_:didDiscardSceneSessions:)`; their
  /// scenes leave the tree.
  @MainActor
  public func discard(_ windows: Set<UISceneSession>) {
    for window in windows {
      if let scene = window.routedScene { discard(window.persistentIdentifier, showing: scene) }
    }
  }
}

extension SceneDisplay {
  /// Opens the system's connection options in this window.
  public func open(_ options: UIScene.ConnectionOptions) {
    open(options.urlContexts)
    for activity in options.userActivities { open(.userActivity(activity)) }
    if let item = options.shortcutItem { open(.shortcutItem(item)) }
    if let response = options.notificationResponse { open(.notificationResponse(response)) }
  }

  /// Opens links in this window.
  public func open(_ links: Set<UIOpenURLContext>) { for link in links { open(.url(link.url)) } }
}

extension UISceneSession {
  private static let key = "RouteEngine.scene"

  /// The scene that the window shows; the system keeps its name with the window.
  var routedScene: String? {
    get { userInfo?[Self.key] as? String }
    set {
      var info = userInfo ?? [:]
      info[Self.key] = newValue
      userInfo = info
    }
  }
}
#endif
