extension Array where Element == String {
  /// Each of them once, where it stands first.
  package var unique: [String] {
    guard count > 1 else { return self }
    var unique: [String] = []
    for name in self where !unique.contains(name) { unique.append(name) }
    return unique
  }
}
