extension Destination {
  /// A pure condition on a request and the state it finds, evaluated anew by each replay.
  public indirect enum Guard: Hashable, Sendable {
    /// The request brings a parameter of that name and of exactly this value. One of another type
    /// is another value.
    case parameter(String, is: ParameterValue)
    /// The request brings a parameter of that name.
    case has(String)
    /// A screen of that kind is there; tombstones and what belongs to other code are not.
    case screen(String, in: Finder.Scope)
    /// The host has signalled that the condition holds.
    case condition(String)
    /// Somebody is signed in.
    case principal
    /// Host code has drawn this variant of an experiment, or draws it now.
    case variant(String, is: String)
    /// The other one does not hold.
    case not(Destination.Guard)
  }
}

/// ``Destination/Guard``, as this package calls it.
package typealias Guard = Destination.Guard

extension Guard {
  /// A screen of that type is there; tombstones and what belongs to other code are not.
  public static func screen<Type: ScreenKind>(
    _ type: Type.Type, in scope: Finder.Scope = .everything
  ) -> Destination.Guard {
    .screen(Type.kind, in: scope)
  }

  /// Whether it asks for a variant.
  package var isVariant: Bool { if case .variant = self { true } else { false } }

  /// How many negations lie in one another.
  var negations: Int {
    if case .not(let inner) = self { inner.negations + 1 } else { 0 }
  }

  /// The message about too many of those.
  static var tooDeep: String {
    "negations lie in one another deeper than \(Step.deepestChoice)"
  }

  /// Itself without what negates it, and whether that turns its meaning round.
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

  /// A screen that has no type, and that the app names by a case of an enum, is there.
  public static func screen<Name: RawRepresentable<String>>(
    _ kind: Name, in scope: Finder.Scope = .everything
  ) -> Destination.Guard {
    .screen(kind.rawValue, in: scope)
  }
}
