/// Decides about the patterns that a lookup finds. It is a type because a closure passed from node
/// to node is copied at each node with all that it captures: 22 copies of a link.
package protocol PathTaker {
  /// Gets an item's value and captures. `false` makes the search continue, for example when a
  /// capture is not of its declared type. An item with optional parts may be offered more than
  /// once.
  mutating func accepts(_ value: Int, _ captures: PathPattern.Captures) -> Bool
}

/// An index of many patterns, which are tried in the order of specificity.
///
/// Segment by segment from the left, a literal precedes text around a capture (`:name.json`), which
/// precedes an expression or a capture of a type other than text, which precedes a free capture,
/// which precedes a capture of several segments. Of patterns for the same paths, the one with more
/// requirements for the link beside its path comes first. When a branch has no match, the next is
/// tried, so `/google` finds `:provider` although `google/callback` is there.
///
/// The patterns form a tree. A lookup visits each node at most once, and is at most as deep as the
/// deepest pattern, so the table bounds the work for any link:
/// - A node costs the length of the path's segment there, whatever the size of the table. Literals,
///   whole captures and expressions of one repeated class (`\d+`) cost nothing more, and up to
///   eight captures need no allocation.
/// - Any other expression, and a pattern with text around captures, repeated groups or ambiguous
///   optional parts, runs a program: at most 2,000 steps for every byte that it examines, once for
///   each shape of the pattern with and without its optional parts (16 at most).
package struct PathIndex: Sendable {
  /// One pattern to look for.
  package struct Item: Sendable {
    package let pattern: PathPattern
    package let typed: Set<String>
    package let test: LinkTest
    package let priority: Int?
    package let value: Int

    /// - Parameters:
    ///   - typed: names of captures of a type other than text, which a lookup may refuse.
    ///   - test: the other requirements for the link; the taker of a lookup applies it.
    ///   - priority: decides between equally specific patterns, higher first; nil is 0.
    ///   - value: the result of a lookup that finds the item.
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

  /// Two patterns of which neither can come first.
  package struct Conflict: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Reason: Hashable, Sendable {
      /// They match the same paths, and one link may meet the other requirements of both.
      case samePaths
      /// At one place they have different expressions or types.
      case differentExpressions
      /// Too many patterns share one priority at one place to be compared.
      case tooMany
    }

    /// Indices of the two items, the lower one first.
    package let first: Int
    package let second: Int
    package let reason: Reason

    /// - Parameters:
    ///   - first: the index of one item.
    ///   - second: the index of the other, which is higher.
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
    /// The number of all conflicts.
    package let count: Int
  }

  /// A place between two segments, in 16 bytes. When a table is larger than the processor's cache,
  /// a match then reads half as much.
  struct Node: Sendable {
    /// The index of the first edge; or the target of the only edge, when that is a capture.
    private let edge: Int32
    /// Twice the number of edges, or -2 for a single capture; the lowest bit says whether it has
    /// literals.
    private let edges: Int32
    /// The index of the first end; or the value of the only end, when its captures need no
    /// reordering.
    private let end: Int32
    /// The number of ends; -1 for a single value, and -2 when that one ignores a slash at the end.
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
    /// Whether the node has other edges than literals.
    var hasEdges: Bool { edges >> 1 != 0 }
    /// The target of the only edge, when that is a capture.
    var capture: Int32? { edges < 0 ? edge : nil }
    /// The value of the only end, when its captures need no reordering.
    var value: Int? { ends < 0 ? Int(end) : nil }
    /// Whether the single value also matches a path with a slash at its end.
    var valueIgnoresEndSlash: Bool { ends == -2 }
    /// All edges of a node that has no ``capture``.
    var allEdges: Range<Int> { Int(edge)..<Int(edge) + Int(edges >> 1) }
    /// All ends of a node that has no ``value``.
    var allEnds: Range<Int> { Int(end)..<Int(end) + Int(ends) }
  }

  /// An edge that leaves a node, other than a literal. The edges of a node are sorted by
  /// specificity.
  struct Edge: Sendable {
    enum Kind: Sendable {
      /// Literals that are not case-sensitive: the literals of the target node, in lowercase.
      case folded
      /// A program for the whole path. `start` and `end` are text with which the rest of the path
      /// must start and end; comparing them avoids most runs.
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
    /// Whether it also matches a path with one more slash at its end.
    let ignoresEndSlash: Bool

    /// The source of a pattern's captures, once the pattern matches.
    enum Source: Sendable {
      /// The captures on the path through the tree, in the same order.
      case way
      /// The captures on the path through the tree: for each its position there, or nil if it is
      /// absent.
      case places([Int?])
      /// The pattern's own program, because optional parts allow more than one match.
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
  /// The hash table of the literals of all nodes; its size is a power of two, at least twice their
  /// number.
  var literals: [Literal] = []
  /// The texts of long literals, by the node that each leads to, as ranges of `literalBytes`.
  var texts: [Range32] = []
  /// The texts of long literals, and the texts with which the rest of a path must start and end.
  var literalBytes: [UInt8] = []

  /// Builds an index.
  ///
  /// - Throws: ``Conflicts`` with the items that no rule orders.
  package init(_ items: [Item]) throws(Conflicts) {
    var builder = Builder()
    for (index, item) in items.enumerated() { builder.add(item, index: index) }
    let conflicts = builder.conflicts()
    guard conflicts.count == 0 else { throw conflicts }
    builder.build(into: &self)
  }

  /// Finds the most specific pattern.
  ///
  /// - Parameter range: the range of the canonical path in `bytes`.
  package func firstMatch(in bytes: [UInt8], _ range: Range<Int>) -> Found? {
    var anything = Anything()
    return firstMatch(in: bytes, range, for: &anything)
  }

  /// Finds the most specific pattern that the taker accepts.
  ///
  /// - Parameters:
  ///   - range: the range of the canonical path in `bytes`.
  ///   - taker: gets one pattern after the other.
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
    /// The captures on the path to this node; after success, those of the pattern found.
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

    /// The path, without the slash at its end if `isBeforeSlash`.
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
            // When the path ends in a slash, the patterns before that slash are tried, too.
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

  /// Offers the patterns that end at a node when only the slash at the end of the path is left. It
  /// is a separate function so that the loop contains the code of ``finish`` once.
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
