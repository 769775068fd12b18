import BenchmarkWorkload
import RouteEngine
import RouteStore

/// The size of a journal on disk.
struct DiskBenchmark {
  private static let requests = 9_600

  /// The bytes of a closed journal for each decided entry, including everything else in the file.
  /// The requests repeat one customer's journey through the shipped example.
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
