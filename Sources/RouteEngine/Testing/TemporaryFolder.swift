import Foundation

/// A folder of a test's own, removed when nobody holds it any more.
package final class TemporaryFolder {
  package let path: String

  package convenience init() { self.init(in: NSTemporaryDirectory()) }

  /// A folder whose files are in memory where the system has that: for tests that synchronise
  /// thousands of times.
  package static func inMemory() -> TemporaryFolder {
    let shared = "/dev/shm/"
    let isThere = FileManager.default.isWritableFile(atPath: shared)
    return TemporaryFolder(in: isThere ? shared : NSTemporaryDirectory())
  }

  private init(in place: String) {
    path = place + "route-engine-\(UUID().uuidString)"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  package func file(_ name: String) -> String { path + "/" + name }
}
