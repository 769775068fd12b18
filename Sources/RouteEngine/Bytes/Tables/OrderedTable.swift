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

/// A sorted map with structural sharing: a B+ tree whose leaves are runs of elements.
///
/// A copy costs a few retains. An edit copies the nodes on its path and nothing else, so it costs
/// the same order at ten elements and at a hundred thousand. Nodes are not rebalanced after a
/// removal, only dropped when empty: keys come from a rising counter, so growth is at the right end
/// and a table that shrinks there stays balanced.
package struct OrderedTable<Leaf: TableLeaf>: Sendable {
  /// Elements in a leaf, at most. Measured with screens: 16 and 64 are slower.
  static var fanout: Int { 32 }
  /// Nodes in a branch, at most. An edit counts one or two references for each node on its path, a
  /// search two for each level: measured with 100,000 screens, 8 and 32 are slower.
  static var branchFanout: Int { 16 }

  /// All elements, as long as one leaf holds them; then none.
  private var leaf = Leaf()
  /// The nodes below the root when there are more.
  private var nodes: [Node] = []
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
    guard nodes.isEmpty else { return Self.find(key, in: nodes, body) }
    guard let index = leaf.index(ofKey: key) else { return nil }
    return body(leaf, index)
  }

  /// Whether there is an element with that key; copies none.
  package func contains(_ key: UInt64) -> Bool { find(key) { _, _ in true } ?? false }

  /// Lets the body change the element with that key; nil when there is none.
  @inline(__always)
  package mutating func edit<Result>(
    _ key: UInt64, _ body: (inout Leaf, Int) -> Result
  ) -> Result? {
    guard nodes.isEmpty else { return nodes[Self.child(key, in: nodes)].edit(key, body) }
    guard let index = leaf.index(ofKey: key) else { return nil }
    return body(&leaf, index)
  }

  /// Lets the body put an element with that key at an index, or replace the one that is there.
  ///
  /// - Parameter body: is told whether an element with the key is there.
  package mutating func put<Result>(
    _ key: UInt64, _ body: (inout Leaf, Int, Bool) -> Result
  ) -> Result {
    let (result, isNew): (Result, Bool)
    if nodes.isEmpty {
      let upper: Leaf?
      (result, isNew, upper) = leaf.put(key, body)
      if let upper {
        nodes = [Node(.leaf(leaf)), Node(.leaf(upper))]
        leaf = Leaf()
      }
    } else {
      let upper: [Node]?
      (result, isNew, upper) = Self.put(key, in: &nodes, body)
      if let upper { nodes = [Node(.branch(nodes)), Node(.branch(upper))] }
    }
    if isNew { count += 1 }
    return result
  }

  /// Lets the body take out the element with that key; nil when there is none.
  package mutating func takeOut<Result>(
    _ key: UInt64, _ body: (inout Leaf, Int) -> Result
  ) -> Result? {
    guard nodes.isEmpty else {
      guard let result = Self.takeOut(key, from: &nodes, body) else { return nil }
      count -= 1
      collapse()
      return result
    }
    guard let index = leaf.index(ofKey: key) else { return nil }
    count -= 1
    return body(&leaf, index)
  }

  /// Drops levels that have become a single node.
  private mutating func collapse() {
    while nodes.count == 1 {
      switch nodes[0].content {
      case .leaf(let last): (leaf, nodes) = (last, [])
      case .branch(let below): nodes = below
      }
    }
  }

  /// Calls the body with each run of elements, smallest keys first, until it returns false: what a
  /// scan goes through without taking hold of each.
  @inline(__always)
  package func forEachLeaf<Failure: Error>(
    _ body: (borrowing Leaf) throws(Failure) -> Bool
  ) throws(Failure) {
    if nodes.isEmpty {
      _ = try body(leaf)
    } else {
      _ = try Self.forEachLeaf(of: nodes, body)
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
    nodes = stride(from: 0, to: elements.count, by: Self.fanout).map { start in
      Node(.leaf(Leaf(elements[start..<Swift.min(start + Self.fanout, elements.count)])))
    }
    while nodes.count > Self.branchFanout {
      nodes = stride(from: 0, to: nodes.count, by: Self.branchFanout).map { start in
        Node(.branch(Array(nodes[start..<Swift.min(start + Self.branchFanout, nodes.count)])))
      }
    }
    count = elements.count
    collapse()
  }
}

extension TableLeaf {
  /// The first index whose key is not below `key`.
  ///
  /// Keys rise by one or more from element to element, so none stands further from the first than
  /// its key does; most stand exactly there.
  @inline(__always)
  fileprivate func position(of key: UInt64) -> Int {
    var low = 0
    var high = count
    guard high > 0 else { return 0 }
    let lowest = self.key(at: 0)
    if key > lowest {
      high = Int(Swift.min(UInt64(high - 1), key - lowest))
      let found = self.key(at: high)
      if found == key { return high }
      if found < key { return high + 1 }
    }
    while low < high {
      let middle = (low + high) / 2
      if self.key(at: middle) < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The index of the element with a key.
  @inline(__always)
  fileprivate func index(ofKey key: UInt64) -> Int? {
    let index = position(of: key)
    return index < count && self.key(at: index) == key ? index : nil
  }

  /// Lets the body put an element; returns another leaf when there are too many for one.
  fileprivate mutating func put<Result>(
    _ key: UInt64, _ body: (inout Self, Int, Bool) -> Result
  ) -> (Result, isNew: Bool, upper: Self?) {
    let index = position(of: key)
    if index < count, self.key(at: index) == key { return (body(&self, index, true), false, nil) }
    if index == OrderedTable<Self>.fanout {
      var upper = Self()  // rising keys: leave a full leaf behind
      let result = body(&upper, 0, false)
      return (result, true, upper)
    }
    let result = body(&self, index, false)
    return (result, true, count > OrderedTable<Self>.fanout ? split(at: count / 2) : nil)
  }
}

extension OrderedTable {
  /// A leaf or a branch, with the lowest key in it.
  private struct Node: Sendable {
    private(set) var lowest: UInt64
    private(set) var content: Content

    /// One of two, so that a copy counts the references of one.
    enum Content: Sendable {
      case leaf(Leaf)
      case branch([Node])

      var lowest: UInt64 {
        switch self {
        case .leaf(let leaf): leaf.count > 0 ? leaf.key(at: 0) : 0
        case .branch(let nodes): nodes.first?.lowest ?? 0
        }
      }
    }

    init(_ content: Content) {
      self.content = content
      lowest = content.lowest
    }

    var isEmpty: Bool {
      switch content {
      case .leaf(let leaf): leaf.count == 0
      case .branch(let nodes): nodes.isEmpty
      }
    }

    /// Lets the body change the content in place: it holds the only reference meanwhile.
    private mutating func change<Result>(
      leaf: (inout Leaf) -> Result, branch: (inout [Node]) -> Result
    ) -> Result {
      switch content {
      case .leaf(var own):
        content = .branch([])
        let result = leaf(&own)
        content = .leaf(own)
        return result
      case .branch(var nodes):
        content = .branch([])
        let result = branch(&nodes)
        content = .branch(nodes)
        return result
      }
    }

    mutating func edit<Result>(_ key: UInt64, _ body: (inout Leaf, Int) -> Result) -> Result? {
      change { leaf in
        guard let index = leaf.index(ofKey: key) else { return nil }
        return body(&leaf, index)
      } branch: { nodes in
        nodes[OrderedTable.child(key, in: nodes)].edit(key, body)
      }
    }

    mutating func put<Result>(
      _ key: UInt64, _ body: (inout Leaf, Int, Bool) -> Result
    ) -> (Result, isNew: Bool, sibling: Node?) {
      let (result, isNew, sibling): (Result, Bool, Node?) = change { leaf in
        let (result, isNew, upper) = leaf.put(key, body)
        return (result, isNew, upper.map { Node(.leaf($0)) })
      } branch: { nodes in
        let (result, isNew, upper) = OrderedTable.put(key, in: &nodes, body)
        return (result, isNew, upper.map { Node(.branch($0)) })
      }
      lowest = content.lowest
      return (result, isNew, sibling)
    }

    mutating func takeOut<Result>(
      _ key: UInt64, _ body: (inout Leaf, Int) -> Result
    ) -> Result? {
      let result: Result? = change { leaf in
        guard let index = leaf.index(ofKey: key) else { return nil }
        return body(&leaf, index)
      } branch: { nodes in
        OrderedTable.takeOut(key, from: &nodes, body)
      }
      lowest = content.lowest
      return result
    }
  }

  /// The index of the node in whose range `key` lies.
  private static func child(_ key: UInt64, in nodes: [Node]) -> Int {
    var low = 1
    var high = nodes.count
    while low < high {
      let middle = (low + high) / 2
      if nodes[middle].lowest <= key { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }

  private static func find<Result>(
    _ key: UInt64, in nodes: [Node], _ body: (borrowing Leaf, Int) -> Result
  ) -> Result? {
    switch nodes[child(key, in: nodes)].content {
    case .leaf(let leaf):
      guard let index = leaf.index(ofKey: key) else { return nil }
      return body(leaf, index)
    case .branch(let below): return find(key, in: below, body)
    }
  }

  /// Lets the body put an element below some nodes; returns further ones when there are too many.
  private static func put<Result>(
    _ key: UInt64, in nodes: inout [Node], _ body: (inout Leaf, Int, Bool) -> Result
  ) -> (Result, isNew: Bool, upper: [Node]?) {
    let index = child(key, in: nodes)
    let (result, isNew, sibling) = nodes[index].put(key, body)
    if let sibling { nodes.insert(sibling, at: index + 1) }
    guard nodes.count > branchFanout else { return (result, isNew, nil) }
    // Rising keys: leave a full branch behind.
    let half = index + 2 == nodes.count ? nodes.count - 1 : nodes.count / 2
    let upper = Array(nodes[half...])
    nodes.removeSubrange(half...)
    return (result, isNew, upper)
  }

  private static func takeOut<Result>(
    _ key: UInt64, from nodes: inout [Node], _ body: (inout Leaf, Int) -> Result
  ) -> Result? {
    let index = child(key, in: nodes)
    guard let result = nodes[index].takeOut(key, body) else { return nil }
    if nodes[index].isEmpty { nodes.remove(at: index) }
    return result
  }

  private static func forEachLeaf<Failure: Error>(
    of nodes: [Node], _ body: (borrowing Leaf) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    for index in nodes.indices {
      switch nodes[index].content {
      case .leaf(let leaf): guard try body(leaf) else { return false }
      case .branch(let below): guard try forEachLeaf(of: below, body) else { return false }
      }
    }
    return true
  }
}
