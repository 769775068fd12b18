#if canImport(SwiftUI)
public import SwiftUI

/// The root view of a window: it shows a scene of its own, and opens the links and activities that
/// the system gives the window, see `routed(by:activities:)`.
///
/// ```swift
/// WindowGroup { RoutedWindow(Shop.session) { shop in ShopView(shop: shop) } }
/// ```
///
/// The system keeps the scene's name with the window, so a window that it brings back shows its
/// former scene. On a Mac, closing a window removes its scene. On an iPad, a window may come back
/// until the system discards it, see ``RouteSession/Display/discard(_:)``.
public struct RoutedWindow<Content: View>: View {
  @SceneStorage("RouteEngine.scene") private var scene = ""
  @StateObject private var observed: ObservedSession
  private let activities: [String]
  private let content: (ObservedSession) -> Content

  /// Shows a session.
  ///
  /// - Parameters:
  ///   - session: the session, the same one for all windows.
  ///   - activities: the types of the user activities that the app continues.
  ///   - content: makes the view; its controls show the window's scene.
  public init(
    _ session: RouteSession, activities: [String] = [],
    @ViewBuilder content: @escaping (ObservedSession) -> Content
  ) {
    _observed = StateObject(wrappedValue: ObservedSession(session))
    self.activities = activities
    self.content = content
  }

  /// The content, once the window has its scene.
  public var body: some View {
    if observed.controls.window == nil {
      Color.clear.onAppear { show() }
        .entered(with: activities) { entrance in  // the launching link may arrive before it appears
          show()
          observed.controls.open(entrance)
        }
    } else {
      content(observed).routed(by: observed, activities: activities)
        #if canImport(UIKit) && !os(tvOS) && !os(watchOS)
      .background { SceneMark(scene: scene, controls: observed.controls) }
        #endif
        #if os(macOS)
      .onDisappear { observed.controls.close() }
      #endif
    }
  }

  private func show() { scene = observed.controls.show(scene: scene) }
}

/// A view that shows a session in memory, for previews:
///
/// ```swift
/// #Preview { RoutedPreview(try Shop.table(), "main[shop*[catalog]]") { ShopView(shop: $0) } }
/// ```
public struct RoutedPreview<Content: View>: View {
  @State private var shown: Result<ObservedSession, any Error>
  private let content: (ObservedSession) -> Content

  /// Shows a hierarchy, or the text of a mistake in it or in the table.
  ///
  /// - Parameters:
  ///   - table: the route table.
  ///   - notation: the hierarchy, see ``ScreenTree/Notation``.
  ///   - configure: contributes answers, action handlers and settings.
  ///   - content: makes the view.
  public init(
    _ table: @autoclosure () throws -> RouteTable, _ notation: String,
    configure: (inout RouteSession.Configuration) -> Void = { _ in },
    @ViewBuilder content: @escaping (ObservedSession) -> Content
  ) {
    _shown = State(
      wrappedValue: Result {
        ObservedSession(
          try RouteSession.launch(try table(), showing: notation, configure: configure))
      })
    self.content = content
  }

  /// The content, or the text of a mistake.
  public var body: some View {
    switch shown {
    case .success(let observed): Observing(observed: observed, content: content)
    case .failure(let error): Text("\(error)" as String)
    }
  }
}

/// Redraws a view after every change of a session, on each system.
private struct Observing<Content: View>: View {
  @ObservedObject var observed: ObservedSession
  let content: (ObservedSession) -> Content

  var body: some View { content(observed) }
}
#endif
