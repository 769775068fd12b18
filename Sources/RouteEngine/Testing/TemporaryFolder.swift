package import RouteStore

/// A folder for one test. It is removed with all its contents when this object is released.
package final class TemporaryFolder {
  package let path: String

  /// A folder inside the system's folder for temporary files.
  ///
  /// - Parameter base: another folder to create it in.
  package init(below base: String?) throws(StoreError) {
    path = try FilePath.makeTemporaryFolder(below: base)
  }

  deinit { FilePath.removeTree(path) }

  /// The path of a file in it.
  package func file(_ name: String) -> String { path + "/" + name }
}
