/// The children of a screen on the way through a change of some of them, first to last: those
/// before it are as they were, those behind it are linked anew when it is closed.
struct Siblings {
  /// Those before the place that the change has come to.
  private(set) var children = ScreenRow.Children()
  /// The first one behind that place.
  private var next: ScreenID?
  /// Whether the last one still names one that was taken out as its next.
  private var isOpen = false

  /// No children yet.
  init() {}

  /// The children of a screen, changed from a position on.
  ///
  /// - Parameters:
  ///   - next: the child there; nil behind the last one.
  ///   - last: the child before it, and the digest up to it.
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

  /// The place of a child that comes next.
  func place(of id: ScreenID) -> ScreenRow.Sibling {
    ScreenRow.Sibling(
      previous: children.last, next: nil, chain: ScreenRow.link(children.digest, id),
      position: children.count)
  }

  /// Adds a child, whose row has its place already.
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

  /// Takes out the child that comes next, with all below it.
  mutating func drop(from tree: inout ScreenTree) {
    guard let id = next else { return }
    next = tree.row(id)?.sibling.next
    isOpen = true
    tree.removeAll(from: id)
  }

  /// How many screens go with so many children that come next.
  func count(ofNext children: Int, in tree: ScreenTree) -> Int {
    var (count, next) = (0, self.next)
    for _ in 0..<children {
      guard let id = next else { break }
      count += tree.count(below: id)
      next = tree.row(id)?.sibling.next
    }
    return count
  }

  /// Links those that come next.
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
