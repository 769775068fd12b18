/// A pattern of an `apple-app-site-association` file: `*` stands for any number of characters, `?`
/// for one, `$(name)` for each text of a list.
///
/// Matched by following all ways at once, so a text takes at most as many steps as it has
/// characters times what the pattern has of them: no pattern of a stranger's file makes it slow.
package struct WildcardPattern: Sendable {
  /// Why a pattern cannot be read.
  package enum Mistake: Error, Hashable, Sendable, CustomStringConvertible {
    case unclosedVariable
    /// Neither the file nor Apple gives a list of this name.
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
    /// Takes no character: of a list without texts none fits.
    case nothing
    /// Goes on here and there.
    case split(Int)
    case jump(Int)
    case end
  }

  /// A list that Apple gives, by what its texts are made of.
  private enum Variable: String {
    case alpha, upper, lower, alnum, digit, xdigit
  }

  /// More is no pattern of a person's.
  static let maximumInstructions = 2_000

  let text: String
  /// Whether large and small letters are the same.
  let ignoresCase: Bool
  private var program: [Instruction] = []
  /// Words of the pattern, to make examples of.
  private(set) var words: [String] = []

  /// Everything.
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
  ///   - ignoresCase: whether large and small letters are the same.
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

  /// A character and a list of Apple's take four steps at most, a text in a list two beside those
  /// of its characters.
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

  /// A list of the file's, or one of those that every file has (`SubstitutionVariables` below
  /// https://developer.apple.com/documentation/bundleresources/applinks). The lists of regions and
  /// languages are the system's; here each text of that form is in them.
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
      // The last one has nothing beside it.
      if index < alternatives.count - 1 { program[split] = .split(program.count) }
    }
    for end in ends { program[end] = .jump(program.count) }
  }

  /// How much of it there is.
  var size: Int { program.count }

  /// Whether all of the text fits.
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

  /// Adds a place, and all that follow from it without a character, once a step.
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

  /// Texts that fit, as far as some fillings go: each puts one text for every `*`.
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
          // A `*`, which goes back to where it began; else the first of a list.
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
