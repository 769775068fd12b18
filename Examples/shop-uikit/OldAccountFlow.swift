import RouteEngine
import UIKit

/// Screens of other code, which are unchanged: only this class tells the engine what they show.
final class OldAccountFlow: UINavigationController, UINavigationControllerDelegate {
  /// The scene of the flow's window, which is known once the window shows a scene.
  var scene: String? { didSet { tell() } }
  private let session: RouteSession

  init(session: RouteSession) {
    self.session = session
    super.init(nibName: nil, bundle: nil)
    delegate = self
    setViewControllers([OldAccountViewController()], animated: false)
  }

  required init?(coder: NSCoder) { nil }

  func navigationController(
    _: UINavigationController, didShow _: UIViewController, animated _: Bool
  ) { tell() }

  private func tell() {
    guard let scene,
      let account = session.state.tree.firstScreen(in: scene, where: { $0.kind == "account" })
    else { return }
    var shown = ScreenTree.Subtree(kind: "account")
    shown.id = account.id
    shown.children = viewControllers.map {
      ScreenTree.Subtree(kind: $0.restorationIdentifier ?? "screen")
    }
    session.display.reconcile(with: DisplayedScreens(part: shown))
  }
}
