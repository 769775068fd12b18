extension PathPattern {
  /// The order in which an index tries two patterns for one text.
  enum Precedence: Hashable, Sendable {
    /// No text matches both.
    case apart
    /// The first one, which is more specific.
    case first
    /// The second one.
    case second
    /// They take the same texts.
    case same
    /// Neither comes first, and one text may match both.
    case tied
  }

  /// A pattern with the steps of its shapes, which are made once for comparisons with many others.
  struct Contender: Sendable {
    let pattern: PathPattern
    fileprivate let shapes: [(shape: Shape, ways: [Shape.Way])]

    /// - Parameter typed: for each capture of the pattern, by slot, whether its type is another
    ///   than text.
    init(_ pattern: PathPattern, typed: [Bool]) {
      self.pattern = pattern
      shapes = pattern.shapes.map { (shape: $0, ways: $0.ways(typed: typed)) }
    }

    /// Returns the pattern that is tried first.
    func precedence(over other: Contender) -> Precedence {
      let (endSlash, otherEndSlash) = (pattern.endSlash, other.pattern.endSlash)
      var all: Set<Precedence> = []
      for (shape, ways) in shapes {
        for (otherShape, otherWays) in other.shapes {
          var precedence = PathPattern.precedence(of: ways, over: otherWays)
          if precedence == .same, endSlash != otherEndSlash {
            if pattern.isExact(about: shape) { precedence = .first }
            if other.pattern.isExact(about: otherShape) { precedence = .second }
          } else if precedence == .apart {
            // For a path with the slash, the pattern that has the slash comes first.
            if endSlash == .ignored, otherWays == ways.withEndSlash { precedence = .second }
            if otherEndSlash == .ignored, ways == otherWays.withEndSlash { precedence = .first }
          }
          all.insert(precedence)
        }
      }
      // Shapes with and without optional parts are mostly apart.
      if all.count > 1 { all.remove(.apart) }
      if all.count > 1, pattern.text == other.pattern.text { return .same }
      return all.count == 1 ? all.first ?? .tied : .tied
    }
  }

  fileprivate static func precedence(of ways: [Shape.Way], over others: [Shape.Way]) -> Precedence {
    for (way, other) in zip(ways, others) where way != other {
      switch (way, other) {
      case (.literal(let text, let folds), .literal(let otherText, let otherFolds)):
        guard folds != otherFolds else { return .apart }
        guard text.foldedPath == otherText.foldedPath else { return .apart }
        return folds ? .second : .first
      case (.end, .edge(let edge, _)): return edge.rank >= .spanning ? .first : .apart
      case (.edge(let edge, _), .end): return edge.rank >= .spanning ? .second : .apart
      case (.end, _), (_, .end): return .apart
      case (.literal, .edge): return .first
      case (.edge, .literal): return .second
      case (.edge(let edge, let rest), .edge(let other, let otherRest)):
        guard edge.rank == other.rank else { return edge.rank < other.rank ? .first : .second }
        if let rest, let otherRest, rest.isApart(from: otherRest) { return .apart }
        return .tied
      }
    }
    return ways.count == others.count ? .same : .tied
  }
}

extension PathPattern.Shape {
  /// One step of a shape through an index.
  fileprivate enum Way: Equatable {
    case literal([UInt8], ignoresCase: Bool)
    case edge(PathIndex.Builder.Way, Rest?)
    case end

    static func == (first: Way, second: Way) -> Bool {
      switch (first, second) {
      case (.literal(let text, let folds), .literal(let other, let otherFolds)):
        text == other && folds == otherFolds
      case (.edge(let edge, _), .edge(let other, _)): edge == other
      case (.end, .end): true
      default: false
      }
    }
  }

  fileprivate func ways(typed: [Bool]) -> [Way] {
    let ways = segments.map { segment -> Way in
      switch segment {
      case .literal(let text, let ignoresCase): .literal(text, ignoresCase: ignoresCase)
      case .capture(let slot): .edge(.capture(isTyped: typed[slot]), nil)
      case .expression(let expression, _): .edge(.expression(expression), nil)
      }
    }
    switch end {
    case .here: return ways + [.end]
    case .wildcard: return ways + [.edge(.wildcard, nil)]
    case .repeated: return ways + [.edge(.repeated, nil)]
    case .rest(let rest): return ways + [.edge(.rest(rest), rest)]
    }
  }
}

extension [PathPattern.Shape.Way] {
  /// The steps for the same paths with one more slash at the end.
  fileprivate var withEndSlash: [PathPattern.Shape.Way]? {
    guard last == .end else { return nil }
    return Array(dropLast()) + [.literal([], ignoresCase: false), .end]
  }
}

extension PathPattern {
  /// Whether it takes the paths of one of its shapes, and none of them with one more slash at the
  /// end.
  func isExact(about shape: Shape) -> Bool {
    guard endSlash == .exact else { return false }
    switch shape.end {
    case .wildcard: return false
    case .rest(let rest): return shapes.count == 1 && rest.leavesEndSlash
    case .here, .repeated:
      return !shapes.contains { other in
        guard other.end == .here, other.segments.dropLast() == shape.segments[...],
          case .literal(let text, _) = other.segments.last
        else { return false }
        return text.isEmpty
      }
    }
  }
}

extension PathPattern.Shape.Rest {
  /// Whether its last part cannot capture a slash at the end of a path.
  fileprivate var leavesEndSlash: Bool {
    guard let last = parts.last, last.modifier == .none else { return false }
    guard last.suffix.isEmpty else { return true }
    switch last.kind {
    case .text, .segment: return true
    case .wildcard: return false
    case .expression(let expression): return !expression.canMatchSlash
    }
  }

  /// The text with which every matching path starts. For a pattern without a leading slash
  /// ``start`` is empty.
  private var pathStart: [UInt8] {
    var text: [UInt8] = []
    for part in parts {
      guard part.modifier == .none else { break }
      text += part.prefix
      if part.isCapture { break }
    }
    return text
  }

  /// Whether the texts at the start or the end of both exclude each other.
  func isApart(from other: Self) -> Bool {
    let folds = ignoresCase || other.ignoresCase
    func text(_ text: [UInt8]) -> [UInt8] { folds ? text.foldedPath : text }
    func differ(_ first: some Sequence<UInt8>, _ second: some Sequence<UInt8>) -> Bool {
      zip(first, second).contains { $0 != $1 }
    }
    return differ(text(start), text(other.start))
      || differ(text(pathStart), text(other.pathStart))
      || differ(text(end).reversed(), text(other.end).reversed())
  }
}
