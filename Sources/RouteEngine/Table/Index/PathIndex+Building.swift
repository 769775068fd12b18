extension PathIndex {
  /// The tree while it is built.
  struct Builder {
    /// The ranks of the edges that leave a node, the more specific ones first.
    enum Rank: Int, Comparable, Sendable {
      case folded, mixed, expression, free, spanning, repeated, wildcard

      static func < (first: Rank, second: Rank) -> Bool { first.rawValue < second.rawValue }
    }

    /// The identity of an edge. All edges that leave one node have different keys.
    enum Key: Hashable, Sendable {
      case folded
      case expression([UInt8])
      case typed
      case free
      case rest(String)
      case repeated
      case wildcard
    }

    /// The key of an edge, and the rank of the edge.
    struct Way: Hashable, Sendable {
      let key: Key
      let rank: Rank

      static let folded = Way(key: .folded, rank: .folded)
      static let repeated = Way(key: .repeated, rank: .repeated)
      static let wildcard = Way(key: .wildcard, rank: .wildcard)

      static func capture(isTyped: Bool) -> Way {
        isTyped ? Way(key: .typed, rank: .expression) : Way(key: .free, rank: .free)
      }

      static func expression(_ expression: PathExpression) -> Way {
        Way(key: .expression(Array(expression.text.utf8)), rank: .expression)
      }

      static func rest(_ rest: PathPattern.Shape.Rest) -> Way {
        // Names do not distinguish edges, so the key is the pattern with unnamed captures.
        var unnamed = rest.parts
        for place in unnamed.indices where unnamed[place].isCapture {
          unnamed[place].name = String(unnamed[place].slot)
        }
        let text = PathPattern.canonicalText(of: unnamed)
        return Way(
          key: .rest(rest.ignoresCase ? "(?i:\(text))" : text),
          rank: rest.isMixed ? .mixed : .spanning)
      }
    }

    struct BuildEdge: Sendable {
      let key: Key
      let rank: Rank
      let kind: Edge.Kind
      let target: Int
      /// The highest priority of any pattern that uses this edge.
      var priority: Int
      /// For each test the first of its patterns with the highest priority.
      var leaders: [Leader]
      /// The indices of the leaders, by the numbers of their tests.
      var leaderPlaces: [Int: Int]
      /// The part of a pattern that only a program can match.
      var rest: PathPattern.Shape.Rest?
    }

    /// A pattern with the other requirements for its links.
    struct Leader: Sendable {
      let item: Int
      let test: Int
      let priority: Int
    }

    struct BuildEnd: Sendable {
      let item: Int
      let test: Int
      let priority: Int
      let end: End
      /// Whether the pattern takes these paths and none of them with a slash added at the end.
      let isExact: Bool
    }

    struct BuildNode: Sendable {
      var literals: [(bytes: [UInt8], target: Int)] = []
      var literalIndex: [[UInt8]: Int] = [:]
      var edges: [BuildEdge] = []
      var edgeIndex: [Key: Int] = [:]
      var ends: [BuildEnd] = []
    }

    var nodes = [BuildNode()]
    var programs: [PathExpressionProgram] = []
    var expressionPrograms: [[UInt8]: Int] = [:]
    /// The tests of links beside their path, each once; the first has no requirements.
    var tests = [LinkTest()]
    var testNumbers = [LinkTest(): 0]

    /// Adds every shape of an item's pattern.
    mutating func add(_ item: Item, index: Int) {
      if testNumbers[item.test] == nil {
        testNumbers[item.test] = tests.count
        tests.append(item.test)
      }
      let shapes = item.pattern.shapes
      var own: End.Source?
      if PathPattern.Shape.overlap(shapes) {
        programs.append(item.pattern.program)
        own = .program(programs.count - 1, count: item.pattern.names.count)
      }
      for shape in shapes { add(shape, item, index, captures: own) }
    }

    private mutating func add(
      _ shape: PathPattern.Shape, _ item: Item, _ index: Int, captures: End.Source?
    ) {
      var node = 0
      var slots: [Int] = []
      for segment in shape.segments {
        switch segment {
        case .literal(let bytes, ignoresCase: false):
          node = literal(bytes, after: node)
        case .literal(let bytes, ignoresCase: true):
          node = edge(.folded, .folded, after: node, item, index)
          node = literal(bytes, after: node)
        case .capture(let slot):
          let way = Way.capture(isTyped: item.typed.contains(item.pattern.names[slot]))
          node = edge(way, .capture, after: node, item, index)
          slots.append(slot)
        case .expression(let expression, let slot):
          let kind = kind(of: expression)
          node = edge(.expression(expression), kind, after: node, item, index)
          slots.append(slot)
        }
      }
      switch shape.end {
      case .here: break
      case .wildcard(let slot):
        node = edge(.wildcard, .wildcard, after: node, item, index)
        slots.append(slot)
      case .repeated(let slot):
        node = edge(.repeated, .repeated, after: node, item, index)
        slots.append(slot)
      case .rest(let rest):
        node = add(rest, after: node, item, index)
        slots = Array(item.pattern.names.indices)
      }
      end(
        at: node, captures ?? source(of: slots, item), item, index,
        isExact: item.pattern.isExact(about: shape))
    }

    private mutating func add(
      _ rest: PathPattern.Shape.Rest, after node: Int, _ item: Item, _ index: Int
    ) -> Int {
      let way = Way.rest(rest)
      let count = item.pattern.names.count
      // The program is not larger than allowed: that is an invariant.
      let letterCase = rest.ignoresCase ? LinkRules.LetterCase.ignored : .exact
      guard let program = try? PathPattern.program(for: rest.parts, letterCase) else {
        preconditionFailure("a part of a pattern is not larger than the pattern")
      }
      programs.append(program)
      let kind = Edge.Kind.rest(program: programs.count - 1, captures: count)
      let target = edge(way, kind, after: node, item, index)
      if let place = nodes[node].edgeIndex[way.key] {
        nodes[node].edges[place].rest = rest
      }
      return target
    }

    private mutating func kind(of expression: PathExpression) -> Edge.Kind {
      if let single = expression.singleClass {
        return .singleClass(
          single.set, minimum: single.counts.lowerBound, maximum: single.counts.upperBound)
      }
      let text = Array(expression.text.utf8)
      if let program = expressionPrograms[text] { return .expression(program: program) }
      var program = PathExpressionProgram()
      do {
        try program.append(expression.node)
        try program.append(.end)
      } catch {
        preconditionFailure("an expression is not larger than its pattern")
      }
      programs.append(program)
      expressionPrograms[text] = programs.count - 1
      return .expression(program: programs.count - 1)
    }

    private mutating func literal(_ bytes: [UInt8], after node: Int) -> Int {
      if let known = nodes[node].literalIndex[bytes] { return known }
      nodes.append(BuildNode())
      let target = nodes.count - 1
      nodes[node].literalIndex[bytes] = target
      nodes[node].literals.append((bytes, target))
      return target
    }

    private mutating func edge(
      _ way: Way, _ kind: Edge.Kind, after node: Int, _ item: Item, _ index: Int
    ) -> Int {
      let (key, rank) = (way.key, way.rank)
      let test = testNumbers[item.test] ?? 0
      let leader = Leader(item: index, test: test, priority: item.priority ?? 0)
      if let place = nodes[node].edgeIndex[key] {
        nodes[node].edges[place].lead(by: leader)
        return nodes[node].edges[place].target
      }
      nodes.append(BuildNode())
      let target = nodes.count - 1
      nodes[node].edgeIndex[key] = nodes[node].edges.count
      nodes[node].edges.append(
        BuildEdge(
          key: key, rank: rank, kind: kind, target: target, priority: leader.priority,
          leaders: [leader], leaderPlaces: [test: 0]))
      return target
    }

    /// The source of the captures, given the captures on the path through the tree.
    private func source(of slots: [Int], _ item: Item) -> End.Source {
      let all = item.pattern.names.indices
      if slots.elementsEqual(all) { return .way }
      return .places(all.map { slots.firstIndex(of: $0) })
    }

    private mutating func end(
      at node: Int, _ captures: End.Source, _ item: Item, _ index: Int, isExact: Bool
    ) {
      // Two shapes of a pattern that match the same paths count once; its ends are adjacent.
      if nodes[node].ends.last?.item == index { return }
      let end = End(
        value: item.value, captures: captures,
        ignoresEndSlash: item.pattern.endSlash == .ignored)
      nodes[node].ends.append(
        BuildEnd(
          item: index, test: testNumbers[item.test] ?? 0, priority: item.priority ?? 0, end: end,
          isExact: isExact))
    }
  }
}

extension PathIndex.Builder.BuildEdge {
  /// Adds one more pattern that uses this edge.
  mutating func lead(by leader: PathIndex.Builder.Leader) {
    priority = max(priority, leader.priority)
    guard let place = leaderPlaces[leader.test] else {
      leaderPlaces[leader.test] = leaders.count
      leaders.append(leader)
      return
    }
    if leader.priority > leaders[place].priority { leaders[place] = leader }
  }
}

extension PathPattern.Captures {
  /// The captures of a pattern, reordered from those on the path through the tree.
  func reordered(_ order: [Int?]) -> PathPattern.Captures {
    var result = PathPattern.Captures()
    for place in order { result.append(place.flatMap { self[$0] }) }
    return result
  }
}
