/// Things that the sources may not use: newer API, ways around the compiler, and everything that
/// makes a decision depend on more than its input.
let bannedRules: [Rule] = [
  newerInterfacesStayOut, compilerIsNotSilenced, errorsAreDroppedForAReason, nothingIsForced,
  nothingIsLeftUnfinished, decisionsAreDeterministic,
]

/// The oldest supported systems do not have this API, and the compiler on Linux does not notice.
let newerInterfacesStayOut = Rule("no API newer than the platforms") { file in
  let newer: Set = [
    "Mutex", "Span", "MutableSpan", "OutputSpan", "RawSpan", "MutableRawSpan", "OutputRawSpan",
    "UTF8Span", "utf8Span", "InlineArray", "Observable", "Observation", "ObservationTracked",
    "ObservationRegistrar",
  ]
  // A type with `@available` may use the API of that version.
  guard file.isShipped, !file.text.contains("\n@available(iOS ") else { return [] }
  return file.tokens.filter { newer.contains($0.text) }
    .map { file.violation($0.line, "\($0.text) needs a newer system than Package.swift promises") }
}

let compilerIsNotSilenced = Rule("no escape hatches") { file in
  guard file.isShipped else { return [] }
  return file.tokens.indices.compactMap { index in
    let token = file.tokens[index]
    let next = index + 1 < file.tokens.count ? file.tokens[index + 1].text : ""
    let hatch: String? =
      switch token.text {
      case "unchecked" where next == "Sendable": "@unchecked Sendable"
      case "nonisolated" where file.tokens[index...].prefix(3).map(\.text).last == "unsafe":
        "nonisolated(unsafe)"
      case "try" where next == "!" && token.following != .space: "try!"
      case "as" where next == "!" && token.following != .space: "as!"
      default: nil
      }
    return hatch.map { file.violation(token.line, "\($0) hides what the compiler would prove") }
  }
}

/// A `try?` hides an error: a comment on its line, or on one of the six above it, gives the reason
/// why no promise is broken. One comment may apply to several of them.
let errorsAreDroppedForAReason = Rule("what drops an error says why") { file in
  guard file.isShipped else { return [] }
  return file.tokens.indices.compactMap { index in
    let token = file.tokens[index]
    guard token.text == "try", token.following == UInt8(ascii: "?") else { return nil }
    let near = file.lines[max(0, token.line - 7)..<token.line]
    guard !near.contains(where: { $0.contains("//") }) else { return nil }
    return file.violation(token.line, "try? drops an error: say beside it why that is right")
  }
}

/// Finds `value!` and `Value!`; swift-format's NeverForceUnwrap finds the rest.
let nothingIsForced = Rule("no value is forced") { file in
  guard file.isShipped else { return [] }
  return file.tokens.indices.dropFirst().compactMap { index in
    let token = file.tokens[index]
    let before = file.tokens[index - 1]
    guard token.text == "!", token.following != UInt8(ascii: "="),
      token.preceding.endsAValue, !before.isKeyword(["try", "as"])
    else { return nil }
    return file.violation(token.line, "'\(before.text)!' may trap: unwrap it and say what is wrong")
  }
}

extension UInt8 {
  fileprivate var endsAValue: Bool {
    isWordPart
      || [UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), .quote, .backtick]
        .contains(self)
  }
}

let nothingIsLeftUnfinished = Rule("nothing is left unfinished") { file in
  let marks: Set = ["TODO", "FIXME", "XXX", "HACK"]
  guard file.isShipped || file.path.hasSuffix(".sql") || file.path == "Package.swift" else {
    return []
  }
  return file.lines.enumerated().flatMap { index, line in
    line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.filter { marks.contains(String($0)) }
      .map { file.violation(index + 1, "\($0) is work left over") }
  }
}

let decisionsAreDeterministic = Rule(
  "Bytes to Decide know no clock, no chance and no unordered iteration"
) { file in
  guard file.module == "RouteEngine", pureRooms.contains(file.room) else { return [] }
  let types: Set = [
    "SystemRandomNumberGenerator", "Clock", "ContinuousClock", "SuspendingClock", "UUID", "Locale",
    "Hasher",
  ]
  let members: Set = ["random", "randomElement", "shuffled", "shuffle", "hashValue"]
  let unordered: Set = ["keys", "values"]
  return file.tokens.indices.compactMap { index in
    let token = file.tokens[index]
    if types.contains(token.text) {
      // In `hash(into:)` the hasher is a parameter; it never determines a decision.
      guard token.text != "Hasher" || !file.isParameterOfHash(index) else { return nil }
      return file.violation(token.line, "\(token.text) differs from run to run")
    }
    if token.text == "Date", token.following == UInt8(ascii: "(") {
      return file.violation(token.line, "Date() differs from run to run")
    }
    guard token.isMember else { return nil }
    if members.contains(token.text) {
      return file.violation(token.line, ".\(token.text) differs from run to run")
    }
    if unordered.contains(token.text), file.isWalked(at: index) {
      return file.violation(token.line, ".\(token.text) has no order: sort it before walking it")
    }
    return nil
  }
}

extension SourceFile {
  /// `inout Hasher` as the parameter of `hash(into:)`.
  fileprivate func isParameterOfHash(_ index: Int) -> Bool {
    tokens[max(0, index - 6)..<index].contains { $0.text == "hash" }
  }

  /// Whether the member at an index is iterated, in an undefined order.
  fileprivate func isWalked(at index: Int) -> Bool {
    let walks: Set = [
      "map", "flatMap", "compactMap", "filter", "forEach", "reduce", "first", "joined", "lazy",
      "enumerated", "reversed", "prefix", "dropFirst", "makeIterator",
    ]
    let rest = tokens[(index + 1)...].prefix(2).map(\.text)
    if rest.first == ".", let next = rest.last { return walks.contains(next) }
    let line = tokens[..<index].reversed().prefix { $0.line == tokens[index].line }
    let isLoop = line.contains { $0.isKeyword(["in"]) } && line.contains { $0.isKeyword(["for"]) }
    return isLoop && (rest.first == "{" || rest.first == "where")
  }
}
