extension PathPattern {
  /// The order in which two patterns for one text are asked: that of an index.
  enum Precedence: Hashable, Sendable {
    /// No text fits both.
    case apart
    /// The first, which is more specific.
    case first
    /// The second.
    case second
    /// They take the same texts.
    case same
    /// None is before the other, and one text may fit both.
    case tied
  }

  /// Which of two patterns is asked first.
  ///
  /// - Parameters:
  ///   - typed: whether a capture of this pattern has a declared type, by its slot.
  ///   - other: the other pattern.
  ///   - otherTyped: the same of its captures.
  func precedence(
    typed: [Bool], over other: PathPattern, typed otherTyped: [Bool]
  ) -> Precedence {
    var all: Set<Precedence> = []
    let others = other.shapes.map { $0.ways(typed: otherTyped) }
    for shape in shapes {
      let ways = shape.ways(typed: typed)
      for others in others {
        if let longer = slashPrecedence(of: ways, over: others, of: other) {
          all.insert(longer)
        } else {
          all.insert(Self.precedence(of: ways, over: others))
        }
      }
    }
    // Of shapes with and without optional parts most are apart.
    if all.count > 1 { all.remove(.apart) }
    if all.count > 1, text == other.text { return .same }
    return all.count == 1 ? all.first ?? .tied : .tied
  }

  /// Which of two ways that differ in a slash at the end alone is asked first: the one with the
  /// slash, where the other ignores it. Nil for other ways.
  private func slashPrecedence(
    of ways: [Shape.Way], over others: [Shape.Way], of other: PathPattern
  ) -> Precedence? {
    func isLonger(_ longer: [Shape.Way], than shorter: [Shape.Way]) -> Bool {
      guard longer.count == shorter.count + 1, shorter.last == .end, longer.last == .end,
        case .literal(let text, _) = longer[longer.count - 2], text.isEmpty
      else { return false }
      return longer.dropLast(2) == shorter.dropLast()
    }
    if endSlash == .ignored, isLonger(others, than: ways) { return .second }
    return other.endSlash == .ignored && isLonger(ways, than: others) ? .first : nil
  }

  private static func precedence(of ways: [Shape.Way], over others: [Shape.Way]) -> Precedence {
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
  /// One place on the way of a shape through an index.
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

extension PathPattern.Shape.Rest {
  /// Whether no text starts or ends with what both are sure to.
  func isApart(from other: Self) -> Bool {
    let folds = ignoresCase != other.ignoresCase
    func text(_ text: [UInt8]) -> [UInt8] { folds ? text.foldedPath : text }
    func differ(_ first: some Sequence<UInt8>, _ second: some Sequence<UInt8>) -> Bool {
      zip(first, second).contains { $0 != $1 }
    }
    return differ(text(start), text(other.start))
      || differ(text(end).reversed(), text(other.end).reversed())
  }
}
