import Foundation
package import RouteTesting

extension TemporaryFolder {
  /// A folder in the default place.
  package convenience init() { self.init(in: nil) }

  /// A folder whose files are in memory if the system supports it: for tests that synchronise
  /// thousands of times.
  package static func inMemory() -> TemporaryFolder {
    let shared = "/dev/shm"
    return TemporaryFolder(in: FileManager.default.isWritableFile(atPath: shared) ? shared : nil)
  }

  /// Whether any of its files contains a word, in UTF-8.
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
