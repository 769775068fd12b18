/// The fewest of some things that together still show something: delta debugging.
///
/// Follows *ddmin* (A. Zeller, R. Hildebrandt: Simplifying and Isolating Failure-Inducing Input,
/// IEEE Transactions on Software Engineering 28(2), 2002): tries ever smaller parts, then the whole
/// without ever smaller parts. What is left is 1-minimal: without any single one of it the thing
/// does not show. It need not be the smallest set there is.
public struct Minimization<Element> {
  /// The elements that are left, in their order.
  public private(set) var elements: [Element]
  /// How many sets were tried.
  public private(set) var trials = 0
  /// Whether ``elements`` is 1-minimal; otherwise there were no more trials.
  public private(set) var isMinimal = false
  /// Whether a set could not be tried any more.
  private var isCutShort = false

  /// Searches.
  ///
  /// - Parameters:
  ///   - elements: things that together show it; that they do is not asked.
  ///   - most: how many sets are tried at most.
  ///   - shows: whether a set of them, in their order, still shows it.
  /// - Throws: what `shows` throws.
  public init<Failure: Error>(
    of elements: [Element], most: Int, where shows: ([Element]) throws(Failure) -> Bool
  ) throws(Failure) {
    self.elements = elements
    var parts = 2
    while !self.elements.isEmpty {
      parts = min(parts, self.elements.count)
      if let found = try smaller(in: parts, most: most, where: shows) {
        self.elements = found.elements
        parts = found.isPart ? 2 : max(parts - 1, 2)
      } else if isCutShort {
        return
      } else if parts == self.elements.count {
        break
      } else {
        parts *= 2
      }
    }
    isMinimal = true
  }

  /// The first part that shows it, else the first complement of a part; nil when none does.
  private mutating func smaller<Failure: Error>(
    in parts: Int, most: Int, where shows: ([Element]) throws(Failure) -> Bool
  ) throws(Failure) -> (elements: [Element], isPart: Bool)? {
    let bounds = (0...parts).map { $0 * elements.count / parts }
    // Of two parts each is the other's complement, and one part alone is the whole.
    for isPart in parts == 1 ? [false] : parts == 2 ? [true] : [true, false] {
      for index in 0..<parts {
        guard trials < most else {
          isCutShort = true
          return nil
        }
        let (start, end) = (bounds[index], bounds[index + 1])
        let tried = isPart ? elements[start..<end] : elements[..<start] + elements[end...]
        trials += 1
        if try shows(Array(tried)) { return (Array(tried), isPart) }
      }
    }
    return nil
  }
}

extension Minimization: Sendable where Element: Sendable {}
