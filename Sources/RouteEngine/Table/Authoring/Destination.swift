/// The screens to be shown, as a path from the outside in, and how to reach each one that is not
/// there.
public struct Destination: Hashable, Sendable {
  /// The steps, outermost first.
  public var steps: [Destination.Step]
  /// The scene to use; nil: the request's or the active one.
  public var scene: String?

  /// A destination of these steps.
  public init(_ steps: [Destination.Step] = [], scene: String? = nil) {
    self.steps = steps
    self.scene = scene
  }

  /// All steps in the order written, including those of every choice.
  package var allSteps: [Step] { steps.flatMap(\.allSteps) }
}

extension Destination {
  /// One step of a destination: how to recognise the screen if it is there, and how to make it if
  /// it is not.
  public struct Step: Hashable, Sendable {
    /// How the screen is reached.
    public var verb: Verb
    /// The kind of the screen; for ``Verb/run`` the name of the Swift step, and empty for verbs
    /// without a kind.
    public var name: String
    /// How the screen is recognised when it is there.
    public var finder: Finder
    /// The part of the scene in which it is searched.
    public var scope = Finder.Scope.everything
    /// The column with the stack to push onto; nil: the nearest stack.
    public var column: ContainerKind.Column?
    /// The initial content of a container that is built: the notation of its children, see
    /// ``ScreenTree/Notation``. A text parameter `":id"` is the request's parameter of that name,
    /// as in a table file.
    public var content: String?
    /// The sources of its parameters; a parameter without a source comes from the request's of the
    /// same name.
    public var parameters: Bindings
    /// Host code that supplies the parameters in place of the request.
    public var adapter: String?
    /// Whether a screen that is found gets the parameters of this step.
    public var updates: Bool
    /// Host code that may change the screen's parameters once it is found or built, in order.
    public var tasks: [String] = []
    /// Mistakes in the values that the Swift code gives to its parameters.
    var unfitValues: [UnfitValue] = []

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

    /// A parameter that was given a value that no parameter can have, and the message about it.
    struct UnfitValue: Hashable, Sendable {
      let name: String
      let message: String
    }

    /// Whether the step can ask host code.
    var asksHostCode: Bool {
      if case .choose(let choices) = verb {
        return choices.contains { $0.guards.contains { $0.core.guard.isVariant } }
      }
      return verb == .run || adapter != nil || !tasks.isEmpty
    }

    /// The step or, for a choice, the steps of all its cases.
    package var allSteps: [Step] {
      guard case .choose(let choices) = verb else { return [self] }
      return [self] + choices.flatMap { $0.steps.flatMap(\.allSteps) }
    }

    /// How deep choices are nested in it; 0 for a step that is no choice.
    var choiceDepth: Int {
      guard case .choose(let choices) = verb else { return 0 }
      return 1 + (choices.flatMap(\.steps).map(\.choiceDepth).max() ?? 0)
    }

    /// The deepest nesting of choices.
    static var deepestChoice: Int { 8 }

    /// The message for a deeper nesting.
    static var tooDeep: String { "switches are nested more than \(deepestChoice) levels deep" }
  }
}

/// ``Destination/Step``, as this package calls it.
package typealias Step = Destination.Step

extension Step {
  /// How a screen is reached.
  public enum Verb: Hashable, Sendable {
    /// It has to be there already, a tab or a stack for example, or among the content that the step
    /// before it built.
    case select
    /// On top of the nearest stack.
    case push
    /// As the only screen of the nearest stack.
    case pushAsRoot
    /// Replaces the top screen of the nearest stack.
    case replaceTop
    /// As a new tab in the nearest tabs, before the tab at the position. Without a position, or
    /// beyond the last tab, it becomes the last tab. It is selected.
    case tab(at: Int?)
    /// Replaces the tab at the position; beyond the last tab it becomes the last one. It is
    /// selected.
    case replaceTab(at: Int)
    /// In a column of the nearest split container, replacing what is there.
    case column(ContainerKind.Column)
    /// Over another screen.
    case present(from: Presenter, style: PresentationStyle)
    /// As the root of the scene, replacing the present one.
    case root(from: RootOrigin)
    /// Pops the top screen of the nearest stack, or all but its first.
    case pop(Extent)
    /// Pops the screens above the named one in the nearest stack.
    case popTo
    /// Dismisses the topmost presented screen, or all presented screens.
    case dismiss(Extent)
    /// Takes the steps of the first choice whose guards hold.
    case choose([Choice])
    /// Runs the Swift code registered under the step's name.
    case run
  }

  /// The screen that presents.
  public enum Presenter: Hashable, Sendable {
    /// The screen that the steps before have reached.
    case current
    /// The topmost one of the scene.
    case topmost
    /// The first of that kind.
    case named(String)
  }

  /// The screen that a root step starts from.
  public enum RootOrigin: String, Hashable, Sendable, CaseIterable {
    /// The scene's root, whatever lies over it; presented screens are dismissed.
    case root
    /// The visible screen; the step fails when it is presented.
    case current
  }

  /// How many screens a step removes.
  public enum Extent: String, Hashable, Sendable, CaseIterable {
    /// The top one.
    case top
    /// All that can be removed.
    case all
  }

  /// Steps that are taken when all their guards hold.
  public struct Choice: Hashable, Sendable {
    /// The conditions that have to hold; without any the choice always holds.
    public var guards: [Destination.Guard]
    /// The steps.
    public var steps: [Destination.Step]

    /// The steps, and the guards that have to hold.
    public init(when guards: [Destination.Guard] = [], _ steps: [Destination.Step]) {
      self.guards = guards
      self.steps = steps
    }
  }
}

extension Step.Presenter {
  /// The first screen of that type's kind.
  public static func named<Type: ScreenKind>(_ type: Type.Type) -> Destination.Step.Presenter {
    .named(Type.kind)
  }
}

extension Step.Verb {
  /// As the root of the scene, whatever is presented over the present one.
  public static var root: Destination.Step.Verb { .root(from: .root) }

  /// Whether it makes a screen when it finds none.
  package var builds: Bool {
    switch self {
    case .push, .pushAsRoot, .replaceTop, .tab, .replaceTab, .column, .present, .root: true
    case .select, .pop, .popTo, .dismiss, .choose, .run: false
    }
  }

  /// Whether it puts a screen onto a stack.
  package var pushes: Bool { self == .push || self == .pushAsRoot || self == .replaceTop }

  /// Whether the step leads to a screen that can be searched before the step is carried out. For
  /// the other verbs the result has to be known first.
  package var isPlaced: Bool { builds || self == .select }

  /// Whether the step names the screen that it leads to.
  var namesScreen: Bool { isPlaced || self == .popTo }

  /// Whether the step only removes screens and names none that it leads to.
  var onlyLeaves: Bool {
    switch self {
    case .pop, .dismiss: true
    default: false
    }
  }
}

extension Step.Presenter {
  /// The words that are no names of kinds.
  static let words = ["current", "topmost"]

  /// The word for it in a table file; for a named screen its kind.
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
