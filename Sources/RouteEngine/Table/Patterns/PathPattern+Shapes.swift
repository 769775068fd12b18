extension PathPattern {
  /// A pattern segment by segment, as an index of many patterns needs it: whole segments, then how
  /// it ends.
  package struct Shape: Hashable, Sendable {
    package enum Segment: Hashable, Sendable {
      /// With lowercase text when the case of letters is ignored.
      case literal([UInt8], ignoresCase: Bool)
      case capture(slot: Int)
      case expression(PathExpression, slot: Int)
    }

    package enum End: Hashable, Sendable {
      /// After the last segment.
      case here
      /// With any text after one more `/`: `/*`.
      case wildcard(slot: Int)
      /// With one or more segments: `/:name+`.
      case repeated(slot: Int)
      /// With something other than whole segments, which only the pattern's program can match.
      case rest(Rest)
    }

    /// The part of a pattern that is matched by its program.
    package struct Rest: Hashable, Sendable {
      /// Whether its first segment has text or an expression of its own, as in `/:name.json`.
      var isMixed: Bool
      /// The text with which every match starts, after the `/`.
      var start: [UInt8]
      /// The text with which every match ends.
      var end: [UInt8]
      /// The parts of the whole pattern that are present in this shape.
      var parts: [Part]
      /// Whether the case of letters is ignored.
      var ignoresCase: Bool
    }

    package var segments: [Segment]
    package var end: End
  }

  /// The most optional parts of a pattern that are split into shapes; more are left to its program.
  private static let maximumOptions = 4

  /// The shapes of a pattern: one, or several if there are optional parts, in the order in which
  /// the standard would try them.
  package var shapes: [Shape] {
    choices.map { Self.shape(of: $0).reading(letterCase, foldedSegments) }
  }

  /// The present parts for each choice of the optional ones, in the order in which the standard
  /// would try them. The slash at the end is left out if it does not count. With too many options
  /// the result is all parts, unsplit.
  var choices: [[Part]] {
    let choices = Self.choices(of: parts)
    return endSlash == .exact ? choices : choices.map(Self.withoutEndSlash).unique
  }

  static func choices(of parts: [Part]) -> [[Part]] {
    let options = parts.indices.filter { parts[$0].isOptional }
    guard options.count <= maximumOptions else { return [parts] }
    return (0..<(1 << options.count)).map { choice in
      var present: [Part] = []
      for (index, var part) in parts.enumerated() {
        if let option = options.firstIndex(of: index) {
          // The leftmost option is the highest bit; 0 means present, so that the choice with all
          // parts comes first.
          if choice >> (options.count - 1 - option) & 1 == 1 { continue }
          part.modifier = part.modifier == .optional ? .none : .oneOrMore
        }
        present.append(part)
      }
      return present
    }
  }

  private static func rest(of parts: [Part], isMixed: Bool, start: [UInt8]) -> Shape.End {
    var end: [UInt8] = []
    if let last = parts.last, last.modifier == .none {
      end = last.isCapture ? last.suffix : last.prefix
    }
    return .rest(
      Shape.Rest(isMixed: isMixed, start: start, end: end, parts: parts, ignoresCase: false))
  }

  /// The shape of parts. From the first optional one on, only a program can match them.
  private static func shape(of parts: [Part]) -> Shape {
    var builder = ShapeBuilder()
    for (index, part) in parts.enumerated() {
      let end = builder.add(part, isLast: index == parts.count - 1)
      switch end {
      case .proceed: continue
      case .end(let end): return Shape(segments: builder.segments, end: end)
      case .rest(let isMixed):
        return Shape(
          segments: builder.segments,
          end: rest(of: parts, isMixed: isMixed, start: builder.openText))
      }
    }
    guard builder.closeSegment() else {
      return Shape(segments: [], end: rest(of: parts, isMixed: false, start: []))
    }
    return Shape(segments: builder.segments, end: .here)
  }

  /// Collects whole segments from the left.
  private struct ShapeBuilder {
    enum Advance {
      case proceed
      case end(Shape.End)
      case rest(isMixed: Bool)
    }

    private enum Open {
      case none
      case text([UInt8])
      case filled(Shape.Segment)
    }

    var segments: [Shape.Segment] = []
    private var open = Open.none

    /// The text of the incomplete segment.
    var openText: [UInt8] {
      if case .text(let text) = open { text } else { [] }
    }

    mutating func closeSegment() -> Bool {
      switch open {
      case .none: return false
      case .text(let text): segments.append(.literal(text, ignoresCase: false))
      case .filled(let segment): segments.append(segment)
      }
      open = .none
      return true
    }

    /// Adds text; false if it stands right after a capture or before the first slash.
    private mutating func add(text: [UInt8]) -> Bool {
      for byte in text {
        if byte == UInt8(ascii: "/") {
          _ = closeSegment()
          open = .text([])
        } else if case .text(let text) = open {
          open = .text(text + [byte])
        } else {
          return false
        }
      }
      return true
    }

    mutating func add(_ part: Part, isLast: Bool) -> Advance {
      if part.isOptional { return .rest(isMixed: false) }
      if part.modifier == .oneOrMore {
        // A leading slash ends the segment before it.
        guard part.prefix == [UInt8(ascii: "/")], add(text: part.prefix), isLast,
          part.kind == .segment, part.suffix.isEmpty
        else { return .rest(isMixed: false) }
        return .end(.repeated(slot: part.slot))
      }
      guard add(text: part.prefix) else { return .rest(isMixed: true) }
      if part.kind == .text { return .proceed }
      guard case .text(let text) = open else { return .rest(isMixed: false) }
      switch part.kind {
      case .wildcard:
        guard text.isEmpty, isLast, part.suffix.isEmpty else {
          return .rest(isMixed: !text.isEmpty)
        }
        return .end(.wildcard(slot: part.slot))
      case .expression(let expression):
        guard text.isEmpty, !expression.canMatchSlash else {
          return .rest(isMixed: !text.isEmpty)
        }
        open = .filled(.expression(expression, slot: part.slot))
      case .segment, .text:
        guard text.isEmpty else { return .rest(isMixed: true) }
        open = .filled(.capture(slot: part.slot))
      }
      return add(text: part.suffix) ? .proceed : .rest(isMixed: true)
    }
  }
}

extension PathPattern.Shape {
  /// Whether one path may match several shapes of a pattern, so that the standard's order decides
  /// which captures count.
  static func overlap(_ shapes: [PathPattern.Shape]) -> Bool {
    if shapes.count == 1 { return false }
    let lengths = Set(shapes.map(\.segments.count))
    return lengths.count < shapes.count || shapes.contains { $0.end != .here }
  }

  /// The shape when the pattern is read with that letter case.
  fileprivate func reading(
    _ letterCase: LinkRules.LetterCase, _ foldedSegments: Set<[UInt8]>
  ) -> PathPattern.Shape {
    var shape = self
    switch letterCase {
    case .exact: return self
    case .ignored:
      shape.segments = segments.map { segment in
        switch segment {
        // Text without letters has no case, so a slash at the end is an ordinary literal.
        case .literal(let text, _): .literal(text.foldedPath, ignoresCase: !text.isEmpty)
        case .expression(let expression, let slot):
          .expression(expression.ignoringCase, slot: slot)
        case .capture: segment
        }
      }
      guard case .rest(var rest) = end else { return shape }
      (rest.start, rest.end) = (rest.start.foldedPath, rest.end.foldedPath)
      rest.ignoresCase = true
      shape.end = .rest(rest)
    case .ignoredIn:
      shape.segments = segments.map { segment in
        guard case .literal(let text, _) = segment else { return segment }
        let folded = text.foldedPath
        return foldedSegments.contains(folded) ? .literal(folded, ignoresCase: true) : segment
      }
    }
    return shape
  }
}

extension [UInt8] {
  /// The text of a path in lowercase.
  package var foldedPath: [UInt8] { LetterFolding.folded(self, indices) }
}
