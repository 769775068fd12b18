/// Shows one scene by the means of one platform. It is told what to make and which edits to carry
/// out, see ``RenderingPlan``; when and why is ``SceneDisplay``'s business.
@MainActor
public protocol SceneRenderer: AnyObject {
  /// Is told first whom to tell of what the user does. The display keeps the renderer; the renderer
  /// should not keep it.
  func attached(to display: SceneDisplay)

  /// Is told last that nothing is shown any more. A renderer that has nothing to let go leaves it
  /// out.
  func detached()

  /// Makes what shows these screens, without showing it yet; each comes after what it holds. One
  /// that is there already is replaced, and only the dismissals that follow mean the former one.
  ///
  /// - Parameters:
  ///   - items: the screens.
  ///   - scene: all that will be on display.
  /// - Throws: when one of all cannot be shown. Nothing has changed then.
  func make(_ items: [RenderedScene.Item], for scene: RenderedScene) throws(RenderingPlan.Mistake)

  /// Carries out one edit. What it speaks of is made.
  ///
  /// - Parameters:
  ///   - step: the edit.
  ///   - isAnimated: whether it may take its time.
  ///   - done: called once the edit can be seen. Further calls change nothing.
  func carryOut(
    _ step: RenderingPlan.Step, animated isAnimated: Bool, then done: @escaping () -> Void)

  /// Forgets what showed these screens.
  func drop(_ screens: [ScreenID])

  /// From now on the screen is what lies at that position of the stack: the user or other code put
  /// it there.
  func adopt(_ screen: ScreenID, at position: Int, of stack: ScreenID)
}

extension SceneRenderer {
  /// Does nothing.
  public func detached() {}
}

extension RenderingPlan {
  /// That a renderer could not make what shows a screen.
  public struct Mistake: Error, Hashable, Sendable {
    /// The screen.
    public let screen: ScreenID
    /// Why, in words that can be journaled.
    public let reason: String

    /// The screen cannot be shown; the reason names no value of its own.
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

/// The error of a host that has nothing to show a screen with.
public struct Unrenderable: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of the screen.
  public let kind: String

  /// Nothing shows this screen.
  public init(_ node: ScreenNode) { kind = node.name }

  /// The kind that is missing, without any value of the screen's.
  public var description: String { "nothing shows a screen of the kind \(kind)" }
}

extension ScreenCases {
  /// The case of a screen that is to be shown.
  ///
  /// - Throws: ``Unrenderable`` when it is no case, see ``init(_:)``.
  public init(showing node: ScreenNode) throws(Unrenderable) {
    guard let found = Self(node) else { throw Unrenderable(node) }
    self = found
  }
}

extension SceneDisplay {
  /// A screen that a host finds in one of its stacks.
  public enum Child: Hashable, Sendable {
    /// One that the engine knows.
    case known(ScreenID)
    /// One that other code has put there, and what its kind is to be called.
    case strange(kind: String)

    /// One that other code has put there, called as much of a name as a kind may be called: a
    /// class's name for example.
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
  /// Has a renderer show a scene from now on, beginning with what is restored. The session keeps
  /// both until ``SceneDisplay/detach()``.
  ///
  /// - Parameters:
  ///   - renderer: what shows it.
  ///   - identifier: the platform's name for the window. The scene of that name is shown. If there
  ///     is no such scene, one of the route table's initial scenes that no renderer shows yet is
  ///     shown. If all of them are shown, a scene is opened that begins as the first of them does.
  /// - Returns: what to tell of the user's doings.
  @MainActor
  @discardableResult
  public func attach(_ renderer: some SceneRenderer, scene identifier: String) -> SceneDisplay {
    SceneDisplay(renderer, of: session, scene: identifier)
  }
}
