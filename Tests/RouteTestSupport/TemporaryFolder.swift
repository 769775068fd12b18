import Foundation

/// A folder of a test's own, removed when nobody holds it any more.
package final class TemporaryFolder {
  package let path: String

  package init() {
    path = NSTemporaryDirectory() + "route-engine-\(UUID().uuidString)"
    try? FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  package func file(_ name: String) -> String { path + "/" + name }
}
