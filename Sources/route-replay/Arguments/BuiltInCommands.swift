/// The shells with completions.
enum Shell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish
}

extension Program {
  private static let shell = Argument.one(
    "SHELL", kind: .choice(Shell.allCases.map(\.rawValue)), "the shell to write for")

  /// Commands that need only the program's description.
  static let builtIn = [
    Command(
      name: "completions",
      summary: "writes the completions for a shell",
      isPaged: false,
      arguments: [shell],
      example: Command.Example(
        "source <(route-replay completions bash)", "Completes in this shell until it ends.")
    ) { arguments, output in
      let program = arguments.program
      switch Shell(rawValue: arguments[shell]) {
      case .bash: try output.write(program.bashCompletion())
      case .zsh: try output.write(program.zshCompletion())
      case .fish: try output.write(program.fishCompletion())
      case nil: throw CommandFailure.usage("there are completions for bash, zsh and fish")
      }
      return .expected
    },
    Command(
      name: "manual",
      summary: "writes the manual page",
      isPaged: false,
      example: Command.Example(
        "route-replay manual > route-replay.1 && man ./route-replay.1", "Reads it.")
    ) { arguments, output in
      try output.write(arguments.program.manualPage())
      return .expected
    },
  ]
}
