import CRouteSQLite

/// How many steps SQLite may still take for a statement of a connection.
final class StepCount {
  /// After how many steps SQLite asks.
  fileprivate static let interval: Int32 = 100_000

  /// Most steps of one statement; nil for any number.
  fileprivate var most: Int64?
  /// Is called every so many steps, for who wants to know that a long statement goes on.
  var isGoingOn: (() -> Void)?
  private var left: Int64 = 0

  /// Another statement begins.
  func start() { left = most ?? .max }

  /// Some more were taken; false when that were too many.
  fileprivate func continues() -> Bool {
    isGoingOn?()
    left -= min(left, Int64(Self.interval))
    return left > 0
  }
}

extension Connection {
  /// Lets no statement take more steps than one over a file of so many bytes may: see
  /// ``FileBounds``.
  package borrowing func boundSteps(fileBytes: Int64) {
    let (more, overflow) = fileBytes.multipliedReportingOverflow(by: FileBounds.stepsOfByte)
    steps.most = overflow ? nil : FileBounds.steps.addingReportingOverflow(more).partialValue
    watchSteps()
  }

  /// Has SQLite ask whether to go on, where there is a bound.
  borrowing func watchSteps() {
    steps.start()
    let pointer = unsafe Unmanaged.passUnretained(steps).toOpaque()
    let interval = steps.most == nil ? 0 : StepCount.interval
    unsafe sqlite3_progress_handler(handle, interval, isTooMuch, pointer)
  }
}

/// SQLite asks every so many steps whether to stop.
private func isTooMuch(_ count: UnsafeMutableRawPointer?) -> Int32 {
  guard let count = unsafe count else { return 1 }
  return unsafe Unmanaged<StepCount>.fromOpaque(count).takeUnretainedValue().continues() ? 0 : 1
}
