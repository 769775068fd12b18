extension Program {
  /// A completion script for bash 3.2 or later, to be sourced.
  func bashCompletion() -> String {
    let function = "_" + name.map { $0 == "-" ? "_" : String($0) }.joined()
    var lines = [
      "# Completions of \(name) for bash: source this file from ~/.bashrc.",
      "\(function)() {",
      "  local current=\"${COMP_WORDS[COMP_CWORD]}\" previous=\"${COMP_WORDS[COMP_CWORD-1]}\"",
      "  local command=\"\" word",
      "  local -a leading=(\"${COMP_WORDS[@]:1:COMP_CWORD-1}\")",
      "  for word in \"${leading[@]}\"; do",
      "    case \"$word\" in",
      "      \(commands.map(\.name).joined(separator: "|"))) command=\"$word\"; break ;;",
      "    esac",
      "  done",
      "  COMPREPLY=()",
      // The shell splits `--output=json` into three words.
      "  if [[ \"$current\" == = ]]; then",
      "    current=\"\"",
      "  elif [[ \"$previous\" == = ]] && ((COMP_CWORD > 1)); then",
      "    previous=\"${COMP_WORDS[COMP_CWORD-2]}\"",
      "  fi",
      "  case \"$command,$previous\" in",
    ]
    lines += CommonOptions.leading.flatMap { bashValues(of: $0.shape, after: "") }
    for command in commands {
      lines += command.options.flatMap { bashValues(of: $0.shape, after: command.name) }
    }
    lines += ["  esac", "  if [[ \"$current\" == -* ]]; then", "    case \"$command\" in"]
    for command in commands {
      let options = command.options.map(\.shape.dashed).joined(separator: " ")
      lines.append("      \(command.name)) \(bashReply(.choice([options]))) ;;")
    }
    let leadingOptions = CommonOptions.leading.map(\.shape.dashed).joined(separator: " ")
    lines += [
      "      *) \(bashReply(.choice([leadingOptions]))) ;;",
      "    esac",
      "    return",
      "  fi",
      "  case \"$command\" in",
      "    \"\") \(bashReply(.choice(commands.map(\.name))))"
        + (fallback == nil ? "" : "; " + bashPaths("f", adding: true)) + " ;;",
    ]
    for command in commands {
      let words = command.arguments.flatMap(\.shape.kind.choices)
      var replies: [String] = []
      if !words.isEmpty { replies.append(bashReply(.choice(words))) }
      if command.arguments.contains(where: { $0.shape.kind.isPath }) {
        replies.append(bashPaths("f", adding: true))
      }
      if !replies.isEmpty {
        lines.append("    \(command.name)) \(replies.joined(separator: "; ")) ;;")
      }
    }
    lines += ["  esac", "}", "complete -o filenames -o bashdefault -F \(function) \(name)"]
    return lines.joined(separator: "\n") + "\n"
  }

  private func bashReply(_ kind: ValueKind) -> String {
    switch kind {
    case .choice(let words):
      let list = words.joined(separator: " ")
      return "COMPREPLY=($(compgen -W \"\(list)\" -- \"$current\"))"
    case .file, .output: return bashPaths("f")
    case .folder: return bashPaths("d")
    case .text, .integer: return ":"
    }
  }

  /// The case in which the preceding word is an option that takes a value.
  private func bashValues(of shape: OptionShape, after command: String) -> [String] {
    guard shape.takesValue else { return [] }
    let spellings = [shape.dashed] + (shape.short.map { ["-\($0)"] } ?? [])
    let pattern = spellings.map { "\(command),\($0)" }.joined(separator: "|")
    return ["    \(pattern)) \(bashReply(shape.kind)); return ;;"]
  }

  /// Files or folders, each as one word even if its name contains spaces.
  private func bashPaths(_ kind: String, adding: Bool = false) -> String {
    "local IFS=$'\\n'; COMPREPLY\(adding ? "+" : "")=($(compgen -\(kind) -- \"$current\"))"
  }
}

extension ValueKind {
  var isPath: Bool { self == .file || self == .output || self == .folder }
}
