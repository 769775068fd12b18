import TextTerminal

extension Program {
  /// The manual page in the `man` macros, which groff, mandoc and similar programs read.
  func manualPage() -> String {
    var page: [String] = [
      ".TH \(name.uppercased()) 1 \(released) \(roffQuoted("\(name) \(version)"))",
      ".SH NAME",
      roff(name) + " \\- " + roff(summary),
      ".SH SYNOPSIS",
      ".B \(roff(name))",
      ".I COMMAND",
      "[options]",
    ]
    if let fallback {
      let usage = fallback.arguments.map(\.shape.usage).joined(separator: " ")
      page += [".br", ".B \(roff(name))", roff(usage)]
    }
    page += [".SH OPTIONS"] + roffOptions(CommonOptions.leading.map(\.shape))
    page.append(".SH COMMANDS")
    let others = commands.filter { !isFallback($0) }
    for command in [fallback].compactMap(\.self) + others { page += roffCommand(command) }
    page.append(".SH EXIT STATUS")
    for status in ExitStatus.allCases {
      page += [".TP", ".B \(status.rawValue)", roff(status.meaning)]
    }
    page += [
      ".SH ENVIRONMENT",
      ".TP", ".B NO_COLOR", "No colour where this is set and not empty.",
      ".TP", ".B ROUTE_REPLAY_PAGER, PAGER",
      "The command that shows output that is longer than the terminal's screen;",
      "the first that is set. Empty or cat: none.",
      "Without both it is less, where that is installed.",
      ".TP", ".B LESS", "How less works; FRX where it is not set.",
      ".TP", ".B COLUMNS", "The width of tables, where the terminal does not tell its own.",
    ]
    return page.joined(separator: "\n") + "\n"
  }

  private func roffCommand(_ command: Command) -> [String] {
    let name = isFallback(command) ? self.name : "\(self.name) \(command.name)"
    var lines = [".SS \(roffQuoted(roff(command.name)))"]
    lines += [".B \(roff(name))", roff(usageParts(of: command).joined(separator: " "))]
    lines += [".PP"] + roffLines(sentence(command.summary))
    for paragraph in command.discussion.split(separator: "\n") {
      lines += [".PP"] + roffLines(String(paragraph))
    }
    for shape in command.arguments.map(\.shape) {
      lines += [".TP", ".I \(roff(shape.name))"] + roffLines(shape.fullSummary)
    }
    // The common options are listed once, at the beginning of the page.
    lines += roffOptions(command.options.map(\.shape).filter { !$0.isCommon })
    lines += [".PP", "Example:", ".PP", ".RS", ".nf", roff(command.example.line), ".fi", ".RE"]
    if !command.example.meaning.isEmpty { lines += [".PP"] + roffLines(command.example.meaning) }
    return lines
  }

  private func roffOptions(_ shapes: [OptionShape]) -> [String] {
    shapes.flatMap { shape in
      let usage = shape.usage.drop { $0 == " " }
      return [".TP", ".B \(roff(String(usage)))"] + roffLines(shape.fullSummary)
    }
  }

  /// A paragraph in lines of at most 80 columns, as recommended for such pages; programs refill
  /// them.
  private func roffLines(_ text: String) -> [String] {
    wrapped(roff(text), width: 80).map { $0.hasPrefix(".") ? "\\&" + $0 : $0 }
  }

  /// A text in which no character has a meaning for roff.
  private func roff(_ text: String) -> String {
    let escaped = text.map { character in
      switch character {
      case "\\": "\\e"
      case "-": "\\-"
      case "'": "\\(aq"
      default: String(character)
      }
    }.joined()
    return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
  }

  private func roffQuoted(_ text: String) -> String {
    "\"" + text.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
  }
}
