extension Array where Element: Hashable {
  /// Each of them once, where it stands first. A few are compared with each other, which needs no
  /// table; of many each is looked up.
  package var unique: [Element] {
    guard count > 1 else { return self }
    var unique: [Element] = []
    guard count > 16 else {
      for element in self where !unique.contains(element) { unique.append(element) }
      return unique
    }
    var known: Set<Element> = []
    for element in self where known.insert(element).inserted { unique.append(element) }
    return unique
  }
}
