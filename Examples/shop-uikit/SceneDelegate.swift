import RouteEngine
import UIKit

enum Shop {
  struct Product: ScreenKind { var id: Int }
  struct Login: ScreenKind {}
  enum Screen: ScreenCases { case catalog, product(Product), login(Login) }
  enum Place: String { case shop, account }
  enum Name: String { case signedIn }

  static func table() throws(RouteTable.Mistakes) -> RouteTable {
    try RouteTable(tree: "main/tabs[ shop/stack*[catalog]  account/foreign ]") {
      Screen.self  // the table has a mistake for each screen that is no case
      DeclaredScreen(Product.self)
      DeclaredScreen(Login.self).answers(Name.signedIn)
      Route("product", "/products/:id", to: [.select(Place.shop), .push(Product.self)])
      Route("account", "/account", to: [.select(Place.account)]).asks(Name.signedIn)
      Route("login", "/login", to: [.present(Login.self, style: .sheet)])
    }
  }

  @MainActor static let session = launch()

  @MainActor private static func launch() -> RouteSession {
    do {
      return RouteSession.launch(try table(), at: .appDefault) {
        $0.appVersion = Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String
        $0.build = Bundle.main.infoDictionary?["CFBundleVersion"] as? String
        $0.device = UIDevice.current.identifierForVendor?.uuidString
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

/// The renderer reports the window's life cycle to the session.
final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  private var display: SceneDisplay?

  func scene(
    _ scene: UIScene, willConnectTo uiSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) {
    guard let windowScene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: windowScene)
    let renderer = UIKitRenderer(window: window, showing: Shop.Screen.self) { screen in
      switch screen {
      case .catalog: CatalogViewController()
      case .product(let product): ProductViewController(product)
      case .login: LoginViewController()
      }
    }
    renderer.onMade = { node, controller in controller.title = node.name }
    let account = OldAccountFlow(session: Shop.session)
    renderer.foreign("account", account)
    display = Shop.session.display.attach(renderer, to: uiSession, options: options)
    account.scene = display?.scene
  }

  func scene(_ scene: UIScene, openURLContexts opened: Set<UIOpenURLContext>) {
    display?.open(opened)
  }

  func scene(_ scene: UIScene, continue activity: NSUserActivity) {
    display?.open(.userActivity(activity))
  }

  func windowScene(
    _ windowScene: UIWindowScene, performActionFor item: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void
  ) {
    completionHandler(display?.open(.shortcutItem(item)).accepted ?? false)  // known at once
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
  /// Closes the log-in, and resumes the request that waited for it. If the log-in is swiped away,
  /// that request ends as denied.
  func signIn() { Shop.session.signal(Shop.Name.signedIn, principal: "user-1") }
}

final class CatalogViewController: UIViewController {
  func show(_ id: Int) { Shop.session.open(Shop.Product(id: id), by: "product") }
}

final class OldAccountViewController: UIViewController {}
