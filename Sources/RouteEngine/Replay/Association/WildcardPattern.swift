/// A pattern of an `apple-app-site-association` file: `*` matches any number of characters, `?`
/// matches one, `$(name)` matches each text of a list.
///
/// All alternatives are matched at once, so a text takes at most as many steps as its length times
/// the size of the pattern: no pattern of an untrusted file makes it slow.
package struct WildcardPattern: Sendable {
  /// The reason why a pattern cannot be read.
  package enum Mistake: Error, Hashable, Sendable, CustomStringConvertible {
    case unclosedVariable
    /// Neither the file nor Apple defines a list of this name.
    case unknownVariable(String)
    case tooManySteps

    package var description: String {
      switch self {
      case .unclosedVariable: "'$(' has no ')'"
      case .unknownVariable(let name):
        "there is no variable '\(name)' in \"substitutionVariables\", and it is not one of "
          + "Apple's: alpha, upper, lower, alnum, digit, xdigit, region, lang"
      case .tooManySteps: "it comes to more than \(WildcardPattern.maximumInstructions) steps"
      }
    }
  }

  private enum Instruction {
    case scalar(Unicode.Scalar)
    case kind(Variable)
    case any
    /// Matches nothing: a list without texts has no match.
    case nothing
    /// Continues at the next step and at another one.
    case split(Int)
    case jump(Int)
    case end
  }

  /// A list that Apple defines, by the characters of its texts.
  private enum Variable: String {
    case alpha, upper, lower, alnum, digit, xdigit
  }

  /// The most steps of a pattern; no one writes a longer one by hand.
  static let maximumInstructions = 2_000

  let text: String
  /// Whether letter case is ignored.
  let ignoresCase: Bool
  private var program: [Instruction] = []
  /// Words of the pattern, for examples.
  private(set) var words: [String] = []

  /// The pattern that matches everything.
  static let all = WildcardPattern()

  private init() {
    text = "*"
    ignoresCase = false
    program = [.split(3), .any, .jump(0), .end]
  }

  /// Reads a pattern.
  ///
  /// - Parameters:
  ///   - variables: the file's own lists by their names.
  ///   - ignoresCase: whether letter case is ignored.
  init(
    _ text: String, variables: [String: [String]] = [:], ignoresCase: Bool = false
  ) throws(Mistake) {
    self.text = text
    self.ignoresCase = ignoresCase
    var rest = Array(text.unicodeScalars)[...]
    var word = ""
    while let scalar = rest.popFirst() {
      guard scalar == "$", rest.first == "(" else {
        if scalar == "*" || scalar == "?" {
          words.append(word)
          word = ""
        } else {
          word.unicodeScalars.append(scalar)
        }
        try append(scalar)
        continue
      }
      guard let end = rest.firstIndex(of: ")") else { throw .unclosedVariable }
      let name = String(String.UnicodeScalarView(rest[rest.index(after: rest.startIndex)..<end]))
      rest = rest[(end + 1)...]
      words.append(word)
      word = ""
      try append(variable: name, variables[name])
    }
    words.append(word)
    program.append(.end)
  }

  /// Checks that there is room: a character and a list of Apple's take four steps at most, a text
  /// in a list two beside those of its characters.
  private func checkRoom() throws(Mistake) {
    guard program.count + 3 < Self.maximumInstructions else { throw .tooManySteps }
  }

  private mutating func append(_ scalar: Unicode.Scalar) throws(Mistake) {
    try checkRoom()
    switch scalar {
    case "*":
      let start = program.count
      program += [.split(start + 3), .any, .jump(start)]
    case "?": program.append(.any)
    default: program.append(.scalar(ignoresCase ? Self.small(scalar) : scalar))
    }
  }

  /// Appends a list of the file's, or one of those that every file has (`SubstitutionVariables`
  /// below https://developer.apple.com/documentation/bundleresources/applinks). The lists of
  /// regions and languages are defined by the system; here, each text of the right form is in them.
  private mutating func append(
    variable name: String, _ texts: [String]?
  ) throws(Mistake) {
    try checkRoom()
    if let texts { return try append(alternatives: texts) }
    if let kind = Variable(rawValue: name) { return program.append(.kind(kind)) }
    switch name {
    case "region": program += [.kind(.upper), .kind(.upper)]
    case "lang":
      program += [.kind(.lower), .kind(.lower)]
      program += [.split(program.count + 2), .kind(.lower)]
    default: throw .unknownVariable(name)
    }
  }

  private mutating func append(alternatives: [String]) throws(Mistake) {
    if alternatives.isEmpty { program.append(.nothing) }
    var ends: [Int] = []
    for (index, text) in alternatives.enumerated() {
      try checkRoom()
      let split = program.count
      program.append(.split(split + 1))
      for scalar in text.unicodeScalars { try append(scalar) }
      words.append(text.split { $0 == "*" || $0 == "?" }.first.map(String.init) ?? "")
      ends.append(program.count)
      program.append(.jump(0))
      // The last alternative has no other one after it.
      if index < alternatives.count - 1 { program[split] = .split(program.count) }
    }
    for end in ends { program[end] = .jump(program.count) }
  }

  /// The number of steps.
  var size: Int { program.count }

  /// Whether the whole text matches.
  func matches(_ text: String) -> Bool {
    var current: [Int] = []
    var marks = [Int](repeating: -1, count: program.count)
    var step = 0
    add(0, to: &current, &marks, step)
    for scalar in text.unicodeScalars {
      let scalar = ignoresCase ? Self.small(scalar) : scalar
      var next: [Int] = []
      step += 1
      for place in current where takes(program[place], scalar) {
        add(place + 1, to: &next, &marks, step)
      }
      if next.isEmpty { return false }
      current = next
    }
    return current.contains { if case .end = program[$0] { true } else { false } }
  }

  /// Adds a place, and all places that are reachable from it without a character, once in each
  /// step.
  private func add(
    _ place: Int, to places: inout [Int], _ marks: inout [Int], _ step: Int
  ) {
    var pending = [place]
    while let place = pending.popLast() {
      guard marks[place] != step else { continue }
      marks[place] = step
      switch program[place] {
      case .split(let other): pending += [other, place + 1]
      case .jump(let other): pending.append(other)
      case .scalar, .kind, .any, .nothing, .end: places.append(place)
      }
    }
  }

  private func takes(_ instruction: Instruction, _ scalar: Unicode.Scalar) -> Bool {
    switch instruction {
    case .scalar(let wanted): wanted == scalar
    case .any: true
    case .kind(let kind): isOf(kind, scalar)
    case .nothing, .split, .jump, .end: false
    }
  }

  private func isOf(_ kind: Variable, _ scalar: Unicode.Scalar) -> Bool {
    switch (kind, scalar) {
    case (.digit, "0"..."9"), (.alnum, "0"..."9"), (.xdigit, "0"..."9"): true
    case (.xdigit, "a"..."f"), (.xdigit, "A"..."F"): true
    case (.alpha, "a"..."z"), (.alnum, "a"..."z"), (.lower, "a"..."z"): true
    case (.alpha, "A"..."Z"), (.alnum, "A"..."Z"), (.upper, "A"..."Z"): true
    case (.upper, "a"..."z"): ignoresCase
    default: false
    }
  }

  private static func small(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    let mapping = scalar.properties.lowercaseMapping.unicodeScalars
    return mapping.count == 1 ? mapping.first ?? scalar : scalar
  }

  /// Texts that match, for some fillings: each filling replaces every `*`.
  func examples(filling: [String]) -> [String] {
    filling.map { filler in
      var example = ""
      var place = 0
      while place < program.count {
        switch program[place] {
        case .scalar(let scalar): example.unicodeScalars.append(scalar)
        case .any: example += filler.first { $0 != "/" }.map(String.init) ?? "7"
        case .kind(.upper): example += "E"
        case .kind(.alpha), .kind(.lower): example += "e"
        case .kind: example += "7"
        case .split(let other):
          // Take the filling for a `*`, whose loop returns to its start; otherwise the first text
          // of a list.
          if other == place + 3, case .any = program[place + 1],
            case .jump(place) = program[place + 2]
          {
            example += filler
            place = other - 1
          }
        case .jump(let other): place = other - 1
        case .nothing: break
        case .end: return example
        }
        place += 1
      }
      return example
    }
  }
}
