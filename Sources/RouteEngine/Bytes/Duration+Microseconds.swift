// The engine counts time in 64-bit microseconds, as its journal does. Callers use `Duration`, which
// is twice as wide and has a finer unit.

extension Duration {
  /// The duration in microseconds, rounded towards zero and clamped to 64 bits.
  package var microseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    let (sum, overflow2) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000)
    return overflow || overflow2 ? (seconds < 0 ? .min : .max) : sum
  }

  /// The value of ``microseconds``, or 0 when that is negative.
  package var wholeMicroseconds: Int64 { max(0, microseconds) }
}
