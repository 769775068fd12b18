#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Nanoseconds that this process has had a processor for: what a figure for one core is taken over
/// where a slice is too long to run undisturbed on a shared machine.
func processorTime() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Nanoseconds since some moment.
func nanoseconds() -> Double {
  let time = start.duration(to: .now).components
  return Double(time.seconds) * 1e9 + Double(time.attoseconds) / 1e9
}

private let start = ContinuousClock.now

/// Nanoseconds that the work took.
func timed(_ work: @MainActor () throws -> Void) rethrows -> Double {
  let before = nanoseconds()
  try work()
  return nanoseconds() - before
}

extension Sequence<Double> {
  var median: Double { quantile(0.5) }

  /// The value below which that part of them lies.
  func quantile(_ part: Double) -> Double {
    let sorted = sorted()
    guard !sorted.isEmpty else { return .nan }
    return sorted[Swift.min(sorted.count - 1, Int(Double(sorted.count) * part))]
  }
}

/// Nanoseconds that one operation takes: the median over many short slices, because the machine is
/// shared. Slices of less than a millisecond mostly run without another process in between.
func cost(slices: Int = 1_000, operations: Int, _ slice: @MainActor (Int) throws -> Void) rethrows
  -> Double
{
  try slice(operations)
  let times = try (0..<slices).map { _ in try timed { try slice(operations) } }
  return times.median / Double(operations)
}
