import RouteEngine
import RouteStore

extension Program {
  /// Runs the command in the words after the program's name, reports every failure, and returns the
  /// exit status. A reader that has ended, as `head` does, is not a failure: a command that had
  /// finished has its own status.
  ///
  /// If a pager shows the text, this waits for the pager to end. If the user leaves the pager
  /// before all text is written, the command ends there. It then has the status of an expected
  /// result, because its own status is not known.
  @MainActor
  func run(_ words: [String], output: Output) async -> ExitStatus {
    let status = await runToEnd(words, output: output)
    // Output that could not be written before cannot be written now either.
    try? output.finish()
    return status
  }

  @MainActor
  private func runToEnd(_ words: [String], output: Output) async -> ExitStatus {
    do {
      let status = try await perform(words, output: output)
      do throws(OutputError) {
        try output.finish()
      } catch {
        guard error == .closed else { throw error }
      }
      return status
    } catch OutputError.closed {
      return .expected
    } catch let error as ArgumentError {
      output.problem("\(name): \(error.message)\(owners(of: error))")
      let isFile = words.first.map(looksLikeFile) == true
      let called =
        commands.first { $0.name == words.first }
        ?? commands.first { isFile && $0.name == fallback?.name }
      let command = called.map { " \($0.name)" } ?? ""
      output.problem("\(name): type '\(name)\(command) --help' for help")
      return .usage
    } catch {
      return report(CommandFailure(of: error), output: output)
    }
  }

  @MainActor
  private func perform(_ words: [String], output: Output) async throws -> ExitStatus {
    switch try parse(words) {
    case .help(let command):
      let width = min(80, output.width ?? 80)
      try output.write(command.map { help(for: $0, width: width) } ?? help(width: width))
      return .expected
    case .version:
      try output.line("\(name) \(version)")
      return .expected
    case .run(let arguments):
      output.isQuiet = arguments[CommonOptions.quiet]
      if arguments[CommonOptions.noColor] { output.usesColor = false }
      if arguments.command.isPaged, !arguments[CommonOptions.noPager] {
        output.page(by: PagerCommand())
      }
      let command = arguments.command
      return try await CopyFolder.during { try await command.run(arguments, output) }
    }
  }

  /// A hint at the few other commands with an option that this command does not have.
  private func owners(of error: ArgumentError) -> String {
    guard case .unknownOption(let word, nearest: nil, command: _?) = error else { return "" }
    let owners = commands.filter { $0.options.contains { $0.shape.dashed == word } }.map(\.name)
    guard (1...3).contains(owners.count) else { return "" }
    let names = owners.map { "'\($0)'" }.joined(separator: ", ")
    return "; \(names) \(owners.count == 1 ? "has" : "have") it"
  }

  private func report(_ failure: CommandFailure, output: Output) -> ExitStatus {
    // Output that was already printed comes first; an error in printing it is not worth a second
    // message.
    try? output.flush()
    output.problem("\(name): \(failure.message)")
    return failure.status
  }
}

/// Whether a word that is not a command was meant as a file: it is one, or it looks like one.
func looksLikeFile(_ word: String) -> Bool {
  if word.contains("/") || word.contains(".") { return true }
  return FileFacts(path: word) != nil
}
