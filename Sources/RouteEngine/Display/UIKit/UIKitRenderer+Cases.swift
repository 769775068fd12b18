#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
public import UIKit

extension UIKitRenderer {
  /// Shows a scene in a window, with an enum of the app's screens:
  ///
  /// ```swift
  /// UIKitRenderer(window: window, showing: ShopScreen.self) { screen in
  ///   switch screen {
  ///   case .catalog: CatalogViewController()
  ///   case .product(let product): ProductViewController(product)
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - window: the window; its root view controller is set, and it becomes visible.
  ///   - cases: the enum. A screen without a case is a render failure.
  ///   - make: makes the view controller of a case.
  public convenience init<Cases: ScreenCases>(
    window: UIWindow, showing cases: Cases.Type, make: @escaping (Cases) throws -> UIViewController
  ) {
    self.init(window: window) { node in try make(Cases(showing: node)) }
  }
}
#endif
