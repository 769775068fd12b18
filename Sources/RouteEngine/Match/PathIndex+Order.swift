extension PathIndex.Builder {
  /// Every pair of items that no rule puts in order, by the first item, then the second.
  func conflicts() -> [PathIndex.Conflict] {
    var found: Set<PathIndex.Conflict> = []
    for node in nodes {
      for (place, end) in node.ends.enumerated() {
        for other in node.ends[..<place]
        where other.priority == end.priority && areTied(other.test, end.test) {
          found.insert(conflict(other.item, end.item, .samePaths))
        }
      }
      for (place, edge) in node.edges.enumerated() {
        for other in node.edges[..<place] {
          guard let (first, second) = tie(other, edge) else { continue }
          found.insert(conflict(first, second, .differentExpressions))
        }
      }
    }
    return found.sorted {
      ($0.first, $0.second, $0.reason == .samePaths ? 0 : 1)
        < ($1.first, $1.second, $1.reason == .samePaths ? 0 : 1)
    }
  }

  private func conflict(
    _ first: Int, _ second: Int, _ reason: PathIndex.Conflict.Reason
  ) -> PathIndex.Conflict {
    PathIndex.Conflict(first: min(first, second), second: max(first, second), reason: reason)
  }

  /// Whether one link may meet two tests of which neither asks for more.
  private func areTied(_ first: Int, _ second: Int) -> Bool {
    if first == second { return true }
    let (first, second) = (tests[first], tests[second])
    return !first.excludes(second) && !first.isWithin(second) && !second.isWithin(first)
  }

  /// Two patterns that go two ways from one node, when the ways are equally specific and both may
  /// fit one link.
  private func tie(_ first: BuildEdge, _ second: BuildEdge) -> (Int, Int)? {
    guard first.rank == second.rank, first.priority == second.priority,
      !differ(first.start, second.start),
      !differ(first.end.reversed(), second.end.reversed())
    else { return nil }
    for one in first.leaders {
      for other in second.leaders where one.item != other.item {
        if one.test == other.test || !tests[one.test].excludes(tests[other.test]) {
          return (one.item, other.item)
        }
      }
    }
    return nil
  }

  /// Patterns that end at one node, in the order in which they are asked: by priority, then whoever
  /// asks for more. Each is behind all that ask for a part of what it asks; those are more for
  /// whoever asks for more.
  private func ordered(_ ends: [BuildEnd]) -> [BuildEnd] {
    guard ends.count > 1 else { return ends }
    let weights = ends.map { end in
      ends.count { $0.priority == end.priority && tests[end.test].isWithin(tests[$0.test]) }
    }
    return ends.indices.sorted {
      (-ends[$0].priority, -weights[$0], $0) < (-ends[$1].priority, -weights[$1], $1)
    }.map { ends[$0] }
  }

  /// Whether no text can start with both.
  private func differ(_ first: some Sequence<UInt8>, _ second: some Sequence<UInt8>) -> Bool {
    zip(first, second).contains { $0 != $1 }
  }

  /// Lays the finished tree out in the flat arrays that lookups read.
  func build(into index: inout PathIndex) {
    var literals: [(node: Int32, target: Int32, bytes: [UInt8])] = []
    for (place, node) in nodes.enumerated() {
      let firstEdge = index.edges.count
      // The sort is stable: ways that nothing tells apart stay in the order of the items.
      let sorted = node.edges.sorted {
        ($0.rank.rawValue, -$0.priority) < ($1.rank.rawValue, -$1.priority)
      }
      for edge in sorted {
        var kind = edge.kind
        if case .rest(let program, let captures, _, _) = kind {
          let start = index.addText(edge.start)
          let end = index.addText(edge.end)
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
    index.setLiterals(literals)
  }
}

extension PathIndex.Builder.BuildNode {
  /// Where the only edge leads, when it is a capture.
  fileprivate var onlyCapture: Int? {
    guard edges.count == 1, case .capture = edges[0].kind else { return nil }
    return edges[0].target
  }

  /// The value of the only end, when its captures are those of the way.
  fileprivate var onlyValue: Int32? {
    guard ends.count == 1, case .way = ends[0].end.captures else { return nil }
    return Int32(exactly: ends[0].end.value)
  }
}
