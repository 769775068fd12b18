/// The rounding of times that leave, in microseconds.
struct TimeRounding: Equatable, Sendable {
  /// The unit that points in time are rounded down to, in UTC.
  enum Unit: String, Sendable {
    case hour, day

    /// Its microseconds.
    var length: Int64 { self == .hour ? 3_600_000_000 : 86_400_000_000 }
  }

  let unit: Unit
  /// How many digits of a span of time stay.
  let digits: Int

  /// The beginning of a point's unit.
  func moment(_ moment: Int64) -> Int64 {
    let rest = moment % unit.length
    return moment &- (rest < 0 ? rest + unit.length : rest)
  }

  /// A point as it is told beside an earlier one of the same thing: that one, rounded, and the
  /// rounded time between the two, so that lengths stay.
  func moment(_ moment: Int64, after first: Int64) -> Int64 {
    self.moment(first) &+ length(moment &- first)
  }

  /// A span with its first digits, the others 0.
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
