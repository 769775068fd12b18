#if canImport(SwiftUI)
import Foundation
public import SwiftUI

extension View {
  /// Carries to the session what the system tells the root of a window: the window's phase, links
  /// with the one that the app was launched by, and user activities. A link is opened in the
  /// window's scene unless its route says otherwise.
  ///
  /// ``RoutedWindow`` has it already. The session goes to the background with the last window.
  ///
  /// - Parameters:
  ///   - observed: the session as this window observes it.
  ///   - activities: the types of the user activities that the app continues. A universal link
  ///     comes as a link, and needs no type.
  public func routed(by observed: ObservedSession, activities: [String] = []) -> some View {
    entered(with: activities) { observed.controls.open($0) }
      .modifier(RoutedRoot(controls: observed.controls))
  }

  /// Hands over the links and the user activities of these types that the window is entered with.
  func entered(with activities: [String], open: @escaping (Entrance) -> Void) -> some View {
    activities.reduce(AnyView(onOpenURL { open(.url($0)) })) { view, type in
      AnyView(view.onContinueUserActivity(type) { open(.userActivity($0)) })
    }
  }

  /// Says that the screen is on display while this view is: its actions may run when the view
  /// appears, and wait from when it disappears, under another screen for example. A screen that
  /// takes another one's place has a view of its own, whose state begins anew.
  ///
  /// - Parameters:
  ///   - screen: the screen that the view shows.
  ///   - observed: the session as this window observes it.
  public func ready(_ screen: ScreenNode, in observed: ObservedSession) -> some View {
    onAppear { observed.controls.session.ready(screen.id) }
      .onDisappear { observed.controls.session.unready(screen.id) }
      .id(screen.id)  // otherwise a view that stays appears once, for the first of its screens
  }
}

extension View {
  /// Lets a presented screen rest at the heights of its style, and be dismissed by its user only
  /// when a request may dismiss it. A height of the host's own is all of the height here.
  ///
  /// - Parameter screen: the screen that a sheet or a popover shows.
  public func presentation(of screen: ScreenNode) -> some View {
    let detents = screen.presentation?.detents.map(PresentationDetent.init) ?? []
    return presentationDetents(detents.isEmpty ? [.large] : Set(detents))
      .interactiveDismissDisabled(!screen.isDismissible)
  }
}

extension PresentationDetent {
  fileprivate init(_ detent: PresentationStyle.Detent) {
    self =
      switch detent {
      case .medium: .medium
      case .large, .custom: .large
      case .percent(let percent): .fraction(CGFloat(percent) / 100)
      case .points(let points): .height(CGFloat(points))
      }
  }
}

/// The modifier of a window's root, which tells the window's phase.
private struct RoutedRoot: ViewModifier {
  let controls: SceneControls
  @Environment(\.scenePhase) private var phase

  func body(content: Content) -> some View {
    content
      .onAppear { controls.entered(SceneControls.Phase(phase)) }
      #if os(visionOS)
    .onChange(of: phase) { controls.entered(SceneControls.Phase(phase)) }
      #else  // since iOS 17 it is written as on visionOS
    .onChange(of: phase) { controls.entered(SceneControls.Phase($0)) }
      #endif
  }
}

extension SceneControls.Phase {
  fileprivate init(_ phase: ScenePhase) {
    self =
      switch phase {
      case .active: .active
      case .background: .background
      default: .inactive
      }
  }
}
#endif
