/// The children of a screen while a change goes through them from first to last. Those before the
/// current place are complete; ``close(in:)`` links those behind it anew.
struct Siblings {
  /// The children before the current place.
  private(set) var children = ScreenRow.Children()
  /// The first child behind the current place.
  private var next: ScreenID?
  /// Whether the last child still points to a removed one as its next.
  private var isOpen = false

  /// No children yet.
  init() {}

  /// The children of a screen, to be changed from a position on.
  ///
  /// - Parameters:
  ///   - next: the child at the position; nil behind the last one.
  ///   - last: the child before it, and the digest of the children up to that one.
  init(
    _ children: ScreenRow.Children, from position: Int, _ next: ScreenID?,
    behind last: (id: ScreenID, chain: UInt64)?
  ) {
    self.children = children
    self.next = next
    guard next != nil else { return }
    self.children.count = Int32(position)
    self.children.last = last?.id
    if last == nil { self.children.first = nil }
    self.children.digest = last?.chain ?? 0
  }

  /// The place that a child gets when it is added next.
  func place(of id: ScreenID) -> ScreenRow.Sibling {
    ScreenRow.Sibling(
      previous: children.last, next: nil, chain: ScreenRow.link(children.digest, id),
      position: children.count)
  }

  /// Adds a child whose row has its place already.
  mutating func append(_ id: ScreenID, to tree: inout ScreenTree) {
    if let last = children.last { tree.place(last) { $0.next = id } }
    isOpen = false
    note(id)
  }

  /// Counts a child that is linked already.
  mutating func note(_ id: ScreenID) {
    if children.count == 0 { children.first = id }
    children.last = id
    children.digest = ScreenRow.link(children.digest, id)
    children.count += 1
  }

  /// Removes the next child with all below it.
  mutating func drop(from tree: inout ScreenTree) {
    guard let id = next else { return }
    next = tree.row(id)?.sibling.next
    isOpen = true
    tree.removeAll(from: id)
  }

  /// The number of screens in the next `children` children, with all below them.
  func count(ofNext children: Int, in tree: ScreenTree) -> Int {
    var (count, next) = (0, self.next)
    for _ in 0..<children {
      guard let id = next else { break }
      count += tree.count(below: id)
      next = tree.row(id)?.sibling.next
    }
    return count
  }

  /// Links all children behind the current place.
  mutating func close(in tree: inout ScreenTree) {
    if isOpen, next == nil, let last = children.last { tree.place(last) { $0.next = nil } }
    while let id = next {
      next = tree.row(id)?.sibling.next
      let place = place(of: id)
      tree.place(id) { $0 = place }
      append(id, to: &tree)
    }
  }
}

extension ScreenTree {
  /// The children of a screen, to be changed from a position on.
  func siblings(from position: Int, in holder: ScreenRow) -> Siblings {
    let next = child(of: holder.children, at: position)
    let last = next.flatMap { row($0)?.sibling.previous }
    let behind = last.flatMap { id in row(id).map { (id, $0.sibling.chain) } }
    return Siblings(holder.children, from: position, next, behind: behind)
  }
}
