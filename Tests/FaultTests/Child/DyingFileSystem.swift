import CSQLite
import FaultHost

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// SQLite's own file system, counting what the writer does to files, and dying before the n-th
/// operation or in the middle of the n-th write.
enum DyingFileSystem {
  /// Puts itself in the place of SQLite's default, if the kill point is an operation.
  static func install(dyingAt killPoint: KillPoint?) {
    switch killPoint {
    case .operation(let count): unsafe (remaining, isHalf) = (count, false)
    case .halfWrite(let count): unsafe (remaining, isHalf) = (count, true)
    case .launchOperation(let count): unsafe (remaining, isArmed) = (count, true)
    default: return
    }
    guard let found = unsafe sqlite3_vfs_find(nil) else { return }
    unsafe system = found
    unsafe wrapper = found.pointee
    unsafe wrapper.zName = UnsafePointer(strdup("dying"))
    unsafe wrapper.pNext = nil
    unsafe wrapper.xOpen = { _, name, file, flags, outFlags in
      let code = unsafe system?.pointee.xOpen(system, name, file, flags, outFlags) ?? SQLITE_ERROR
      guard let file = unsafe file, let found = unsafe file.pointee.pMethods else { return code }
      unsafe file.pointee.pMethods = wrapped(found)
      return code
    }
    unsafe wrapper.xDelete = { _, name, synchronize in
      count()
      return unsafe system?.pointee.xDelete(system, name, synchronize) ?? SQLITE_ERROR
    }
    let code = unsafe sqlite3_vfs_register(&wrapper, 1)
    precondition(code == SQLITE_OK, "the file system cannot be registered")
  }

  /// From now on operations count.
  static func arm() { unsafe isArmed = true }
}

// What C code calls back can reach nothing but globals; all of it happens on one thread.
nonisolated(unsafe) private var isArmed = false
nonisolated(unsafe) private var remaining = 0
nonisolated(unsafe) private var isHalf = false
nonisolated(unsafe) private var system: UnsafeMutablePointer<sqlite3_vfs>?
nonisolated(unsafe) private var wrapper = unsafe sqlite3_vfs()
nonisolated(unsafe) private var systemMethods: UnsafePointer<sqlite3_io_methods>?
nonisolated(unsafe) private var wrappers:
  [UnsafePointer<sqlite3_io_methods>: UnsafePointer<sqlite3_io_methods>] = unsafe [:]

/// One operation more; the last one kills. Where halves kill, only writes count.
private func count(half: (() -> Void)? = nil) {
  guard unsafe isArmed, unsafe half != nil || !isHalf else { return }
  unsafe remaining -= 1
  guard unsafe remaining == 0 else { return }
  if unsafe isHalf { half?() }
  FaultHost.die()
}

/// A file's methods with those that change something replaced by counting ones. The platform's
/// tables differ in how they lock; what is replaced here is the same in the first as in all.
private func wrapped(
  _ found: UnsafePointer<sqlite3_io_methods>
) -> UnsafePointer<sqlite3_io_methods> {
  if let known = unsafe wrappers[found] { return unsafe known }
  unsafe systemMethods = systemMethods ?? found
  let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
  unsafe methods.initialize(to: found.pointee)
  unsafe methods.pointee.xWrite = { file, bytes, amount, offset in
    count {
      unsafe _ = systemMethods?.pointee.xWrite(file, bytes, amount / 2, offset)
    }
    return unsafe systemMethods?.pointee.xWrite(file, bytes, amount, offset) ?? SQLITE_ERROR
  }
  unsafe methods.pointee.xTruncate = { file, size in
    count()
    return unsafe systemMethods?.pointee.xTruncate(file, size) ?? SQLITE_ERROR
  }
  unsafe methods.pointee.xSync = { file, flags in
    count()
    return unsafe systemMethods?.pointee.xSync(file, flags) ?? SQLITE_ERROR
  }
  unsafe methods.pointee.xShmLock = { file, offset, amount, flags in
    count()
    return unsafe systemMethods?.pointee.xShmLock(file, offset, amount, flags) ?? SQLITE_ERROR
  }
  unsafe methods.pointee.xShmBarrier = { file in
    count()
    unsafe systemMethods?.pointee.xShmBarrier(file)
  }
  unsafe wrappers[found] = UnsafePointer(methods)
  return unsafe UnsafePointer(methods)
}
