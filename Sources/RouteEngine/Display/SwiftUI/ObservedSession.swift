#if canImport(SwiftUI)
public import Combine
public import SwiftUI

/// A session as SwiftUI observes it: views that hold it are drawn again after every change, and
/// their controls read and set what the session decided.
///
/// ```swift
/// @StateObject private var shop = ObservedSession(RouteSession.launch(table, at: .appDefault))
/// TabView(selection: shop.selection(in: "main")) { ... }
/// ```
@MainActor
public final class ObservedSession: ObservableObject {
  /// The session.
  public let session: RouteSession
  /// Tells SwiftUI that something changed.
  public let objectWillChange = ObservableObjectPublisher()

  private var tabs: [Place: TabSelection] = [:]

  /// A control's place: the screen's kind and the scene.
  private struct Place: Hashable {
    let kind: String
    let scene: String?
  }

  /// Observes the session from now on.
  public init(_ session: RouteSession) {
    self.session = session
    _ = session.watch { [weak self] _ in self?.objectWillChange.send() }
  }

  /// Says which phase the app is in, all of its scenes together: what
  /// `@Environment(\.scenePhase)` tells an `App`, each time that it changes. An inactive app is
  /// where it was.
  public func entered(_ phase: ScenePhase) {
    switch phase {
    case .active where session.isInBackground: session.foreground()
    case .background: session.background()
    default: break
    }
  }

  /// Which child of the tabs container is selected, by its kind: what `TabView` wants.
  ///
  /// - Parameters:
  ///   - container: the kind of the screen that holds the tabs.
  ///   - scene: the scene it is in; nil means whichever is active.
  public func selection(in container: String, scene: String? = nil) -> Binding<String> {
    let place = Place(kind: container, scene: scene)
    let tabs = tabs[place] ?? TabSelection(of: session, in: container, scene: scene)
    self.tabs[place] = tabs
    return Binding(get: { @MainActor in tabs.get() }, set: { @MainActor in tabs.set($0) })
  }

  /// The screens above the root of the stack, for `NavigationStack`. A back swipe becomes a host
  /// fact; a screen is pushed by opening it.
  ///
  /// A write refers to the moment at which this binding was made, so that a late write pops no
  /// screen that came after it. Ask for it in the view's body, which SwiftUI evaluates after every
  /// change, and do not store it.
  ///
  /// - Parameters:
  ///   - stack: the kind of the screen that is the stack.
  ///   - scene: the scene it is in; nil means whichever is active.
  public func path(in stack: String, scene: String? = nil) -> Binding<[ScreenNode]> {
    let path = StackPath(of: session, in: stack, scene: scene)
    _ = path.get()
    return Binding(get: { @MainActor in path.screens }, set: { @MainActor in path.set($0) })
  }

  /// The screen presented over this one, or over one visible in it, for `sheet(item:)`,
  /// `fullScreenCover(item:)` and `popover(item:)`. Like a path, it is of the moment at which it
  /// was made.
  ///
  /// - Parameters:
  ///   - presenter: the screen's kind.
  ///   - scene: the scene it is in; nil means whichever is active.
  ///   - control: the control that shows it, which passes over screens of other styles; nil shows
  ///     all.
  public func presented(
    over presenter: String, scene: String? = nil, as control: PresentedScreen.Control? = nil
  ) -> Binding<ScreenNode?> {
    let sheet = PresentedScreen(of: session, over: presenter, scene: scene, as: control)
    _ = sheet.get()
    return Binding(get: { @MainActor in sheet.screen }, set: { @MainActor in sheet.set($0) })
  }
}
#endif
