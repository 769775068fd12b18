#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The system's facts about a file at one moment; equal values mean that the file was not written
/// in between.
package struct FileFacts: Sendable, Equatable {
  /// Size in bytes.
  package let size: Int64
  /// True for a regular file.
  package let isRegular: Bool
  private let device: UInt64
  private let node: UInt64
  private let modified: (seconds: Int64, nanoseconds: Int64)
  private let changed: (seconds: Int64, nanoseconds: Int64)

  /// The facts of the file at `path`; nil when there is none or it cannot be reached.
  package init?(path: String) {
    var facts = stat()
    guard unsafe stat(path, &facts) == 0 else { return nil }
    self.init(facts)
  }

  /// The facts of the file at `path`; nil when there is none. Throws why the system does not tell:
  /// the file may be there then.
  static func known(at path: String) throws(StoreError) -> FileFacts? {
    if let facts = FileFacts(path: path) { return facts }
    guard errno == ENOENT || errno == ENOTDIR else { throw FilePath.failure(path) }
    return nil
  }

  /// The facts of the item with that name itself: for a symbolic link, not those of its target.
  init?(named path: String) {
    var facts = stat()
    guard unsafe lstat(path, &facts) == 0 else { return nil }
    self.init(facts)
  }

  init(_ facts: stat) {
    size = Int64(facts.st_size)
    isRegular = facts.st_mode & S_IFMT == S_IFREG
    device = UInt64(truncatingIfNeeded: facts.st_dev)
    node = UInt64(truncatingIfNeeded: facts.st_ino)
    #if canImport(Darwin)
    modified = (Int64(facts.st_mtimespec.tv_sec), Int64(facts.st_mtimespec.tv_nsec))
    changed = (Int64(facts.st_ctimespec.tv_sec), Int64(facts.st_ctimespec.tv_nsec))
    #else
    modified = (Int64(facts.st_mtim.tv_sec), Int64(facts.st_mtim.tv_nsec))
    changed = (Int64(facts.st_ctim.tv_sec), Int64(facts.st_ctim.tv_nsec))
    #endif
  }

  /// Whether both describe one file, regardless of its content.
  package func isSameFile(as other: FileFacts) -> Bool {
    device == other.device && node == other.node
  }

  package static func == (a: FileFacts, b: FileFacts) -> Bool {
    a.isSameFile(as: b) && a.size == b.size && a.modified == b.modified && a.changed == b.changed
  }
}

/// The file operations that the store needs besides SQLite's.
package enum FilePath: Sendable {
  /// The path with links resolved, so that one file has one name. Throws `cannotOpen` for an empty
  /// path, when its folder is missing, and for a link to a place whose name is not UTF-8.
  package static func resolved(_ path: String) throws(StoreError) -> String {
    guard !path.isEmpty else { throw .cannotOpen(path: path, reason: "the path is empty") }
    return try resolved(path, linksLeft: 16)
  }

  private static func resolved(
    _ path: String, linksLeft: Int
  ) throws(StoreError) -> String {
    if let whole = real(path) { return whole }
    let parts = split(path)
    // An open pipe may have no name except this path. The same is true of a file whose full name is
    // not valid text.
    if FileFacts(path: path) != nil {
      // The companion files of a journal are beside it, and not beside a link to it.
      guard !isLink(path) || !hasOtherName(path) else {
        throw .cannotOpen(path: path, reason: "it is a link to a place whose name is not UTF-8")
      }
      return path
    }
    // A link to a missing file still states the file's place.
    if linksLeft > 0, let target = target(ofLink: path) {
      let isWhole = target.utf8.first == UInt8(ascii: "/")
      return try resolved(isWhole ? target : "\(parts.folder)/\(target)", linksLeft: linksLeft - 1)
    }
    guard let folder = real(parts.folder) else {
      let code = errno
      // The folder may exist with a full name that is not valid text.
      if FileFacts(path: parts.folder) != nil { return path }
      try requireFolder(of: path)
      throw .cannotOpen(path: path, reason: message(code))
    }
    return folder == "/" ? "/\(parts.name)" : "\(folder)/\(parts.name)"
  }

  /// The folder of a path ("." when it has none) and the last component.
  package static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let name = String(path[path.utf8.index(after: slash)...])
    return (slash == path.utf8.startIndex ? "/" : String(path[..<slash]), name)
  }

  /// Requires the folder in which a new file gets its name. Its permissions are not checked. Throws
  /// `cannotOpen`, which names the folder, when it is missing or not a folder.
  package static func requireFolder(of path: String) throws(StoreError) {
    let folder = split(path).folder
    guard FileFacts(path: "\(folder)/.") == nil else { return }
    let code = errno
    let isMissing = code == ENOENT || code == ENOTDIR
    throw .cannotOpen(
      path: path, reason: isMissing ? "there is no folder '\(folder)'" : message(code))
  }

  /// The first `count` bytes of a file; fewer when it is shorter.
  package static func firstBytes(_ count: Int, of path: String) throws(StoreError) -> [UInt8] {
    try bytes(count, from: 0, of: path)
  }

  /// This many bytes of a file from an offset; fewer when it ends before.
  static func bytes(
    _ count: Int, from place: Int64, of path: String
  ) throws(StoreError) -> [UInt8] {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure(path) }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: count)
    let read = unsafe bytes.withUnsafeMutableBytes { raw in
      unsafe pread(file, raw.baseAddress, raw.count, off_t(place))
    }
    guard read >= 0 else { throw failure(path) }
    return Array(bytes.prefix(read))
  }

  /// Creates a file that only its owner may read and write, regardless of the process's umask.
  ///
  /// - Returns: its descriptor; below 0 when it cannot be created, and `errno` gives the reason.
  static func openNew(_ path: String, _ access: Int32 = O_WRONLY) -> Int32 {
    let file = unsafe open(path, access | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if file >= 0 { fchmod(file, 0o600) }
    return file
  }

  /// Creates an empty file that only its owner may read and write. SQLite creates the files beside
  /// it with the same permissions.
  static func makePrivate(_ path: String) throws(StoreError) {
    let file = openNew(path)
    guard file >= 0 else { throw failure(path) }
    close(file)
  }

  /// Copies a file's bytes to a new file that only its owner may read. Holes in the file stay holes
  /// in the copy: a file may claim to be larger than any disk.
  package static func copy(_ source: String, to target: String) throws(StoreError) {
    let input = unsafe open(source, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw failure(source) }
    defer { close(input) }
    let output = openNew(target)
    guard output >= 0 else { throw failure(target) }
    defer { close(output) }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var place: off_t = 0
    while true {
      let data = lseek(input, place, SystemSeek.data)
      if data < 0, errno == ENXIO { break }
      // A file system without holes reports only data.
      place = max(place, data)
      let hole = data < 0 ? -1 : lseek(input, place, SystemSeek.hole)
      let end = hole < 0 ? off_t.max : hole
      while place < end {
        let count = unsafe buffer.withUnsafeMutableBytes { raw in
          unsafe pread(input, raw.baseAddress, min(raw.count, Int(clamping: end - place)), place)
        }
        guard count >= 0 else { throw failure(source) }
        if count == 0 { break }
        try put(buffer.prefix(count), into: output, at: place, path: target)
        place += off_t(count)
      }
      if hole < 0 || place < end { break }
    }
    // There may be a hole after the last data.
    let size = lseek(input, 0, SEEK_END)
    guard size >= 0 else { throw failure(source) }
    guard ftruncate(output, max(size, place)) == 0 else { throw failure(target) }
  }

  private static func put(
    _ bytes: ArraySlice<UInt8>, into output: Int32, at place: off_t, path: String
  ) throws(StoreError) {
    var written = 0
    while written < bytes.count {
      let rest = bytes.dropFirst(written)
      let more = unsafe rest.withUnsafeBytes { raw in
        unsafe pwrite(output, raw.baseAddress, raw.count, place + off_t(written))
      }
      guard more > 0 else { throw failure(path) }
      written += more
    }
  }

  /// Writes a small file at a temporary place and renames it, so that a death in between leaves the
  /// former file. An error also leaves the former file: for files that may be missing. A power cut
  /// can undo the change.
  package static func replace(_ path: String, with bytes: [UInt8]) {
    let unfinished = "\(path)-new"
    remove(unfinished)
    let file = openNew(unfinished)
    guard file >= 0 else { return }
    let written = unsafe bytes.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
    close(file)
    if written != bytes.count || systemRename(unfinished, path) != 0 { remove(unfinished) }
  }

  /// The place for temporary folders of this task and its subtasks; nil for the system's folder.
  package static let temporaryBase = TaskLocal<String?>(wrappedValue: nil)

  /// Creates a folder that only its owner may enter, inside the system's folder for temporary files
  /// or another one.
  package static func makeTemporaryFolder(below base: String? = nil) throws(StoreError) -> String {
    let named = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) }
    let base = base ?? temporaryBase.get() ?? named.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    var template = Array("\(base)/route-journal-XXXXXX".utf8CString)
    let made = unsafe template.withUnsafeMutableBufferPointer { characters -> String? in
      guard let start = characters.baseAddress else { return nil }
      return unsafe mkdtemp(start).map { unsafe String(cString: $0) }
    }
    guard let made else {
      let error = failure(base)
      guard case .missing = error else { throw error }
      throw .cannotOpen(path: base, reason: "there is no such folder, which TMPDIR names")
    }
    return made
  }

  /// Whether there is surely no file at a path.
  static func isFree(_ path: String) -> Bool {
    do throws(StoreError) { return try FileFacts.known(at: path) == nil } catch { return false }
  }

  /// Removes a file; a missing file is no error.
  package static func remove(_ path: String) { unsafe unlink(path) }

  /// Removes an empty folder.
  package static func removeFolder(_ path: String) { unsafe rmdir(path) }

  /// Renames the file at `source` to `target`, and replaces an existing item.
  package static func rename(_ source: String, to target: String) throws(StoreError) {
    guard systemRename(source, target) == 0 else { throw failure(target) }
    synchronizeFolder(of: target)
  }

  /// Renames the file at `source` to `target`; throws `alreadyExists` when there is an item.
  package static func moveToNewName(_ source: String, _ target: String) throws(StoreError) {
    if unsafe link(source, target) == 0 {
      unsafe unlink(source)
      return synchronizeFolder(of: target)
    }
    guard errno != EEXIST, FileFacts(path: target) == nil else {
      throw .alreadyExists(path: target)
    }
    // Not every file system has hard links.
    try rename(source, to: target)
  }

  /// Creates a symbolic link, if no item has its name.
  ///
  /// - Returns: whether it was created.
  static func makeLink(_ path: String, to target: String) -> Bool {
    guard unsafe symlink(target, path) == 0 else { return false }
    synchronizeFolder(of: path)
    return true
  }

  /// The target of a symbolic link; nil when there is no link, or the target is not UTF-8 or has
  /// 1,024 bytes or more.
  static func target(ofLink path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: 1_024)
    let count = unsafe readlink(path, &bytes, bytes.count)
    guard count > 0, count < bytes.count else { return nil }
    // The rest of the buffer is zero. `String(validating:as:)` needs iOS 18.
    return unsafe bytes.withUnsafeBufferPointer { characters in
      unsafe characters.baseAddress.flatMap { unsafe String(validatingCString: $0) }
    }
  }

  /// Makes a new name durable: it is durable only when its folder is.
  static func synchronizeFolder(of path: String) {
    let folder = unsafe open(split(path).folder, O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    synchronize(folder)
    close(folder)
  }

  /// Makes an open file or folder survive a power cut.
  ///
  /// - Returns: false when it could not be written.
  @discardableResult
  static func synchronize(_ descriptor: Int32) -> Bool {
    #if canImport(Darwin)
    // Darwin's fsync leaves the data in the drive's memory. Not every file system supports more.
    if fcntl(descriptor, F_FULLFSYNC) != -1 { return true }
    #endif
    return fsync(descriptor) == 0
  }

  /// The error for `errno` after a call on `path` failed.
  package static func failure(_ path: String) -> StoreError {
    let code = errno
    switch code {
    case ENOENT, ENOTDIR: return .missing(path: path)
    case EEXIST: return .alreadyExists(path: path)
    case ENOSPC, EDQUOT, EFBIG: return .diskFull
    case EROFS: return .readOnly(path: path)
    case EIO: return .inputOutput(code: code, message: message(code))
    default: return .cannotOpen(path: path, reason: message(code))
    }
  }

  /// The system's words for an error number.
  package static func message(_ code: Int32) -> String {
    unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }

  /// The full name of the item at a path; nil when there is none, or when its name is not UTF-8.
  private static func real(_ path: String) -> String? {
    guard let name = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(name) }
    // With other bytes in place of invalid ones, it would be the name of no file.
    return unsafe String(validatingCString: name)
  }

  /// Whether the item at a path has a full name that is not UTF-8.
  private static func hasOtherName(_ path: String) -> Bool {
    guard let name = unsafe realpath(path, nil) else { return false }
    defer { unsafe free(name) }
    return unsafe String(validatingCString: name) == nil
  }

  /// Whether the item at that name is a symbolic link.
  private static func isLink(_ path: String) -> Bool {
    var facts = stat()
    return unsafe lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK
  }
}

/// Constants by which `lseek` finds data and holes; not every header has them.
private enum SystemSeek {
  #if canImport(Darwin)
  static let (data, hole): (Int32, Int32) = (4, 3)
  #else
  static let (data, hole): (Int32, Int32) = (3, 4)
  #endif
}

/// The system's `rename`, under a name that does not hide behind the member above.
private func systemRename(_ source: String, _ target: String) -> Int32 {
  unsafe rename(source, target)
}
