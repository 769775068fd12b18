extension PathPattern {
  /// The value for a capture when a path is built.
  package enum Value: Hashable, Sendable {
    /// Text, which may span several segments if the capture may.
    case text(String)
    /// Segments, in which a slash is an ordinary character.
    case segments([String])

    /// The text, or the texts of the segments.
    var texts: [String] {
      switch self {
      case .text(let text): [text]
      case .segments(let texts): texts
      }
    }
  }

  /// Why no path of a pattern can carry certain values.
  package enum BuildError: Error, Hashable, Sendable {
    /// A capture that is not optional has no value.
    case missing(name: String)
    /// The capture does not match its value.
    case misfit(name: String)
    /// Each value fits, but the path would be read with other values.
    case misread
  }

  /// The path that this pattern matches with these parameters, or nil if there is none; see
  /// ``path(with:)``.
  ///
  /// - Parameter parameters: values by the names of ``names``; others are ignored.
  package func build(_ parameters: [String: String]) -> String? {
    // The answer nil does not say why the values make no such path.
    try? path { parameters[$0] }
  }

  /// The canonical path that this pattern matches with these values.
  ///
  /// Values are percent-encoded, so they may contain `/`, `?` and `%`; one that may span several
  /// segments keeps its slashes if possible. Optional or repeated parts without a name occur as
  /// seldom as possible. The result is checked: matching it returns the values. A path that begins
  /// with two slashes is written behind `/.`, because otherwise it would be read as a host
  /// (https://url.spec.whatwg.org/#url-serializing).
  ///
  /// - Parameter value: the value of a name of ``names``; nil when there is none.
  /// - Throws: ``BuildError`` when no path can carry the values, such as a segment `..`.
  package func path(with value: (_ name: String) -> String?) throws(BuildError) -> String {
    let paths = try paths { name throws(BuildError) in value(name).map { .text($0) } }
    guard let path = paths.first else { throw .misread }
    return path
  }

  /// All such paths. They differ in the unnamed optional parts and in the encoded slashes of
  /// values; the first one has the fewest of both.
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
    // Most patterns need no choice. `/a{/b}?/*` needs its optional text to carry the value `b/c`,
    // and `/*/:name+` an encoded slash to carry `c/d` as one segment.
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

  /// A choice between two ways of writing a part, by the part's index.
  private enum Choice: Hashable {
    /// The optional text is present.
    case text(Int)
    /// All slashes of the value are encoded.
    case slashes(Int)
  }

  /// The most choices of one pattern that are tried both ways.
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

  /// A value of the capture, encoded for a path.
  fileprivate func encoded(_ value: [UInt8], asOneSegment: Bool = false) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    let isOneSegment = asOneSegment || !spansSegments
    let set = isOneSegment ? PercentEncoding.segmentValue : PercentEncoding.pathValue
    var result: [UInt8] = []
    PercentEncoding.append(value, value.indices, encoding: set, to: &result)
    guard isRepeated, kind == .segment, !isOneSegment else { return result }
    // Repeated segments are not empty, so a slash at an end or behind another one is part of a
    // segment.
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

  /// Whether the capture alone can match that value or these segments.
  fileprivate func mayBe(_ values: [[UInt8]], _ letterCase: LinkRules.LetterCase) -> Bool {
    if isRepeated { return true }
    guard values.count == 1, let value = values.first else { return spansSegments }
    var alone = self
    (alone.slot, alone.prefix, alone.suffix, alone.modifier) = (0, [], [], .none)
    // A part that alone is too large is treated like a repeated one.
    guard let program = try? PathPattern.program(for: [alone], letterCase) else { return true }
    var scratch = PathExpressionProgram.Scratch()
    return [false, true].contains { asOneSegment in
      let bytes = encoded(value, asOneSegment: asOneSegment)
      return program.matches(bytes, bytes.indices, captures: 1, scratch: &scratch)
    }
  }
}
