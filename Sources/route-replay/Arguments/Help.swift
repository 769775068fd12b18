import TextTerminal

extension OptionShape {
  /// As shown in help: `-o, --output FORMAT`.
  var usage: String {
    let start = short.map { "-\($0), " } ?? "    "
    return start + dashed + (valueName.map { " " + $0 } ?? "")
  }

  /// The summary with the valid words, the default, and whether the option may be repeated.
  var fullSummary: String {
    var text = summary + kind.words
    if let fallback { text += " (default: \(fallback))" }
    if repeats { text += "; may be repeated" }
    if isRequired { text += "; needed" }
    return text
  }
}

extension ArgumentShape {
  /// The summary with the valid words.
  var fullSummary: String { summary + kind.words }
}

extension Program {
  /// The page that `--help` prints.
  func help(width: Int = 80) -> String {
    let everyday = commands.filter(\.isEveryday)
    let others = commands.filter { !$0.isEveryday }
    func rows(_ commands: [Command]) -> [(term: String, meaning: String)] {
      commands.map { ($0.name, $0.summary) }
    }
    var lines = wrapped("\(name) \(version): \(summary)", width: width)
    lines += ["", "Usage: \(name) COMMAND [options]"]
    if let fallback {
      let usage = fallback.arguments.map(\.shape.usage).joined(separator: " ")
      lines.append("       \(name) \(usage)")
    }
    if !everyday.isEmpty {
      lines += ["", "Everyday commands:"] + twoColumns(rows(everyday), width: width)
    }
    lines += ["", everyday.isEmpty ? "Commands:" : "More commands:"]
    lines += twoColumns(rows(others), width: width)
    lines += ["", "Options:"]
    lines += optionLines(CommonOptions.leading.map(\.shape), width: width)
    lines += ["", "Exit status:"]
    lines += twoColumns(ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) }, width: width)
    let hint = "'\(name) COMMAND --help' shows a command's options and an example."
    lines += [""] + wrapped(hint, width: width)
    return lines.joined(separator: "\n") + "\n"
  }

  /// The page that `COMMAND --help` prints.
  func help(for command: Command, width: Int = 80) -> String {
    var lines = usageLines(for: command, width: width)
    lines += [""] + wrapped(sentence(command.summary), width: width)
    if !command.discussion.isEmpty { lines += [""] + wrapped(command.discussion, width: width) }
    if !command.arguments.isEmpty {
      lines += ["", "Arguments:"]
      let rows = command.arguments.map(\.shape).map { (term: $0.name, meaning: $0.fullSummary) }
      lines += twoColumns(rows, width: width)
    }
    let shapes = command.options.map(\.shape)
    for (title, isCommon) in [("Options:", false), ("Common options:", true)] {
      let section = shapes.filter { $0.isCommon == isCommon }
      if !section.isEmpty { lines += ["", title] + optionLines(section, width: width) }
    }
    lines += ["", "Example:"]
    // The example has to be copied, so it is never broken into lines.
    lines.append("  " + command.example.line)
    if !command.example.meaning.isEmpty {
      lines += wrapped(command.example.meaning, width: width - 4).map { "    " + $0 }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// `usage: ...`, continued under the command's name when it is too long for one line.
  func usageLines(for command: Command, width: Int = 80) -> [String] {
    let start = "Usage: " + (isFallback(command) ? name : "\(name) \(command.name)")
    let indent = String(repeating: " ", count: min(displayWidth(start), width / 2))
    var lines = [start]
    // Broken only between parts, so that an option and its value stay on one line.
    for part in usageParts(of: command) {
      if displayWidth(lines[lines.count - 1]) + 1 + displayWidth(part) > width {
        lines.append(indent)
      }
      lines[lines.count - 1] += " " + part
    }
    return lines
  }

  /// The parts of the usage line: required options, arguments, then one word for the rest.
  func usageParts(of command: Command) -> [String] {
    let required = command.options.map(\.shape).filter(\.isRequired).map {
      "\($0.dashed) \($0.valueName ?? "VALUE")"
    }
    return required + command.arguments.map(\.shape.usage) + ["[options]"]
  }

  func isFallback(_ command: Command) -> Bool { command.name == fallback?.name }

  private func optionLines(_ shapes: [OptionShape], width: Int) -> [String] {
    twoColumns(shapes.map { ($0.usage, $0.fullSummary) }, width: width)
  }

  /// A summary as a sentence.
  func sentence(_ summary: String) -> String {
    summary.prefix(1).uppercased() + summary.dropFirst() + "."
  }
}
