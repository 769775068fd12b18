extension PathIndex {
  /// The work for a path when no pattern is accepted, so that the lookup returns from every branch:
  /// visited nodes plus instructions of programs.
  package func steps(in bytes: [UInt8], _ range: Range<Int>) -> Int {
    var search = Search(range: range)
    var nothing = Nothing()
    if nodes.isEmpty || visit(0, at: range.lowerBound, bytes, &search, &nothing) { return 0 }
    return search.visits + search.scratch.steps
  }

  /// The most work for any path of `bytes` bytes: each node once, and each program once for every
  /// edge and end that needs it, with two steps for each instruction and byte. In an index with a
  /// pattern that ignores a slash at the end, all of this twice.
  package func mostSteps(bytes: Int) -> Int {
    var runs: [Int] = []
    for edge in edges {
      switch edge.kind {
      case .rest(let program, _, _, _), .expression(let program): runs.append(program)
      case .folded, .singleClass, .capture, .repeated, .wildcard: break
      }
    }
    for end in ends { if case .program(let program, _) = end.captures { runs.append(program) } }
    // When a slash at the end is ignored, programs see such a path with and without it.
    let passes = ignoresEndSlash ? 2 : 1
    return runs.reduce(passes * nodes.count) {
      $0 + 2 * passes * programs[$1].instructions.count * (bytes + 1)
    }
  }

  private struct Nothing: PathTaker {
    func accepts(_ value: Int, _ captures: PathPattern.Captures) -> Bool { false }
  }
}
