/// The user's input, checked against the command's description. Reading a value cannot fail.
struct ParsedArguments: Sendable {
  let program: Program
  let command: Command
  /// The values of each option as typed, by its name; a flag has an empty word for each use.
  private let options: [String: [String]]
  private let words: [String: [String]]

  init(program: Program, command: Command, options: [String: [String]], words: [String: [String]]) {
    self.program = program
    self.command = command
    self.options = options
    self.words = words
  }

  /// Whether an option was given, regardless of its default.
  func has(_ option: OptionShape) -> Bool { options[option.name] != nil }

  /// Throws where `--output` stands beside a flag whose text has one format only.
  func refuseOutput(beside flag: Option<Bool>) throws(ArgumentError) {
    guard has(CommonOptions.output.shape) else { return }
    throw .standsAlone(flag.shape, CommonOptions.output.shape)
  }

  /// The value of an option that the command lists.
  subscript<Value>(option: Option<Value>) -> Value {
    // The values were decoded once when they were parsed.
    guard command.options.contains(where: { $0.shape.name == option.shape.name }),
      let value = try? option.decode(options[option.shape.name] ?? [])
    else {
      preconditionFailure("\(command.name) reads --\(option.shape.name) but does not list it")
    }
    return value
  }

  /// The value of an argument that the command lists.
  subscript<Value>(argument: Argument<Value>) -> Value {
    guard command.arguments.contains(where: { $0.shape.name == argument.shape.name }),
      let value = argument.decode(words[argument.shape.name] ?? [])
    else {
      preconditionFailure("\(command.name) reads \(argument.shape.name) but does not list it")
    }
    return value
  }
}
