import BenchmarkWorkload
import RouteEngine

/// Benchmarks that need no journal.
struct MemoryBenchmarks {
  /// Match, plan and apply: one request after the other, each on the state that the previous one
  /// left.
  static func decide() throws -> [Measurement] {
    let decisions = try Decisions()
    let cost = cost(operations: 64) { operations in
      for _ in 0..<operations { decisions.decideNext() }
    }
    return [
      Measurement(
        name: "decide", value: cost / 1_000, unit: "us", targets: [.valueAtMost(0.8)])
    ]
  }

  /// The time from a link's text to its route with typed parameters, in a table of 142 routes.
  static func linkToMatch() throws -> [Measurement] {
    let patterns = try PathsToMatch.patterns()
    let table = try RouteTable(
      RouteTableDefinition(
        tree: "main/stack[start]",
        routes: patterns.enumerated().map {
          Route(
            "route\($0)", patterns: [$1], destination: Destination([Step(.select, "start")]))
        }))
    let links = PathsToMatch.paths(of: patterns).map { "https://api.example\($0)" }
    let cost = try cost(operations: links.count) { operations in
      for _ in 0..<operations / links.count {
        for link in links {
          guard let match = table.match(try RouteLink(link)) else {
            preconditionFailure("every path has its pattern")
          }
          keep(match)
        }
      }
    }
    return [
      Measurement(
        name: "link.to_match", value: cost / 1_000, unit: "us", targets: [.valueAtMost(1.5)])
    ]
  }
}

extension PathsToMatch {
  /// The 142 distinct paths of a public web API: read from the shared data if it is present,
  /// otherwise invented in the same proportions.
  static func patterns() throws -> [String] {
    let shared = FileText.read("\(FileText.packageRoot)/../shared/data/github-api/routes.tsv")
    let written = shared.map { text in
      text.split(separator: "\n").compactMap { $0.split(separator: "\t").last.map(String.init) }
    }
    var patterns: [String] = []
    var shapes: Set<String> = []
    for path in written ?? invented {
      // Patterns that differ only in the names of their captures count as one.
      let shape = path.split(separator: "/").map { $0.first == ":" ? ":" : $0 }
      if shapes.insert(shape.joined(separator: "/")).inserted { patterns.append(path) }
    }
    return patterns
  }
}
