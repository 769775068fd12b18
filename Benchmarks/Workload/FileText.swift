#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Files read without Foundation.
package enum FileText {
  /// The folder that holds Package.swift.
  package static let packageRoot = #filePath.split(separator: "/").dropLast(3)
    .reduce("") { "\($0)/\($1)" }

  /// The whole text of a file; nil when it cannot be read.
  package static func read(_ path: String) -> String? {
    bytes(of: path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// All bytes of a file; nil when it cannot be read.
  package static func bytes(of path: String) -> [UInt8]? {
    guard let file = unsafe fopen(path, "r") else { return nil }
    defer { unsafe _ = fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe fread(&piece, 1, piece.count, file)
      if count == 0 { return bytes }
      bytes += piece[..<count]
    }
  }
}

extension FileText {
  /// Writes all bytes of a file into a new one.
  package static func copy(_ path: String, to copy: String) throws {
    guard let bytes = bytes(of: path), let file = unsafe fopen(copy, "w") else {
      throw BenchmarkError(description: "cannot copy \(path)")
    }
    defer { unsafe _ = fclose(file) }
    guard unsafe fwrite(bytes, 1, bytes.count, file) == bytes.count else {
      throw BenchmarkError(description: "cannot write \(copy)")
    }
  }
}
