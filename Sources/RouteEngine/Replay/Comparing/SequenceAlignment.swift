import RouteEngine

/// The corresponding elements of two sequences: a longest common subsequence.
///
/// Common ends are removed first. A rest of at most ``most`` cells is aligned exactly, by a table
/// of lengths (Wagner and Fischer, "The String-to-String Correction Problem", 1974). A larger rest
/// is first cut at elements that each side has exactly once (Cohen's patience difference); a
/// stretch without such elements is compared position by position. A table of that size costs each
/// element of both sides at most half the square root of it: 1,024 comparisons.
struct SequenceAlignment {
  /// Corresponding positions, ascending on both sides.
  private(set) var pairs: [(left: Int, right: Int)] = []

  /// A part of the alignment: a pair, or the elements between two pairs.
  enum Piece: Hashable {
    case pair(left: Int, right: Int)
    case gap(left: Range<Int>, right: Range<Int>)
  }

  /// The largest table of lengths, in cells.
  static let most = 1 << 22
  /// The most times that a stretch is cut at its unique elements.
  private static let deepest = 32

  private let counts: (left: Int, right: Int)

  private struct Stretch {
    var left: Range<Int>
    var right: Range<Int>
    var depth: Int
  }

  /// Aligns two sequences.
  ///
  /// - Parameter most: the largest table of lengths, in cells.
  init<Key: Hashable>(_ left: [Key], _ right: [Key], most: Int = SequenceAlignment.most) {
    counts = (left.count, right.count)
    var open = [Stretch(left: 0..<left.count, right: 0..<right.count, depth: 0)]
    while var stretch = open.popLast() {
      takeEnds(of: &stretch, left, right)
      if stretch.left.isEmpty || stretch.right.isEmpty { continue }
      let (cells, overflow) = stretch.left.count.multipliedReportingOverflow(
        by: stretch.right.count)
      if !overflow, cells <= most {
        alignExactly(stretch, left, right)
        continue
      }
      let anchors = stretch.depth < Self.deepest ? Self.anchors(of: stretch, left, right) : []
      if anchors.isEmpty {
        for (one, other) in zip(stretch.left, stretch.right) where left[one] == right[other] {
          pairs.append((one, other))
        }
        continue
      }
      cut(stretch, at: anchors, into: &open)
    }
    pairs.sort { $0.left < $1.left }
  }

  /// All parts in order.
  var pieces: [Piece] {
    var pieces: [Piece] = []
    var (left, right) = (0, 0)
    for pair in pairs + [(counts.left, counts.right)] {
      if left < pair.left || right < pair.right {
        pieces.append(.gap(left: left..<pair.left, right: right..<pair.right))
      }
      if pair.left < counts.left { pieces.append(.pair(left: pair.left, right: pair.right)) }
      (left, right) = (pair.left + 1, pair.right + 1)
    }
    return pieces
  }

  private mutating func takeEnds<Key: Hashable>(
    of stretch: inout Stretch, _ left: [Key], _ right: [Key]
  ) {
    while let one = stretch.left.first, let other = stretch.right.first, left[one] == right[other] {
      pairs.append((one, other))
      stretch.left.removeFirst()
      stretch.right.removeFirst()
    }
    while let one = stretch.left.last, let other = stretch.right.last, left[one] == right[other] {
      pairs.append((one, other))
      stretch.left.removeLast()
      stretch.right.removeLast()
    }
  }

  private mutating func alignExactly<Key: Hashable>(
    _ stretch: Stretch, _ left: [Key], _ right: [Key]
  ) {
    // The length of the longest common subsequence after each pair of positions. Neither side of a
    // table of that size can have more than 32 bits.
    let (rows, columns) = (stretch.left.count, stretch.right.count)
    let (leftStart, rightStart) = (stretch.left.lowerBound, stretch.right.lowerBound)
    let width = columns + 1
    var lengths = [UInt32](repeating: 0, count: (rows + 1) * width)
    for row in (0..<rows).reversed() {
      for column in (0..<columns).reversed() {
        let isSame = left[leftStart + row] == right[rightStart + column]
        lengths[row * width + column] =
          isSame
          ? lengths[(row + 1) * width + column + 1] + 1
          : max(lengths[(row + 1) * width + column], lengths[row * width + column + 1])
      }
    }
    var (row, column) = (0, 0)
    while row < rows, column < columns {
      if left[leftStart + row] == right[rightStart + column] {
        pairs.append((leftStart + row, rightStart + column))
        (row, column) = (row + 1, column + 1)
      } else if lengths[(row + 1) * width + column] >= lengths[row * width + column + 1] {
        row += 1
      } else {
        column += 1
      }
    }
  }

  /// Pairs of elements that each side of a stretch has exactly once: the longest sequence of them
  /// that has one order on both sides.
  private static func anchors<Key: Hashable>(
    of stretch: Stretch, _ left: [Key], _ right: [Key]
  ) -> [(left: Int, right: Int)] {
    func places(_ keys: [Key], _ range: Range<Int>) -> [Key: Int?] {
      var places: [Key: Int?] = [:]
      for index in range { places[keys[index]] = .some(places[keys[index]] == nil ? index : nil) }
      return places
    }
    let rightPlaces = places(right, stretch.right)
    let leftPlaces = places(left, stretch.left)
    var unique: [(left: Int, right: Int)] = []
    for index in stretch.left {
      guard leftPlaces[left[index]] == .some(.some(index)),
        let other = rightPlaces[left[index]].flatMap({ $0 })
      else { continue }
      unique.append((index, other))
    }
    return unique.longestRise(of: \.right)
  }

  private mutating func cut(
    _ stretch: Stretch, at anchors: [(left: Int, right: Int)], into open: inout [Stretch]
  ) {
    var (left, right) = (stretch.left.lowerBound, stretch.right.lowerBound)
    for anchor in anchors {
      pairs.append(anchor)
      open.append(
        Stretch(left: left..<anchor.left, right: right..<anchor.right, depth: stretch.depth + 1))
      (left, right) = (anchor.left + 1, anchor.right + 1)
    }
    open.append(
      Stretch(
        left: left..<stretch.left.upperBound, right: right..<stretch.right.upperBound,
        depth: stretch.depth + 1))
  }
}
