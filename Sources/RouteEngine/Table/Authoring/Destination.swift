/// The screens to be shown, as a path from outside in, and how to bring them about where they are
/// not.
public struct Destination: Hashable, Sendable {
  /// The steps, outermost first.
  public var steps: [Destination.Step]
  /// The scene it wants; the request's or the active one when nil.
  public var scene: String?

  /// A destination of these steps.
  public init(_ steps: [Destination.Step] = [], scene: String? = nil) {
    self.steps = steps
    self.scene = scene
  }

  /// All steps, those of every choice too, in the order written.
  package var allSteps: [Step] { steps.flatMap(\.allSteps) }
}

extension Destination {
  /// One step of a destination: how to recognise the screen if it is there, and how to bring it
  /// about if it is not.
  public struct Step: Hashable, Sendable {
    /// How the screen is brought about.
    public var verb: Verb
    /// The kind of the screen; for ``Verb/run`` the name of the Swift step, and empty for verbs
    /// that speak of no kind.
    public var name: String
    /// How it is recognised when it is there.
    public var finder: Finder
    /// Where it is looked for.
    public var scope = Finder.Scope.everything
    /// The column whose stack takes what is pushed; the nearest stack when nil.
    public var column: ContainerKind.Column?
    /// The initial content of a container that is built: the notation of its children, see
    /// ``ScreenTree/Notation``. A text parameter `":id"` is the request's parameter of that name,
    /// as in a table file.
    public var content: String?
    /// Where its parameters come from; those not named come from the request's of the same name.
    public var parameters: Bindings
    /// Host code that is asked for the parameters instead of those of the request.
    public var adapter: String?
    /// Whether a screen found there gets the parameters of this step.
    public var updates: Bool
    /// Host code that may change the screen's parameters once it is found or built, in order.
    public var tasks: [String] = []

    /// A step.
    public init(
      _ verb: Verb, _ name: String = "", find finder: Finder = .same,
      with parameters: Bindings = [:], updates: Bool = false
    ) {
      self.verb = verb
      self.name = name
      self.finder = finder
      self.parameters = parameters
      self.updates = updates
    }

    /// Whether host code can be asked about it.
    package var asksHostCode: Bool {
      if case .choose(let choices) = verb {
        return choices.contains { $0.guards.contains { $0.core.guard.isVariant } }
      }
      return verb == .run || adapter != nil || !tasks.isEmpty
    }

    /// The step and, of a choice, the steps of all its cases.
    package var allSteps: [Step] {
      guard case .choose(let choices) = verb else { return [self] }
      return [self] + choices.flatMap { $0.steps.flatMap(\.allSteps) }
    }

    /// How deep choices lie in one another in it; 0 for a step that is none.
    package var choiceDepth: Int {
      guard case .choose(let choices) = verb else { return 0 }
      return 1 + (choices.flatMap(\.steps).map(\.choiceDepth).max() ?? 0)
    }

    /// So deep may choices lie in one another.
    static var deepestChoice: Int { 8 }

    /// Why they may not lie deeper.
    static var tooDeep: String { "switches lie in one another deeper than \(deepestChoice)" }
  }
}

/// ``Destination/Step``, as this package calls it.
package typealias Step = Destination.Step

extension Step {
  /// How a screen is brought about.
  public enum Verb: Hashable, Sendable {
    /// It has to be there already, a tab or a stack for example; or in what the step before it
    /// built.
    case select
    /// On top of the nearest stack.
    case push
    /// As the only screen of the nearest stack.
    case pushAsRoot
    /// In place of the top screen of the nearest stack.
    case replaceTop
    /// As a tab of its own in the nearest tabs, before the one at that position; the last one
    /// without a position, and where there are not so many. It is selected.
    case tab(at: Int?)
    /// In place of the tab at that position; where there are not so many it is added as the last
    /// one. It is selected.
    case replaceTab(at: Int)
    /// In a column of the nearest split container, in place of what is there.
    case column(ContainerKind.Column)
    /// Over another screen.
    case present(from: Presenter, style: PresentationStyle)
    /// As the root of the scene, in place of the one that is there.
    case root(from: RootOrigin)
    /// The top screen of the nearest stack goes, or all but its first.
    case pop(Extent)
    /// The screens above the named one in the nearest stack go.
    case popTo
    /// The topmost presented screen goes, or all presented screens.
    case dismiss(Extent)
    /// By the steps of the first choice that holds.
    case choose([Choice])
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

  /// Where the root of a scene may be replaced from.
  public enum RootOrigin: String, Hashable, Sendable, CaseIterable {
    /// The scene's root, whatever lies over it: what is presented is dismissed.
    case root
    /// The screen that a person has before them: the step fails when that is presented.
    case current
  }

  /// How much goes.
  public enum Extent: String, Hashable, Sendable, CaseIterable {
    /// The top one.
    case top
    /// All that can.
    case all
  }

  /// Steps for the case that all its guards hold.
  public struct Choice: Hashable, Sendable {
    /// The conditions that have to hold; without any the choice always holds.
    public var guards: [Destination.Guard]
    /// The steps.
    public var steps: [Destination.Step]

    /// Those steps when all these hold.
    public init(when guards: [Destination.Guard] = [], _ steps: [Destination.Step]) {
      self.guards = guards
      self.steps = steps
    }
  }
}

extension Step.Presenter {
  /// The first of that type's kind.
  public static func named<Type: ScreenKind>(_ type: Type.Type) -> Destination.Step.Presenter {
    .named(Type.kind)
  }
}

extension Step.Verb {
  /// As the root of the scene, whatever is presented over the one that is there.
  public static var root: Destination.Step.Verb { .root(from: .root) }

  /// Whether it makes a screen where there is none.
  package var builds: Bool {
    switch self {
    case .push, .pushAsRoot, .replaceTop, .tab, .replaceTab, .column, .present, .root: true
    case .select, .pop, .popTo, .dismiss, .choose, .run: false
    }
  }

  /// Whether it puts a screen onto a stack.
  package var pushes: Bool { self == .push || self == .pushAsRoot || self == .replaceTop }

  /// Whether the step leads to a screen that can be looked for before it is carried out. What the
  /// others do to the tree has to be seen first.
  package var isPlaced: Bool { builds || self == .select }

  /// Whether the step lets screens leave and names none that it leads to.
  var onlyLeaves: Bool {
    switch self {
    case .pop, .dismiss: true
    default: false
    }
  }
}

extension Step.Presenter {
  /// The words that are no kinds.
  static let words = ["current", "topmost"]

  /// The one word for it in a table file; of a screen the name of its kind.
  var text: String {
    switch self {
    case .current: Self.words[0]
    case .topmost: Self.words[1]
    case .named(let kind): kind
    }
  }

  /// Reads ``text``: a text that is neither word is the name of a kind.
  init(_ text: String) {
    self = text == Self.words[0] ? .current : text == Self.words[1] ? .topmost : .named(text)
  }
}
