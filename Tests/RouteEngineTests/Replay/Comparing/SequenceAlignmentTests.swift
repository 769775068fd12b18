import RouteTestSupport
import Testing

@testable import RouteReplay

struct SequenceAlignmentTests {
  /// The length of a longest common subsequence, computed by the simple method.
  private func longest(_ left: [Int], _ right: [Int]) -> Int {
    var lengths = [Int](repeating: 0, count: right.count + 1)
    for one in left {
      var diagonal = 0
      for (index, other) in right.enumerated() {
        let above = lengths[index + 1]
        lengths[index + 1] = one == other ? diagonal + 1 : max(above, lengths[index])
        diagonal = above
      }
    }
    return lengths[right.count]
  }

  private func check(_ alignment: SequenceAlignment, _ left: [Int], _ right: [Int], _ text: Comment)
  {
    let pairs = alignment.pairs
    #expect(pairs.allSatisfy { left[$0.left] == right[$0.right] }, text)
    #expect(
      zip(pairs, pairs.dropFirst()).allSatisfy { $0.left < $1.left && $0.right < $1.right }, text)
    var (lefts, rights) = ([Int](), [Int]())
    for piece in alignment.pieces {
      switch piece {
      case .pair(let one, let other):
        lefts.append(one)
        rights.append(other)
      case .gap(let one, let other):
        #expect(!one.isEmpty || !other.isEmpty, text)
        lefts += one
        rights += other
      }
    }
    #expect(lefts == Array(left.indices) && rights == Array(right.indices), text)
  }

  @Test func `small sequences are aligned as long as they can be`() {
    for seed in 0..<500 as Range<UInt64> {
      var random = SeededRandom(seed)
      let left = (0..<random.below(12)).map { _ in random.below(5) }
      let right = (0..<random.below(12)).map { _ in random.below(5) }
      let alignment = SequenceAlignment(left, right)
      check(alignment, left, right, "seed \(seed)")
      #expect(alignment.pairs.count == longest(left, right), "seed \(seed)")
    }
  }

  @Test func `larger ones are cut at elements that are unique in both`() {
    for seed in 0..<200 as Range<UInt64> {
      var random = SeededRandom(seed)
      let left = (0..<60).map { _ in random.below(40) }
      var right = left
      for _ in 0..<random.below(8) { right.insert(random.below(99), at: random.below(right.count)) }
      for _ in 0..<random.below(8) { right.remove(at: random.below(right.count)) }
      let alignment = SequenceAlignment(left, right, most: 30)
      check(alignment, left, right, "seed \(seed)")
      #expect(alignment.pairs.count >= 40, "seed \(seed)")
    }
  }

  @Test func `large sequences without unique elements are compared by position`() {
    let left = [0, 1] + Array(repeating: [7, 8, 9], count: 100).joined() + [2]
    let right = [0, 3] + Array(repeating: [7, 9, 8], count: 100).joined() + [4]
    let alignment = SequenceAlignment(left, right, most: 100)
    check(alignment, left, right, "by position")
    #expect(alignment.pairs.count == 101)
  }

  @Test func `one element more costs no more than reading both`() {
    let left = Array(0..<200_000)
    var right = left
    right.insert(-1, at: 100_000)
    #expect(SequenceAlignment(left, right).pairs.count == 200_000)
    #expect(SequenceAlignment(left, Array(left.dropFirst(50))).pieces.count == 199_951)
  }

  @Test func `nothing is aligned with nothing`() {
    #expect(SequenceAlignment([Int](), [Int]()).pieces == [])
    #expect(SequenceAlignment([1], [Int]()).pieces == [.gap(left: 0..<1, right: 0..<0)])
  }
}
