import BenchmarkWorkload
import RouteAnalytics
import RouteEngine
import RouteStore

/// Exports the base relations of a history of a million requests, with `route-replay export` in a
/// separate process.
struct ExportBenchmarks {
  private static let requests = 1_000_000
  private static let formats = ["ndjson", "csv"]

  static let names = formats.map { "export.\($0)" } + ["export.memory"]

  /// The rows per second of each format, and the peak memory of all formats.
  static func all() throws -> [Measurement] {
    try Folder.temporary { folder in
      let path = folder.file("history")
      _ = try ShopJournal().write(requests: requests, to: path)
      var rows = 0
      try History(path: path).forEachRelationRow { _, _ in rows += 1 }
      var peak = 0
      let rates = try formats.map { format in
        let words = ["export", path, "--format", format, "--out", folder.file(format), "--quiet"]
        let time = try timed {
          peak = max(peak, try ChildProcess.peakMemory(of: [RouteBench.replaying] + words))
        }
        return Measurement(
          name: "export.\(format)", value: Double(rows) / time * 1e9, unit: "rows/s",
          targets: [.valueAtLeast(200_000)])
      }
      return rates + [
        Measurement(
          name: "export.memory", value: Double(peak) / 1_048_576, unit: "MB",
          targets: [.valueAtMost(64)])
      ]
    }
  }
}
