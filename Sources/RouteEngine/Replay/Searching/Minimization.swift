/// The fewest of some elements that together still show a symptom: delta debugging.
///
/// Follows *ddmin* (A. Zeller, R. Hildebrandt: Simplifying and Isolating Failure-Inducing Input,
/// IEEE Transactions on Software Engineering 28(2), 2002): it tries smaller and smaller parts, and
/// the whole without such parts. The result is 1-minimal: without any single element, the symptom
/// does not show. It need not be the smallest set that shows it.
public struct Minimization<Element> {
  /// The remaining elements, in order.
  public private(set) var elements: [Element]
  /// How many sets were tried.
  public private(set) var trials = 0
  /// Whether ``elements`` is 1-minimal; if not, the number of trials was exhausted.
  public private(set) var isMinimal = false
  /// Whether a set could not be tried because of that number.
  private var isCutShort = false

  /// Minimizes a set of elements.
  ///
  /// - Parameters:
  ///   - elements: elements that together show the symptom; this is not checked.
  ///   - most: the most sets to try.
  ///   - shows: whether a set of them, in order, still shows the symptom.
  /// - Throws: the errors of `shows`.
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

  /// The first part that shows it, otherwise the first complement of a part; nil when none does.
  private mutating func smaller<Failure: Error>(
    in parts: Int, most: Int, where shows: ([Element]) throws(Failure) -> Bool
  ) throws(Failure) -> (elements: [Element], isPart: Bool)? {
    let bounds = (0...parts).map { $0 * elements.count / parts }
    // Two parts are each other's complements, and a single part is the whole.
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
