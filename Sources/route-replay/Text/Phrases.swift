/// A word quoted for a shell.
func quotedForShell(_ word: String) -> String {
  let plain = word.utf8.allSatisfy { byte in
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || "._-/+:,@%".utf8.contains(byte) || byte >= 0x80
  }
  return plain && !word.isEmpty ? word : "'\(word.replacing("'", with: "'\\''"))'"
}

/// A path quoted for a shell. One that begins with a hyphen gets its folder in front, because a
/// command would take it for an option.
func pathForShell(_ path: String) -> String {
  quotedForShell(path.hasPrefix("-") && path != "-" ? "./" + path : path)
}

/// A command line in quotation marks for a sentence; the marks differ from quotes inside the
/// command.
func inQuotes(_ command: String) -> String {
  let mark = command.contains("'") ? "\"" : "'"
  return mark + command + mark
}
