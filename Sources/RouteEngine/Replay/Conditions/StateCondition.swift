public import RouteEngine

/// A condition on a state, written by a user, for a search through a journal.
///
/// ```
/// screen order(id: 7) and not principal
/// count screen product > 3 or waiting for signedIn
/// $.principal == "ann" and action trackView is dead
/// ```
///
/// The whole language is described in <doc:replaying>. A condition is a value that depends only on
/// the state, so it has the same result for equal states.
public struct StateCondition: Hashable, Sendable, CustomStringConvertible {
  /// The condition as it was written.
  public let description: String
  private let term: Term

  /// The most bytes of UTF-8 in a condition.
  public static var longest: Int { 4_096 }
  /// The deepest nesting of parentheses and `not`.
  public static var deepest: Int { 32 }

  /// A mistake in a condition, and its place.
  public struct ParseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of UTF-8 bytes before the mistake.
    public let offset: Int
    /// The text that was expected there, in words.
    public let expected: String

    /// One line for a person.
    public var description: String { "at byte \(offset): expected \(expected)" }

    init(offset: Int, expected: String) {
      (self.offset, self.expected) = (offset, expected)
    }
  }

  /// Reads a condition.
  ///
  /// - Throws: ``ParseError`` at the first mistake.
  public init(_ text: String) throws(ParseError) {
    var reader = ConditionReader(text)
    term = try reader.condition()
    description = text
  }

  /// The kinds of the declared screens that it names, each once. Kinds of screens of other code and
  /// of unknown ones are left out, because no table declares them.
  package var screenKinds: [String] {
    Set(term.patterns.filter { $0.ownership == .declared }.map(\.kind)).sorted()
  }

  /// Whether it holds in a state.
  public func holds(in state: RouteState) -> Bool {
    var looked = LookedAtState(state)
    return term.holds(in: &looked)
  }
}

extension StateCondition {
  /// A parsed condition.
  indirect enum Term: Hashable, Sendable {
    case isThere(Things)
    case count(Things, Comparison, Int64)
    /// The innermost visible screen of a scene (of the active one when nil) matches the pattern.
    case shows(ScreenPattern, scene: String?)
    case condition(String)
    /// A user is signed in, or, with a name, this user.
    case principal(String?)
    case suspended
    /// There is a value at the path, and the comparison holds.
    case path(StatePath)
    case comparison(StatePath, Comparison, StateLiteral)
    case not(Term)
    case all([Term])
    case any([Term])
  }

  /// Parts of a state that can exist and be counted.
  enum Things: Hashable, Sendable {
    /// In a scene, or in any scene.
    case screens(ScreenPattern, in: SearchScope, scene: String?)
    case waiting(Waiting)
    case actions(name: String?, Parameters, PendingAction.Status?)
  }

  /// The waiting requests that are meant.
  enum Waiting: Hashable, Sendable {
    case any
    case parked
    case received
    case released
    case suspended
    case condition(String)

    /// The words after `is`.
    static let words: [(word: String, value: Waiting)] = [
      ("parked", .parked), ("received", .received), ("released", .released),
      ("suspended", .suspended),
    ]

    func includes(_ request: WaitingRequest) -> Bool {
      switch (self, request.status) {
      case (.any, _), (.received, .received), (.released, .released), (.suspended, .suspended): true
      case (.parked, _): request.isParked
      case (.condition(let wanted), .condition(let name)): name.hasSameBytes(as: wanted)
      default: false
      }
    }
  }
}

/// A state with its JSON, which is made once, and only for a condition that needs it.
private struct LookedAtState {
  let state: RouteState
  private var known: JSON?

  init(_ state: RouteState) { self.state = state }

  mutating func json() -> JSON {
    if let known { return known }
    let bytes = StateCoding.encode(state)
    // This is our own text, which can always be read.
    let json = (try? JSON(parsing: bytes, depthLimit: 4 * RouteLimits.format.depth)) ?? .null
    known = json
    return json
  }
}

extension StateCondition.Term {
  /// Recurses at most as deep as conditions may nest.
  fileprivate func holds(in looked: inout LookedAtState) -> Bool {
    let state = looked.state
    switch self {
    case .isThere(let things): return things.areThere(in: state)
    case .count(let things, let comparison, let number):
      return comparison.holds(Comparison.Order(Int64(things.count(in: state)), number))
    case .shows(let pattern, let scene):
      return state.tree.visibleLeaf(of: scene).map { pattern.matches($0, in: state.tree) } ?? false
    case .condition(let name): return state.conditions.contains { $0.hasSameBytes(as: name) }
    case .principal(nil): return state.principal != nil
    case .principal(let wanted?): return state.principal?.hasSameBytes(as: wanted) ?? false
    case .suspended: return state.isSuspended
    case .path(let path): return path.value(in: looked.json()) != nil
    case .comparison(let path, let comparison, let literal):
      return comparison.holds(literal.order(of: path.value(in: looked.json())))
    case .not(let term): return !term.holds(in: &looked)
    case .all(let terms):
      for term in terms where !term.holds(in: &looked) { return false }
      return true
    case .any(let terms):
      for term in terms where term.holds(in: &looked) { return true }
      return false
    }
  }
}

extension StateCondition.Term {
  /// All screens that it names.
  fileprivate var patterns: [ScreenPattern] {
    switch self {
    case .isThere(.screens(let pattern, in: _, scene: _)): [pattern]
    case .count(.screens(let pattern, in: _, scene: _), _, _): [pattern]
    case .shows(let pattern, scene: _): [pattern]
    case .not(let term): term.patterns
    case .all(let terms), .any(let terms): terms.flatMap(\.patterns)
    case .isThere, .count, .condition, .principal, .suspended, .path, .comparison: []
    }
  }
}

extension StateCondition.Things {
  fileprivate func areThere(in state: RouteState) -> Bool {
    guard case .screens(let pattern, let scope, let scene) = self else {
      return count(in: state) > 0
    }
    return scenes(of: state.tree, named: scene).contains {
      pattern.isThere(in: state.tree, scene: $0, scope: scope)
    }
  }

  fileprivate func count(in state: RouteState) -> Int {
    switch self {
    case .screens(let pattern, let scope, let scene):
      scenes(of: state.tree, named: scene).reduce(0) {
        $0 + pattern.count(in: state.tree, scene: $1, scope: scope)
      }
    case .waiting(let waiting): state.waiting.count { waiting.includes($0) }
    case .actions(let name, let parameters, let status):
      state.actions { status == nil || $0 == status }.count { action in
        name.map { action.name.hasSameBytes(as: $0) } ?? true
          && parameters.allSatisfy { action.parameters[$0.name] == $0.value }
      }
    }
  }

  private func scenes(of tree: ScreenTree, named name: String?) -> [String] {
    name.map { [$0] } ?? tree.scenes.map(\.name)
  }
}
