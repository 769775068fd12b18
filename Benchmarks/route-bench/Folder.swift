import BenchmarkWorkload

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A temporary folder.
struct Folder {
  private let path: String

  /// Calls a function with a new folder under `TMPDIR`, then removes the folder.
  static func temporary<Result>(_ body: @MainActor (Folder) throws -> Result) throws -> Result {
    let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/route-bench-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      throw BenchmarkError(description: "cannot make a folder in \(parent)")
    }
    let name = template.dropLast().map { UInt8(bitPattern: $0) }
    let folder = Folder(path: String(decoding: name, as: UTF8.self))
    defer { folder.remove() }
    return try body(folder)
  }

  /// The path of a file in it.
  func file(_ name: String) -> String { "\(path)/\(name).sqlite" }

  /// The size of a file in it, in bytes.
  func size(of name: String) -> Int64 {
    var facts = stat()
    return unsafe stat(file(name), &facts) == 0 ? Int64(facts.st_size) : 0
  }

  /// The number of transactions in the write-ahead log of a file: the last frame of each is marked
  /// (https://www.sqlite.org/fileformat2.html#the_write_ahead_log).
  func commits(of name: String) throws -> Int {
    guard let log = FileText.bytes(of: "\(file(name))-wal") else {
      throw BenchmarkError(description: "cannot read the log of \(name)")
    }
    let (header, frame) = (32, 24 + 4_096)
    return stride(from: header, to: log.count, by: frame).count { start in
      log[start + 4..<start + 8].contains { $0 != 0 }
    }
  }

  private func remove() {
    guard let entries = unsafe opendir(path) else { return }
    while let entry = unsafe readdir(entries) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { start in
        unsafe start.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      unsafe _ = unlink("\(path)/\(name)")
    }
    unsafe _ = closedir(entries)
    unsafe _ = rmdir(path)
  }
}
