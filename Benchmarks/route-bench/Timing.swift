#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The processor time of this process in nanoseconds. Figures for one core use it when a slice is
/// too long to run undisturbed on a shared machine.
func processorTime() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Nanoseconds since a fixed moment.
func nanoseconds() -> Double {
  let time = start.duration(to: .now).components
  return Double(time.seconds) * 1e9 + Double(time.attoseconds) / 1e9
}

private let start = ContinuousClock.now

/// The nanoseconds that the work took.
func timed(_ work: @MainActor () throws -> Void) rethrows -> Double {
  let before = nanoseconds()
  try work()
  return nanoseconds() - before
}

extension Sequence<Double> {
  var median: Double { quantile(0.5) }

  /// The value below which the given fraction of the values lies.
  func quantile(_ part: Double) -> Double {
    let sorted = sorted()
    guard !sorted.isEmpty else { return .nan }
    return sorted[Swift.min(sorted.count - 1, Int(Double(sorted.count) * part))]
  }
}

/// The nanoseconds of one operation: the median over many short slices, because the machine is
/// shared. Most slices of less than a millisecond run without interruption by another process.
func cost(slices: Int = 1_000, operations: Int, _ slice: @MainActor (Int) throws -> Void) rethrows
  -> Double
{
  try slice(operations)
  let times = try (0..<slices).map { _ in try timed { try slice(operations) } }
  return times.median / Double(operations)
}
