extension [UInt8] {
  /// Whether these bytes contain a text's bytes: `contains` of a text compares characters, which
  /// took 63,000 instructions for an entry.
  func contains(text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard let first = wanted.first else { return true }
    var index = 0
    while index <= count - wanted.count {
      if self[index] == first, self[index..<index + wanted.count].elementsEqual(wanted) {
        return true
      }
      index += 1
    }
    return false
  }
}
