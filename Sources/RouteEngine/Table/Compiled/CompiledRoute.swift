/// A route as the planner reads it, made once with the table. Matches share it instead of copying
/// its dozen parts, and its steps refer to their kinds without a lookup.
package final class CompiledRoute: Sendable {
  let route: String?
  let version: Int?
  let destination: Destination
  /// The target of its requests, in place of the destination.
  package let redirect: Route.Redirect?
  let interceptors: [String]
  let actions: [ActionTemplate]
  /// The steps of the destination.
  package let steps: [CompiledStep]
  /// Whether some of the steps are choices.
  package let isForked: Bool

  init(_ route: Route, in kinds: CompiledKinds) {
    self.route = route.identifier
    version = route.version
    destination = route.destination
    redirect = route.redirect
    interceptors = route.interceptors
    actions = route.actions
    steps = route.destination.steps.map { CompiledStep($0, in: kinds) }
    isForked = steps.contains { !$0.choices.isEmpty }
  }

  /// The route of a kind that is opened by its value: it finds the screen, or pushes it onto the
  /// nearest stack.
  init(_ kind: DeclaredKind, tasks: [String]) {
    let step = Step(.push, kind.declaration.kind)
    route = nil
    version = nil
    destination = Destination([step])
    redirect = nil
    interceptors = []
    actions = []
    steps = [
      CompiledStep(step, in: CompiledKinds(kinds: [kind.declaration.kind: kind], tasks: tasks))
    ]
    isForked = false
  }
}

/// The declared kinds and the tasks, which all steps of a table share.
package struct CompiledKinds {
  let kinds: [String: DeclaredKind]
  /// Host code that may change the parameters of every screen.
  let tasks: [String]

  /// How screens of a kind hold children.
  func container(of kind: String) -> ContainerKind? { kinds[kind]?.declaration.container }
}

/// One step of a compiled route: a ``Destination/Step`` with its kind and the sources of its
/// parameters looked up.
package final class CompiledStep: Sendable {
  package let verb: Step.Verb
  package let name: String
  package let finder: Finder
  package let scope: SearchScope
  package let column: Column?
  package let adapter: String?
  package let updates: Bool
  /// Host code for the screen's parameters: the table's tasks, then the step's own; each once.
  package let tasks: [String]
  /// The declaration of its kind; nil for a Swift step and a kind without one.
  package let kind: DeclaredKind?
  /// The guards and steps of its cases; empty for a step that is no choice.
  package let choices: [(guards: [Guard], steps: [CompiledStep])]
  /// The screen that it builds, without an id, parameters and initial content.
  let screen: NewScreens
  /// `isStacked`: whether it puts its screen onto the nearest stack. `isPlainPush`: whether it does
  /// so on top of what is there.
  let isStacked, isPlainPush: Bool
  /// Whether its screen is no container and has no initial content.
  let holdsNone: Bool
  private let slots: ParameterSlots
  /// The parameters that the step needs: all that its screen takes. If the screen has to be there
  /// already, only those by which it is recognised.
  private let needed: ParameterSlots
  private let content: [CompiledScreen]
  /// The parameters by which the step's rule recognises a screen.
  private let recognised: [ParameterName]
  /// The parameters that tell the step's screen from others of its kind.
  private let identity: [ParameterName]

  init(_ step: Step, in kinds: CompiledKinds) {
    verb = step.verb
    name = step.name
    finder = step.finder
    scope = step.scope
    column = step.column
    adapter = step.adapter
    updates = step.updates
    kind = step.verb == .run ? nil : kinds.kinds[step.name]  // host code may be called like a kind
    tasks = step.verb.isPlaced ? (kinds.tasks + step.tasks).unique : []
    isStacked = step.verb.pushes && step.column == nil
    isPlainPush = isStacked && step.verb == .push
    holdsNone = kind?.declaration.container == nil && step.content == nil
    let names = step.finder.names(of: kind)
    recognised = names.map(ParameterName.init)
    identity = step.finder == .none ? kind?.identity ?? [] : recognised
    slots = ParameterSlots(step.name, kind, step.parameters)
    needed =
      step.verb.goesToWhatIsThere && !step.updates
      ? slots.only(names) : slots
    if case .choose(let choices) = step.verb {
      self.choices = choices.map { choice in
        (choice.guards, choice.steps.map { CompiledStep($0, in: kinds) })
      }
    } else {
      choices = []
    }
    let container = kinds.container(of: step.name)
    let screens = step.content.flatMap { text in
      // An unreadable content is a mistake of the table, which was reported.
      try? TreeNotation.children(text, of: container, containers: kinds.container)
    }
    // The table has checked that it can be read.
    content = (screens?.children ?? []).map { CompiledScreen($0, in: kinds) }
    screen = NewScreens(
      kind: step.name, ScreenShape(kind?.declaration.container), selected: screens?.selected)
  }

  /// The parameters of the step's screen, from those of the request.
  ///
  /// - Throws: ``PreparationError`` when a required one is missing or one has another type.
  package func parameters(from request: Parameters) throws(PreparationError) -> Parameters {
    try needed.parameters(from: request)
  }

  /// The parameters that a request always has to bring, each with its name in the screen and in the
  /// request.
  var needs: [(kind: String, name: String, source: String)] {
    needed.needs + content.flatMap(\.needs)
  }

  /// The request's parameters that lead to these parameters of the step's screen; nil when the step
  /// gives it others.
  func request(for screen: Parameters) -> Parameters? { slots.request(for: screen) }

  /// The initial content of the screen, without ids.
  ///
  /// - Throws: ``PreparationError``, see ``parameters(from:)``.
  package func content(from request: Parameters) throws(PreparationError) -> NewScreens {
    guard !content.isEmpty else { return [] }
    return NewScreens(
      try content.map { screen throws(PreparationError) in try screen.subtree(from: request) })
  }

  /// Parameters that every screen has which the step's rule recognises.
  package func clues(in parameters: Parameters) -> Parameters {
    parameters.only(recognised)
  }

  /// Whether the step's rule recognises a screen of ``kind``.
  func recognises(
    _ index: Int, in leaf: borrowing ScreenLeaf, as parameters: Parameters
  ) -> Bool {
    switch finder {
    case .none: false
    case .name: leaf.isKind(name, at: index)
    case .same, .parameters: kind?.isSame(index, in: leaf, as: parameters, by: recognised) ?? false
    }
  }

  /// Whether the step's rule recognises a screen by its kind alone.
  var isRecognisedByKind: Bool { finder != .none && recognised.isEmpty }

  /// Whether the step identifies one screen among those of its kind.
  var isIdentified: Bool { !identity.isEmpty }

  /// Whether a screen of ``kind`` is the one that the step identifies, found or built.
  func identifies(
    _ index: Int, in leaf: borrowing ScreenLeaf, as parameters: Parameters
  ) -> Bool {
    kind?.isSame(index, in: leaf, as: parameters, by: identity) ?? false
  }
}

extension Finder {
  /// The parameters by which a screen of a kind is recognised.
  fileprivate func names(of kind: DeclaredKind?) -> [String] {
    switch self {
    case .none, .name: []
    case .same: kind?.identityNames ?? []
    case .parameters(let names): names
    }
  }
}

extension Step.Verb {
  /// Whether its screen has to be there already.
  fileprivate var goesToWhatIsThere: Bool { self == .select || self == .popTo }
}

/// A screen of a container's initial content, or one that is presented over such a screen.
private struct CompiledScreen: Sendable {
  /// The screen without parameters, children and presented screen.
  private let screen: Subtree
  private let slots: ParameterSlots
  private let children: [CompiledScreen]
  private let presented: [CompiledScreen]

  init(_ subtree: Subtree, in kinds: CompiledKinds) {
    slots = ParameterSlots(
      subtree.kind, kinds.kinds[subtree.kind], Bindings(inNotation: subtree.parameters))
    children = subtree.children.map { CompiledScreen($0, in: kinds) }
    presented = subtree.presented.map { CompiledScreen($0, in: kinds) }
    var screen = subtree
    (screen.parameters, screen.children, screen.presented) = ([:], [], [])
    self.screen = screen
  }

  var needs: [(kind: String, name: String, source: String)] {
    slots.needs + (children + presented).flatMap(\.needs)
  }

  func subtree(from request: Parameters) throws(PreparationError) -> Subtree {
    var subtree = screen
    subtree.parameters = try slots.parameters(from: request)
    subtree.children = try children.map { child throws(PreparationError) in
      try child.subtree(from: request)
    }
    subtree.presented = try presented.map { over throws(PreparationError) in
      try over.subtree(from: request)
    }
    return subtree
  }
}

extension Bindings {
  /// The sources in a notation's parameters: a text `":id"` is the request's `id`.
  package init(inNotation parameters: Parameters) {
    self.init()
    for element in parameters {
      if case .string(let text) = element.value {
        self[element.name] = ParameterSource(text)
      } else {
        self[element.name] = .constant(element.value)
      }
    }
  }
}

/// A declared kind of screen, made once with the table.
package final class DeclaredKind: Sendable {
  let declaration: ScreenDeclaration
  /// The parameters that tell two screens of the kind apart.
  let identityNames: [String]
  fileprivate let identity: [ParameterName]
  /// The tag of the kind's name; tags of different kinds are almost always different.
  let tag: UInt64

  init(_ declaration: ScreenDeclaration) {
    self.declaration = declaration
    tag = Screen.tag(of: declaration.kind)
    identityNames = declaration.identityNames
    identity = identityNames.map(ParameterName.init)
  }

  /// Whether a screen is of the kind and has the same values for some parameters.
  func isSame(
    _ index: Int, in leaf: borrowing ScreenLeaf, as parameters: Parameters,
    by names: [ParameterName]
  ) -> Bool {
    // The kind's name comes last: when the tag is equal, the name is almost always equal, too.
    leaf.rows[index].tag == tag && leaf.hasSameValues(names, at: index, as: parameters)
      && leaf.isKind(declaration.kind, at: index)
  }
}

/// Why a step's parameters cannot be made.
package struct PreparationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The screen's kind.
  package let kind: String
  /// The parameter.
  package let parameter: String
  /// The expected value, in words.
  package let expected: String

  /// One line for a person.
  package var description: String { "\(kind) needs \(parameter): \(expected)" }
}
