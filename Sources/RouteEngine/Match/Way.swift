/// A way of reaching a place, made once with the table: a match shares it instead of copying its
/// dozen parts, and its steps know their kinds without looking them up.
package final class Way: Sendable {
  let route: String?
  let version: Int?
  let destination: Destination
  let interceptors: [String]
  let actions: [ActionTemplate]
  /// The steps of the destination.
  let steps: [WayStep]

  init(_ route: Route, kinds: [String: DeclaredKind]) {
    self.route = route.identifier
    version = route.version
    destination = route.destination
    interceptors = route.interceptors
    actions = route.actions
    steps = route.destination.steps.map { WayStep($0, kind: kinds[$0.name]) }
  }

  /// The way of a kind that is opened by its value: where it is, or else on the nearest stack.
  init(_ kind: DeclaredKind) {
    let step = Step(.push, kind.declaration.kind)
    route = nil
    version = nil
    destination = Destination([step])
    interceptors = []
    actions = []
    steps = [WayStep(step, kind: kind)]
  }
}

/// One step of a way: what a ``Step`` says, its kind found and the sources of its parameters too.
package final class WayStep: Sendable {
  /// One parameter of the step's kind.
  private struct Slot: Sendable {
    let entry: ParameterSchema.Entry
    let source: ParameterSource
  }

  let verb: Step.Verb
  let name: String
  let finder: Finder
  let updates: Bool
  /// The declaration of its kind; nil for a Swift step and a kind without one.
  let kind: DeclaredKind?
  /// One for each parameter of the kind, in byte order of the names.
  private let slots: [Slot]

  init(_ step: Step, kind: DeclaredKind?) {
    verb = step.verb
    name = step.name
    finder = step.finder
    updates = step.updates
    self.kind = kind
    let entries = kind?.declaration.schema.entries ?? []
    slots = entries.map { entry in
      Slot(entry: entry, source: step.parameters[entry.name] ?? .request(entry.name))
    }
  }

  /// The parameters of the step's screen, from those of the request.
  ///
  /// - Returns: a failure when a required one is missing or one has another type.
  func parameters(from request: Parameters) -> Result<Parameters, PreparationError> {
    guard !slots.isEmpty else { return .success([:]) }
    var bound: Parameters = [:]
    bound.reserveCapacity(slots.count)
    for index in slots.indices {
      let value: ParameterValue? =
        switch slots[index].source {
        case .constant(let constant): constant
        case .request(let name): request[name]
        }
      if let value {
        guard slots[index].entry.type.accepts(value) else {
          let entry = slots[index].entry
          return .failure(mistake(entry, "\(entry.type), not \(value.notation)"))
        }
        bound.append(slots[index].entry.name, value)
      } else if !slots[index].entry.isOptional {
        let entry = slots[index].entry
        return .failure(mistake(entry, "\(entry.type)"))
      }
    }
    return .success(bound)
  }

  private func mistake(_ entry: ParameterSchema.Entry, _ expected: String) -> PreparationError {
    PreparationError(kind: name, parameter: entry.name, expected: expected)
  }

  /// Whether the step's rule recognises a screen; ``kind`` is its kind.
  func recognises(_ screen: Screen, as parameters: Parameters) -> Bool {
    switch finder {
    case .none: false
    case .name: screen.kind == name
    case .same: kind?.isSame(screen, as: parameters) ?? false
    }
  }
}

/// A declared kind of screen, made once with the table.
package final class DeclaredKind: Sendable {
  let declaration: ScreenDeclaration
  /// The parameters that tell two screens of the kind apart.
  let identityNames: [String]
  /// What all screens of the kind carry, and almost none of another kind.
  let tag: UInt64

  init(_ declaration: ScreenDeclaration) {
    self.declaration = declaration
    tag = Screen.tag(of: declaration.kind)
    identityNames = declaration.identityNames
  }

  /// Whether a screen is the one that these parameters mean.
  func isSame(_ screen: Screen, as parameters: Parameters) -> Bool {
    guard screen.kind == declaration.kind else { return false }
    for name in identityNames where screen.parameters[name] != parameters[name] { return false }
    return true
  }
}

/// Why a step cannot be given its parameters.
public struct PreparationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The screen's kind.
  public let kind: String
  /// The parameter.
  public let parameter: String
  /// What was expected.
  public let expected: String

  /// One line for a person.
  public var description: String { "\(kind) needs \(parameter): \(expected)" }
}
