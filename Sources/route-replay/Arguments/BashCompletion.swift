extension Program {
  /// A completion script for bash 3.2 or later; to be sourced.
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
      "  case \"$command,$previous\" in",
    ]
    for command in commands {
      for shape in command.options.map(\.shape) where shape.takesValue {
        let pattern = ([shape.dashed] + (shape.short.map { ["-\($0)"] } ?? []))
          .map { "\(command.name),\($0)" }.joined(separator: "|")
        lines.append("    \(pattern)) \(bashReply(shape.kind)); return ;;")
      }
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
        + (fallback == nil ? "" : "; COMPREPLY+=($(compgen -f -- \"$current\"))") + " ;;",
    ]
    for command in commands {
      let words = command.arguments.flatMap(\.shape.kind.choices)
      var replies: [String] = []
      if !words.isEmpty { replies.append(bashReply(.choice(words))) }
      if command.arguments.contains(where: { $0.shape.kind.isPath }) {
        replies.append("COMPREPLY+=($(compgen -f -- \"$current\"))")
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
    case .file: return "COMPREPLY=($(compgen -f -- \"$current\"))"
    case .folder: return "COMPREPLY=($(compgen -d -- \"$current\"))"
    case .text, .integer: return ":"
    }
  }
}

extension ValueKind {
  var isPath: Bool { self == .file || self == .folder }
}
