extension PathIndex.Builder {
  /// The pairs of items that no rule orders, sorted by the first item of a pair, then the second.
  /// Items with equal requirements are paired with the first of them. Only that one is compared
  /// with items that have other requirements.
  func conflicts() -> PathIndex.Conflicts {
    var found = FoundConflicts()
    for node in nodes where found.mayGoOn {
      addEnds(of: node, to: &found)
      addEdges(of: node, to: &found)
    }
    return PathIndex.Conflicts(
      all: found.all.sorted {
        ($0.first, $0.second, $0.reason.order) < ($1.first, $1.second, $1.reason.order)
      }, count: found.count)
  }

  private func addEnds(of node: BuildNode, to found: inout FoundConflicts) {
    guard node.ends.count > 1 else { return }
    var first: [Rival: Int] = [:]
    var rivals: [Int: [BuildEnd]] = [:]
    for end in node.ends {
      let rival = Rival(priority: end.priority, test: end.test, isExact: end.isExact)
      if let other = first[rival] {
        found.add(conflict(other, end.item, .samePaths))
      } else {
        first[rival] = end.item
        rivals[end.priority, default: []].append(end)
      }
    }
    for priority in rivals.keys.sorted() {
      let ends = rivals[priority] ?? []
      for (place, end) in ends.enumerated() {
        for other in ends[..<place] {
          guard
            found.compare(
              conflict(other.item, end.item, .tooMany), parts: parts(of: other.test, end.test))
          else { return }
          if areTied(other, end) {
            found.add(conflict(other.item, end.item, .samePaths))
          }
        }
      }
    }
  }

  private func addEdges(of node: BuildNode, to found: inout FoundConflicts) {
    guard node.edges.count > 1 else { return }
    let rivals = Dictionary(grouping: node.edges) { Rival(priority: $0.priority, rank: $0.rank) }
    for rival in rivals.keys.sorted() {
      let edges = rivals[rival] ?? []
      for (place, edge) in edges.enumerated() {
        for other in edges[..<place] {
          let tie = tie(other, edge, &found)
          if let (first, second) = tie { found.add(conflict(first, second, .differentExpressions)) }
          guard found.mayGoOn else { return }
        }
      }
    }
  }

  /// The properties that rivals share. Rivals are items of which none may be asked before another.
  private struct Rival: Hashable, Comparable {
    let priority: Int
    var test = 0
    var isExact = false
    var rank = Rank.mixed

    static func < (first: Rival, second: Rival) -> Bool {
      (first.priority, first.rank) < (second.priority, second.rank)
    }
  }

  private func conflict(
    _ first: Int, _ second: Int, _ reason: PathIndex.Conflict.Reason
  ) -> PathIndex.Conflict {
    PathIndex.Conflict(first: min(first, second), second: max(first, second), reason: reason)
  }

  /// The number of comparisons that two tests need; equal tests need none, which counts as one.
  private func parts(of first: Int, _ second: Int) -> Int {
    first == second ? 1 : tests[first].parts(comparedWith: tests[second])
  }

  /// Whether one link may meet the tests of two patterns and neither test is stricter. With equal
  /// tests a pattern for which the slash at the end counts is asked before one that ignores it.
  private func areTied(_ first: BuildEnd, _ second: BuildEnd) -> Bool {
    if first.test == second.test {
      return !(first.isExact && second.end.ignoresEndSlash)
        && !(second.isExact && first.end.ignoresEndSlash)
    }
    let (first, second) = (tests[first.test], tests[second.test])
    return !first.excludes(second) && !first.isWithin(second) && !second.isWithin(first)
  }

  /// Two patterns on two edges of one node, when the edges are equally specific and one link may
  /// match both.
  private func tie(
    _ first: BuildEdge, _ second: BuildEdge, _ found: inout FoundConflicts
  ) -> (Int, Int)? {
    guard let one = first.leaders.first, let other = second.leaders.first else { return nil }
    guard found.compare(conflict(one.item, other.item, .tooMany)) else { return nil }
    if let rest = first.rest, let other = second.rest, rest.isApart(from: other) { return nil }
    for one in first.leaders {
      for other in second.leaders where one.item != other.item {
        guard
          found.compare(
            conflict(one.item, other.item, .tooMany), parts: parts(of: one.test, other.test))
        else { return nil }
        if one.test == other.test || !tests[one.test].excludes(tests[other.test]) {
          return (one.item, other.item)
        }
      }
    }
    return nil
  }

  /// Patterns that end at one node, in the order in which they are tried: by priority, then the
  /// stricter test first, then the one for which the slash at the end counts. The weight of a
  /// pattern is the number of patterns of its priority with less strict tests; a stricter test has
  /// the greater weight.
  private func ordered(_ ends: [BuildEnd]) -> [BuildEnd] {
    guard ends.count > 1 else { return ends }
    let equals = Dictionary(grouping: ends, by: \.priority)
    let weights = ends.map { end in
      equals[end.priority]?.count { tests[end.test].isWithin(tests[$0.test]) } ?? 0
    }
    // Compared in reverse and not negated: the lowest number cannot be negated.
    return ends.indices.sorted { one, other in
      (ends[other].priority, weights[other], ends[one].isExact ? 0 : 1, one)
        < (ends[one].priority, weights[one], ends[other].isExact ? 0 : 1, other)
    }.map { ends[$0] }
  }

  /// Writes the finished tree into the flat arrays that lookups read.
  func build(into index: inout PathIndex) {
    var literals: [(node: Int32, target: Int32, bytes: [UInt8])] = []
    for (place, node) in nodes.enumerated() {
      let firstEdge = index.edges.count
      // The sort is stable: edges that compare equal stay in the order of the items.
      let sorted = node.edges.sorted {
        ($0.rank.rawValue, $1.priority) < ($1.rank.rawValue, $0.priority)
      }
      for edge in sorted {
        var kind = edge.kind
        if case .rest(let program, let captures, _, _) = kind {
          // A lookup compares bytes exactly; when case is ignored only the program can compare.
          let rest = edge.rest.flatMap { $0.ignoresCase ? nil : $0 }
          let start = index.addText(rest?.start ?? [])
          let end = index.addText(rest?.end ?? [])
          kind = .rest(program: program, captures: captures, start: start, end: end)
        }
        index.edges.append(PathIndex.Edge(kind: kind, target: Int32(edge.target)))
      }
      let firstEnd = index.ends.count
      index.ends += ordered(node.ends).map(\.end)
      index.nodes.append(
        PathIndex.Node(
          edges: firstEdge..<index.edges.count, capture: node.onlyCapture,
          ends: firstEnd..<index.ends.count, value: node.onlyValue,
          hasLiterals: !node.literals.isEmpty))
      for literal in node.literals {
        literals.append((Int32(place), Int32(literal.target), literal.bytes))
      }
    }
    index.programs = programs
    index.ignoresEndSlash = nodes.contains { node in
      node.ends.contains(where: \.end.ignoresEndSlash)
    }
    index.setLiterals(literals)
  }
}

/// Conflicts while they are searched.
private struct FoundConflicts {
  /// The most comparisons for a table, where hosts, schemes and rules are compared each with each.
  /// No app has that many expressions at one place or hosts for one path.
  private static let mostComparisons = 1_000_000

  private(set) var all: Set<PathIndex.Conflict> = []
  private(set) var count = 0
  private var comparisons = 0

  /// Whether the search may continue.
  var mayGoOn: Bool { comparisons <= Self.mostComparisons }

  mutating func add(_ conflict: PathIndex.Conflict) {
    if all.count < RouteTableMistakes.most {
      count += all.insert(conflict).inserted ? 1 : 0
    } else if !all.contains(conflict) {
      count += 1
    }
  }

  /// Whether two more items may be compared; if not, that is reported as their conflict.
  ///
  /// - Parameter parts: the number of comparisons needed.
  mutating func compare(
    _ conflict: @autoclosure () -> PathIndex.Conflict, parts: Int = 1
  ) -> Bool {
    comparisons += parts
    if mayGoOn { return true }
    add(conflict())
    return false
  }
}

extension PathIndex.Conflict.Reason {
  fileprivate var order: Int {
    switch self {
    case .samePaths: 0
    case .differentExpressions: 1
    case .tooMany: 2
    }
  }
}

extension PathIndex.Builder.BuildNode {
  /// The target of the only edge, when it is a capture.
  fileprivate var onlyCapture: Int? {
    guard edges.count == 1, case .capture = edges[0].kind else { return nil }
    return edges[0].target
  }

  /// The value of the only end, when its captures are those on the path through the tree.
  fileprivate var onlyValue: (number: Int32, ignoresEndSlash: Bool)? {
    guard ends.count == 1, case .way = ends[0].end.captures else { return nil }
    return Int32(exactly: ends[0].end.value).map { ($0, ends[0].end.ignoresEndSlash) }
  }
}
