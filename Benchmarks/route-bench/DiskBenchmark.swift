import BenchmarkWorkload
import RouteEngine
import RouteStore

/// What a journal takes on disk.
struct DiskBenchmark {
  private static let requests = 9_600

  /// Bytes of a journal at rest for each decided entry, with everything else that is in it: one
  /// customer's journey through the shipped example, over and over.
  static func disk() throws -> [Measurement] {
    let shop = try ShopJournal()
    return try Folder.temporary { folder in
      let decided = shop.write(requests: requests, to: folder.file("disk"))
      return [
        Measurement(
          name: "disk", value: Double(folder.size(of: "disk")) / Double(decided), unit: "bytes",
          targets: [.valueAtMost(420)])
      ]
    }
  }
}
