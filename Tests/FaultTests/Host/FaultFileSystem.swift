import FaultVFS

/// SQLite's file system, with the failures that a test asks for; see `FaultVFS.h`.
///
/// It counts and fails only for the test's own thread, and watches only the test's files.
package enum FaultFileSystem {
  /// Kinds of operations on files.
  package struct Operations: OptionSet, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let open = Operations(rawValue: Int32(FAULT_OPEN))
    package static let read = Operations(rawValue: Int32(FAULT_READ))
    package static let write = Operations(rawValue: Int32(FAULT_WRITE))
    package static let truncate = Operations(rawValue: Int32(FAULT_TRUNCATE))
    package static let synchronize = Operations(rawValue: Int32(FAULT_SYNC))
    package static let delete = Operations(rawValue: Int32(FAULT_DELETE))
    package static let lock = Operations(rawValue: Int32(FAULT_LOCK))
    package static let mapShared = Operations(rawValue: Int32(FAULT_SHM_MAP))
    package static let lockShared = Operations(rawValue: Int32(FAULT_SHM_LOCK))
    package static let barrier = Operations(rawValue: Int32(FAULT_SHM_BARRIER))

    /// The operations that change files, or the view that other processes have of them.
    package static let changes: Operations = [
      .write, .truncate, .synchronize, .delete, .lockShared, .barrier,
    ]
    /// The operations whose failure SQLite can notice.
    package static let fallible: Operations = [
      .open, .read, .write, .truncate, .synchronize, .delete, .lock, .mapShared, .lockShared,
    ]
    /// The operations that need free space on the disk.
    package static let growing: Operations = [.write, .mapShared]
  }

  /// The effect on an operation.
  package enum Effect: Int32, Sendable, CaseIterable {
    case fails, findsNoRoom, isShort, kills, killsHalfway

    fileprivate var code: Int32 {
      switch self {
      case .fails: Int32(FAULT_FAILS)
      case .findsNoRoom: Int32(FAULT_FINDS_NO_ROOM)
      case .isShort: Int32(FAULT_IS_SHORT)
      case .kills: Int32(FAULT_KILLS)
      case .killsHalfway: Int32(FAULT_KILLS_HALFWAY)
      }
    }
  }

  /// A change to a watched file or its name.
  package enum Change {
    case open(path: String, file: UInt64)
    case write(file: UInt64, offset: Int, bytes: [UInt8])
    case truncate(file: UInt64, size: Int)
    case synchronize(file: UInt64)
    case delete(path: String)
    case rename(path: String, to: String)
    case makeLink(path: String, target: String)
    case synchronizeFolder
  }

  /// Makes this SQLite's default file system, and watches files whose path contains a text.
  package static func watch(_ part: String) {
    fault_install()
    unsafe fault_watch(part)
  }

  /// From now on, synchronisations count and may fail, but are not carried out. This is for tests
  /// in which processes die and the power stays on.
  package static func leaveDiskAlone() { fault_leave_disk_alone() }

  /// Counts operations from 1; those in the range get the effect.
  package static func begin(
    _ effect: Effect, on operations: Operations, from first: Int = 1, through last: Int = .max
  ) {
    fault_begin(operations.rawValue, effect.code, Int64(first), Int64(last))
  }

  /// Ends all effects.
  ///
  /// - Returns: the number of counted operations.
  @discardableResult
  package static func end() -> Int { Int(fault_end()) }

  /// Runs a closure whose operations neither count nor fail.
  package static func pausing<Result>(_ body: () throws -> Result) rethrows -> Result {
    let wasOn = fault_pause()
    defer { fault_go_on(wasOn) }
    return try body()
  }

  /// The number of operations counted so far.
  package static var count: Int { Int(fault_count()) }

  /// Runs a closure in which SQLite's waits for locks on this thread only advance the clock of the
  /// test: nothing sleeps.
  ///
  /// - Parameters:
  ///   - passing: receives the number of microseconds of each wait.
  ///   - body: the code that may wait.
  package static func waiting<Result>(
    _ passing: @escaping (_ microseconds: Int) -> Void, during body: () throws -> Result
  ) rethrows -> Result {
    fault_install()
    let wait = Wait(passing)
    let context = unsafe Unmanaged.passUnretained(wait).toOpaque()
    unsafe fault_wait(
      { context, microseconds in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<Wait>.fromOpaque(context).takeUnretainedValue().passing(Int(microseconds))
      }, context)
    defer {
      fault_wait(nil, nil)
      withExtendedLifetime(wait) {}
    }
    return try body()
  }

  private final class Wait {
    let passing: (Int) -> Void

    init(_ passing: @escaping (Int) -> Void) { self.passing = passing }
  }

  /// Records changes from now on.
  package static func record() { fault_record_begin() }

  /// The number of recorded changes.
  package static var recorded: Int { fault_record_count() }

  /// Ends the recording, and returns its changes.
  package static func takeRecords() -> [Change] {
    defer { fault_forget() }
    return (0..<fault_record_count()).compactMap { index in
      let record = unsafe fault_record_at(index)
      let path = unsafe record.path.map { unsafe String(cString: $0) } ?? ""
      let other = unsafe record.other.map { unsafe String(cString: $0) } ?? ""
      switch unsafe Int(record.operation) {
      case Int(FAULT_OPEN): return unsafe .open(path: path, file: record.file)
      case Int(FAULT_WRITE):
        let bytes = unsafe [UInt8](
          UnsafeBufferPointer(start: record.bytes, count: Int(record.count)))
        return unsafe .write(file: record.file, offset: Int(record.offset), bytes: bytes)
      case Int(FAULT_TRUNCATE): return unsafe .truncate(file: record.file, size: Int(record.offset))
      case Int(FAULT_SYNC): return unsafe .synchronize(file: record.file)
      case Int(FAULT_DELETE): return .delete(path: path)
      case Int(FAULT_RENAME): return .rename(path: path, to: other)
      case Int(FAULT_SYMLINK): return .makeLink(path: path, target: other)
      case Int(FAULT_SYNC_FOLDER): return .synchronizeFolder
      default: return nil
      }
    }
  }
}
