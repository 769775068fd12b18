#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The folder beside a journal in which other processes leave links for its owner:
/// `<journal>-inbox`.
///
/// A file is written under a name that begins with a dot and then renamed, so that it is complete
/// or absent. The lock of an unfinished file shows that a process is still writing it. Files of
/// other processes are not trusted: names, kinds and sizes are checked first, and links are not
/// followed.
package struct DropFolder: Sendable {
  /// The most bytes of one file.
  package static var mostBytes: Int { 65_536 }
  /// The most files that are left in it, and that are taken out at a time.
  package static var mostFiles: Int { 1_000 }

  /// The content of one of its files.
  package enum Content: Sendable, Equatable {
    /// These bytes.
    case bytes([UInt8])
    /// It was not left by this library, for this reason.
    case refused(reason: String, bytes: Int64)
    /// No content: the file is gone.
    case gone
    /// The file exists but cannot be read now: the device is locked, or too many files are open.
    case unreadable

    /// The content of a file that could not be opened, by the `errno` of the failure.
    init(openingFailedWith code: Int32) {
      switch code {
      case ENOENT: self = .gone
      case ELOOP: self = .refused(reason: "it is a symbolic link", bytes: 0)
      case ENXIO, EISDIR, EOPNOTSUPP: self = .refused(reason: "it is no file", bytes: 0)
      default: self = .unreadable
      }
    }
  }

  /// Its path.
  package let path: String

  /// The folder of the journal at `path`, which may not exist; the journal's own folder must exist.
  package init(ofJournal path: String) throws(StoreError) {
    self.path = "\(try FilePath.resolved(path))-inbox"
  }

  /// The names of the files, the oldest `mostFiles` of them, in the order in which they are taken
  /// out: by their bytes, which begin with the time. Unfinished files of dead processes are
  /// removed.
  package func names() -> [String] {
    guard let folder = Folder(path) else { return [] }
    var names: [String] = []
    folder.forEachName { name in
      if Self.isName(name) {
        guard let last = names.last, names.count >= Self.mostFiles else {
          return Self.insert(name, into: &names)
        }
        guard Self.precedes(name, last) else { return }
        names.removeLast()
        Self.insert(name, into: &names)
      } else if name.utf8.first == UInt8(ascii: "."), Self.isName(String(name.dropFirst())) {
        folder.removeIfAbandoned(name)
      }
    }
    return names
  }

  /// Leaves a file there.
  ///
  /// - Parameters:
  ///   - bytes: the content.
  ///   - moment: microseconds since 1970: earlier files are taken out first.
  ///   - mark: 16 bytes that identify the content; equal for the same delivery.
  /// - Throws: `limitReached` when there are too many bytes or files, `diskFull`, `readOnly`,
  ///   `cannotOpen` or `inputOutput`: then nothing was left.
  package func put(_ bytes: [UInt8], at moment: Int64, mark: [UInt8]) throws(StoreError) {
    guard bytes.count <= Self.mostBytes else {
      throw .limitReached(
        reason: "\(bytes.count) bytes are more than the \(Self.mostBytes) that can be handed over",
        advice: "Leave a shorter link.")
    }
    if unsafe mkdir(path, 0o700) == 0 {
      unsafe chmod(path, 0o700)  // regardless of the process's umask
    } else if errno != EEXIST {
      throw FilePath.failure(path)
    }
    guard let folder = Folder(path) else {
      throw .cannotOpen(path: path, reason: FilePath.message(errno))
    }
    var count = 0
    folder.forEachName { if Self.isName($0) { count += 1 } }
    guard count < Self.mostFiles else {
      throw .limitReached(
        reason: "\(count) files wait in '\(path)' for the journal's owner to take them in",
        advice: "Leave the link again when it has.")
    }
    try folder.put(bytes, as: Self.name(at: moment, mark: mark), path: path)
  }

  /// The content of a file.
  package func content(of name: String) -> Content { Folder(path)?.content(of: name) ?? .gone }

  /// Whether files can be taken away from it, as far as its permissions tell.
  package var allowsRemoval: Bool { Folder(path)?.isWritable ?? true }

  /// Takes a file away. An item that cannot be removed, for example a folder, gets another name:
  /// its own after `refused-`.
  ///
  /// - Returns: false when it still has its name: the system allows neither.
  package func remove(_ name: String) -> Bool { Folder(path)?.remove(name) ?? false }

  /// The mark in a file's name.
  package static func mark(in name: String) -> String { String(name.suffix(32)) }

  /// When a file was left, in microseconds since 1970, by its name.
  package static func moment(in name: String) -> Int64 { Int64(String(name.prefix(20))) ?? 0 }

  private static func name(at moment: Int64, mark: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var name: [UInt8] = []
    var rest = UInt64(max(0, moment))
    for _ in 0..<20 {
      name.append(digits[Int(rest % 10)])
      rest /= 10
    }
    name = name.reversed() + [UInt8(ascii: "-")]
    for byte in mark { name += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return String(decoding: name, as: UTF8.self)
  }

  /// 20 digits, a hyphen, 32 hexadecimal digits.
  private static func isName(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard bytes.count == 53, bytes[20] == UInt8(ascii: "-") else { return false }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let letters = UInt8(ascii: "a")...UInt8(ascii: "f")
    return bytes[..<20].allSatisfy(digits.contains)
      && bytes[21...].allSatisfy { digits.contains($0) || letters.contains($0) }
  }

  private static func precedes(_ first: String, _ second: String) -> Bool {
    first.utf8.lexicographicallyPrecedes(second.utf8)
  }

  private static func insert(_ name: String, into names: inout [String]) {
    var (low, high) = (0, names.count)
    while low < high {
      let middle = (low + high) / 2
      if precedes(names[middle], name) { low = middle + 1 } else { high = middle }
    }
    names.insert(name, at: low)
  }
}

/// The open folder: an item that later has its path is never touched.
@safe struct Folder: ~Copyable {
  private let descriptor: Int32

  /// Opens the folder at `path`; nil when there is none, or it is a link.
  init?(_ path: String) {
    // Assigned only if opening succeeds: otherwise `deinit` would close no valid descriptor, and
    // change `errno`.
    let opened = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if opened < 0 { return nil }
    descriptor = opened
  }

  deinit { close(descriptor) }

  /// Calls the body with every name that is text, in no order.
  func forEachName(_ body: (String) -> Void) {
    let copy = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let list = unsafe fdopendir(copy) else { return }
    defer { unsafe _ = closedir(list) }
    let start = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    while let entry = unsafe readdir(list) {
      let name = unsafe UnsafeRawPointer(entry).advanced(by: start)
        .assumingMemoryBound(to: CChar.self)
      if let name = unsafe String(validatingCString: name) { body(name) }
    }
  }

  /// Whether the process may change its names.
  var isWritable: Bool { unsafe faccessat(descriptor, ".", W_OK | X_OK, AT_EACCESS) == 0 }

  /// Locks it until it is closed; false when another process has locked it. If folders cannot be
  /// locked, it counts as locked.
  func lock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK }

  /// Whether the folder still has this path.
  func isStill(at path: String) -> Bool {
    var facts = stat()
    guard unsafe fstat(descriptor, &facts) == 0, let named = FileFacts(named: path) else {
      return false
    }
    return named.isSameFile(as: FileFacts(facts))
  }

  /// Writes a file under a temporary name and renames it when it is complete.
  func put(_ bytes: [UInt8], as name: String, path: String) throws(StoreError) {
    var attempts = 3
    while true {
      do {
        return try write(bytes, as: name, path: path)
      } catch StoreError.missing where attempts > 1 {
        attempts -= 1  // it seemed abandoned before it had its lock
      }
    }
  }

  private func write(_ bytes: [UInt8], as name: String, path: String) throws(StoreError) {
    let unfinished = ".\(name)"
    let file = unsafe openat(
      descriptor, unfinished, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw FilePath.failure("\(path)/\(unfinished)") }
    defer { close(file) }
    fchmod(file, 0o600)
    flock(file, LOCK_EX | LOCK_NB)
    var written = 0
    while written < bytes.count {
      let more = unsafe bytes.withUnsafeBytes { raw in
        unsafe systemWrite(file, raw.baseAddress.map { unsafe $0 + written }, bytes.count - written)
      }
      guard more > 0 else { break }
      written += more
    }
    guard written == bytes.count, FilePath.synchronize(file),
      unsafe renameat(descriptor, unfinished, descriptor, name) == 0
    else {
      let error = FilePath.failure("\(path)/\(name)")
      unsafe unlinkat(descriptor, unfinished, 0)
      throw error
    }
    FilePath.synchronize(descriptor)
  }

  func content(of name: String) -> DropFolder.Content {
    // Opening a pipe would block without O_NONBLOCK.
    let file = unsafe openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return DropFolder.Content(openingFailedWith: errno) }
    defer { close(file) }
    var facts = stat()
    guard unsafe fstat(file, &facts) == 0, FileFacts(facts).isRegular else {
      return .refused(reason: "it is no file", bytes: 0)
    }
    let size = FileFacts(facts).size
    guard size <= DropFolder.mostBytes else {
      return .refused(reason: "\(size) bytes are too many", bytes: size)
    }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    let count = unsafe bytes.withUnsafeMutableBytes { raw in
      unsafe pread(file, raw.baseAddress, raw.count, 0)
    }
    guard count == bytes.count else { return .unreadable }
    return .bytes(bytes)
  }

  func remove(_ name: String) -> Bool {
    guard unsafe unlinkat(descriptor, name, 0) != 0, errno != ENOENT else { return true }
    return unsafe renameat(descriptor, name, descriptor, "refused-\(name)") == 0
  }

  /// Removes an unfinished file that no process is writing: its writer's lock is gone.
  func removeIfAbandoned(_ name: String) {
    let file = unsafe openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    if flock(file, LOCK_EX | LOCK_NB) == 0 { unsafe unlinkat(descriptor, name, 0) }
  }
}

/// The system's `write`, under a name that does not hide behind the member above.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(file, bytes, count)
}
