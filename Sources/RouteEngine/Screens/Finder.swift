/// The rule that recognises a screen already present.
public enum Finder: Hashable, Sendable {
  /// Same kind and same identity parameters.
  case same
  /// Same kind, with any parameters.
  case name
  /// Never: the screen is always built.
  case none
  /// Same kind, and these parameters have the values of the step.
  case parameters([String])

  /// Same kind, and these properties have the values of the step: `.by(\Product.id)`.
  public static func by<Type: ScreenKind>(_ properties: PartialKeyPath<Type>...) -> Finder {
    .parameters(properties.map(Type.parameterName))
  }

  /// The word for it in tables, where it has one.
  public var text: String {
    switch self {
    case .same: "same"
    case .name: "name"
    case .none: "none"
    case .parameters(let names): names.joined(separator: ", ")
    }
  }

  /// The finders that have a word.
  static let named: [Finder] = [.same, .name, .none]

  /// The finder of a word: same, name or none.
  init?(_ word: String) {
    guard let finder = Self.named.first(where: { $0.text.hasSameBytes(as: word) }) else {
      return nil
    }
    self = finder
  }
}

extension Finder {
  /// The part of a scene in which a screen is searched. In each part visible screens come before
  /// hidden ones, and covering screens before covered ones.
  public enum Scope: Hashable, Sendable {
    /// Everywhere in the scene.
    case everything
    /// Among the screens that a person sees: those shown in the topmost presentation layer,
    /// including all columns.
    case visible
    /// In the topmost presentation layer, hidden screens included.
    case topmost
    /// In the scene's lowest layer, from its root, without presented screens.
    case root
    /// In the first screen of that kind, with what lies in and over it.
    case below(String)

    /// In the first screen of that type's kind, with what lies in and over it.
    public static func below<Type: ScreenKind>(_ type: Type.Type) -> Finder.Scope {
      .below(Type.kind)
    }

    /// In the first screen of a kind without a type, which the app names by a case of an enum.
    public static func below<Name: RawRepresentable<String>>(_ kind: Name) -> Finder.Scope {
      .below(kind.rawValue)
    }

    /// The word for it in tables; for `below`, the name of the kind itself.
    public var text: String {
      switch self {
      case .everything: "everything"
      case .visible: "visible"
      case .topmost: "topmost"
      case .root: "root"
      case .below(let kind): kind
      }
    }

    /// The words that stand for scopes and not for kinds.
    package static var words: [String] { ["everything", "visible", "topmost", "root"] }

    /// Reads ``text``: a text that is not one of the four words is the name of a kind.
    public init(_ text: String) {
      switch text {
      case "everything": self = .everything
      case "visible": self = .visible
      case "topmost": self = .topmost
      case "root": self = .root
      default: self = .below(text)
      }
    }
  }
}

/// ``Finder/Scope``, as this package calls it.
package typealias SearchScope = Finder.Scope
