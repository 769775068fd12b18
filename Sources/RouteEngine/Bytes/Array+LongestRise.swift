extension Array {
  /// The longest subsequence along which a position increases: patience sorting (Fredman, "On
  /// Computing the Length of Longest Increasing Subsequences", Discrete Mathematics 11, 1975).
  /// Among subsequences of equal length, the one that ends at the lowest position.
  package func longestRise(of position: (Element) -> Int) -> [Element] {
    var ends: [Int] = []  // for each length, the last element that has the lowest position
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
