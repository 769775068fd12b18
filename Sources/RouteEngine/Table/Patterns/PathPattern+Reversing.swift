extension PathPattern {
  /// The value of a capture that is to be written.
  package enum Value: Hashable, Sendable {
    /// Text, which may span several segments where the capture does.
    case text(String)
    /// Segments, in each of which a slash is a character like any other.
    case segments([String])

    /// The text, or those of the segments.
    var texts: [String] {
      switch self {
      case .text(let text): [text]
      case .segments(let texts): texts
      }
    }
  }

  /// Why no path of a pattern carries some values.
  package enum BuildError: Error, Hashable, Sendable {
    /// That capture has no value, and is not optional.
    case missing(name: String)
    /// The capture does not match its value.
    case misfit(name: String)
    /// Each value fits, and together they are not what the path would be read as.
    case misread
  }

  /// The path that this pattern matches with these parameters, or nil if there is none; see
  /// ``path(with:)``.
  ///
  /// - Parameter parameters: values by the names of ``names``; others are ignored.
  package func build(_ parameters: [String: String]) -> String? {
    // Why not is no part of the answer: nil says that the values make no such path.
    try? path { parameters[$0] }
  }

  /// The canonical path that this pattern matches with these values.
  ///
  /// Values are percent-encoded, so `/`, `?` and `%` are safe in them; one that may span several
  /// segments keeps its slashes where it can. What is optional or repeated and has no name is there
  /// as seldom as possible. The result is checked: matching it gives the values back. A path that
  /// begins with two slashes is written behind `/.`, or it would be read as a host
  /// (https://url.spec.whatwg.org/#url-serializing).
  ///
  /// - Parameter value: the value of a name of ``names``; nil when there is none.
  /// - Throws: ``BuildError`` when no path carries them, such as a segment `..`.
  package func path(with value: (_ name: String) -> String?) throws(BuildError) -> String {
    let paths = try paths { name throws(BuildError) in value(name).map { .text($0) } }
    guard let path = paths.first else { throw .misread }
    return path
  }

  /// All such paths, which differ in what is optional and has no name, and in which slashes of
  /// values are encoded: first the one with least of both.
  func paths(
    with value: (_ name: String) throws(BuildError) -> Value?
  ) throws(BuildError) -> [String] {
    var values: [[[UInt8]]?] = []
    var areSegments: [Bool] = []
    for name in names {
      let given = try value(name)
      values.append(given.map { $0.texts.map { Array($0.utf8) } })
      if case .segments? = given { areSegments.append(true) } else { areSegments.append(false) }
    }
    var choices: [Choice] = []
    for (index, part) in parts.enumerated() {
      guard part.isCapture else {
        if part.isOptional { choices.append(.text(index)) }
        continue
      }
      guard let value = values[part.slot], !value.isEmpty else {
        if part.isOptional { continue }
        throw .missing(name: part.name)
      }
      guard part.mayBe(value, letterCase) else { throw .misfit(name: part.name) }
      if part.spansSegments, !areSegments[part.slot], value[0].contains(UInt8(ascii: "/")) {
        choices.append(.slashes(index))
      }
    }
    var paths: [String] = []
    // Most patterns leave no choice. `/a{/b}?/*` needs its text to carry the value `b/c`, and
    // `/*/:name+` an encoded slash to carry `c/d` as one segment.
    for number in 0..<(1 << min(choices.count, Self.maximumChoices)) {
      var taken = Set<Choice>()
      for (bit, choice) in choices.enumerated() where number >> bit & 1 == 1 {
        taken.insert(choice)
      }
      let path = RouteLink.canonicalPath(text(values, areSegments, taken))
      guard let captures = match(path, in: path.indices) else { continue }
      let isSame = values.indices.allSatisfy { slot in
        let found = captures[slot].map { range in
          areSegments[slot]
            ? RouteLink.decodedSegments(of: path, range)
            : [PercentEncoding.decodedBytes(path, range)]
        }
        return (found ?? []) == (values[slot] ?? [])
      }
      guard isSame else { continue }
      let text = String(decoding: path, as: UTF8.self)
      paths.append(text.utf8.starts(with: "//".utf8) ? "/." + text : text)
    }
    return paths
  }

  /// A choice between two ways of writing, by the index of its part.
  private enum Choice: Hashable {
    /// That this text is there.
    case text(Int)
    /// That no slash of this value separates segments.
    case slashes(Int)
  }

  /// More choices than this in one pattern are not tried both ways.
  private static let maximumChoices = 6

  /// The parts with these values.
  private func text(
    _ values: [[[UInt8]]?], _ areSegments: [Bool], _ taken: Set<Choice>
  ) -> [UInt8] {
    var result: [UInt8] = []
    for (index, part) in parts.enumerated() {
      if part.isCapture {
        guard let value = values[part.slot], !value.isEmpty else { continue }
        let isOne = areSegments[part.slot] || taken.contains(.slashes(index))
        let texts = value.map { part.encoded($0, asOneSegment: isOne) }
        result += part.prefix
        result += texts.joined(separator: [UInt8(ascii: "/")])
        result += part.suffix
      } else if !part.isOptional || taken.contains(.text(index)) {
        result += part.prefix
      }
    }
    return result
  }
}

extension PathPattern.Part {
  private var isRepeated: Bool { modifier == .oneOrMore || modifier == .zeroOrMore }

  /// Whether a value of the capture may have slashes between segments.
  fileprivate var spansSegments: Bool {
    if isRepeated, (prefix + suffix).contains(UInt8(ascii: "/")) { return true }
    switch kind {
    case .wildcard: return true
    case .expression(let expression): return expression.canMatchSlash
    case .segment, .text: return false
    }
  }

  /// A value of the capture as it stands in a path.
  fileprivate func encoded(_ value: [UInt8], asOneSegment: Bool = false) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    let isOneSegment = asOneSegment || !spansSegments
    let set = isOneSegment ? PercentEncoding.segmentValue : PercentEncoding.pathValue
    var result: [UInt8] = []
    PercentEncoding.append(value, value.indices, encoding: set, to: &result)
    guard isRepeated, kind == .segment, !isOneSegment else { return result }
    // Repeated segments are not empty, so a slash at an end or behind another is part of one.
    var apart: [UInt8] = []
    for (index, byte) in result.enumerated() {
      let isInside = index > 0 && index < result.count - 1 && apart.last != slash
      if byte == slash, !isInside {
        PercentEncoding.appendEncoded(byte, to: &apart)
      } else {
        apart.append(byte)
      }
    }
    return apart
  }

  /// Whether the capture alone can be that value, or be these segments.
  fileprivate func mayBe(_ values: [[UInt8]], _ letterCase: LinkRules.LetterCase) -> Bool {
    if isRepeated { return true }
    guard values.count == 1, let value = values.first else { return spansSegments }
    var alone = self
    (alone.slot, alone.prefix, alone.suffix, alone.modifier) = (0, [], [], .none)
    // A part that is too large alone is taken for one that repeats.
    guard let program = try? PathPattern.program(for: [alone], letterCase) else { return true }
    var scratch = PathExpressionProgram.Scratch()
    return [false, true].contains { asOneSegment in
      let bytes = encoded(value, asOneSegment: asOneSegment)
      return program.matches(bytes, bytes.indices, captures: 1, scratch: &scratch)
    }
  }
}
