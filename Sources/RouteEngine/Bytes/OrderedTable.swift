/// An element of an ``OrderedTable``: a value that carries its own key.
package protocol TableElement: Sendable {
  /// The key; never changes for one element.
  var tableKey: UInt64 { get }
}

/// A run of elements that an ``OrderedTable`` keeps together, in the order of their keys. An array
/// of elements is one; a type of its own can keep them in less.
package protocol TableLeaf: Sendable {
  /// A run without elements.
  init()
  /// How many elements there are.
  var count: Int { get }
  /// The key of the element at an index.
  func key(at index: Int) -> UInt64
  /// Takes the elements from an index on out and returns them.
  mutating func split(at index: Int) -> Self
}

extension Array: TableLeaf where Element: TableElement {
  package func key(at index: Int) -> UInt64 { self[index].tableKey }

  package mutating func split(at index: Int) -> [Element] {
    defer { removeSubrange(index...) }
    return Array(self[index...])
  }
}

/// A sorted map with structural sharing: a B+ tree whose leaves are runs of elements.
///
/// A copy costs a few retains. An edit copies the nodes on its path and nothing else, so it costs
/// the same order at ten elements and at a hundred thousand. Nodes are not rebalanced after a
/// removal, only dropped when empty: keys come from a rising counter, so growth is at the right end
/// and a table that shrinks there stays balanced.
package struct OrderedTable<Leaf: TableLeaf>: Sendable {
  /// Elements in a leaf, at most. Measured with screens: 16 and 64 are slower.
  static var fanout: Int { 32 }
  /// Children in a branch, at most. An edit counts two references for each child on its path, so
  /// that few children on more levels cost less: a path of 100,000 elements has at most 32 of them
  /// and not 96.
  static var branchFanout: Int { 8 }

  private var root = Node()
  /// How many elements there are.
  package private(set) var count = 0

  /// An empty table.
  package init() {}

  /// Whether there is no element.
  package var isEmpty: Bool { count == 0 }

  /// Calls the body with the leaf that has the key and the index there; nil when none has it.
  @inline(__always)
  package func find<Result>(
    _ key: UInt64, _ body: (borrowing Leaf, Int) -> Result
  ) -> Result? {
    guard root.children.isEmpty else { return root.findBelow(key, body) }
    let index = root.position(key)
    guard index < root.leaf.count, root.leaf.key(at: index) == key else { return nil }
    return body(root.leaf, index)
  }

  /// Whether there is an element with that key; copies none.
  package func contains(_ key: UInt64) -> Bool { find(key) { _, _ in true } ?? false }

  /// Lets the body change the element with that key; nil when there is none.
  @inline(__always)
  package mutating func edit<Result>(
    _ key: UInt64, _ body: (inout Leaf, Int) -> Result
  ) -> Result? {
    guard root.children.isEmpty else { return root.editBelow(key, body) }
    let index = root.position(key)
    guard index < root.leaf.count, root.leaf.key(at: index) == key else { return nil }
    return body(&root.leaf, index)
  }

  /// Lets the body put an element with that key at an index, or replace the one that is there.
  ///
  /// - Parameter body: is told whether an element with the key is there.
  package mutating func put<Result>(
    _ key: UInt64, _ body: (inout Leaf, Int, Bool) -> Result
  ) -> Result {
    let (result, isNew, sibling) = root.put(key, body)
    if let sibling { root = Node(branch: [root, sibling]) }
    if isNew { count += 1 }
    return result
  }

  /// Lets the body take out the element with that key; nil when there is none.
  package mutating func takeOut<Result>(
    _ key: UInt64, _ body: (inout Leaf, Int) -> Result
  ) -> Result? {
    guard let result = root.takeOut(key, body) else { return nil }
    count -= 1
    root.collapse()
    return result
  }

  /// Calls the body with each run of elements, smallest keys first, until it returns false: what a
  /// scan goes through without taking hold of each.
  @inline(__always)
  package func forEachLeaf<Failure: Error>(
    _ body: (borrowing Leaf) throws(Failure) -> Bool
  ) throws(Failure) {
    if root.children.isEmpty {
      _ = try body(root.leaf)
    } else {
      _ = try root.forEachLeaf(body)
    }
  }
}

/// Leaves that are arrays.
extension OrderedTable
where
  Leaf: RangeReplaceableCollection & MutableCollection, Leaf.Index == Int,
  Leaf.Element: TableElement
{
  /// A table of elements that come in the order of their keys, made leaf by leaf; nil when they do
  /// not.
  package init?(rising elements: [Leaf.Element]) {
    for index in elements.indices.dropFirst()
    where elements[index - 1].tableKey >= elements[index].tableKey { return nil }
    var nodes = stride(from: 0, to: elements.count, by: Self.fanout).map { start in
      Node(leaf: Leaf(elements[start..<Swift.min(start + Self.fanout, elements.count)]))
    }
    while nodes.count > 1 {
      nodes = stride(from: 0, to: nodes.count, by: Self.branchFanout).map { start in
        Node(branch: Array(nodes[start..<Swift.min(start + Self.branchFanout, nodes.count)]))
      }
    }
    root = nodes.first ?? Node()
    count = elements.count
  }

  /// The element with that key.
  package subscript(key: UInt64) -> Leaf.Element? { find(key) { leaf, index in leaf[index] } }

  /// Adds the element or replaces the one with its key; returns the one replaced.
  @discardableResult
  package mutating func insert(_ element: Leaf.Element) -> Leaf.Element? {
    put(element.tableKey) { leaf, index, isThere in
      if isThere {
        let old = leaf[index]
        leaf[index] = element
        return old
      }
      // Keys rise, so most come to the end, and there an array takes them at a third of the cost.
      if index == leaf.endIndex { leaf.append(element) } else { leaf.insert(element, at: index) }
      return nil
    }
  }

  /// Takes out the element with that key and returns it; nil when there is none.
  @discardableResult
  package mutating func remove(_ key: UInt64) -> Leaf.Element? {
    takeOut(key) { leaf, index in leaf.remove(at: index) }
  }

  /// Calls the body with each element, smallest key first.
  package func forEach<Failure: Error>(
    _ body: (Leaf.Element) throws(Failure) -> Void
  ) throws(Failure) {
    try forEachLeaf { leaf throws(Failure) in
      for element in leaf { try body(element) }
      return true
    }
  }

  /// The element with the smallest key for which the predicate holds; none behind it is looked at.
  package func first<Failure: Error>(
    where predicate: (Leaf.Element) throws(Failure) -> Bool
  ) throws(Failure) -> Leaf.Element? {
    var found: Leaf.Element?
    try forEachLeaf { leaf throws(Failure) in
      for element in leaf where try predicate(element) {
        found = element
        return false
      }
      return true
    }
    return found
  }

  /// All elements, smallest key first.
  package var elements: [Leaf.Element] {
    var all: [Leaf.Element] = []
    all.reserveCapacity(count)
    forEach { all.append($0) }
    return all
  }
}

extension OrderedTable {
  /// A leaf (no children) or a branch (no elements).
  private struct Node: Sendable {
    var lowest: UInt64 = 0
    var leaf = Leaf()
    var children: [Node] = []

    init() {}

    init(leaf: Leaf) {
      self.leaf = leaf
      lowest = leaf.count > 0 ? leaf.key(at: 0) : 0
    }

    init(branch: [Node]) {
      children = branch
      lowest = branch.first?.lowest ?? 0
    }

    /// The first position whose key is not below `key`.
    ///
    /// Keys rise by one or more from element to element, so none stands further from the first than
    /// its key does; most stand exactly there.
    @inline(__always)
    func position(_ key: UInt64) -> Int {
      var low = 0
      var high = leaf.count
      if high > 0, key > lowest {
        high = Int(Swift.min(UInt64(high - 1), key - lowest))
        let found = leaf.key(at: high)
        if found == key { return high }
        if found < key { return high + 1 }
      }
      while low < high {
        let middle = (low + high) / 2
        if leaf.key(at: middle) < key { low = middle + 1 } else { high = middle }
      }
      return low
    }

    /// The child in whose range `key` lies.
    func child(_ key: UInt64) -> Int {
      var low = 1
      var high = children.count
      while low < high {
        let middle = (low + high) / 2
        if children[middle].lowest <= key { low = middle + 1 } else { high = middle }
      }
      return low - 1
    }

    func findBelow<Result>(_ key: UInt64, _ body: (borrowing Leaf, Int) -> Result) -> Result? {
      guard children.isEmpty else { return children[child(key)].findBelow(key, body) }
      let index = position(key)
      guard index < leaf.count, leaf.key(at: index) == key else { return nil }
      return body(leaf, index)
    }

    mutating func editBelow<Result>(
      _ key: UInt64, _ body: (inout Leaf, Int) -> Result
    ) -> Result? {
      guard children.isEmpty else { return children[child(key)].editBelow(key, body) }
      let index = position(key)
      guard index < leaf.count, leaf.key(at: index) == key else { return nil }
      return body(&leaf, index)
    }

    mutating func put<Result>(
      _ key: UInt64, _ body: (inout Leaf, Int, Bool) -> Result
    ) -> (Result, isNew: Bool, sibling: Node?) {
      if !children.isEmpty {
        let index = child(key)
        let (result, isNew, sibling) = children[index].put(key, body)
        lowest = children[0].lowest
        if let sibling { children.insert(sibling, at: index + 1) }
        guard children.count > OrderedTable.branchFanout else { return (result, isNew, nil) }
        // Rising keys: leave a full branch behind.
        let isRising = index + 2 == children.count
        let half = isRising ? children.count - 1 : children.count / 2
        let upper = Node(branch: Array(children[half...]))
        children.removeSubrange(half...)
        return (result, isNew, upper)
      }
      let index = position(key)
      if index < leaf.count, leaf.key(at: index) == key {
        return (body(&leaf, index, true), false, nil)
      }
      if index == OrderedTable.fanout {
        var upper = Leaf()  // rising keys: leave a full leaf behind
        let result = body(&upper, 0, false)
        return (result, true, Node(leaf: upper))
      }
      let result = body(&leaf, index, false)
      lowest = leaf.key(at: 0)
      guard leaf.count > OrderedTable.fanout else { return (result, true, nil) }
      return (result, true, Node(leaf: leaf.split(at: leaf.count / 2)))
    }

    mutating func takeOut<Result>(
      _ key: UInt64, _ body: (inout Leaf, Int) -> Result
    ) -> Result? {
      if !children.isEmpty {
        let index = child(key)
        guard let result = children[index].takeOut(key, body) else { return nil }
        if children[index].leaf.count == 0 && children[index].children.isEmpty {
          children.remove(at: index)
        }
        lowest = children.first?.lowest ?? 0
        return result
      }
      let index = position(key)
      guard index < leaf.count, leaf.key(at: index) == key else { return nil }
      let result = body(&leaf, index)
      lowest = leaf.count > 0 ? leaf.key(at: 0) : 0
      return result
    }

    /// Drops levels that have become a single child.
    mutating func collapse() {
      while children.count == 1 { self = children[0] }
    }

    func forEachLeaf<Failure: Error>(
      _ body: (borrowing Leaf) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
      if children.isEmpty { return try body(leaf) }
      for node in children where try !node.forEachLeaf(body) { return false }
      return true
    }
  }
}
