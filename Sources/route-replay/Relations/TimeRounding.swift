/// The rounding of exported times, in microseconds.
struct TimeRounding: Equatable, Sendable {
  /// The unit to which points in time are rounded down, in UTC.
  enum Unit: String, Sendable {
    case hour, day

    /// Its microseconds.
    var length: Int64 { self == .hour ? 3_600_000_000 : 86_400_000_000 }
  }

  let unit: Unit
  /// How many digits of a span of time are kept.
  let digits: Int

  /// The beginning of the unit of a point in time.
  func moment(_ moment: Int64) -> Int64 {
    let rest = moment % unit.length
    return moment &- (rest < 0 ? rest + unit.length : rest)
  }

  /// A point in time relative to an earlier one of the same item: the earlier one, rounded, plus
  /// the rounded time between them, so that durations stay correct.
  func moment(_ moment: Int64, after first: Int64) -> Int64 {
    self.moment(first) &+ length(moment &- first)
  }

  /// A span with its first digits; the others are 0.
  func length(_ length: Int64) -> Int64 {
    var step: Int64 = 1
    var rest = length.magnitude
    for _ in 0..<digits { rest /= 10 }
    while rest > 0 {
      step *= 10
      rest /= 10
    }
    return length - length % step
  }
}
