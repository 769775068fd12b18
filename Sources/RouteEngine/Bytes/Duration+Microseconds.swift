// The engine counts time in microseconds of 64 bits, as its journal does; those who call it say
// how long in `Duration`, which is twice as wide and finer.

extension Duration {
  /// Rounded towards zero; the bound of 64 bits when it is beyond that.
  package var microseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    let (sum, overflow2) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000)
    return overflow || overflow2 ? (seconds < 0 ? .min : .max) : sum
  }

  /// The value of ``microseconds``, and 0 when that is negative.
  package var wholeMicroseconds: Int64 { max(0, microseconds) }
}
