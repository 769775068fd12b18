/// Shows one scene by the means of one platform. ``SceneDisplay`` decides what to make and which
/// edits to carry out, and when, see ``RenderingPlan``.
@MainActor
public protocol SceneRenderer: AnyObject {
  /// Called first, with the display to which user actions are reported. The display retains the
  /// renderer; the renderer should not retain the display.
  func attached(to display: SceneDisplay)

  /// Called last, when nothing is shown any more. A renderer with nothing to release omits it.
  func detached()

  /// Makes the views of these screens, without showing them yet; each comes after its children. An
  /// existing view is replaced, and only the dismissals that follow refer to the former one.
  ///
  /// - Parameters:
  ///   - items: the screens.
  ///   - scene: all that will be on display.
  /// - Throws: when one of them cannot be shown. Then nothing has changed.
  func make(_ items: [RenderedScene.Item], for scene: RenderedScene) throws(RenderingPlan.Mistake)

  /// Carries out one edit. The screens that it names are made already.
  ///
  /// - Parameters:
  ///   - step: the edit.
  ///   - isAnimated: whether it may be animated.
  ///   - done: called once the edit is visible. Further calls change nothing.
  func carryOut(
    _ step: RenderingPlan.Step, animated isAnimated: Bool, then done: @escaping () -> Void)

  /// Forgets the views of these screens.
  func drop(_ screens: [ScreenID])

  /// Notes that the view at this position of the stack now shows the screen: the user or other code
  /// put it there.
  func adopt(_ screen: ScreenID, at position: Int, of stack: ScreenID)
}

extension SceneRenderer {
  /// Does nothing.
  public func detached() {}
}

extension RenderingPlan {
  /// The error of a renderer that could not make the view of a screen.
  public struct Mistake: Error, Hashable, Sendable {
    /// The screen.
    public let screen: ScreenID
    /// The reason, in words that can be journaled.
    public let reason: String

    /// The screen cannot be shown; the reason contains none of its values.
    public init(_ node: ScreenNode, because reason: String) {
      screen = node.id
      self.reason = reason
    }

    /// The screen cannot be shown because of this error.
    public init(_ node: ScreenNode, _ error: any Error) {
      // The text of a host's error may name private values.
      self.init(node, because: (error as? Unrenderable)?.description ?? "\(type(of: error))")
    }
  }
}

/// ``RenderingPlan/Mistake``, as this package calls it.
package typealias RenderingMistake = RenderingPlan.Mistake

/// The error of a host that has no view for a screen.
public struct Unrenderable: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of the screen.
  public let kind: String

  /// The error for a screen without a view.
  public init(_ node: ScreenNode) { kind = node.name }

  /// The kind without a view; no value of the screen is included.
  public var description: String { "nothing shows a screen of the kind \(kind)" }
}

extension ScreenCases {
  /// The case of a screen to be shown.
  ///
  /// - Throws: ``Unrenderable`` when the screen has no case, see ``init(_:)``.
  public init(showing node: ScreenNode) throws(Unrenderable) {
    guard let found = Self(node) else { throw Unrenderable(node) }
    self = found
  }
}

extension SceneDisplay {
  /// A screen that a host finds in one of its stacks.
  public enum Child: Hashable, Sendable {
    /// A screen that the engine knows.
    case known(ScreenID)
    /// A screen that other code has put there, with the name for its kind.
    case strange(kind: String)

    /// A screen that other code has put there. Its kind is the part of the name, for example a
    /// class's name, that is valid for a kind.
    public static func strange(named name: String) -> SceneDisplay.Child {
      let bytes = name.utf8.filter(Name.isPart).prefix(RouteLimits.standard.nameBytes)
      return .strange(
        kind: bytes.isEmpty ? "screen" : String(decoding: Array(bytes), as: UTF8.self))
    }
  }
}

/// ``SceneDisplay/Child``, as this package calls it.
package typealias DisplayedChild = SceneDisplay.Child

extension RouteSession.Display {
  /// Makes a renderer show a scene from now on, beginning with the restored state. The session
  /// retains both until ``SceneDisplay/detach()``.
  ///
  /// - Parameters:
  ///   - renderer: the renderer of the scene.
  ///   - identifier: the platform's name for the window. The scene of that name is shown. If there
  ///     is no such scene, one of the route table's initial scenes that no renderer shows yet is
  ///     shown. If all of them are shown, a scene is opened that begins as the first of them does.
  /// - Returns: the display, to which user actions are reported.
  @MainActor
  @discardableResult
  public func attach(_ renderer: some SceneRenderer, scene identifier: String) -> SceneDisplay {
    SceneDisplay(renderer, of: session, scene: identifier)
  }
}
