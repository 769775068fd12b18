extension Destination {
  /// A pure condition on a request and the state before it; each replay evaluates it again.
  public indirect enum Guard: Hashable, Sendable {
    /// The request has a parameter with that name and exactly this value. A value of another type
    /// is different.
    case parameter(String, is: ParameterValue)
    /// The request has a parameter with that name.
    case has(String)
    /// A screen of that kind is there; tombstones and screens inside other code do not count.
    case screen(String, in: Finder.Scope)
    /// The host has signalled that the condition holds.
    case condition(String)
    /// A principal is signed in.
    case principal
    /// Host code has drawn this variant of an experiment, or draws it now.
    case variant(String, is: String)
    /// The other guard does not hold.
    case not(Destination.Guard)
  }
}

/// ``Destination/Guard``, as this package calls it.
package typealias Guard = Destination.Guard

extension Guard {
  /// A screen of that type is there; tombstones and screens inside other code do not count.
  public static func screen<Type: ScreenKind>(
    _ type: Type.Type, in scope: Finder.Scope = .everything
  ) -> Destination.Guard {
    .screen(Type.kind, in: scope)
  }

  /// Whether it asks for a variant of an experiment.
  var isVariant: Bool { if case .variant = self { true } else { false } }

  /// How many negations are nested.
  var negations: Int {
    if case .not(let inner) = self { inner.negations + 1 } else { 0 }
  }

  /// The message for too many nested negations.
  static var tooDeep: String {
    "\"not\" is nested more than \(Step.deepestChoice) levels deep; remove two at a time"
  }

  /// The guard without its negations, and whether they invert its meaning.
  package var core: (guard: Guard, isNegated: Bool) {
    guard case .not(let inner) = self else { return (self, false) }
    let (core, isNegated) = inner.core
    return (core, !isNegated)
  }
}

extension Destination.Guard {
  /// The host has signalled that the condition of that name holds.
  public static func condition<Name: RawRepresentable<String>>(_ name: Name) -> Destination.Guard {
    .condition(name.rawValue)
  }

  /// A screen of a kind without a type, which the app names by a case of an enum, is there.
  public static func screen<Name: RawRepresentable<String>>(
    _ kind: Name, in scope: Finder.Scope = .everything
  ) -> Destination.Guard {
    .screen(kind.rawValue, in: scope)
  }
}
