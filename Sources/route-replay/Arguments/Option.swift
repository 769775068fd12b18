/// The kind of value of an option or argument; completions and help are made from it.
enum ValueKind: Sendable, Equatable {
  case text
  case file
  /// A file to be written.
  case output
  case folder
  case integer
  /// One of these words.
  case choice([String])

  var choices: [String] {
    if case .choice(let words) = self { return words }
    return []
  }

  /// The choices as they follow a summary: `: bash, zsh, fish`; empty without choices.
  var words: String { choices.isEmpty ? "" : ": " + choices.joined(separator: ", ") }
}

/// The description of an option, for help, completions and the parser, for any type of its value.
struct OptionShape: Sendable {
  /// The name without the leading dashes.
  let name: String
  var short: Character?
  /// The placeholder in help, such as `FILE`; `nil` for a flag.
  var valueName: String?
  var kind: ValueKind = .text
  var summary: String
  /// May be given more than once.
  var repeats = false
  var isRequired = false
  /// The behaviour when the option is not given, as shown in help.
  var fallback: String?
  /// Whether it is one of the options that most commands have. These have their own section of the
  /// help.
  var isCommon = false

  var takesValue: Bool { valueName != nil }
  /// The option as typed: `--output`.
  var dashed: String { "--" + name }
}

/// An option of any value type, as a command lists it.
protocol DeclaredOption: Sendable {
  var shape: OptionShape { get }
  /// Checks that `raw`, the values as typed, can be converted to the option's value.
  func check(_ raw: [String]) throws(ArgumentError)
}

/// An option and the type of its value. Made by one of the functions below, kept in a `static let`,
/// listed in a `Command`, and read with `arguments[option]`.
struct Option<Value>: DeclaredOption {
  var shape: OptionShape
  let decode: @Sendable ([String]) throws(ArgumentError) -> Value

  func check(_ raw: [String]) throws(ArgumentError) { _ = try decode(raw) }

  /// A copy of this option, listed among the common ones.
  func common() -> Option {
    var copy = self
    copy.shape.isCommon = true
    return copy
  }
}

extension Option where Value == Bool {
  /// An option without a value.
  static func flag(_ name: String, short: Character? = nil, _ summary: String) -> Option {
    Option(shape: OptionShape(name: name, short: short, summary: summary)) { raw in !raw.isEmpty }
  }
}

extension Option where Value == String? {
  /// An option with a value that may be omitted.
  static func text(
    _ name: String, short: Character? = nil, value: String, kind: ValueKind = .text,
    _ summary: String
  ) -> Option {
    let shape = OptionShape(
      name: name, short: short, valueName: value, kind: kind, summary: summary)
    return Option(shape: shape) { raw in raw.last }
  }
}

extension Option where Value == String? {
  /// One word of a list, or none.
  static func word(
    _ name: String, short: Character? = nil, value: String, of words: [String], _ summary: String
  ) -> Option {
    let shape = OptionShape(
      name: name, short: short, valueName: value, kind: .choice(words), summary: summary)
    return Option(shape: shape) { raw throws(ArgumentError) in
      guard let word = raw.last else { return nil }
      guard words.contains(word) else { throw .notAChoice(shape.dashed, word, words) }
      return word
    }
  }
}

extension Option where Value == String {
  /// An option that the command requires.
  static func required(
    _ name: String, short: Character? = nil, value: String, kind: ValueKind = .text,
    _ summary: String
  ) -> Option {
    let shape = OptionShape(
      name: name, short: short, valueName: value, kind: kind, summary: summary, isRequired: true)
    return Option(shape: shape) { raw throws(ArgumentError) in
      guard let value = raw.last else { throw .missingOption(shape) }
      return value
    }
  }
}

extension Option where Value == [String] {
  /// An option that may be given any number of times.
  static func list(
    _ name: String, short: Character? = nil, value: String, kind: ValueKind = .text,
    _ summary: String
  ) -> Option {
    let shape = OptionShape(
      name: name, short: short, valueName: value, kind: kind, summary: summary, repeats: true)
    return Option(shape: shape) { raw in raw }
  }
}

extension Option where Value == Int? {
  /// A whole number that may be omitted.
  static func integer(
    _ name: String, short: Character? = nil, value: String,
    in range: ClosedRange<Int> = 0...Int.max, _ summary: String
  ) -> Option {
    let shape = OptionShape(
      name: name, short: short, valueName: value, kind: .integer, summary: summary)
    return Option(shape: shape) { raw throws(ArgumentError) in
      guard let word = raw.last else { return nil }
      return try integer(word, of: shape, in: range)
    }
  }
}

extension Option where Value == Int {
  /// A whole number with a default.
  static func integer(
    _ name: String, short: Character? = nil, value: String,
    in range: ClosedRange<Int> = 0...Int.max, default fallback: Int, _ summary: String
  ) -> Option {
    let shape = OptionShape(
      name: name, short: short, valueName: value, kind: .integer, summary: summary,
      fallback: String(fallback))
    return Option(shape: shape) { raw throws(ArgumentError) in
      guard let word = raw.last else { return fallback }
      return try Option<Int?>.integer(word, of: shape, in: range)
    }
  }
}

extension Option where Value == Int? {
  fileprivate static func integer(
    _ word: String, of shape: OptionShape, in range: ClosedRange<Int>
  ) throws(ArgumentError) -> Int {
    guard let number = Int(word), range.contains(number) else {
      throw .notANumber(shape, word, range)
    }
    return number
  }
}

extension Option
where Value: RawRepresentable & Sendable, Value.RawValue == String {
  /// One word of a closed set.
  static func choice(
    _ name: String, short: Character? = nil, value: String, of choices: [Value],
    default fallback: Value, _ summary: String
  ) -> Option {
    let words = choices.map(\.rawValue)
    let shape = OptionShape(
      name: name, short: short, valueName: value, kind: .choice(words), summary: summary,
      fallback: fallback.rawValue)
    return Option(shape: shape) { raw throws(ArgumentError) in
      guard let word = raw.last else { return fallback }
      guard words.contains(word), let found = Value(rawValue: word) else {
        throw .notAChoice(shape.dashed, word, words)
      }
      return found
    }
  }

  /// One of all words of a type.
  static func choice(
    _ name: String, short: Character? = nil, value: String, default fallback: Value,
    _ summary: String
  ) -> Option where Value: CaseIterable {
    choice(
      name, short: short, value: value, of: Array(Value.allCases), default: fallback, summary)
  }
}
