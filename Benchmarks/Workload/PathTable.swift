import RouteEngine

/// Paths like those of a public web API, and the patterns that match them.
package enum PathsToMatch {
  /// 142 invented patterns, in the proportions of such an API.
  package static let invented: [String] = (0..<142).map { index in
    // The name does not end with a digit, because a number at the end distinguishes copies of a
    // pattern.
    let collection = "/collection\(index / 8)s"
    let parts = ["", "/:id", "/:id/parts", "/:id/parts/:part", "/new", "/:id/parts/:part/notes"]
    return collection + (index % 8 < parts.count ? parts[index % 8] : "/:id/view\(index % 8)")
  }

  /// The given number of patterns: some patterns repeated, each time with other collections.
  package static func patterns(_ count: Int, of some: [String]) -> [String] {
    (0..<count).map { index in
      let (copy, place) = index.quotientAndRemainder(dividingBy: some.count)
      if copy == 0 { return some[place] }
      let segments = some[place].split(separator: "/", maxSplits: 1)
      return (["/\(segments[0])\(copy)"] + segments.dropFirst()).joined(separator: "/")
    }
  }

  /// One path for each pattern.
  package static func paths(of patterns: [String]) -> [String] {
    patterns.map { pattern in
      pattern.split(separator: "/").map { "/" + ($0.first == ":" ? "value-\($0.dropFirst())" : $0) }
        .joined()
    }
  }
}

/// A table of patterns with one path for each.
package struct PathTable {
  private static let sliceSize = 400
  private let index: PathIndex
  /// All paths in one array, each a part of a longer text, as in links. With an array for each
  /// path, the loop would count a reference for each.
  private let bytes: [UInt8]
  private let paths: [Range<Int>]

  package init(of patterns: [String]) throws {
    index = try PathIndex(
      patterns.enumerated().map { try PathIndex.Item(PathPattern($1), value: $0) })
    var (bytes, paths): ([UInt8], [Range<Int>]) = ([], [])
    for path in PathsToMatch.paths(of: patterns) {
      paths.append(bytes.count..<(bytes.count + path.utf8.count))
      bytes += path.utf8
    }
    (self.bytes, self.paths) = (bytes, paths)
  }

  /// Some of the paths: other ones for each number.
  package func slice(_ number: Int) -> [Range<Int>] {
    (0..<Self.sliceSize).map { paths[(number * Self.sliceSize + $0) % paths.count] }
  }

  /// Finds the pattern of each path.
  package func match(_ paths: [Range<Int>]) {
    for path in paths {
      guard let found = index.firstMatch(in: bytes, path) else {
        preconditionFailure("every path has its pattern")
      }
      keep(found)
    }
  }
}
