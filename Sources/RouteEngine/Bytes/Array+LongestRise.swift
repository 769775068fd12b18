extension Array {
  /// The longest part in whose order a position rises: patience sorting (Fredman, "On Computing
  /// the Length of Longest Increasing Subsequences", Discrete Mathematics 11, 1975). Of several as
  /// long, the one with the lowest end.
  package func longestRise(of position: (Element) -> Int) -> [Element] {
    var ends: [Int] = []  // of a rise of each length, the element with the lowest position
    var before: [Int?] = []
    for index in indices {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if position(self[ends[middle]]) < position(self[index]) {
          low = middle + 1
        } else {
          high = middle
        }
      }
      before.append(low > 0 ? ends[low - 1] : nil)
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var rise: [Element] = []
    var next = ends.last
    while let index = next {
      rise.append(self[index])
      next = before[index]
    }
    return rise.reversed()
  }
}
