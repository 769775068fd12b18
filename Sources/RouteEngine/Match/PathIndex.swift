/// Who is offered the patterns that a lookup finds. A type and not a closure, because a closure
/// that is handed from node to node is copied at each with all it holds: 22 copies of a link.
package protocol PathTaker {
  /// Is given an item's value and captures; `false` lets the search go on, as for a capture that is
  /// not of its declared type. An item with optional parts may be offered more than once.
  mutating func accepts(_ value: Int, _ captures: PathPattern.Captures) -> Bool
}

/// Many patterns at once, asked in the order of how specific they are.
///
/// Segment by segment from the left, a literal beats text around a capture (`:name.json`), which
/// beats an expression or a capture with a declared type, which beats a free capture, which beats
/// what spans several segments. If a branch leads nowhere the next is tried, so `/google` finds
/// `:provider` although `google/callback` is there.
///
/// The patterns form a tree. A lookup visits each of its nodes at most once and at most as deep as
/// the deepest pattern, so the work for any link is bounded by the table:
/// - A node costs the length of the path's segment there, whatever the size of the table. With
///   literals, whole captures and expressions of one repeated class (`\d+`) that is all, and
///   nothing is allocated up to eight captures.
/// - Any other expression, and a pattern with text around captures, repeated groups or optional
///   parts that leave a choice, runs a program: at most 1,000 steps for every byte it looks at,
///   once for each shape the pattern has with and without its optional parts (16 at most).
package struct PathIndex: Sendable {
  /// One pattern to look for.
  package struct Item: Sendable {
    package let pattern: PathPattern
    package let typed: Set<String>
    package let priority: Int?
    package let value: Int

    /// - Parameters:
    ///   - typed: names of captures with a declared type, which a lookup may refuse.
    ///   - priority: what decides between equally specific patterns, the higher first; nil is 0.
    ///   - value: what a lookup returns.
    package init(_ pattern: PathPattern, typed: Set<String> = [], priority: Int? = nil, value: Int)
    {
      self.pattern = pattern
      self.typed = typed
      self.priority = priority
      self.value = value
    }
  }

  /// Two patterns of which neither is to be asked first.
  package struct Conflict: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Reason: Hashable, Sendable {
      /// They match the same paths.
      case samePaths
      /// At one place they have different expressions or types.
      case differentExpressions
    }

    /// Indices of the two items, the one given first before the other.
    package let first: Int
    package let second: Int
    package let reason: Reason

    /// - Parameters:
    ///   - first: the place of one item among those given.
    ///   - second: the place of the other, which is greater.
    package init(first: Int, second: Int, reason: Reason) {
      self.first = first
      self.second = second
      self.reason = reason
    }

    package var description: String {
      let why =
        switch reason {
        case .samePaths: "match the same paths"
        case .differentExpressions: "have different expressions or types at one place"
        }
      return "patterns \(first) and \(second) \(why); give one of them a priority or remove it"
    }
  }

  /// Every conflict of a table.
  package struct Conflicts: Error, Hashable, Sendable {
    package let all: [Conflict]
  }

  /// A place between two segments.
  struct Node: Sendable {
    var edges: Range32
    var ends: Range32
    var hasLiterals: Bool
  }

  /// What may follow a node, other than a literal; in the order of specificity.
  struct Edge: Sendable {
    enum Kind: Sendable {
      /// A program for the whole path; `start` and `end` are text that the rest of the path must
      /// start and end with, and spare most runs.
      case rest(program: Int, captures: Int, start: Range32 = Range32(), end: Range32 = Range32())
      case expression(program: Int)
      case singleClass(ByteSet, minimum: Int, maximum: Int)
      case capture
      case repeated
      case wildcard
    }

    let kind: Kind
    let target: Int32
  }

  /// A pattern that ends at a node.
  struct End: Sendable {
    let value: Int
    let captures: Source

    /// Where the captures of a pattern come from, once it is known to match.
    enum Source: Sendable {
      /// From the way through the tree, as they are.
      case way
      /// From the way through the tree: for each capture its place on the way, nil if it is absent.
      case places([Int?])
      /// From the pattern's own program, because optional parts leave more than one way.
      case program(Int, count: Int)
    }
  }

  struct Literal: Sendable {
    let node: Int32
    let target: Int32
    let bytes: Range32
    let hash: UInt64
  }

  struct Range32: Sendable {
    var start: Int32 = 0
    var end: Int32 = 0
  }

  var nodes: [Node] = []
  var edges: [Edge] = []
  var ends: [End] = []
  var programs: [PathExpressionProgram] = []
  var literals: [Literal] = []
  /// The text of all literals, one after the other.
  var literalBytes: [UInt8] = []
  /// Indices into `literals` by hash, -1 where free; twice as many as needed or more, a power of
  /// two.
  var buckets: [Int32] = []

  /// Builds an index.
  ///
  /// - Throws: ``Conflicts`` with every pair of items that no rule puts in order.
  package init(_ items: [Item]) throws(Conflicts) {
    var builder = Builder()
    for (index, item) in items.enumerated() { builder.add(item, index: index) }
    let conflicts = builder.conflicts()
    guard conflicts.isEmpty else { throw Conflicts(all: conflicts) }
    builder.build(into: &self)
  }

  /// Finds the most specific pattern.
  ///
  /// - Parameter range: where the canonical path stands in `bytes`.
  package func firstMatch(in bytes: [UInt8], _ range: Range<Int>) -> Found? {
    var anything = Anything()
    return firstMatch(in: bytes, range, for: &anything)
  }

  /// Finds the most specific pattern that somebody accepts.
  ///
  /// - Parameters:
  ///   - range: where the canonical path stands in `bytes`.
  ///   - taker: is offered one pattern after the other.
  /// - Returns: the value and captures that were accepted.
  package func firstMatch(
    in bytes: [UInt8], _ range: Range<Int>, for taker: inout some PathTaker
  ) -> Found? {
    if nodes.isEmpty { return nil }
    var search = Search(range: range)
    guard visit(0, at: range.lowerBound, bytes, &search, &taker) else { return nil }
    return Found(value: search.value, captures: search.captures)
  }

  private struct Anything: PathTaker {
    func accepts(_ value: Int, _ captures: PathPattern.Captures) -> Bool { true }
  }

  /// What a lookup found.
  package struct Found: Hashable, Sendable {
    /// The value of the item that was accepted.
    package let value: Int
    /// Its captures, in the order of its pattern.
    package let captures: PathPattern.Captures
  }
}

extension PathIndex {
  /// What one lookup keeps while it walks.
  struct Search: Sendable {
    let range: Range<Int>
    /// What was captured on the way to this node; after success, the captures of the pattern found.
    var captures = PathPattern.Captures()
    var value = 0
    var scratch = PathExpressionProgram.Scratch()

    init(range: Range<Int>) {
      self.range = range
    }
  }

  private func visit(
    _ index: Int32, at position: Int, _ bytes: [UInt8], _ search: inout Search,
    _ taker: inout some PathTaker
  ) -> Bool {
    let node = nodes[Int(index)]
    let limit = search.range.upperBound
    if position == limit, finish(node, bytes, &search, &taker) { return true }
    let hasSegment = position < limit && bytes[position] == UInt8(ascii: "/")
    let start = position + 1
    var end = start
    if hasSegment {
      var hash = Self.hashStart
      while end < limit {
        let byte = bytes[end]
        if byte == UInt8(ascii: "/") { break }
        hash = Self.hash(hash, byte)
        end += 1
      }
      if node.hasLiterals, let target = literal(after: index, bytes, start..<end, hash),
        visit(target, at: end, bytes, &search, &taker)
      {
        return true
      }
    }
    for edge in Int(node.edges.start)..<Int(node.edges.end) {
      let segment = hasSegment ? start..<end : nil
      if follow(edges[edge], segment, bytes, &search, &taker) { return true }
    }
    return false
  }

  private func follow(
    _ edge: Edge, _ segment: Range<Int>?, _ bytes: [UInt8], _ search: inout Search,
    _ taker: inout some PathTaker
  ) -> Bool {
    if case .rest(let program, let captures, let start, let end) = edge.kind {
      let rest = (segment?.lowerBound ?? search.range.upperBound)..<search.range.upperBound
      guard segment == nil || (starts(bytes, rest, with: start) && ends(bytes, rest, with: end)),
        programs[program].matches(
          bytes, search.range, captures: captures, scratch: &search.scratch)
      else { return false }
      let outer = search.captures
      search.captures = PathPattern.Captures(saved: search.scratch.saved)
      if finish(nodes[Int(edge.target)], bytes, &search, &taker) { return true }
      search.captures = outer
      return false
    }
    guard let segment else { return false }
    let captured: Range<Int>
    switch edge.kind {
    case .rest: return false
    case .capture:
      if segment.isEmpty { return false }
      captured = segment
    case .singleClass(let set, let minimum, let maximum):
      guard segment.count >= minimum, segment.count <= maximum,
        Self.all(bytes, segment, in: set)
      else { return false }
      captured = segment
    case .expression(let program):
      guard programs[program].matches(bytes, segment, captures: 0, scratch: &search.scratch)
      else { return false }
      captured = segment
    case .repeated:
      captured = segment.lowerBound..<search.range.upperBound
      if Self.hasEmptySegment(bytes, captured) { return false }
    case .wildcard:
      captured = segment.lowerBound..<search.range.upperBound
    }
    search.captures.append(captured)
    if visit(edge.target, at: captured.upperBound, bytes, &search, &taker) { return true }
    search.captures.removeLast()
    return false
  }

  /// Offers the patterns that end at a node.
  @inline(__always)
  private func finish(
    _ node: Node, _ bytes: [UInt8], _ search: inout Search, _ taker: inout some PathTaker
  ) -> Bool {
    for index in Int(node.ends.start)..<Int(node.ends.end) {
      let value = ends[index].value
      switch ends[index].captures {
      case .way:
        guard taker.accepts(value, search.captures) else { continue }
      case .places(let places):
        let captures = search.captures.reordered(places)
        guard taker.accepts(value, captures) else { continue }
        search.captures = captures
      case .program(let program, let count):
        guard
          programs[program].matches(
            bytes, search.range, captures: count, scratch: &search.scratch)
        else { continue }
        let captures = PathPattern.Captures(saved: search.scratch.saved)
        guard taker.accepts(value, captures) else { continue }
        search.captures = captures
      }
      search.value = value
      return true
    }
    return false
  }

  private func starts(_ bytes: [UInt8], _ range: Range<Int>, with text: Range32) -> Bool {
    let count = Int(text.end - text.start)
    return range.count >= count
      && (0..<count).allSatisfy {
        bytes[range.lowerBound + $0] == literalBytes[Int(text.start) + $0]
      }
  }

  private func ends(_ bytes: [UInt8], _ range: Range<Int>, with text: Range32) -> Bool {
    let start = range.upperBound - Int(text.end - text.start)
    // The text may reach into what stands before: "/end" after "/*".
    return start >= 0 && starts(bytes, start..<range.upperBound, with: text)
  }

  private static func all(_ bytes: [UInt8], _ range: Range<Int>, in set: ByteSet) -> Bool {
    for position in range where !set.contains(bytes[position]) { return false }
    return true
  }

  private static func hasEmptySegment(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    var length = 0
    for position in range {
      if bytes[position] == UInt8(ascii: "/") {
        if length == 0 { return true }
        length = 0
      } else {
        length += 1
      }
    }
    return length == 0
  }
}

extension PathIndex {
  /// FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/), spread once more together with the node.
  static let hashStart: UInt64 = 0xCBF2_9CE4_8422_2325

  @inline(__always)
  static func hash(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  @inline(__always)
  static func bucket(_ hash: UInt64, node: Int32, count: Int) -> Int {
    let mixed = (hash ^ UInt64(UInt32(bitPattern: node)) &* 0x9E37_79B9_7F4A_7C15)
    return Int(truncatingIfNeeded: (mixed ^ (mixed >> 32)) & UInt64(count - 1))
  }

  /// The node after a literal segment, if it is there.
  @inline(__always)
  private func literal(
    after node: Int32, _ bytes: [UInt8], _ range: Range<Int>, _ hash: UInt64
  ) -> Int32? {
    var bucket = Self.bucket(hash, node: node, count: buckets.count)
    while true {
      let index = buckets[bucket]
      if index < 0 { return nil }
      let literal = literals[Int(index)]
      if literal.hash == hash, literal.node == node {
        let stored = Int(literal.bytes.start)
        var offset = 0
        if Int(literal.bytes.end) - stored == range.count {
          while offset < range.count,
            literalBytes[stored + offset] == bytes[range.lowerBound + offset]
          {
            offset += 1
          }
          if offset == range.count { return literal.target }
        }
      }
      bucket = (bucket + 1) & (buckets.count - 1)
    }
  }
}
