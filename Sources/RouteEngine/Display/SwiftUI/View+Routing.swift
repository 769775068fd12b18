#if canImport(SwiftUI)
import Foundation
public import SwiftUI

extension View {
  /// Passes to the session what the system tells the root of a window: the window's phase, links,
  /// including the launch link, and user activities. A link is opened in the window's scene unless
  /// its route says otherwise.
  ///
  /// ``RoutedWindow`` includes this. The session goes to the background with the last window.
  ///
  /// - Parameters:
  ///   - observed: the session as this window observes it.
  ///   - activities: the types of the user activities that the app continues. A universal link
  ///     arrives as a link and needs no type.
  public func routed(by observed: ObservedSession, activities: [String] = []) -> some View {
    entered(with: activities) { observed.controls.open($0) }
      .modifier(RoutedRoot(controls: observed.controls))
  }

  /// Passes on the links and user activities of these types by which the window is entered.
  func entered(with activities: [String], open: @escaping (Entrance) -> Void) -> some View {
    activities.reduce(AnyView(onOpenURL { open(.url($0)) })) { view, type in
      AnyView(view.onContinueUserActivity(type) { open(.userActivity($0)) })
    }
  }

  /// Says that the screen is on display while this view is: its actions may run when the view
  /// appears, and wait when it disappears, for example under another screen. A screen that replaces
  /// another has a view of its own, with new state.
  ///
  /// - Parameters:
  ///   - screen: the screen that the view shows.
  ///   - observed: the session as this window observes it.
  public func ready(_ screen: ScreenNode, in observed: ObservedSession) -> some View {
    onAppear { observed.controls.session.ready(screen.id) }
      .onDisappear { observed.controls.session.unready(screen.id) }
      .id(screen.id)  // otherwise a reused view appears only once, for its first screen
  }
}

extension View {
  /// Gives a presented screen the heights of its style, and lets the user dismiss it only when a
  /// request may dismiss it. A custom height of the host is the full height here.
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
