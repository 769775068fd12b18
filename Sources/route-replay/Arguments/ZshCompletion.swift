extension Program {
  /// A completion script for zsh, to be saved as `_route-replay` in a folder of `fpath`.
  func zshCompletion() -> String {
    let function = "_" + name.map { $0 == "-" ? "_" : String($0) }.joined()
    var lines = [
      "#compdef \(name)",
      "# Completions of \(name) for zsh: save as _\(name) in a folder of your fpath.",
      "\(function)() {",
      "  local -a commands",
      "  commands=(",
    ]
    lines += commands.map { "    \(zshQuoted($0.name + ":" + $0.summary))" }
    lines += [
      "  )",
      "  local curcontext=\"$curcontext\" state line",
      "  _arguments -s -C \\",
    ]
    let leading = CommonOptions.leading.flatMap { zshOption($0.shape) }
    lines += leading.map { "    \(zshQuoted($0)) \\" }
    lines += [
      "    '1: :->command' '*:: :->rest' && return",
      "  case \"$state\" in",
      "    command)",
      "      _describe -t commands command commands",
    ]
    if fallback != nil { lines.append("      _files") }
    lines += ["      ;;", "    rest)", "      case \"$line[1]\" in"]
    for command in commands {
      lines.append("        \(command.name))")
      let specifications =
        command.options.flatMap { zshOption($0.shape) }
        + zshArguments(command.arguments.map(\.shape))
      lines.append("          _arguments -s \\")
      lines.append(
        specifications.map { "            " + zshQuoted($0) }.joined(separator: " \\\n"))
      lines.append("          ;;")
    }
    lines += ["      esac", "      ;;", "  esac", "}", "\(function) \"$@\""]
    return lines.joined(separator: "\n") + "\n"
  }

  /// A specification for each of the option's spellings.
  private func zshOption(_ shape: OptionShape) -> [String] {
    let value = shape.valueName.map { ":\(zshEscaped($0)):\(zshAction(shape.kind))" } ?? ""
    let start = shape.repeats ? "*" : ""
    let end = "[\(zshEscaped(shape.summary))]\(value)"
    let long = "\(start)\(shape.dashed)\(shape.takesValue ? "=" : "")\(end)"
    return [long] + (shape.short.map { ["\(start)-\($0)\(end)"] } ?? [])
  }

  private func zshArguments(_ shapes: [ArgumentShape]) -> [String] {
    // Words after the argument that takes many cannot be assigned by position: offer all arguments.
    if let many = shapes.first(where: { $0.arity == .many }) {
      let words = shapes.flatMap(\.kind.choices)
      let also = words.isEmpty ? "" : "; compadd -- \(words.joined(separator: " "))"
      return ["*:\(zshEscaped(many.name)):{ \(zshAction(many.kind).trimmedAction)\(also) }"]
    }
    return shapes.map { shape in
      let colons = shape.arity == .optional ? "::" : ":"
      return "\(colons)\(zshEscaped(shape.name)):\(zshAction(shape.kind))"
    }
  }

  private func zshAction(_ kind: ValueKind) -> String {
    switch kind {
    case .choice(let words): "(\(words.joined(separator: " ")))"
    case .file, .output: "_files"
    case .folder: "_files -/"
    case .text, .integer: " "
    }
  }

  /// Brackets and colons have a meaning in a specification.
  private func zshEscaped(_ text: String) -> String {
    text.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  private func zshQuoted(_ text: String) -> String {
    "'" + text.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
  }
}

extension String {
  /// A zsh action that may be used in braces: an empty one does nothing.
  fileprivate var trimmedAction: String { self == " " ? ":" : self }
}
