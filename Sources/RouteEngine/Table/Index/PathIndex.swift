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
/// what spans several segments. Of patterns for the same paths, the one that asks more of the link
/// beside its path comes first. If a branch leads nowhere the next is tried, so `/google` finds
/// `:provider` although `google/callback` is there.
///
/// The patterns form a tree. A lookup visits each of its nodes at most once and at most as deep as
/// the deepest pattern, so the work for any link is bounded by the table:
/// - A node costs the length of the path's segment there, whatever the size of the table. With
///   literals, whole captures and expressions of one repeated class (`\d+`) that is all, and
///   nothing is allocated up to eight captures.
/// - Any other expression, and a pattern with text around captures, repeated groups or optional
///   parts that leave a choice, runs a program: at most 2,000 steps for every byte it looks at,
///   once for each shape the pattern has with and without its optional parts (16 at most).
package struct PathIndex: Sendable {
  /// One pattern to look for.
  package struct Item: Sendable {
    package let pattern: PathPattern
    package let typed: Set<String>
    package let test: LinkTest
    package let priority: Int?
    package let value: Int

    /// - Parameters:
    ///   - typed: names of captures with a declared type, which a lookup may refuse.
    ///   - test: what else the link has to fit; the taker that a lookup offers the item to asks it.
    ///   - priority: what decides between equally specific patterns, the higher first; nil is 0.
    ///   - value: what a lookup returns.
    package init(
      _ pattern: PathPattern, typed: Set<String> = [], test: LinkTest = LinkTest(),
      priority: Int? = nil, value: Int
    ) {
      self.pattern = pattern
      self.typed = typed
      self.test = test
      self.priority = priority
      self.value = value
    }
  }

  /// Two patterns of which neither is to be asked first.
  package struct Conflict: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Reason: Hashable, Sendable {
      /// They match the same paths, and one link may be what both ask for beside.
      case samePaths
      /// At one place they have different expressions or types.
      case differentExpressions
      /// More have one priority at one place than are compared.
      case tooMany
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
        case .tooMany: "are among more at one place than can be compared"
        }
      return "patterns \(first) and \(second) \(why); give one of them a priority or remove it"
    }
  }

  /// The conflicts of a table.
  package struct Conflicts: Error, Hashable, Sendable {
    /// The first of them, at most ``RouteTable/Mistakes/most``.
    package let all: [Conflict]
    /// How many there are.
    package let count: Int
  }

  /// A place between two segments, in 16 bytes: of a table that is larger than the processor's
  /// cache a match then reads half as much.
  struct Node: Sendable {
    /// The first of its edges; or where its one edge leads, when that is a capture.
    private let edge: Int32
    /// How many edges it has, doubled, -2 for the one capture; and whether it has literals.
    private let edges: Int32
    /// The first of its ends; or the value of its one end, when the captures are those of the way.
    private let end: Int32
    /// How many ends it has; of the one value -1, and -2 when a slash at the end is ignored.
    private let ends: Int32

    init(
      edges: Range<Int>, capture: Int?, ends: Range<Int>,
      value: (number: Int32, ignoresEndSlash: Bool)?, hasLiterals: Bool
    ) {
      edge = Int32(capture ?? edges.lowerBound)
      self.edges = Int32(capture == nil ? edges.count * 2 : -2) | (hasLiterals ? 1 : 0)
      end = value?.number ?? Int32(ends.lowerBound)
      self.ends = value.map { $0.ignoresEndSlash ? -2 : -1 } ?? Int32(ends.count)
    }

    var hasLiterals: Bool { edges & 1 != 0 }
    /// Whether anything can follow beside a literal.
    var hasEdges: Bool { edges >> 1 != 0 }
    /// Where its one edge leads, when that is a capture.
    var capture: Int32? { edges < 0 ? edge : nil }
    /// The value of its one end, when the captures are those of the way.
    var value: Int? { ends < 0 ? Int(end) : nil }
    /// Whether the one value counts for a path with a slash at its end.
    var valueIgnoresEndSlash: Bool { ends == -2 }
    /// All edges of a node without ``capture``.
    var allEdges: Range<Int> { Int(edge)..<Int(edge) + Int(edges >> 1) }
    /// All ends of a node without ``value``.
    var allEnds: Range<Int> { Int(end)..<Int(end) + Int(ends) }
  }

  /// An edge that leaves a node, other than a literal; the edges of a node are in the order of
  /// specificity.
  struct Edge: Sendable {
    enum Kind: Sendable {
      /// Literals for which the case of letters does not count: those of the target, in lowercase.
      case folded
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
    /// Whether it is there for a path with one more slash at its end, too.
    let ignoresEndSlash: Bool

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

  struct Range32: Sendable {
    var start: Int32 = 0
    var end: Int32 = 0
  }

  /// Whether any pattern ignores a slash at the end of a path.
  var ignoresEndSlash = false
  var nodes: [Node] = []
  var edges: [Edge] = []
  var ends: [End] = []
  var programs: [PathExpressionProgram] = []
  /// The literals of all nodes by hash; twice as many places as needed or more, a power of two.
  var literals: [Literal] = []
  /// The texts of long literals, by the node that each leads to: where they stand in
  /// `literalBytes`.
  var texts: [Range32] = []
  /// The text of long literals, and what the rest of a path starts and ends with.
  var literalBytes: [UInt8] = []

  /// Builds an index.
  ///
  /// - Throws: ``Conflicts`` with the items that no rule puts in order.
  package init(_ items: [Item]) throws(Conflicts) {
    var builder = Builder()
    for (index, item) in items.enumerated() { builder.add(item, index: index) }
    let conflicts = builder.conflicts()
    guard conflicts.count == 0 else { throw conflicts }
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

  /// The result of a lookup.
  package struct Found: Hashable, Sendable {
    /// The value of the item that was accepted.
    package let value: Int
    /// Its captures, in the order of its pattern.
    package let captures: PathPattern.Captures
  }
}

extension PathIndex {
  /// The state of one lookup during its walk.
  struct Search: Sendable {
    let range: Range<Int>
    /// The captures on the way to this node; after success, those of the pattern found.
    var captures = PathPattern.Captures()
    var value = 0
    var scratch = PathExpressionProgram.Scratch()
    /// How many nodes were visited.
    var visits = 0

    init(range: Range<Int>) {
      self.range = range
    }

    func endsInSlash(_ bytes: [UInt8]) -> Bool {
      !range.isEmpty && bytes[range.upperBound - 1] == UInt8(ascii: "/")
    }

    /// The path, without the slash at its end if wanted.
    func path(_ isBeforeSlash: Bool) -> Range<Int> {
      isBeforeSlash ? range.dropLast() : range
    }
  }

  func visit(
    _ first: Int32, at place: Int, _ bytes: [UInt8], _ search: inout Search,
    _ taker: inout some PathTaker
  ) -> Bool {
    var index = first
    var start = place
    let limit = search.range.upperBound
    let captured = search.captures.count
    while true {
      search.visits &+= 1
      let node = nodes[Int(index)]
      if start == limit, finish(node, bytes, &search, &taker) { return true }
      var segment: Range<Int>?
      if start < limit, bytes[start] == UInt8(ascii: "/") {
        start += 1
        if node.hasLiterals {
          var scan = SegmentScan()
          let end = scan.take(bytes, from: start, to: limit)
          segment = start..<end
          if let target = literal(after: index, bytes, start..<end, scan) {
            // Behind a slash at the end of a path the patterns before it are asked too.
            if start < end, !node.hasEdges {
              (index, start) = (target, end)
              continue
            }
            if visit(target, at: end, bytes, &search, &taker) { return true }
          }
        } else {
          segment = start..<SegmentScan.end(of: bytes, from: start, to: limit)
        }
      }
      if let target = node.capture, let segment, !segment.isEmpty {
        search.captures.append(segment)
        (index, start) = (target, segment.upperBound)
        continue
      }
      if ignoresEndSlash, let segment, segment.isEmpty, segment.upperBound == limit,
        finishBeforeSlash(node, bytes, &search, &taker)
      {
        return true
      }
      if node.capture != nil { break }
      for edge in node.allEdges {
        if follow(edges[edge], segment, bytes, &search, &taker) { return true }
      }
      break
    }
    while search.captures.count > captured { search.captures.removeLast() }
    return false
  }

  /// Offers the patterns that end at a node where only the slash at the end of the path is left.
  /// By itself, so that the walk has the code of ``finish`` once.
  @inline(never)
  private func finishBeforeSlash(
    _ node: Node, _ bytes: [UInt8], _ search: inout Search, _ taker: inout some PathTaker
  ) -> Bool {
    finish(node, isBeforeSlash: true, bytes, &search, &taker)
  }

  /// Offers the patterns that end at a node.
  ///
  /// - Parameter isBeforeSlash: whether only the slash at the end of the path is left.
  @inline(__always)
  func finish(
    _ node: Node, isBeforeSlash: Bool = false, _ bytes: [UInt8], _ search: inout Search,
    _ taker: inout some PathTaker
  ) -> Bool {
    if let value = node.value {
      guard !isBeforeSlash || node.valueIgnoresEndSlash else { return false }
      search.value = value
      return taker.accepts(search.value, search.captures)
    }
    for index in node.allEnds where !isBeforeSlash || ends[index].ignoresEndSlash {
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
            bytes, search.path(isBeforeSlash), captures: count, scratch: &search.scratch)
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
}
