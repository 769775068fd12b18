/// A run of elements that an ``OrderedTable`` keeps together, in the order of their keys. An array
/// of elements is a leaf; a type of its own can store them in less memory.
package protocol TableLeaf: Sendable {
  /// The most elements of a leaf.
  static var fanout: Int { get }
  /// An empty leaf.
  init()
  /// How many elements there are.
  var count: Int { get }
  /// The key of the element at an index.
  func key(at index: Int) -> UInt64
  /// Removes and returns the elements from an index on.
  mutating func split(at index: Int) -> Self
}

extension TableLeaf {
  /// Measured with screens: 16 and 64 are slower.
  package static var fanout: Int { 32 }

  /// The first index whose key is not below `key`.
  ///
  /// Keys rise by one or more from element to element. So an element's index is at most the
  /// difference between its key and the first key, and mostly exactly that.
  @inline(__always)
  func position(of key: UInt64) -> Int {
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
  func index(ofKey key: UInt64) -> Int? {
    let index = position(of: key)
    return index < count && self.key(at: index) == key ? index : nil
  }

  /// Lets the body change the element with a key; nil when there is none.
  @inline(__always)
  mutating func edit<Result>(_ key: UInt64, _ body: (inout Self, Int) -> Result) -> Result? {
    guard let index = index(ofKey: key) else { return nil }
    return body(&self, index)
  }

  /// Lets the body insert or replace an element.
  mutating func put<Result>(
    _ key: UInt64, _ body: (inout Self, Int, Bool) -> Result
  ) -> (Result, isNew: Bool) {
    let index = position(of: key)
    let isThere = index < count && self.key(at: index) == key
    return (body(&self, index, isThere), !isThere)
  }

  /// Lets the body insert or replace an element; returns a new leaf when this one has too many.
  mutating func putOrSplit<Result>(
    _ key: UInt64, _ body: (inout Self, Int, Bool) -> Result
  ) -> (Result, isNew: Bool, upper: Self?) {
    let fanout = OrderedTable<Self>.fanout
    if count == fanout, position(of: key) == fanout {
      var upper = Self()  // rising keys: leave a full leaf behind
      let result = body(&upper, 0, false)
      return (result, true, upper)
    }
    let (result, isNew) = put(key, body)
    return (result, isNew, count > fanout ? split(at: count / 2) : nil)
  }
}
