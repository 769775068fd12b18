extension OrderedTable {
  /// A leaf or a branch, with the lowest key in it.
  struct Node: Sendable {
    private(set) var lowest: UInt64
    private(set) var content: Content

    /// Two cases of one reference each, so that a copy counts one reference.
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

    var isLeaf: Bool {
      switch content {
      case .leaf: true
      case .branch: false
      }
    }

    var isEmpty: Bool {
      switch content {
      case .leaf(let leaf): leaf.count == 0
      case .branch(let nodes): nodes.isEmpty
      }
    }

    /// Lets the body change the content in place: meanwhile the body holds the only reference.
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
        leaf.edit(key, body)
      } branch: { nodes in
        OrderedTable.edit(key, in: &nodes, body)
      }
    }

    mutating func put<Result>(
      _ key: UInt64, _ body: (inout Leaf, Int, Bool) -> Result
    ) -> (Result, isNew: Bool, sibling: Node?) {
      let (result, isNew, sibling): (Result, Bool, Node?) = change { leaf in
        let (result, isNew, upper) = leaf.putOrSplit(key, body)
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
        leaf.edit(key, body)
      } branch: { nodes in
        OrderedTable.takeOut(key, from: &nodes, body)
      }
      lowest = content.lowest
      return result
    }

    /// Adds a leaf; returns a new node when there are too many nodes for this one.
    mutating func insert(_ new: Leaf) -> Node? {
      let upper = change { _ in
        nil
      } branch: { nodes in
        OrderedTable.insert(new, in: &nodes)
      }
      lowest = content.lowest
      return upper.map { Node(.branch($0)) }
    }

    /// Removes and returns the first or the last leaf; a node that is a leaf becomes empty.
    mutating func takeLeaf(atEnd: Bool) -> Leaf? {
      let taken: Leaf? = change { leaf in
        defer { leaf = Leaf() }
        return leaf
      } branch: { nodes in
        OrderedTable.takeLeaf(atEnd: atEnd, from: &nodes)
      }
      lowest = content.lowest
      return taken
    }
  }

  /// The index of the node in whose range `key` lies.
  static func child(_ key: UInt64, in nodes: [Node]) -> Int {
    var low = 1
    var high = nodes.count
    while low < high {
      let middle = (low + high) / 2
      if nodes[middle].lowest <= key { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }

  static func find<Result>(
    _ key: UInt64, in nodes: [Node], _ body: (borrowing Leaf, Int) -> Result
  ) -> Result? {
    switch nodes[child(key, in: nodes)].content {
    case .leaf(let leaf):
      guard let index = leaf.index(ofKey: key) else { return nil }
      return body(leaf, index)
    case .branch(let below): return find(key, in: below, body)
    }
  }

  static func edit<Result>(
    _ key: UInt64, in nodes: inout [Node], _ body: (inout Leaf, Int) -> Result
  ) -> Result? {
    nodes[child(key, in: nodes)].edit(key, body)
  }

  /// Lets the body put an element below some nodes; returns new nodes when there are too many.
  static func put<Result>(
    _ key: UInt64, in nodes: inout [Node], _ body: (inout Leaf, Int, Bool) -> Result
  ) -> (Result, isNew: Bool, upper: [Node]?) {
    let index = child(key, in: nodes)
    let (result, isNew, sibling) = nodes[index].put(key, body)
    if let sibling { nodes.insert(sibling, at: index + 1) }
    return (result, isNew, split(&nodes, behind: index))
  }

  /// Adds a leaf whose keys lie between those of two others; returns new nodes when there are too
  /// many.
  static func insert(_ leaf: Leaf, in nodes: inout [Node]) -> [Node]? {
    let node = Node(.leaf(leaf))
    guard !nodes.isEmpty else {
      nodes = [node]
      return nil
    }
    let index = child(node.lowest, in: nodes)
    if !nodes[index].isLeaf {
      if let sibling = nodes[index].insert(leaf) { nodes.insert(sibling, at: index + 1) }
    } else {
      nodes.insert(node, at: node.lowest < nodes[index].lowest ? 0 : index + 1)
    }
    return split(&nodes, behind: index)
  }

  /// Removes and returns the first or the last leaf below some nodes; nil when there is none.
  static func takeLeaf(atEnd: Bool, from nodes: inout [Node]) -> Leaf? {
    guard let index = atEnd ? nodes.indices.last : nodes.indices.first else { return nil }
    let leaf = nodes[index].takeLeaf(atEnd: atEnd)
    if nodes[index].isEmpty { nodes.remove(at: index) }
    return leaf
  }

  /// Removes and returns the upper nodes when there are too many; the node after `index` is new.
  private static func split(_ nodes: inout [Node], behind index: Int) -> [Node]? {
    guard nodes.count > branchFanout else { return nil }
    // Rising keys: leave a full branch behind.
    let half = index + 2 == nodes.count ? nodes.count - 1 : nodes.count / 2
    let upper = Array(nodes[half...])
    nodes.removeSubrange(half...)
    return upper
  }

  static func takeOut<Result>(
    _ key: UInt64, from nodes: inout [Node], _ body: (inout Leaf, Int) -> Result
  ) -> Result? {
    let index = child(key, in: nodes)
    guard let result = nodes[index].takeOut(key, body) else { return nil }
    if nodes[index].isEmpty { nodes.remove(at: index) }
    return result
  }

  static func forEachLeaf<Failure: Error>(
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

  static func forEachLeaf<Failure: Error>(
    of nodes: [Node], from key: UInt64, _ body: (borrowing Leaf) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    let first = child(key, in: nodes)
    for index in first..<nodes.count {
      switch nodes[index].content {
      case .leaf(let leaf): guard try body(leaf) else { return false }
      case .branch(let below) where index == first:
        guard try forEachLeaf(of: below, from: key, body) else { return false }
      case .branch(let below): guard try forEachLeaf(of: below, body) else { return false }
      }
    }
    return true
  }
}
