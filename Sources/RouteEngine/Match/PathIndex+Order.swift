extension PathIndex.Builder {
  /// Every pair of items that no rule puts in order, by the first item, then the second.
  func conflicts() -> [PathIndex.Conflict] {
    var found: Set<PathIndex.Conflict> = []
    for node in nodes {
      for (place, end) in node.ends.enumerated() {
        for other in node.ends[..<place] where other.priority == end.priority {
          found.insert(conflict(other.item, end.item, .samePaths))
        }
      }
      for (place, edge) in node.edges.enumerated() {
        for other in node.edges[..<place] where areTied(other, edge) {
          found.insert(conflict(other.item, edge.item, .differentExpressions))
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

  /// Whether two ways from one node are equally specific and may both fit one path.
  private func areTied(_ first: BuildEdge, _ second: BuildEdge) -> Bool {
    guard first.rank == second.rank, first.priority == second.priority,
      first.item != second.item
    else { return false }
    return !differ(first.start, second.start)
      && !differ(first.end.reversed(), second.end.reversed())
  }

  /// Whether no text can start with both.
  private func differ(_ first: some Sequence<UInt8>, _ second: some Sequence<UInt8>) -> Bool {
    zip(first, second).contains { $0 != $1 }
  }

  /// Lays the finished tree out in the flat arrays that lookups read.
  func build(into index: inout PathIndex) {
    for (place, node) in nodes.enumerated() {
      let firstEdge = Int32(index.edges.count)
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
      let firstEnd = Int32(index.ends.count)
      index.ends += node.ends.sorted { $0.priority > $1.priority }.map(\.end)
      index.nodes.append(
        PathIndex.Node(
          edges: PathIndex.Range32(start: firstEdge, end: Int32(index.edges.count)),
          ends: PathIndex.Range32(start: firstEnd, end: Int32(index.ends.count)),
          hasLiterals: !node.literals.isEmpty))
      for literal in node.literals {
        index.literals.append(
          PathIndex.Literal(
            node: Int32(place), target: Int32(literal.target),
            bytes: index.addText(literal.bytes),
            hash: literal.bytes.reduce(PathIndex.hashStart) { PathIndex.hash($0, $1) }))
      }
    }
    index.programs = programs
    fillBuckets(of: &index)
  }

  private func fillBuckets(of index: inout PathIndex) {
    var count = 8
    while count < 2 * index.literals.count { count *= 2 }
    index.buckets = Array(repeating: -1, count: count)
    for (place, literal) in index.literals.enumerated() {
      var bucket = PathIndex.bucket(literal.hash, node: literal.node, count: count)
      while index.buckets[bucket] >= 0 { bucket = (bucket + 1) & (count - 1) }
      index.buckets[bucket] = Int32(place)
    }
  }
}

extension PathIndex {
  fileprivate mutating func addText(_ bytes: [UInt8]) -> Range32 {
    let start = Int32(literalBytes.count)
    literalBytes += bytes
    return Range32(start: start, end: Int32(literalBytes.count))
  }
}
