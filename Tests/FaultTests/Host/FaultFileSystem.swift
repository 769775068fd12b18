import FaultVFS

/// SQLite's file system as a test wants it to fail; see `FaultVFS.h`.
///
/// It counts and fails for one thread: that of the test, whose files alone it watches.
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

    /// What changes files or what other processes see of them.
    package static let changes: Operations = [
      .write, .truncate, .synchronize, .delete, .lockShared, .barrier,
    ]
    /// What can fail in a way that SQLite is told of.
    package static let fallible: Operations = [
      .open, .read, .write, .truncate, .synchronize, .delete, .lock, .mapShared, .lockShared,
    ]
    /// What needs room on the disk.
    package static let growing: Operations = [.write, .mapShared]
  }

  /// What becomes of an operation.
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

  /// Something that was done to a watched file or its name.
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

  /// Becomes SQLite's default, and watches files whose path contains a text.
  package static func watch(_ part: String) {
    fault_install()
    unsafe fault_watch(part)
  }

  /// From now on synchronisations count and may fail, and otherwise do nothing: for tests in which
  /// processes die and the power stays on.
  package static func leaveDiskAlone() { fault_leave_disk_alone() }

  /// Operations count from 1, and those in the range have the effect.
  package static func begin(
    _ effect: Effect, on operations: Operations, from first: Int = 1, through last: Int = .max
  ) {
    fault_begin(operations.rawValue, effect.code, Int64(first), Int64(last))
  }

  /// Nothing fails any more.
  ///
  /// - Returns: how many operations counted.
  @discardableResult
  package static func end() -> Int { Int(fault_end()) }

  /// Does something whose operations neither count nor fail.
  package static func pausing<Result>(_ body: () throws -> Result) rethrows -> Result {
    let wasOn = fault_pause()
    defer { fault_go_on(wasOn) }
    return try body()
  }

  /// How many operations have counted so far.
  package static var count: Int { Int(fault_count()) }

  /// Does something while SQLite, on this thread, waits for somebody else's lock only as far as the
  /// clock of the test goes: nobody sleeps.
  ///
  /// - Parameters:
  ///   - passing: is told how many microseconds were waited, each time.
  ///   - body: what may wait.
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

  /// Keeps what is done from now on.
  package static func record() { fault_record_begin() }

  /// How much was done so far.
  package static var recorded: Int { fault_record_count() }

  /// What was done since recording began, which ends here.
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
