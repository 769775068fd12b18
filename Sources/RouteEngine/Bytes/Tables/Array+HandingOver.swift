extension Array {
  /// Moves the elements out and leaves the array empty; unlike a copy, it counts no reference.
  @inline(__always)
  mutating func take() -> [Element] {
    var taken: [Element] = []
    swap(&taken, &self)
    return taken
  }

  /// Adds elements at the end. An empty array takes the storage of the other one and shares it.
  mutating func add(_ others: [Element]) {
    if isEmpty { self = others } else if !others.isEmpty { self += others }
  }
}
