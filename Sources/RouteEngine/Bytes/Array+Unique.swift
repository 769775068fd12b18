extension Array where Element: Hashable {
  /// The elements without repetitions, each where it stands first. A few elements are compared with
  /// each other; many are looked up in a set.
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
