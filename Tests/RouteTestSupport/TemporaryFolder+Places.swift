import Foundation
package import RouteTesting

extension TemporaryFolder {
  /// A folder in the usual place.
  package convenience init() { self.init(in: nil) }

  /// A folder whose files are in memory where the system has that: for tests that synchronise
  /// thousands of times.
  package static func inMemory() -> TemporaryFolder {
    let shared = "/dev/shm"
    return TemporaryFolder(in: FileManager.default.isWritableFile(atPath: shared) ? shared : nil)
  }

  /// Whether a word stands in any of its files, in UTF-8.
  package func holds(_ word: String) throws -> Bool {
    try FileManager.default.contentsOfDirectory(atPath: path).contains { name in
      let bytes = try Data(contentsOf: URL(fileURLWithPath: file(name)))
      return bytes.firstRange(of: Data(word.utf8)) != nil
    }
  }

  private convenience init(in place: String?) {
    do { try self.init(below: place) } catch { preconditionFailure("no folder: \(error)") }
  }
}
