#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
import RouteEngine
import UIKit

/// Receives the windows that the system discards for good, which SwiftUI does not report.
final class Windows: NSObject, UIApplicationDelegate {
  func application(
    _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
  ) {
    Shop.session.display.discard(sceneSessions)
  }
}
#endif
