/// An element of an ``OrderedTable``: a value that carries its own key.
package protocol TableElement: Sendable {
  /// The key; never changes for one element.
  var tableKey: UInt64 { get }
}

/// Looks through the elements of an ``OrderedTable``. A type and not a closure, because a closure
/// that is handed from node to node is copied at each with all it holds.
package protocol LeafScanner<Element> {
  associatedtype Element
  /// Is given some of the elements, in order.
  mutating func take(_ elements: [Element])
}

/// A sorted map with structural sharing: a B+ tree made of arrays only.
///
/// A copy costs one retain. An edit copies the nodes on its path and nothing else, so it costs the
/// same order at ten elements and at a hundred thousand. Nodes are not rebalanced after a removal,
/// only dropped when empty: keys come from a rising counter, so growth is at the right end and a
/// table that shrinks there stays balanced.
package struct OrderedTable<Element: TableElement>: Sendable {
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

  /// A table of elements that come in the order of their keys, made leaf by leaf; nil when they do
  /// not.
  package init?(rising elements: [Element]) {
    for index in elements.indices.dropFirst()
    where elements[index - 1].tableKey >= elements[index].tableKey { return nil }
    var nodes = stride(from: 0, to: elements.count, by: Self.fanout).map { start in
      Node(leaf: Array(elements[start..<min(start + Self.fanout, elements.count)]))
    }
    while nodes.count > 1 {
      nodes = stride(from: 0, to: nodes.count, by: Self.branchFanout).map { start in
        Node(branch: Array(nodes[start..<min(start + Self.branchFanout, nodes.count)]))
      }
    }
    root = nodes.first ?? Node()
    count = elements.count
  }

  /// Whether there is no element.
  package var isEmpty: Bool { count == 0 }

  /// The element with that key.
  package subscript(key: UInt64) -> Element? { isEmpty ? nil : root.find(key) }

  /// Whether there is an element with that key; copies none.
  package func contains(_ key: UInt64) -> Bool { !isEmpty && root.contains(key) }

  /// Adds the element or replaces the one with its key; returns the one replaced.
  @discardableResult
  package mutating func insert(_ element: Element) -> Element? {
    let (old, sibling) = root.insert(element)
    if let sibling { root = Node(branch: [root, sibling]) }
    if old == nil { count += 1 }
    return old
  }

  /// Takes out the element with that key and returns it; nil when there is none.
  @discardableResult
  package mutating func remove(_ key: UInt64) -> Element? {
    guard let old = root.remove(key) else { return nil }
    count -= 1
    root.collapse()
    return old
  }

  /// Calls the body with each element, smallest key first.
  package func forEach<Failure: Error>(
    _ body: (Element) throws(Failure) -> Void
  ) throws(Failure) {
    try root.forEach(body)
  }

  /// Hands over all elements, smallest key first, in the runs in which they are kept: what a scan
  /// goes through without taking hold of each.
  package func scan<Scanner: LeafScanner>(with scanner: inout Scanner)
  where Scanner.Element == Element {
    root.scan(with: &scanner)
  }

  /// The element with the smallest key for which the predicate holds; none behind it is looked at.
  package func first<Failure: Error>(
    where predicate: (Element) throws(Failure) -> Bool
  ) throws(Failure) -> Element? {
    try root.first(where: predicate)
  }

  /// All elements, smallest key first.
  package var elements: [Element] {
    var all: [Element] = []
    all.reserveCapacity(count)
    forEach { all.append($0) }
    return all
  }
}

extension OrderedTable {
  /// A leaf (no children) or a branch (no elements).
  private struct Node: Sendable {
    var lowest: UInt64 = 0
    var elements: [Element] = []
    var children: [Node] = []

    init() {}

    init(leaf: [Element]) {
      elements = leaf
      lowest = leaf.first?.tableKey ?? 0
    }

    init(branch: [Node]) {
      children = branch
      lowest = branch.first?.lowest ?? 0
    }

    /// The first position whose key is not below `key`.
    ///
    /// Keys rise by one or more from element to element, so none stands further from the first than
    /// its key does; most stand exactly there.
    func position(_ key: UInt64) -> Int {
      var low = 0
      var high = elements.count
      if high > 0, key > lowest {
        high = Int(min(UInt64(high - 1), key - lowest))
        if elements[high].tableKey == key { return high }
        if elements[high].tableKey < key { return high + 1 }
      }
      while low < high {
        let middle = (low + high) / 2
        if elements[middle].tableKey < key { low = middle + 1 } else { high = middle }
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

    func find(_ key: UInt64) -> Element? {
      guard children.isEmpty else { return children[child(key)].find(key) }
      let index = position(key)
      guard index < elements.count, elements[index].tableKey == key else { return nil }
      return elements[index]
    }

    func contains(_ key: UInt64) -> Bool {
      guard children.isEmpty else { return children[child(key)].contains(key) }
      let index = position(key)
      return index < elements.count && elements[index].tableKey == key
    }

    mutating func insert(_ element: Element) -> (old: Element?, sibling: Node?) {
      if !children.isEmpty {
        let index = child(element.tableKey)
        let (old, sibling) = children[index].insert(element)
        lowest = children[0].lowest
        if let sibling { children.insert(sibling, at: index + 1) }
        guard children.count > OrderedTable.branchFanout else { return (old, nil) }
        // Rising keys: leave a full branch behind.
        let isRising = index + 2 == children.count
        let half = isRising ? children.count - 1 : children.count / 2
        let upper = Node(branch: Array(children[half...]))
        children.removeSubrange(half...)
        return (old, upper)
      }
      let index = position(element.tableKey)
      if index < elements.count, elements[index].tableKey == element.tableKey {
        let old = elements[index]
        elements[index] = element
        return (old, nil)
      }
      if index == OrderedTable.fanout {
        return (nil, Node(leaf: [element]))  // rising keys: leave a full leaf behind
      }
      // Keys rise, so most come to the end, and there an array takes them at a third of the cost.
      if index == elements.count {
        elements.append(element)
      } else {
        elements.insert(element, at: index)
      }
      lowest = elements[0].tableKey
      guard elements.count > OrderedTable.fanout else { return (nil, nil) }
      let half = elements.count / 2
      let upper = Node(leaf: Array(elements[half...]))
      elements.removeSubrange(half...)
      return (nil, upper)
    }

    mutating func remove(_ key: UInt64) -> Element? {
      if !children.isEmpty {
        let index = child(key)
        guard let old = children[index].remove(key) else { return nil }
        if children[index].elements.isEmpty && children[index].children.isEmpty {
          children.remove(at: index)
        }
        lowest = children.first?.lowest ?? 0
        return old
      }
      let index = position(key)
      guard index < elements.count, elements[index].tableKey == key else { return nil }
      let old = index == elements.count - 1 ? elements.removeLast() : elements.remove(at: index)
      lowest = elements.first?.tableKey ?? 0
      return old
    }

    /// Drops levels that have become a single child.
    mutating func collapse() {
      while children.count == 1 { self = children[0] }
    }

    func scan<Scanner: LeafScanner>(with scanner: inout Scanner)
    where Scanner.Element == Element {
      if children.isEmpty { return scanner.take(elements) }
      for index in children.indices { children[index].scan(with: &scanner) }
    }

    func first<Failure: Error>(
      where predicate: (Element) throws(Failure) -> Bool
    ) throws(Failure) -> Element? {
      for element in elements where try predicate(element) { return element }
      for node in children {
        if let element = try node.first(where: predicate) { return element }
      }
      return nil
    }

    func forEach<Failure: Error>(_ body: (Element) throws(Failure) -> Void) throws(Failure) {
      for element in elements { try body(element) }
      for node in children { try node.forEach(body) }
    }
  }
}
