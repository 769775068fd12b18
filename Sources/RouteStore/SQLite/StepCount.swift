import CRouteSQLite

/// The number of steps that SQLite may still take for a statement of a connection.
final class StepCount {
  /// The number of steps between two calls of SQLite.
  fileprivate static let interval: Int32 = 100_000

  /// The most steps of one statement; nil for no bound.
  fileprivate var most: Int64?
  /// Called at this interval, for code that observes a long statement.
  var isGoingOn: (() -> Void)?
  private var left: Int64 = 0

  /// Begins another statement.
  func start() { left = most ?? .max }

  /// Counts further steps; false when there were too many.
  fileprivate func continues() -> Bool {
    isGoingOn?()
    left -= min(left, Int64(Self.interval))
    return left > 0
  }
}

extension Connection {
  /// Bounds the steps of each statement by the size of the file, see ``FileBounds``.
  package borrowing func boundSteps(fileBytes: Int64) {
    let (more, overflow) = fileBytes.multipliedReportingOverflow(by: FileBounds.stepsOfByte)
    steps.most = overflow ? nil : FileBounds.steps.addingReportingOverflow(more).partialValue
    watchSteps()
  }

  /// Makes SQLite ask whether to continue, if there is a bound.
  borrowing func watchSteps() {
    steps.start()
    let pointer = unsafe Unmanaged.passUnretained(steps).toOpaque()
    let interval = steps.most == nil ? 0 : StepCount.interval
    unsafe sqlite3_progress_handler(handle, interval, isTooMuch, pointer)
  }
}

/// SQLite calls this at the interval to ask whether to stop.
private func isTooMuch(_ count: UnsafeMutableRawPointer?) -> Int32 {
  guard let count = unsafe count else { return 1 }
  return unsafe Unmanaged<StepCount>.fromOpaque(count).takeUnretainedValue().continues() ? 0 : 1
}
