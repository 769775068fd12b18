extension Array {
  /// Hands the elements over and keeps none: counts no reference, where a copy counts one.
  @inline(__always)
  mutating func take() -> [Element] {
    var taken: [Element] = []
    swap(&taken, &self)
    return taken
  }
}
