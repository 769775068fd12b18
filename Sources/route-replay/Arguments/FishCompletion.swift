extension Program {
  /// A completion script for fish, to be saved as `route-replay.fish` in its completions folder.
  func fishCompletion() -> String {
    var lines = [
      "# Completions of \(name) for fish: save as ~/.config/fish/completions/\(name).fish.",
      "complete -c \(name) -f",
    ]
    if fallback != nil {
      lines.append("complete -c \(name) -n __fish_use_subcommand -F")
    }
    for command in commands {
      lines.append(
        "complete -c \(name) -n __fish_use_subcommand -a \(command.name)"
          + " -d \(fishQuoted(command.summary))")
    }
    let leading = "complete -c \(name) -n __fish_use_subcommand"
    lines += CommonOptions.leading.map { leading + fishOption($0.shape) }
    for command in commands {
      let condition = fishQuoted("__fish_seen_subcommand_from \(command.name)")
      let start = "complete -c \(name) -n \(condition)"
      lines += command.options.map { start + fishOption($0.shape) }
      for shape in command.arguments.map(\.shape) {
        let values = fishValues(shape.kind)
        if !values.isEmpty { lines.append("\(start)\(values)") }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func fishOption(_ shape: OptionShape) -> String {
    // Exclusive: files are not values of this option.
    let takesFile = shape.takesValue && shape.kind.isPath
    let short = shape.short.map { " -s \($0)" } ?? ""
    return "\(short) -l \(shape.name)\(takesFile ? " -r" : shape.takesValue ? " -x" : "")"
      + "\(fishValues(shape.kind)) -d \(fishQuoted(shape.summary))"
  }

  private func fishValues(_ kind: ValueKind) -> String {
    switch kind {
    case .choice(let words): " -a \(fishQuoted(words.joined(separator: " ")))"
    case .file, .output: " -F"
    case .folder: " -a '(__fish_complete_directories)'"
    case .text, .integer: ""
    }
  }

  private func fishQuoted(_ text: String) -> String {
    "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
  }
}
