/// An element of an ``OrderedTable``: a value that carries its own key.
package protocol TableElement: Sendable {
  /// The key; never changes for one element.
  var tableKey: UInt64 { get }
  /// The most elements of a leaf.
  static var tableFanout: Int { get }
}

extension TableElement {
  /// The default, for elements with few references and for tables that seldom have many elements.
  package static var tableFanout: Int { 32 }
}

extension Array: TableLeaf where Element: TableElement {
  package static var fanout: Int { Element.tableFanout }
  package func key(at index: Int) -> UInt64 { self[index].tableKey }

  package mutating func split(at index: Int) -> [Element] {
    defer { removeSubrange(index...) }
    return Array(self[index...])
  }
}

/// Leaves that are arrays.
extension OrderedTable
where
  Leaf: RangeReplaceableCollection & MutableCollection, Leaf.Index == Int,
  Leaf.Element: TableElement
{
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
      // Keys rise, so most elements come at the end, where an append has a third of the cost.
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

  /// The element with the smallest key for which the predicate holds; the search stops there.
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
