extension Array where Element: Equatable {
  /// Each of them once, where it stands first.
  package var unique: [Element] {
    guard count > 1 else { return self }
    var unique: [Element] = []
    for element in self where !unique.contains(element) { unique.append(element) }
    return unique
  }
}
