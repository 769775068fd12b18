import RouteEngine
import UIKit

enum Shop {
  struct Product: ScreenKind { var id: Int }
  struct Login: ScreenKind {}
  enum Name: String { case signedIn }

  static func table() throws(RouteTable.Mistakes) -> RouteTable {
    try RouteTable(tree: "main/tabs[ shop/stack*[catalog]  account/foreign ]") {
      DeclaredScreen(Product.self)
      DeclaredScreen(Login.self).answers(Name.signedIn)
      DeclaredScreen("catalog")
      Route("product", "/products/:id", to: [.select("shop"), .push(Product.self)])
      Route("account", "/account", to: [.select("account")]).asks(Name.signedIn)
      Route("login", "/login", to: [.present(Login.self, style: .sheet)])
    }
  }

  @MainActor static let session = launch()

  @MainActor private static func launch() -> RouteSession {
    do {
      return RouteSession.launch(try table(), at: .appDefault) {
        $0.answer(Name.signedIn) { asked in
          guard asked.principal == nil else { return .allow }
          asked.open(Login())  // found, and not shown twice, when it is there already
          return .wait(condition: Name.signedIn)  // in the journal: the link survives the app
        }
        $0.translate(Entrance.opened, to: Product.self)  // a notification with a field "id"
      }
    } catch {
      fatalError("\(error)")  // a mistake in the table: found by its own test
    }
  }
}

final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  private var display: SceneDisplay?

  func scene(
    _ scene: UIScene, willConnectTo uiSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) {
    guard let windowScene = scene as? UIWindowScene else { return }
    let renderer = UIKitRenderer(window: UIWindow(windowScene: windowScene)) { node in
      switch node.kind {
      case let product as Shop.Product: ProductViewController(product)
      case is Shop.Login: LoginViewController()
      case nil where node.name == "catalog": CatalogViewController()
      default: throw Unrenderable(node)  // the screen leaves again: a render failure
      }
    }
    renderer.onMade = { node, controller in controller.title = node.name }
    renderer.foreign("account", OldAccountFlow(session: Shop.session))
    display = Shop.session.display.attach(renderer, scene: uiSession.persistentIdentifier)
    for opened in options.urlContexts { Shop.session.open(opened.url) }
    for activity in options.userActivities { Shop.session.open(activity) }
    if let item = options.shortcutItem { Shop.session.open(item) }
    if let response = options.notificationResponse { Shop.session.open(response) }
  }

  func scene(_ scene: UIScene, openURLContexts opened: Set<UIOpenURLContext>) {
    for link in opened { Shop.session.open(link.url) }
  }

  func scene(_ scene: UIScene, continue activity: NSUserActivity) { Shop.session.open(activity) }

  func windowScene(
    _ windowScene: UIWindowScene, performActionFor item: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void
  ) {
    completionHandler(Shop.session.open(item).accepted)  // known at once
  }

  func sceneDidBecomeActive(_ scene: UIScene) { display?.activate() }
  func sceneDidDisconnect(_ scene: UIScene) { display?.detach() }

  func sceneWillEnterForeground(_ scene: UIScene) {
    if Shop.session.isInBackground { Shop.session.foreground() }
  }

  /// The app is in the background when its last scene is.
  func sceneDidEnterBackground(_ scene: UIScene) {
    let isSeen = UIApplication.shared.connectedScenes.contains {
      $0 !== scene && [.foregroundActive, .foregroundInactive].contains($0.activationState)
    }
    if !isSeen { Shop.session.background() }
  }
}

final class ProductViewController: UIViewController {
  let product: Shop.Product

  init(_ product: Shop.Product) {
    self.product = product
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }
}

final class LoginViewController: UIViewController {
  /// The log-in closes, and what waited for it goes on. Swiped away it ends what waits as denied.
  func signIn() { Shop.session.signal(Shop.Name.signedIn, principal: "user-1") }
}

final class CatalogViewController: UIViewController {
  func show(_ id: Int) { Shop.session.open(Shop.Product(id: id), by: "product") }
}

final class OldAccountViewController: UIViewController {}
