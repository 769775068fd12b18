#if canImport(SwiftUI)
public import Combine
public import Observation
import SwiftUI

/// A session as SwiftUI observes it: views that hold it are updated after every change, and their
/// controls read and set the session's state. Each window has one, see ``RoutedWindow``.
///
/// It is an `ObservableObject`, and from iOS 17 on also `Observable`: then `@State` stores it,
/// `@Environment` passes it on, and a view that reads none of its properties is not updated.
///
/// ```swift
/// @StateObject private var shop = ObservedSession(RouteSession.launch(table, at: .appDefault))
/// TabView(selection: shop.selection(in: "main")) { ... }
/// ```
@MainActor
public final class ObservedSession: ObservableObject {
  /// Tells SwiftUI that something changed.
  public let objectWillChange = ObservableObjectPublisher()

  let controls: SceneControls
  /// The registrar of the system's Observation; nil where the system has none.
  private let registrar: (any Sendable)?

  /// Observes the session from now on.
  public init(_ session: RouteSession) {
    controls = SceneControls(of: session)
    if #available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *) {
      registrar = ObservationRegistrar()
    } else {
      registrar = nil
    }
    controls.changed = { [weak self] in self?.tell() }
  }

  /// The session.
  public var session: RouteSession {
    noteRead()
    return controls.session
  }

  /// The scene that its controls show; nil means the active one.
  public var scene: String? {
    noteRead()
    return controls.scene
  }

  /// Updates the views that have read it.
  private func tell() {
    objectWillChange.send()
    guard #available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *) else { return }
    (registrar as? ObservationRegistrar)?.withMutation(of: self, keyPath: \.session) {}
  }

  /// Notes that the view being drawn reads it.
  func noteRead() {
    guard #available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *) else { return }
    (registrar as? ObservationRegistrar)?.access(self, keyPath: \.session)
  }
}

@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
extension ObservedSession: Observable {}
#endif
