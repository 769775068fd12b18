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

  private convenience init(in place: String?) {
    do { try self.init(below: place) } catch { preconditionFailure("no folder: \(error)") }
  }
}
