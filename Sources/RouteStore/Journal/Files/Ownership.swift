#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The right to write a journal, held by one session at a time.
///
/// It is an advisory lock (`flock`) on the empty file `<journal>-lock` beside the journal. The lock
/// belongs to the open file, so it also keeps two sessions of one process apart, and the system
/// releases it when the owner dies. It is released explicitly, and not only by closing: a child
/// process that is about to run another program shares the open file for a while. The file stays:
/// removing it could leave two owners with one lock each.
@safe package struct Ownership: ~Copyable {
  private let file: Int32
  private let name: String
  /// Whether this lock made its file.
  private let isNew: Bool

  /// Takes the lock of the journal at `path`; throws `owned` when another session has it, and
  /// `readOnly` or `cannotOpen` when the lock's file cannot be opened or the system gives no lock.
  ///
  /// - Parameter tries: how often to try a lock that another process shares, about a millisecond
  ///   apart.
  package init(of path: String, tries: Int = 1_000) throws(StoreError) {
    name = Self.lockPath(of: path)
    while true {
      var isNew = false
      // A lock is never a link. A dangling link could be neither opened nor made.
      var file = unsafe open(name, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
      if file < 0, errno == ENOENT {
        isNew = true
        file = FilePath.openNew(name, O_RDWR)
        if file < 0, errno == EEXIST { continue }
      }
      guard file >= 0 else { throw Self.failure(errno, path) }
      if let code = Self.lock(file, tries: tries) {
        close(file)
        throw Self.refusal(code, of: path)
      }
      var facts = stat()
      let named: FileFacts?
      do throws(StoreError) {
        named = try FileFacts.known(at: name)
      } catch {
        close(file)
        throw error
      }
      if unsafe fstat(file, &facts) == 0, let named, named.isSameFile(as: FileFacts(facts)) {
        (self.file, self.isNew) = (file, isNew)
        return
      }
      // Another process removed the file between opening and locking it, so the lock is void.
      close(file)
    }
  }

  /// The reason why the lock's file cannot be opened. Before the first unlock of an iOS device, the
  /// system reports EPERM for a visible file and folder. It reports the same for files that an app
  /// may never open, and those are mostly not visible.
  private static func failure(_ code: Int32, _ path: String) -> StoreError {
    #if canImport(Darwin) && !os(macOS) && !targetEnvironment(simulator)
    if code == EPERM, FileFacts(path: FilePath.split(path).folder) != nil {
      return .locked(path: path)
    }
    #endif
    return [EACCES, EPERM, EROFS].contains(code)
      ? .readOnly(path: path) : FilePath.failure(lockPath(of: path))
  }

  deinit {
    flock(file, LOCK_UN)
    close(file)
  }

  /// The error of a lock that was refused, by the `errno` of the refusal: another session has it,
  /// or the file system knows no locks, or has none left.
  package static func refusal(_ code: Int32, of path: String) -> StoreError {
    guard code != EWOULDBLOCK else { return .owned(path: path) }
    return .cannotOpen(
      path: path,
      reason: "its lock '\(lockPath(of: path))' cannot be taken: \(FilePath.message(code)). "
        + "A journal needs a file system that has locks")
  }

  /// Locks the file unless another session owns it. A process that only looks (`isHeld`) shares the
  /// lock for about a microsecond. It is no owner, and this waits for its end.
  ///
  /// - Returns: nil when it is locked; otherwise the `errno` of the refusal.
  private static func lock(_ file: Int32, tries: Int) -> Int32? {
    for _ in 0..<tries {
      if flock(file, LOCK_EX | LOCK_NB) == 0 { return nil }
      guard errno == EWOULDBLOCK, flock(file, LOCK_SH | LOCK_NB) == 0 else { return errno }
      flock(file, LOCK_UN)
      usleep(1_000)
    }
    return EWOULDBLOCK
  }

  /// Whether the lock's file still has its name. If it was deleted or moved, for example with its
  /// folder, another session can own the journal.
  var isInPlace: Bool {
    var facts = stat()
    guard unsafe fstat(file, &facts) == 0, let named = FileFacts(named: name) else { return false }
    return named.isSameFile(as: FileFacts(facts))
  }

  /// Releases the lock and removes its file if this lock made it: there is no journal to own.
  consuming func abandon() {
    // A caller that opens the file before it is removed finds that it has no name and tries again.
    if isNew { unsafe unlink(name) }
  }

  /// Whether a live session owns the journal at `path`.
  package static func isHeld(of path: String) -> Bool {
    // The item at the path may not be a file, and opening it could block for ever.
    let file = unsafe open(lockPath(of: path), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    // Where there are no locks, no session has one.
    guard flock(file, LOCK_SH | LOCK_NB) == 0 else { return errno == EWOULDBLOCK }
    flock(file, LOCK_UN)
    return false
  }

  /// The name of the lock file.
  package static func lockPath(of path: String) -> String { "\(path)-lock" }
}
