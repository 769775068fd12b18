// Windows, scenes, and the entrances of an app. Addresses are below
// https://developer.apple.com/documentation; if a page was not available, the quoted source is
// named instead.

public import Foundation
public import UserNotifications

/// "@MainActor class UIWindow"
/// /uikit/uiwindow
@MainActor open class UIWindow: UIView {
  /// "init(windowScene: UIWindowScene)"
  /// /uikit/uiwindow/init(windowscene:)
  public init(windowScene: UIWindowScene) { super.init(frame: CGRect()) }
  /// NSCoding's.
  public required init?(coder: NSCoder) { nil }
  /// "var rootViewController: UIViewController? { get set }"
  /// /uikit/uiwindow/rootviewcontroller
  open var rootViewController: UIViewController?
  /// "weak var windowScene: UIWindowScene? { get set }", "iOS 13.0+"
  /// /uikit/uiwindow/windowscene
  open weak var windowScene: UIWindowScene?
  /// "nonisolated class let didBecomeKeyNotification: NSNotification.Name", "iOS: -"
  /// /uikit/uiwindow/didbecomekeynotification
  nonisolated public static let didBecomeKeyNotification = NSNotification.Name(rawValue: "")
  /// "func makeKeyAndVisible()"
  /// /uikit/uiwindow/makekeyandvisible()
  open func makeKeyAndVisible() {}
}

/// "@MainActor class UIScene"
/// /uikit/uiscene
@MainActor open class UIScene: UIResponder {
  /// "@available(iOS 13.0, *) enum ActivationState : Int", in UIKit's interface of the iOS 14 SDK
  /// /uikit/uiscene/activationstate-swift.enum
  public enum ActivationState: Int, Sendable {
    /// "case unattached", "case foregroundActive", "case foregroundInactive", "case background"
    case unattached = -1
    case foregroundActive, foregroundInactive, background
  }
  /// "@MainActor var activationState: UIScene.ActivationState { get }", "iOS 13.0+"
  /// /uikit/uiscene/activationstate-swift.property
  open var activationState: UIScene.ActivationState { .unattached }
  /// "var session: UISceneSession { get }", "iOS: 13.0.0 -"
  /// /uikit/uiscene/session
  open var session: UISceneSession { UISceneSession() }
  // "UIKIT_EXTERN NSNotificationName const UISceneDidActivateNotification
  // API_AVAILABLE(ios(13.0));" and its siblings in UIScene.h; in Swift "class let
  // didActivateNotification: NSNotification.Name", as /uikit/uiscene lists them, and not isolated,
  // as the page of UIApplication's has it.
  /// The scene is active.
  nonisolated public static let didActivateNotification = NSNotification.Name(rawValue: "")
  /// The scene is about to be in the foreground.
  nonisolated public static let willEnterForegroundNotification = NSNotification.Name(rawValue: "")
  /// The scene is in the background.
  nonisolated public static let didEnterBackgroundNotification = NSNotification.Name(rawValue: "")
  /// The scene was disconnected.
  nonisolated public static let didDisconnectNotification = NSNotification.Name(rawValue: "")
  /// "@MainActor class ConnectionOptions"
  /// /uikit/uiscene/connectionoptions
  @MainActor open class ConnectionOptions: NSObject {
    /// "var urlContexts: Set<UIOpenURLContext> { get }"
    /// /uikit/uiscene/connectionoptions/urlcontexts
    open var urlContexts: Set<UIOpenURLContext> { [] }
    /// "var userActivities: Set<NSUserActivity> { get }"
    /// /uikit/uiscene/connectionoptions/useractivities
    open var userActivities: Set<NSUserActivity> { [] }
    /// "var shortcutItem: UIApplicationShortcutItem? { get }"
    /// /uikit/uiscene/connectionoptions/shortcutitem
    open var shortcutItem: UIApplicationShortcutItem? { nil }
    /// "var notificationResponse: UNNotificationResponse? { get }"
    /// /uikit/uiscene/connectionoptions/notificationresponse
    open var notificationResponse: UNNotificationResponse? { nil }
  }
}

/// "@MainActor class UIWindowScene"
/// /uikit/uiwindowscene
@MainActor open class UIWindowScene: UIScene {}

/// "@MainActor class UISceneSession"
/// /uikit/uiscenesession
@MainActor open class UISceneSession: NSObject {
  /// "var persistentIdentifier: String { get }"
  /// /uikit/uiscenesession/persistentidentifier
  open var persistentIdentifier: String { "" }
  /// "// objects must be plist types @property (nonatomic, nullable, copy) NSDictionary<NSString *,
  /// id> *userInfo;" in UISceneSession.h, iOS 13.0
  /// /uikit/uiscenesession/userinfo
  open var userInfo: [String: Any]?
}

/// "@MainActor class UIOpenURLContext"
/// /uikit/uiopenurlcontext
@MainActor open class UIOpenURLContext: NSObject {
  /// "var url: URL { get }"
  /// /uikit/uiopenurlcontext/url
  open var url: URL { fatalError() }
}

/// "class UIApplicationShortcutItem"
/// /uikit/uiapplicationshortcutitem
open class UIApplicationShortcutItem: NSObject {
  /// "var type: String { get }"
  /// /uikit/uiapplicationshortcutitem/type
  open var type: String { "" }
  /// "@property (nullable, nonatomic, copy, readonly) NSDictionary<NSString *, id <NSSecureCoding>>
  /// *userInfo;" in UIApplicationShortcutItem.h; of the mutable item, Apple's page has
  /// "var userInfo: [String : any NSSecureCoding]? { get set }".
  /// /uikit/uimutableapplicationshortcutitem/userinfo
  open var userInfo: [String: any NSSecureCoding]? { nil }
}

/// "@MainActor protocol UISceneDelegate : NSObjectProtocol"
/// /uikit/uiscenedelegate
@MainActor public protocol UISceneDelegate: NSObjectProtocol {
  /// "optional func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options
  /// connectionOptions: UIScene.ConnectionOptions)"
  /// /uikit/uiscenedelegate/scene(_:willconnectto:options:)
  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions)
  /// "optional func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)"
  /// /uikit/uiscenedelegate/scene(_:openurlcontexts:)
  func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)
  /// "optional func scene(_ scene: UIScene, continue userActivity: NSUserActivity)"
  /// /uikit/uiscenedelegate/scene(_:continue:)
  func scene(_ scene: UIScene, continue userActivity: NSUserActivity)
  /// "optional func sceneDidBecomeActive(_ scene: UIScene)"
  /// /uikit/uiscenedelegate/scenedidbecomeactive(_:)
  func sceneDidBecomeActive(_ scene: UIScene)
  /// "optional func sceneDidEnterBackground(_ scene: UIScene)"
  /// /uikit/uiscenedelegate/scenedidenterbackground(_:)
  func sceneDidEnterBackground(_ scene: UIScene)
  /// "optional func sceneWillEnterForeground(_ scene: UIScene)"
  /// /uikit/uiscenedelegate/scenewillenterforeground(_:)
  func sceneWillEnterForeground(_ scene: UIScene)
  /// "optional func sceneDidDisconnect(_ scene: UIScene)"
  /// /uikit/uiscenedelegate/scenediddisconnect(_:)
  func sceneDidDisconnect(_ scene: UIScene)
}

extension UISceneDelegate {
  /// Optional.
  public func scene(
    _: UIScene, willConnectTo _: UISceneSession, options _: UIScene.ConnectionOptions
  ) {}
  /// Optional.
  public func scene(_: UIScene, openURLContexts _: Set<UIOpenURLContext>) {}
  /// Optional.
  public func scene(_: UIScene, continue _: NSUserActivity) {}
  /// Optional.
  public func sceneDidBecomeActive(_: UIScene) {}
  /// Optional.
  public func sceneDidEnterBackground(_: UIScene) {}
  /// Optional.
  public func sceneWillEnterForeground(_: UIScene) {}
  /// Optional.
  public func sceneDidDisconnect(_: UIScene) {}
}

/// "@MainActor protocol UIWindowSceneDelegate : UISceneDelegate"
/// /uikit/uiwindowscenedelegate
@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {
  /// "optional func windowScene(_ windowScene: UIWindowScene, performActionFor shortcutItem:
  /// UIApplicationShortcutItem, completionHandler: @escaping (Bool) -> Void)"
  /// /uikit/uiwindowscenedelegate/windowscene(_:performactionfor:completionhandler:)
  func windowScene(
    _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void)
}

extension UIWindowSceneDelegate {
  /// Optional.
  public func windowScene(
    _: UIWindowScene, performActionFor _: UIApplicationShortcutItem,
    completionHandler _: @escaping (Bool) -> Void
  ) {}
}

/// "@MainActor class UIApplication"
/// /uikit/uiapplication
@MainActor open class UIApplication: UIResponder {
  /// "@MainActor class var shared: UIApplication { get }", "iOS 2.0+"; in UIApplication.h
  /// "NS_EXTENSION_UNAVAILABLE_IOS("Use view controller based solutions where appropriate
  /// instead.")"
  /// /uikit/uiapplication/shared
  @available(iOSApplicationExtension, unavailable)
  open class var shared: UIApplication { UIApplication() }
  /// "@MainActor var connectedScenes: Set<UIScene> { get }", "iOS 13.0+"
  /// /uikit/uiapplication/connectedscenes
  open var connectedScenes: Set<UIScene> { [] }
  /// "struct LaunchOptionsKey"
  /// /uikit/uiapplication/launchoptionskey
  public struct LaunchOptionsKey: Hashable, Sendable {}
}

/// "@MainActor protocol UIApplicationDelegate : NSObjectProtocol"
/// /uikit/uiapplicationdelegate
@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
  /// "init()": what @main makes one with; that NSObject has it is how Apple's protocol comes by it.
  init()
  /// "optional func application(_ application: UIApplication, didFinishLaunchingWithOptions
  /// launchOptions: [UIApplication.LaunchOptionsKey : Any]? = nil) -> Bool", "iOS: 3.0.0 -"
  /// /uikit/uiapplicationdelegate/application(_:didfinishlaunchingwithoptions:)
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  /// "optional func application(_ application: UIApplication, didDiscardSceneSessions
  /// sceneSessions: Set<UISceneSession>)", "iOS: 13.0.0 -"
  /// /uikit/uiapplicationdelegate/application(_:diddiscardscenesessions:)
  func application(
    _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>)
}

extension UIApplicationDelegate {
  /// Optional.
  public func application(
    _: UIApplication, didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
  /// Optional.
  public func application(
    _: UIApplication, didDiscardSceneSessions _: Set<UISceneSession>
  ) {}
  /// "@MainActor @preconcurrency static func main()"
  /// /uikit/uiapplicationdelegate/main()
  @MainActor @preconcurrency public static func main() {}
}
