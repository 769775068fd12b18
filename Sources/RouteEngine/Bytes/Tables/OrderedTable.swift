/// A sorted map with structural sharing: a B+ tree whose leaves are runs of elements. The first and
/// the last leaf are kept outside the tree.
///
/// A copy costs a few retains. An edit copies only the nodes on its path, so its cost has the same
/// order at ten elements and at a hundred thousand. Nodes are not rebalanced after a removal, only
/// dropped when empty: keys come from a rising counter, so a table grows at the right end, and one
/// that shrinks there stays balanced.
///
/// Most edits concern the oldest screens, which are containers, and the newest. Both ends are
/// therefore reached without the tree between them, like the tail of a persistent vector in
/// Clojure. Without that, a push and a pop on 100,000 screens took 47,000 instructions more, of
/// 284,000.
///
/// When ``first`` is empty, so is the table. The last leaf always has elements, and all other
/// elements have lower keys.
package struct OrderedTable<Leaf: TableLeaf>: Sendable {
  /// The most elements of a leaf.
  static var fanout: Int { Leaf.fanout }
  /// The most elements of the last leaf; when it has more, a full leaf is split off. The slack
  /// means that alternating pushes and pops at the bound do not move a leaf each time.
  private static var lastFanout: Int { fanout + fanout / 2 }
  /// The most nodes of a branch. An edit counts one or two references for each node on its path, a
  /// search two for each level. Measured with 100,000 screens, 8 and 32 are slower.
  static var branchFanout: Int { 16 }

  /// The elements behind the first leaf.
  private struct Rest: Sendable {
    /// The nodes between the first leaf and the last.
    var nodes: [Node] = []
    var last: Leaf
  }

  /// The elements with the lowest keys: all of them as long as one leaf can hold them.
  private var first = Leaf()
  /// One element or none: an array, so that a copy of a table counts one reference for all of it.
  private var rest: [Rest] = []
  /// How many elements there are.
  package private(set) var count = 0

  /// An empty table.
  package init() {}

  /// Whether there is no element.
  package var isEmpty: Bool { count == 0 }

  /// Calls the body with the leaf that has the key and the index in it; nil when no leaf has the
  /// key.
  @inline(__always)
  package func find<Result>(
    _ key: UInt64, _ body: (borrowing Leaf, Int) -> Result
  ) -> Result? {
    guard rest.isEmpty else { return findInSome(key, body) }
    guard let index = first.index(ofKey: key) else { return nil }
    return body(first, index)
  }

  private func findInSome<Result>(
    _ key: UInt64, _ body: (borrowing Leaf, Int) -> Result
  ) -> Result? {
    // If the body were in a closure, the leaf would be retained.
    switch place(of: key) {
    case .first:
      guard let index = first.index(ofKey: key) else { return nil }
      return body(first, index)
    case .last:
      guard let index = rest[0].last.index(ofKey: key) else { return nil }
      return body(rest[0].last, index)
    case .between: return Self.find(key, in: rest[0].nodes, body)
    }
  }

  /// The part of the table in which a key lies.
  private enum Part { case first, between, last }

  @inline(__always)
  private func place(of key: UInt64) -> Part {
    if key >= rest[0].last.key(at: 0) { return .last }
    return key <= first.key(at: first.count - 1) || rest[0].nodes.isEmpty ? .first : .between
  }

  /// Whether there is an element with that key; copies no element.
  package func contains(_ key: UInt64) -> Bool { find(key) { _, _ in true } ?? false }

  /// Lets the body change the element with that key; nil when there is none.
  @inline(__always)
  package mutating func edit<Result>(
    _ key: UInt64, _ body: (inout Leaf, Int) -> Result
  ) -> Result? {
    guard rest.isEmpty else { return editInSome(key, body) }
    return first.edit(key, body)
  }

  private mutating func editInSome<Result>(
    _ key: UInt64, _ body: (inout Leaf, Int) -> Result
  ) -> Result? {
    switch place(of: key) {
    case .first: first.edit(key, body)
    case .last: rest[0].last.edit(key, body)
    case .between: Self.edit(key, in: &rest[0].nodes, body)
    }
  }

  /// Lets the body insert an element with that key at an index, or replace the one there.
  ///
  /// - Parameter body: is told whether an element with the key is there.
  package mutating func put<Result>(
    _ key: UInt64, _ body: (inout Leaf, Int, Bool) -> Result
  ) -> Result {
    let (result, isNew): (Result, Bool)
    switch rest.isEmpty ? .first : place(of: key) {
    case .first:
      let upper: Leaf?
      (result, isNew, upper) = first.putOrSplit(key, body)
      if let upper {
        if rest.isEmpty { rest = [Rest(last: upper)] } else { insert(upper) }
      }
    case .last:
      (result, isNew) = rest[0].last.put(key, body)
      if rest[0].last.count > Self.lastFanout {
        let upper = rest[0].last.split(at: Self.fanout)
        insert(rest[0].last)
        rest[0].last = upper
      }
    case .between:
      let nodes: [Node]?
      (result, isNew, nodes) = Self.put(key, in: &rest[0].nodes, body)
      if let nodes { grow(nodes) }
    }
    if isNew { count += 1 }
    return result
  }

  /// Adds a leaf between the first and the last.
  private mutating func insert(_ leaf: Leaf) {
    if let upper = Self.insert(leaf, in: &rest[0].nodes) { grow(upper) }
  }

  /// Puts the present nodes, and new ones behind them, under a new level of two branches.
  private mutating func grow(_ upper: [Node]) {
    rest[0].nodes = [Node(.branch(rest[0].nodes)), Node(.branch(upper))]
  }

  /// Lets the body remove the element with that key; nil when there is none.
  mutating func takeOut<Result>(
    _ key: UInt64, _ body: (inout Leaf, Int) -> Result
  ) -> Result? {
    let result: Result?
    switch rest.isEmpty ? .first : place(of: key) {
    case .first:
      result = first.edit(key, body)
      if first.count == 0, !rest.isEmpty {
        if let leaf = takeLeaf(atEnd: false) {
          first = leaf
        } else {
          first = rest[0].last
          rest = first.count > Self.fanout ? [Rest(last: first.split(at: Self.fanout))] : []
        }
      }
    case .last:
      result = rest[0].last.edit(key, body)
      if rest[0].last.count == 0 {
        if let leaf = takeLeaf(atEnd: true) { rest[0].last = leaf } else { rest = [] }
      }
    case .between:
      result = Self.takeOut(key, from: &rest[0].nodes, body)
      dropLevels()
    }
    if result != nil { count -= 1 }
    return result
  }

  /// Removes and returns the first or the last leaf between the ends; nil when there is none.
  private mutating func takeLeaf(atEnd: Bool) -> Leaf? {
    defer { dropLevels() }
    return Self.takeLeaf(atEnd: atEnd, from: &rest[0].nodes)
  }

  /// Drops levels that have become a single branch.
  private mutating func dropLevels() {
    while rest[0].nodes.count == 1, case .branch(let below) = rest[0].nodes[0].content {
      rest[0].nodes = below
    }
  }

  /// Calls the body with each leaf, smallest keys first, until it returns false. A scan uses it to
  /// avoid retaining each leaf.
  @inline(__always)
  func forEachLeaf<Failure: Error>(
    _ body: (borrowing Leaf) throws(Failure) -> Bool
  ) throws(Failure) {
    guard try body(first), !rest.isEmpty else { return }
    try forEachLeafOfRest(body)
  }

  private func forEachLeafOfRest<Failure: Error>(
    _ body: (borrowing Leaf) throws(Failure) -> Bool
  ) throws(Failure) {
    if try Self.forEachLeaf(of: rest[0].nodes, body) { _ = try body(rest[0].last) }
  }

  /// Calls the body with each leaf that can have a key or higher ones, smallest keys first, until
  /// it returns false. The leaves before are not visited.
  func forEachLeaf<Failure: Error>(
    from key: UInt64, _ body: (borrowing Leaf) throws(Failure) -> Bool
  ) throws(Failure) {
    switch rest.isEmpty ? .first : place(of: key) {
    case .first: try forEachLeaf(body)
    case .last: _ = try body(rest[0].last)
    case .between:
      if try Self.forEachLeaf(of: rest[0].nodes, from: key, body) { _ = try body(rest[0].last) }
    }
  }
}

/// Leaves that are arrays.
extension OrderedTable
where
  Leaf: RangeReplaceableCollection & MutableCollection, Leaf.Index == Int,
  Leaf.Element: TableElement
{
  /// A table built leaf by leaf from elements in ascending order of their keys; nil when they are
  /// not in that order.
  package init?(rising elements: [Leaf.Element]) {
    for index in elements.indices.dropFirst()
    where elements[index - 1].tableKey >= elements[index].tableKey { return nil }
    var leaves = stride(from: 0, to: elements.count, by: Self.fanout).map { start in
      Leaf(elements[start..<Swift.min(start + Self.fanout, elements.count)])
    }[...]
    count = elements.count
    guard let first = leaves.popFirst() else { return }
    self.first = first
    guard let last = leaves.popLast() else { return }
    var nodes = leaves.map { Node(.leaf($0)) }
    while nodes.count > Self.branchFanout {
      nodes = stride(from: 0, to: nodes.count, by: Self.branchFanout).map { start in
        Node(.branch(Array(nodes[start..<Swift.min(start + Self.branchFanout, nodes.count)])))
      }
    }
    rest = [Rest(nodes: nodes, last: last)]
  }
}
