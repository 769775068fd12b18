extension Array {
  /// Hands the elements over and keeps none: counts no reference, where a copy counts one.
  @inline(__always)
  mutating func take() -> [Element] {
    var taken: [Element] = []
    swap(&taken, &self)
    return taken
  }

  /// Adds elements at the end. An array that has none becomes the other one, which it shares.
  mutating func add(_ others: [Element]) {
    if isEmpty { self = others } else if !others.isEmpty { self += others }
  }
}
