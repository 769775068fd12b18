/// The screens inside a container, in order: a persistent vector with a chain digest per element.
///
/// `chain` of an element covers it and all before it, so the digest of the whole is the last
/// element's chain, and adding or dropping at the end costs the same at ten children and at a
/// hundred thousand. Blocks of 32 are shared between copies (Bagwell and Rompf, "RRB-Trees", 2011,
/// without the relaxed part: a change in the middle rebuilds what follows it).
package struct Children: Sendable {
  private struct Element: Sendable {
    var id: ScreenID
    var chain: UInt64
  }

  private static var blockSize: Int { 32 }

  /// Full blocks, `blockSize` elements each, in a two-level vector of their own.
  private var groups: [[[Element]]] = []
  /// The last ones, at most two blocks: one that was just made or taken back has room both ways.
  /// Otherwise a push and a pop in turn could make a block each time, 5,800 instructions.
  private var tail: [Element] = []
  /// How many children there are.
  package private(set) var count = 0

  /// No children.
  package init() {}

  /// The given children.
  package init(_ ids: some Sequence<ScreenID>) {
    for id in ids { append(id) }
  }

  /// Whether there are none.
  package var isEmpty: Bool { count == 0 }

  /// The last child.
  package var last: ScreenID? { tail.last?.id }

  /// The digest of all ids in their order; 0 without children.
  package var digest: UInt64 { tail.last?.chain ?? 0 }

  /// The child at a position from 0.
  package subscript(position: Int) -> ScreenID { element(position).id }

  /// Where the child stands, looked for from the end, where edits happen.
  package func position(of id: ScreenID) -> Int? {
    var index = count - 1
    while index >= 0 {
      if self[index] == id { return index }
      index -= 1
    }
    return nil
  }

  /// Adds a child at the end.
  package mutating func append(_ id: ScreenID) {
    tail.append(Element(id: id, chain: Self.link(digest, id)))
    count += 1
    if tail.count > 2 * Self.blockSize {
      pushBlock(Array(tail[..<Self.blockSize]))
      tail.removeFirst(Self.blockSize)
    }
  }

  /// All children in order.
  package var ids: [ScreenID] { ids(from: 0) }

  /// The children from a position on, in order.
  package func ids(from position: Int) -> [ScreenID] {
    guard position < count else { return [] }
    var ids: [ScreenID] = []
    ids.reserveCapacity(count - position)
    for index in position..<count { ids.append(self[index]) }
    return ids
  }

  private static func link(_ chain: UInt64, _ id: ScreenID) -> UInt64 {
    Digest64.hash(chain, id.rawValue)
  }

  private func element(_ position: Int) -> Element {
    let blocks = (count - tail.count) / Self.blockSize
    let block = position / Self.blockSize
    guard block < blocks else { return tail[position - blocks * Self.blockSize] }
    return groups[block / Self.blockSize][block % Self.blockSize][position % Self.blockSize]
  }

  private mutating func pushBlock(_ block: [Element]) {
    if let last = groups.indices.last, groups[last].count < Self.blockSize {
      groups[last].append(block)
    } else {
      groups.append([block])
    }
  }

  /// Drops the children from a position on.
  package mutating func truncate(to newCount: Int) {
    while count > newCount {
      let removed = min(tail.count, count - newCount)
      tail.removeLast(removed)
      count -= removed
      if tail.isEmpty, let last = groups.indices.last {
        tail = groups[last].removeLast()
        if groups[last].isEmpty { groups.removeLast() }
      }
    }
  }
}

extension Children: Hashable {
  /// Equal when the ids are; how they lie in blocks does not count.
  package static func == (left: Children, right: Children) -> Bool {
    left.count == right.count && left.digest == right.digest && left.ids == right.ids
  }

  /// Feeds the digest.
  package func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
