/// Every mistake in a command line. Each message says what to type instead.
enum ArgumentError: Error, Sendable {
  case missingCommand
  case unknownCommand(String, nearest: String?)
  case unknownOption(String, nearest: String?, command: String?)
  case missingValue(OptionShape)
  case unexpectedValue(OptionShape, String)
  case repeated(OptionShape)
  /// Standard output in place of a file to write.
  case dashAsOutput(OptionShape)
  case missingOption(OptionShape)
  case notANumber(OptionShape, String, ClosedRange<Int>)
  /// The option or argument, the given word, and the valid words.
  case notAChoice(String, String, [String])
  /// A flag that allows no other option of its command, and the option given with it.
  case standsAlone(OptionShape, OptionShape)
  case missingArgument(ArgumentShape)
  case unexpectedArgument(String)

  /// The mistake and how to correct it, without the program's name. The user's words appear in it
  /// as typed: print it with `Output.problem`, which makes them visible.
  var message: String {
    switch self {
    case .missingCommand:
      return "no command given"
    case .unknownCommand(let word, let nearest):
      let start = "no command and no file is called '\(word)'"
      return start + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    case .unknownOption(let word, let nearest, let command):
      let start = command.map { "'\($0)' has no option '\(word)'" }
      if let nearest {
        return (start ?? "unknown option '\(word)'") + "; did you mean '\(nearest)'?"
      }
      return start ?? "unknown option '\(word)'; the options of a command come after its name"
    case .missingValue(let shape):
      return "'\(shape.dashed)' needs a value: \(shape.dashed) \(shape.valueName ?? "VALUE")"
    case .unexpectedValue(let shape, let value):
      return "'\(shape.dashed)' takes no value; leave out '=\(value)'"
    case .repeated(let shape):
      return "'\(shape.dashed)' was given twice; give it once"
    case .dashAsOutput(let shape):
      return "'\(shape.dashed)' writes a file, never standard output; give its name in place of '-'"
    case .missingOption(let shape):
      return "'\(shape.dashed) \(shape.valueName ?? "VALUE")' is needed: "
        + shape.summary + shape.kind.words
    case .notANumber(let shape, let word, let range):
      let upper = range.upperBound == .max ? "" : " to \(range.upperBound)"
      let numbers = "whole number from \(range.lowerBound)\(upper)"
      return "'\(shape.dashed)' takes a \(numbers), not '\(word)'"
    case .notAChoice(let name, let word, let choices):
      let nearest = nearestWord(to: word, among: choices)
      return "'\(name)' takes \(choices.joined(separator: ", ")), not '\(word)'"
        + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    case .standsAlone(let shape, let other):
      return "'\(shape.dashed)' stands alone; leave out '\(other.dashed)'"
    case .missingArgument(let shape):
      return "\(shape.name) is missing: \(shape.fullSummary)"
    case .unexpectedArgument(let word):
      return "one word too many: '\(word)'; quote a value that contains spaces"
    }
  }
}
