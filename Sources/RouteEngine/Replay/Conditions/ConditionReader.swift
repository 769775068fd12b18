import RouteEngine

/// Reads a ``StateCondition``: one function for each rule of the grammar.
struct ConditionReader {
  private let bytes: [UInt8]
  private var offset = 0
  private var depth = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// Reads the whole text.
  mutating func condition() throws(StateCondition.ParseError) -> StateCondition.Term {
    guard bytes.count <= StateCondition.longest else {
      offset = StateCondition.longest
      throw expected("the end: a condition has at most \(StateCondition.longest) bytes")
    }
    let term = try alternatives()
    skipSpace()
    guard offset == bytes.count else { throw expected("\"and\", \"or\" or the end") }
    return term
  }

  /// Reads the terms that "or" joins.
  private mutating func alternatives() throws(StateCondition.ParseError) -> StateCondition.Term {
    var terms = [try conjunction()]
    while take(word: "or") { terms.append(try conjunction()) }
    return terms.count == 1 ? terms[0] : .any(terms)
  }

  /// Reads the terms that "and" joins; it binds closer.
  private mutating func conjunction() throws(StateCondition.ParseError) -> StateCondition.Term {
    var terms = [try negation()]
    while take(word: "and") { terms.append(try negation()) }
    return terms.count == 1 ? terms[0] : .all(terms)
  }

  private mutating func negation() throws(StateCondition.ParseError) -> StateCondition.Term {
    guard depth <= StateCondition.deepest else {
      throw expected("at most \(StateCondition.deepest) parentheses and \"not\" in one another")
    }
    depth += 1
    defer { depth -= 1 }
    if take(word: "not") { return .not(try negation()) }
    guard take("(") else { return try fact() }
    let term = try alternatives()
    guard take(")") else { throw expected("\"and\", \"or\" or \")\"") }
    return term
  }

  private static let facts = """
    screen, shows, count, waiting, action, principal, condition, suspended, a path that begins \
    with $, "not" or "("
    """

  private mutating func fact() throws(StateCondition.ParseError) -> StateCondition.Term {
    skipSpace()
    if take("$") { return try comparison(of: path()) }
    let start = offset
    switch word() {
    case "shows":
      let pattern = try screen()
      return .shows(pattern, scene: try scene())
    case "condition": return .condition(try name("the name of a condition"))
    case "principal": return .principal(take(word: "is") ? try principal() : nil)
    case "suspended": return .suspended
    case "count":
      skipSpace()
      let start = offset
      guard let things = try things(word()) else {
        offset = start
        throw expected("screen, waiting or action")
      }
      guard let comparison = comparison() else { throw expected("one of == != < <= > >=") }
      return .count(things, comparison, try number())
    case let word:
      if let things = try things(word) { return .isThere(things) }
      offset = start
      throw expected(Self.facts)
    }
  }

  private mutating func things(
    _ word: String
  ) throws(StateCondition.ParseError) -> StateCondition.Things? {
    switch word {
    case "screen":
      let pattern = try screen()
      let scope = take(word: "in") ? try self.scope() : .everything
      return .screens(pattern, in: scope, scene: try scene())
    case "waiting":
      if take(word: "for") { return .waiting(.condition(try name("the name of a condition"))) }
      guard take(word: "is") else { return .waiting(.any) }
      return .waiting(try one(of: StateCondition.Waiting.words))
    case "action":
      let name = try actionName()
      let parameters = name == nil ? [:] : try parameters()
      guard take(word: "is") else { return .actions(name: name, parameters, nil) }
      let statuses = PendingAction.Status.allCases.map { (word: $0.rawValue, value: $0) }
      return .actions(name: name, parameters, try one(of: statuses))
    default: return nil
    }
  }
}

extension ConditionReader {
  private mutating func screen() throws(StateCondition.ParseError) -> ScreenPattern {
    skipSpace()
    do throws(TreeNotation.ParseError) {
      let (screen, isSelected) = try TreeNotation.screen(in: bytes, at: &offset)
      return ScreenPattern(screen, isSelected: isSelected)
    } catch {
      throw StateCondition.ParseError(offset: error.offset, expected: error.expected)
    }
  }

  private mutating func scope() throws(StateCondition.ParseError) -> SearchScope {
    let words = SearchScope.words.joined(separator: ", ")
    return SearchScope(try name("\(words) or the kind of a screen"))
  }

  private mutating func scene() throws(StateCondition.ParseError) -> String? {
    take(word: "of") ? try name("the name of a scene") : nil
  }

  /// Parameters in the notation of trees; empty without a parenthesis.
  private mutating func parameters() throws(StateCondition.ParseError) -> Parameters {
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: "(") else { return [:] }
    // A screen needs a name before its parameters.
    let lead = Array("x".utf8)
    var position = 0
    do throws(TreeNotation.ParseError) {
      let rest = lead + bytes[offset...]
      let (screen, _) = try TreeNotation.screen(in: rest, at: &position)
      offset += position - lead.count
      return screen.parameters
    } catch {
      throw StateCondition.ParseError(
        offset: offset + error.offset - lead.count, expected: error.expected)
    }
  }

  /// The name of an action, if there is one. A name that is a word of the grammar is quoted.
  private mutating func actionName() throws(StateCondition.ParseError) -> String? {
    skipSpace()
    guard offset < bytes.count else { return nil }
    let start = offset
    switch bytes[offset] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return try string()
    default:
      let name = word()
      if name.isEmpty { return nil }
      guard ["and", "is", "or"].contains(name) else { return name }
      offset = start
      return nil
    }
  }

  private mutating func principal() throws(StateCondition.ParseError) -> String {
    skipSpace()
    let start = offset
    if offset < bytes.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[offset]) {
      return try string()
    }
    if take("~") { return "~" + word() }
    let name = word()
    offset = name.isEmpty ? start : offset
    guard !name.isEmpty else { throw expected("who is signed in, in quotes") }
    return name
  }

  private mutating func one<Value>(
    of words: [(word: String, value: Value)]
  ) throws(StateCondition.ParseError) -> Value {
    skipSpace()
    let start = offset
    let found = word()
    if let value = words.first(where: { $0.word == found })?.value { return value }
    offset = start
    throw expected(words.map(\.word).joined(separator: ", "))
  }
}

extension ConditionReader {
  /// The segments of a path, after its `$`.
  private mutating func path() throws(StateCondition.ParseError) -> StatePath {
    var segments: [StatePath.Segment] = []
    while offset < bytes.count {
      if takeHere(".") {
        segments.append(.member(try memberName()))
      } else if takeHere("[") {
        segments.append(try selector())
        guard take("]") else { throw expected("\"]\"") }
      } else {
        break
      }
    }
    return StatePath(segments: segments)
  }

  /// A member's name without quotes, as in RFC 9535: letters, digits, `_` and characters outside
  /// ASCII.
  private mutating func memberName() throws(StateCondition.ParseError) -> String {
    let start = offset
    while offset < bytes.count {
      let byte = bytes[offset]
      let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      let isPart =
        byte >= 0x80 || byte == UInt8(ascii: "_") || isDigit && offset > start
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      guard isPart else { break }
      offset += 1
    }
    guard offset > start else {
      throw expected("the name of a member; other names in brackets and quotes")
    }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private mutating func selector() throws(StateCondition.ParseError) -> StatePath.Segment {
    skipSpace()
    guard offset < bytes.count else { throw expected("an index or a name in quotes") }
    if [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[offset]) {
      return .member(try string())
    }
    let start = offset
    // A text that is not a literal is read as something else, or reported with the expected syntax.
    if case .int(let number)? = try? json(), number.magnitude < 1 << 53,
      let index = Int(exactly: number)  // it has 32 bits on some watches
    {
      return .index(index)
    }
    offset = start
    throw expected("an index or a name in quotes")
  }

  private mutating func comparison(
    of path: StatePath
  ) throws(StateCondition.ParseError) -> StateCondition.Term {
    guard let comparison = comparison() else { return .path(path) }
    skipSpace()
    let what = "a number, a text in quotes, true, false or null"
    guard offset < bytes.count else { throw expected(what) }
    if bytes[offset] == UInt8(ascii: "'") {
      return .comparison(path, comparison, .string(try string()))
    }
    let start = offset
    // A text that is not a literal is reported with the expected syntax.
    guard let literal = (try? json()).flatMap({ StateLiteral($0) }) else {
      offset = start
      throw expected(what)
    }
    return .comparison(path, comparison, literal)
  }

  private mutating func comparison() -> Comparison? {
    skipSpace()
    let found = Comparison.allCases.first { bytes[offset...].starts(with: $0.rawValue.utf8) }
    offset += found?.rawValue.utf8.count ?? 0
    return found
  }

  private mutating func number() throws(StateCondition.ParseError) -> Int64 {
    skipSpace()
    let start = offset
    // A text that is not a number is reported with the expected syntax.
    if case .int(let number)? = try? json(), number >= 0 { return number }
    offset = start
    throw expected("a whole number from 0")
  }

  /// Any value of JSON.
  private mutating func json() throws(JSONError) -> JSON {
    var reader = JSONReader(bytes)
    reader.offset = offset
    let value = try reader.json()
    offset = reader.offset
    return value
  }

  /// A text in quotes, with the escapes of JSON. In single quotes, characters that need an escape
  /// in double quotes may be written as they are.
  private mutating func string() throws(StateCondition.ParseError) -> String {
    var quoted: [UInt8] = []
    let quote = bytes[offset]
    var end = offset + 1
    while end < bytes.count, bytes[end] != quote {
      let isEscape = bytes[end] == UInt8(ascii: "\\") && end + 1 < bytes.count
      if isEscape, quote == UInt8(ascii: "'"), bytes[end + 1] == quote {
        quoted.append(quote)
      } else if isEscape {
        quoted += bytes[end...(end + 1)]
      } else if bytes[end] == UInt8(ascii: "\"") {
        quoted += Array("\\\"".utf8)
      } else {
        quoted.append(bytes[end])
      }
      end += isEscape ? 2 : 1
    }
    guard end < bytes.count else { throw expected("a closing quote behind this one") }
    let delimiter = [UInt8(ascii: "\"")]
    var reader = JSONReader(delimiter + quoted + delimiter)
    do throws(JSONError) {
      let text = try reader.string()
      try reader.expectEnd()
      offset = end + 1
      return text
    } catch {
      throw expected("a text in quotes: \(error.expected)")
    }
  }
}

extension ConditionReader {
  private mutating func name(_ what: String) throws(StateCondition.ParseError) -> String {
    skipSpace()
    let start = offset
    let name = word()
    guard Name.isValid(name) else {
      offset = start
      throw expected(what)
    }
    return name
  }

  /// The next word, which may be empty.
  private mutating func word() -> String {
    skipSpace()
    let start = offset
    while offset < bytes.count, Name.isPart(bytes[offset]) { offset += 1 }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private mutating func take(word wanted: String) -> Bool {
    let start = offset
    if word() == wanted { return true }
    offset = start
    return false
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    skipSpace()
    return takeHere(scalar)
  }

  private mutating func takeHere(_ scalar: Unicode.Scalar) -> Bool {
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: scalar) else { return false }
    offset += 1
    return true
  }

  private mutating func skipSpace() {
    while offset < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[offset]) { offset += 1 }
  }

  private func expected(_ what: String) -> StateCondition.ParseError {
    StateCondition.ParseError(offset: offset, expected: what)
  }
}
