import RouteStore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file that a command writes. It gets its name when it is complete, and replaces another file
/// only if that is requested.
final class NewFile {
  private static let bufferSize = 64 * 1024

  private let unfinished: UnfinishedFile
  private let replaces: Bool
  private var descriptor: Int32
  private var buffer: [UInt8] = []

  /// Begins a file, which may replace another one. Throws `StoreError.alreadyExists`, or the reason
  /// why it cannot be created.
  init(at path: String, replacing replaces: Bool = false) throws(StoreError) {
    guard replaces || FileFacts(path: path) == nil else { throw .alreadyExists(path: path) }
    self.replaces = replaces
    unfinished = try UnfinishedFile(of: path)
    descriptor = unsafe open(unfinished.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw FilePath.failure(path) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Adds bytes to the end.
  func write(_ bytes: some Sequence<UInt8>) throws(OutputError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Gives the file its name, after its bytes were written.
  func finish() throws {
    try flush()
    guard fsync(descriptor) == 0 else { throw OutputError.failed(FilePath.message(errno)) }
    try unfinished.finish(replacing: replaces)
    close(descriptor)
    descriptor = -1
  }

  private func flush() throws(OutputError) {
    try writeAll(buffer, to: descriptor)
    buffer.removeAll(keepingCapacity: true)
  }
}

@available(*, unavailable)
extension NewFile: Sendable {}
