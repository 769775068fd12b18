/// The number of words that an argument takes.
enum Arity: Sendable, Equatable {
  case one
  case optional
  /// At least one.
  case many
}

/// The description of a positional argument, for help, completions and the parser.
struct ArgumentShape: Sendable {
  /// As shown in help: `FILE`.
  let name: String
  let arity: Arity
  var kind: ValueKind
  var summary: String

  /// As shown in the usage line.
  var usage: String {
    switch arity {
    case .one: name
    case .optional: "[\(name)]"
    case .many: "\(name)..."
    }
  }
}

/// A positional argument of any value type, as a command lists it.
protocol DeclaredArgument: Sendable {
  var shape: ArgumentShape { get }
}

/// A positional argument and the type of its value. Made by one of the functions below and read
/// with `arguments[argument]`.
struct Argument<Value>: DeclaredArgument {
  let shape: ArgumentShape
  let decode: @Sendable ([String]) -> Value?
}

extension Argument where Value == String {
  static func one(_ name: String, kind: ValueKind = .text, _ summary: String) -> Argument {
    Argument(shape: ArgumentShape(name: name, arity: .one, kind: kind, summary: summary)) {
      $0.first
    }
  }
}

extension Argument where Value == String? {
  /// An argument that may be omitted. After an argument that takes many words it must have choices;
  /// otherwise the two could not be distinguished.
  static func optional(_ name: String, kind: ValueKind = .text, _ summary: String) -> Argument {
    Argument(shape: ArgumentShape(name: name, arity: .optional, kind: kind, summary: summary)) {
      .some($0.first)
    }
  }
}

extension Argument where Value == [String] {
  /// An argument of at least one word; a command has at most one such argument.
  static func many(_ name: String, kind: ValueKind = .text, _ summary: String) -> Argument {
    Argument(shape: ArgumentShape(name: name, arity: .many, kind: kind, summary: summary)) { $0 }
  }
}
