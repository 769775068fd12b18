package import RouteStore

/// A folder of a test's own, removed with all that is in it when nobody holds it any more.
package final class TemporaryFolder {
  package let path: String

  /// A folder below the one that the system has for temporary files.
  ///
  /// - Parameter base: another folder to make it in.
  package init(below base: String?) throws(StoreError) {
    path = try FilePath.makeTemporaryFolder(below: base)
  }

  deinit { FilePath.removeTree(path) }

  /// The path of a file in it.
  package func file(_ name: String) -> String { path + "/" + name }
}
