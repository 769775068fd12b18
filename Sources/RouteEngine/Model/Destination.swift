/// What should be on screen, as a path from outside in, and how to bring it about where it is not.
public struct Destination: Hashable, Sendable {
  /// The steps, outermost first.
  public var steps: [Step]
  /// The scene it wants; the request's or the active one when nil.
  public var scene: String?

  /// A destination of these steps.
  public init(_ steps: [Step] = [], scene: String? = nil) {
    self.steps = steps
    self.scene = scene
  }
}

/// One step of a destination: how to recognise the screen if it is there, and how to bring it about
/// if it is not.
public struct Step: Hashable, Sendable {
  /// How a screen is brought about.
  public enum Verb: Hashable, Sendable {
    /// It has to be there already: a tab, a stack, any screen.
    case select
    /// On top of the nearest stack.
    case push
    /// As the only screen of the nearest stack.
    case pushAsRoot
    /// In place of the top screen of the nearest stack.
    case replaceTop
    /// Over another screen.
    case present(from: Presenter, style: PresentationStyle)
    /// As the root of the scene.
    case root
    /// By Swift code registered under the step's name.
    case run
  }

  /// The screen that presents.
  public enum Presenter: Hashable, Sendable {
    /// The one that the steps before have led to.
    case current
    /// The topmost one of the scene.
    case topmost
    /// The first of that kind.
    case named(String)
  }

  /// How the screen is brought about.
  public var verb: Verb
  /// The kind of the screen; for ``Verb/run`` the name of the Swift step.
  public var name: String
  /// How it is recognised when it is there.
  public var finder: Finder
  /// Where its parameters come from; those not named come from the request's of the same name.
  public var parameters: Bindings
  /// Whether a screen found there gets the parameters of this step.
  public var updates: Bool

  /// A step.
  public init(
    _ verb: Verb, _ name: String, find finder: Finder = .same,
    with parameters: Bindings = [:], updates: Bool = false
  ) {
    self.verb = verb
    self.name = name
    self.finder = finder
    self.parameters = parameters
    self.updates = updates
  }
}
