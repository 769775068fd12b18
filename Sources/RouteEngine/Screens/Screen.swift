extension ScreenTree {
  /// One node of the hierarchy: a kind, its parameters, and possibly children and a presented
  /// screen.
  ///
  /// An immutable value: it describes the screen at the time the tree was asked for it.
  public struct Screen: Sendable {
    /// Its relations to others, as plain data.
    package let row: ScreenRow
    /// The leaf with its names and parameters.
    private let leaf: ScreenLeaf
    /// The table in which its children are found.
    private let rows: OrderedTable<ScreenLeaf>

    init(_ row: ScreenRow, in leaf: borrowing ScreenLeaf, of rows: OrderedTable<ScreenLeaf>) {
      self.row = row
      self.leaf = copy leaf
      self.rows = rows
    }

    /// The tag of a kind: the digest of its name. It represents the name in the screen's digest.
    package static func tag(of kind: String) -> UInt64 { Digest64.hash(kind) }

    /// The kind's tag: a search skips screens of other kinds without looking at their names.
    package var tag: UInt64 { row.tag }
    /// The digest of the whole screen, with other screens only by their ids.
    package var digest: UInt64 { row.digest }
    /// A digest of its kind, parameters, container and ownership, without any id.
    package var ownDigest: UInt64 {
      var digest = Digest64()
      digest.combine(row.tag)
      digest.combine(leaf.parametersDigest(of: row))
      digest.combine(ownership.number)
      digest.combine(optional: container?.text)
      return digest.value
    }

    /// How many children it has.
    package var childCount: Int { row.childCount }
    /// Its place among the children of its parent, from 0.
    package var position: Int { row.position }

    /// Its id.
    public var id: ScreenID { row.id }
    /// Its kind, as declared in the route table.
    public var kind: String { leaf.kind(of: row) }
    /// Its parameters; private values are tokens.
    public var parameters: Parameters { leaf.parameters(of: row) }
    /// The container it lies in or the screen that presents it; nil for the root of a scene.
    public var parent: ScreenID? { row.parent }
    /// How it holds children; nil when it holds none.
    public var container: ContainerKind? { leaf.shape(of: row).container }
    /// Whose screen it is.
    public var ownership: ScreenTree.Screen.Ownership { leaf.ownership(of: row) }
    /// Its children in order.
    public var children: [ScreenID] {
      var children: [ScreenID] = []
      children.reserveCapacity(row.childCount)
      var next = row.children.first
      while let id = next, let child = rows.row(id) {
        children.append(id)
        next = child.sibling.next
      }
      return children
    }

    /// The selected child of a tabs container.
    public var selected: ScreenID? { row.selected }
    /// The screen that it presents.
    public var presented: ScreenID? { row.presented }
    /// How the presented screen is presented.
    public var presentationStyle: PresentationStyle { leaf.style(of: row) }
    /// Whether the host has said that the screen is on display and can take actions.
    public var isReady: Bool { row.isReady }

    /// How its children lie; nil when it is no container.
    public var layout: ContainerKind.Layout? { row.layout }

    /// The child a person sees: the last of a stack, the selected tab, the last column.
    public var visibleChild: ScreenID? { row.visibleChild }

    /// How it holds and presents others.
    var shape: ScreenShape { leaf.shape(of: row) }

    /// Whether its digests equal newly computed ones.
    var hasFreshDigest: Bool {
      leaf.freshDigest(of: row) == row.digest && Self.tag(of: kind) == row.tag
        && parameters.digest == leaf.parametersDigest(of: row)
    }
  }
}

/// ``ScreenTree/Screen``, as this package calls it.
package typealias Screen = ScreenTree.Screen

extension Screen: Hashable {
  /// Equal when all their properties are, including their children.
  public static func == (left: ScreenTree.Screen, right: ScreenTree.Screen) -> Bool {
    left.isSameAlone(as: right) && left.children == right.children
  }

  /// Whether another screen is equal except for its children.
  func isSameAlone(as other: Screen) -> Bool {
    leaf.isSame(row, as: other.row, in: other.leaf)
  }

  /// Hashes the id, which is unique within one tree.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension OrderedTable<ScreenLeaf> {
  /// The row of the screen with that id.
  @inline(__always)
  func row(_ id: ScreenID) -> ScreenRow? {
    find(id.rawValue) { leaf, index in leaf.rows[index] }
  }

  /// The screen with that id.
  func screen(_ id: ScreenID) -> Screen? {
    find(id.rawValue) { leaf, index in Screen(leaf.rows[index], in: leaf, of: self) }
  }
}
