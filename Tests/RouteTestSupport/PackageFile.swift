package import Foundation

/// Files of this package, by their path from its root.
package enum PackageFile {
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  package static func url(_ path: String) -> URL {
    root.appending(path: path).standardizedFileURL
  }

  /// Whether the file exists: some data is beside the package, and not everywhere.
  package static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: url(path).path)
  }

  package static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: url(path)))
  }

  package static func text(_ path: String) throws -> String {
    try String(contentsOf: url(path), encoding: .utf8)
  }

  /// Its lines that are not empty.
  package static func lines(_ path: String) throws -> [String] {
    try text(path).split(separator: "\n").map(String.init)
  }
}
