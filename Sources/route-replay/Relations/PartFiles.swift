import RouteAnalytics
import RouteStore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The files of an export: one for each relation and day. Of any number of files, only a few are
/// open.
final class PartFiles {
  /// The file to which a row belongs.
  struct Key: Hashable {
    /// The index of the relation.
    let relation: Int
    /// Days since 1970-01-01; nil for a row without a day.
    let day: Int64?
  }

  /// One file.
  final class Part {
    /// The path relative to the export's folder.
    let path: String
    let day: String?
    fileprivate(set) var bytes: Int64 = 0
    fileprivate var digest = SHA256.Running()
    fileprivate var descriptor: Int32 = -1
    fileprivate var touched = 0
    /// The bytes to be written next.
    var buffer: [UInt8] = []
    var rows: Int64 = 0

    fileprivate init(_ path: String, day: String?, header: [UInt8]) {
      (self.path, self.day, buffer) = (path, day, header)
    }

    /// The SHA-256 of the file.
    var digestWord: String { digest.digest.description }
  }

  /// The most open files. A process may have 256 on some systems, and an export has two of these
  /// objects.
  private static let mostOpen = 48
  private static let bufferSize = 64 * 1024
  /// The most files. No history has this many days; a forged one must not fill the disk with
  /// folders.
  private static let mostParts = 50_000
  /// The value for NULL in the names of partitioned folders.
  private static let noDay = "__HIVE_DEFAULT_PARTITION__"

  private let folder: String
  private let suffix: String
  private var parts: [Key: Part] = [:]
  private var open: [Part] = []
  private var turn = 0
  /// For each relation, the file of its last row: the next row most often goes there too.
  private var newest: [Int: (day: Int64?, part: Part)] = [:]

  /// Files in a folder, which exists and is empty.
  init(in folder: String, suffix: String) { (self.folder, self.suffix) = (folder, suffix) }

  deinit { for part in open { close(part.descriptor) } }

  /// Every file with its key, ordered by relation and day; files without a day come first.
  var all: [(key: Key, part: Part)] {
    parts.sorted {
      ($0.key.relation, $0.key.day ?? .min) < ($1.key.relation, $1.key.day ?? .min)
    }.map { ($0.key, $0.value) }
  }

  /// The file for rows of a relation and day.
  ///
  /// - Throws: the reason why it cannot be created; `limitReached` when there would be too many.
  func part(_ key: Key, of encoder: RowEncoder) throws -> Part {
    if let newest = newest[key.relation], newest.day == key.day, newest.part.descriptor >= 0 {
      turn += 1
      newest.part.touched = turn
      return newest.part
    }
    let part = try parts[key] ?? make(key, encoder.relation, encoder.header)
    if part.descriptor < 0 { try reopen(part) }
    turn += 1
    part.touched = turn
    newest[key.relation] = (key.day, part)
    return part
  }

  /// Writes the buffer when it is large enough.
  func flush(_ part: Part) throws {
    guard part.buffer.count >= Self.bufferSize else { return }
    try Task.checkCancellation()
    try write(part)
  }

  /// Writes all buffers, and closes every file.
  func finish() throws {
    for part in open { try shut(part) }
    open = []
    newest = [:]
  }

  private func make(_ key: Key, _ relation: BaseRelation, _ header: [UInt8]) throws -> Part {
    guard parts.count < Self.mostParts else {
      throw StoreError.limitReached(reason: "there are rows of more than \(Self.mostParts) days")
    }
    var place = relation.name
    try Folder.make("\(folder)/\(place)")
    var day: String?
    if relation.time != nil {
      let word = key.day.map { String(isoTime($0 * 86_400_000_000).prefix(10)) } ?? Self.noDay
      day = word
      place += "/day=\(word)"
      try Folder.make("\(folder)/\(place)")
    }
    let part = Part("\(place)/rows.\(suffix)", day: day, header: header)
    parts[key] = part
    try reopen(part, isNew: true)
    return part
  }

  private func reopen(_ part: Part, isNew: Bool = false) throws {
    if open.count >= Self.mostOpen, let oldest = open.min(by: { $0.touched < $1.touched }) {
      try shut(oldest)
      open.removeAll { $0 === oldest }
    }
    let path = "\(folder)/\(part.path)"
    let flags = isNew ? O_CREAT | O_EXCL : O_APPEND
    part.descriptor = Self.systemOpen(path, O_WRONLY | O_CLOEXEC | flags)
    guard part.descriptor >= 0 else { throw FilePath.failure(path) }
    open.append(part)
  }

  private func shut(_ part: Part) throws {
    try write(part)
    part.buffer = []
    close(part.descriptor)
    part.descriptor = -1
  }

  private func write(_ part: Part) throws {
    part.digest.take(part.buffer)
    try writeAll(part.buffer, to: part.descriptor)
    part.bytes += Int64(part.buffer.count)
    part.buffer.removeAll(keepingCapacity: true)
  }

  /// The system's `open`, under a name that does not hide behind the member above.
  private static func systemOpen(_ path: String, _ flags: Int32) -> Int32 {
    #if canImport(Darwin)
    unsafe Darwin.open(path, flags, 0o666)
    #elseif canImport(Glibc)
    unsafe Glibc.open(path, flags, 0o666)
    #else
    unsafe Musl.open(path, flags, 0o666)
    #endif
  }
}

@available(*, unavailable)
extension PartFiles: Sendable {}

@available(*, unavailable)
extension PartFiles.Part: Sendable {}
