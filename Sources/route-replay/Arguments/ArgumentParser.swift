/// The request that a command line makes of the program.
enum Invocation: Sendable {
  case run(ParsedArguments)
  /// Help for one command, or for the whole program.
  case help(Command?)
  case version
}

extension Program {
  /// Reads the words after the program's name.
  func parse(_ words: [String]) throws(ArgumentError) -> Invocation {
    guard let position = try commandPosition(in: words) else {
      return try parseWithoutCommand(words)
    }
    let word = words[position]
    if let command = commands.first(where: { $0.name.utf8.elementsEqual(word.utf8) }) {
      var rest = words
      rest.remove(at: position)
      return try parse(rest, for: command)
    }
    if word == "help" { return try parseHelp(words[(position + 1)...]) }
    guard let fallback, looksLikeFile(word) else {
      throw .unknownCommand(word, nearest: nearestWord(to: word, among: commands.map(\.name)))
    }
    return try parse(words, for: fallback)
  }

  /// `help` and `help COMMAND`, as other programs have it.
  private func parseHelp(_ words: ArraySlice<String>) throws(ArgumentError) -> Invocation {
    let words = words.filter { !$0.hasPrefix("-") }
    guard let word = words.first else { return .help(nil) }
    if words.count > 1 { throw .unexpectedArgument(words[1]) }
    guard let command = commands.first(where: { $0.name == word }) else {
      throw .unknownCommand(word, nearest: nearestWord(to: word, among: commands.map(\.name)))
    }
    return .help(command)
  }

  /// The index of the first word that is neither an option nor an option's value.
  private func commandPosition(in words: [String]) throws(ArgumentError) -> Int? {
    var scanner = WordScanner(words, options: CommonOptions.leading.map(\.shape), command: nil)
    while let item = try scanner.next() {
      if case .word(_, let position) = item { return position }
    }
    return nil
  }

  private func parseWithoutCommand(_ words: [String]) throws(ArgumentError) -> Invocation {
    var scanner = WordScanner(words, options: CommonOptions.leading.map(\.shape), command: nil)
    while let item = try scanner.next() {
      guard case .option(let shape, _) = item else { continue }
      if shape.name == CommonOptions.help.shape.name { return .help(nil) }
      if shape.name == CommonOptions.version.shape.name { return .version }
    }
    throw .missingCommand
  }

  private func parse(_ words: [String], for command: Command) throws(ArgumentError) -> Invocation {
    var scanner = WordScanner(words, options: command.options.map(\.shape), command: command.name)
    var options: [String: [String]] = [:]
    var positional: [String] = []
    while let item = try scanner.next() {
      switch item {
      case .word(let word, _):
        positional.append(word)
      case .option(let shape, let value):
        // Help has priority over other mistakes in the line.
        if shape.name == CommonOptions.help.shape.name { return .help(command) }
        if shape.name == CommonOptions.version.shape.name { return .version }
        if shape.takesValue, !shape.repeats, options[shape.name] != nil { throw .repeated(shape) }
        options[shape.name, default: []].append(value)
      }
    }
    for option in command.options {
      let raw = options[option.shape.name] ?? []
      if option.shape.kind == .output, raw.contains("-") { throw .dashAsOutput(option.shape) }
      try option.check(raw)
    }
    let alone = command.standalone.first { options[$0.shape.name] != nil }?.shape
    if let alone {
      let others = command.options.map(\.shape).filter { !$0.isCommon && $0.name != alone.name }
      if let other = others.first(where: { options[$0.name] != nil }) {
        throw .standsAlone(alone, other)
      }
    }
    let assigned =
      try alone == nil ? assign(positional, to: command.arguments.map(\.shape)) : [:]
    return .run(
      ParsedArguments(program: self, command: command, options: options, words: assigned))
  }

  /// Assigns the positional words: from the left, then from the right, and those in between to the
  /// argument that takes many.
  private func assign(
    _ words: [String], to shapes: [ArgumentShape]
  ) throws(ArgumentError) -> [String: [String]] {
    var rest = words[...]
    var assigned: [String: [String]] = [:]
    let many = shapes.firstIndex { $0.arity == .many }
    for shape in shapes[..<(many ?? shapes.endIndex)] {
      guard let word = rest.first else {
        if shape.arity == .optional { continue }
        throw .missingArgument(shape)
      }
      rest.removeFirst()
      try check(word, fits: shape)
      assigned[shape.name] = [word]
    }
    if let many {
      for shape in shapes[(many + 1)...].reversed() {
        let fits = rest.last.map { shape.arity == .one || shape.kind.choices.contains($0) } ?? false
        // The argument that takes many words needs at least one of them.
        guard fits, rest.count > 1, let word = rest.last else {
          if shape.arity == .optional { continue }
          throw .missingArgument(rest.isEmpty ? shapes[many] : shape)
        }
        rest.removeLast()
        try check(word, fits: shape)
        assigned[shape.name] = [word]
      }
      guard !rest.isEmpty else { throw .missingArgument(shapes[many]) }
      assigned[shapes[many].name] = Array(rest)
      rest = []
    }
    if let extra = rest.first { throw .unexpectedArgument(extra) }
    return assigned
  }

  private func check(_ word: String, fits shape: ArgumentShape) throws(ArgumentError) {
    let choices = shape.kind.choices
    if !choices.isEmpty, !choices.contains(word) { throw .notAChoice(shape.name, word, choices) }
  }
}

/// Reads a command line word by word and distinguishes options from other words.
private struct WordScanner {
  enum Item {
    /// An option with its value, which is empty for a flag.
    case option(OptionShape, String)
    /// A word and its position in the line.
    case word(String, Int)
  }

  private let words: [String]
  private let options: [OptionShape]
  private let command: String?
  private var position = 0
  private var optionsEnded = false
  /// Short options of one word that were not returned yet.
  private var cluster: Substring = ""

  init(_ words: [String], options: [OptionShape], command: String?) {
    self.words = words
    self.options = options
    self.command = command
  }

  mutating func next() throws(ArgumentError) -> Item? {
    if !cluster.isEmpty { return try nextShort() }
    guard position < words.count else { return nil }
    let word = words[position]
    position += 1
    if optionsEnded || word == "-" || !word.hasPrefix("-") { return .word(word, position - 1) }
    if word == "--" {
      optionsEnded = true
      return try next()
    }
    guard word.hasPrefix("--") else {
      cluster = word.dropFirst()
      return try nextShort()
    }
    let parts = word.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, let shape = options.first(where: { $0.name == name }) else {
      throw unknown("--" + (parts.first ?? ""))
    }
    let attached = parts.count == 2 ? String(parts[1]) : nil
    switch (attached, shape.takesValue) {
    case (let value?, true): return .option(shape, value)
    case (let value?, false): throw .unexpectedValue(shape, value)
    case (nil, true): return .option(shape, try nextValue(of: shape))
    case (nil, false): return .option(shape, "")
    }
  }

  private mutating func nextShort() throws(ArgumentError) -> Item? {
    guard let letter = cluster.popFirst() else { return try next() }
    guard let shape = options.first(where: { $0.short == letter }) else {
      throw unknown(words[position - 1])
    }
    guard shape.takesValue else { return .option(shape, "") }
    var attached = cluster
    cluster = ""
    if attached.first == "=" { attached.removeFirst() }
    return .option(shape, try attached.isEmpty ? nextValue(of: shape) : String(attached))
  }

  /// The following word; if it is an option itself, the value was forgotten.
  private mutating func nextValue(of shape: OptionShape) throws(ArgumentError) -> String {
    guard position < words.count, !isOption(words[position]) else { throw .missingValue(shape) }
    position += 1
    return words[position - 1]
  }

  private func isOption(_ word: String) -> Bool {
    options.contains { option in
      word == option.dashed || option.short.map { word == "-\($0)" } ?? false
    }
  }

  private func unknown(_ word: String) -> ArgumentError {
    return .unknownOption(
      word, nearest: nearestWord(to: word, among: options.map(\.dashed)), command: command)
  }
}
