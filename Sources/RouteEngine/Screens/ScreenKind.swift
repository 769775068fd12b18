/// A kind of screen that is declared as a Swift type; its stored properties are the parameters.
///
///     struct Product: ScreenKind {
///       var id: Int
///       var coupon: String?
///     }
///
/// Properties may be whole numbers, floating-point numbers, booleans, strings, types that encode as
/// one of these (an enum with raw values that is `CaseIterable`, a UUID, a date), lists and objects
/// (``ParameterValue/Structure``), and optionals of all of them. An optional that is nil is a
/// missing parameter. A link that gives an enum's case, a UUID or a date in any other form does not
/// match the route.
///
/// A default value in the declaration (`var sort = Sort.new`) cannot be found out from the type:
/// Swift's decoding ignores it too. Such a parameter is required, and a route gives it a constant
/// (`with:`). The alternative is an optional property.
public protocol ScreenKind: Codable, Hashable, Sendable {
  /// The name of the kind in routes, trees and the journal. It is written to files: a later version
  /// of the app that renames the type keeps the name by declaring it here.
  static var kind: String { get }
}

extension ScreenKind {
  /// The type's own name, without enclosing types, with its first letter in lowercase: `product`.
  public static var kind: String {
    let name = String(describing: Self.self).prefix { $0 != "<" }
    let last = name.split(separator: ".").last ?? name
    return last.prefix(1).lowercased() + last.dropFirst()
  }
}

/// Why a screen's value does not fit parameters, or parameters do not fit a screen's type.
public enum ParameterCodingError: Error, Hashable, Sendable {
  /// The parameter is not a list or object of the form that the property needs.
  case shape(name: String)
  /// The property makes a list or an object that is too large; see ``ParameterValue/Structure``.
  case tooLarge(name: String)
  /// The type is not made of named properties.
  case unnamed(kind: String)
  /// The number is outside the range that can be stored or that the property's type can hold.
  case outOfRange(name: String)
  /// A list or an object holds a number that is infinite or NaN, which JSON cannot express.
  case notFinite(name: String)
  /// There is no parameter of this name.
  case missing(name: String)
  /// The parameter is of another type than the property.
  case mismatch(name: String, expected: ParameterSchema.ParameterType, found: ParameterValue)
  /// The parameter is the token of a private value that is not available.
  case privateValue(name: String)
  /// The type's own code refused to encode or decode; `reason` is its error in words.
  case refused(kind: String, reason: String)
  /// The type of the parameter could not be found out without a value of it.
  case undetermined(name: String)
  /// The property is encoded but not decoded, like a `let` with an initial value.
  case unread(name: String)
}

extension ParameterCodingError: CustomStringConvertible {
  /// The problem, and what to do about it.
  public var description: String {
    switch self {
    case .shape(let name):
      "the parameter \(name) has not the shape of the property's type; give it another value"
    case .tooLarge(let name):
      "\(name) makes a list or an object of more than \(ParameterStructure.mostBytes) bytes, or "
        + "too deep: keep it elsewhere, and give its identifier"
    case .unnamed(let kind):
      "\(kind) has no named properties; declare it as a struct whose properties are the parameters"
    case .outOfRange(let name):
      "the number \(name) is out of range; whole numbers have 64 bits with sign"
    case .notFinite(let name):
      "\(name) holds a number that is infinite or NaN, which a list or an object cannot hold; "
        + "leave it out, or give a finite one"
    case .missing(let name):
      "the parameter \(name) is missing; give it, or make the property optional"
    case .mismatch(let name, let expected, let found):
      "the parameter \(name) is \(found), expected is \(expected)"
    case .privateValue(let name):
      "the private value of \(name) is not at hand, only its token is"
    case .refused(let kind, let reason):
      "the code of \(kind) refused: \(reason)"
    case .undetermined(let name):
      "the type of \(name) cannot be found out without a value: "
        + "declare the parameters of this kind by hand, as in "
        + "parameters: .init([.init(name: \"\(name)\", type: .json)]), or "
        + "make the enum that it is or holds CaseIterable"
    case .unread(let name):
      "\(name) is encoded, but never decoded, as a let with a value is: make it a var without a "
        + "value, or leave it out of the CodingKeys"
    }
  }
}
