/// The test by which a search recognises its screen among those of one kind.
package protocol ScreenTest {
  /// The tag of the kind.
  var tag: UInt64 { get }
  /// Parameters that the screen certainly has; without any, each screen of the kind is a candidate.
  var clues: Parameters { get }
  /// Whether the screen at an index of a leaf, which has the tag, is the one.
  func accepts(_ index: Int, in leaf: borrowing ScreenLeaf) -> Bool
}

extension ScreenTree {
  /// The first screen of a scene that the body accepts: visible ones before hidden ones, both depth
  /// first. Unlike planning, it also finds screens inside other code.
  ///
  /// - Parameters:
  ///   - scene: the scene's name; the active one when nil.
  ///   - scope: the part of the scene to search.
  ///   - isWanted: decides whether a screen is the one.
  public func firstScreen(
    in scene: String? = nil, scope: Finder.Scope = .everything,
    where isWanted: (ScreenTree.Screen) -> Bool
  ) -> ScreenTree.Screen? {
    firstRow(in: scene, scope: scope) { row in self[row.id].map(isWanted) ?? false }
      .flatMap { self[$0.id] }
  }

  /// The row of the first screen that the body accepts, as ``firstScreen(in:scope:where:)``.
  func firstRow(
    in scene: String?, scope: SearchScope, where isWanted: (ScreenRow) -> Bool
  ) -> ScreenRow? {
    guard let root = root(of: scene) else { return nil }
    switch scope {
    case .everything: return firstRow(from: root, includesPresented: true, where: isWanted)
    case .root: return firstRow(from: root, includesPresented: false, where: isWanted)
    case .visible: return shownRow(from: top(of: root), includesPresented: false, isWanted)
    case .topmost: return firstRow(from: top(of: root), includesPresented: false, where: isWanted)
    case .below(let kind):
      let tag = Screen.tag(of: kind)
      let start = firstRow(from: root, includesPresented: true) { isKind(kind, tag, $0) }
      guard let start else { return nil }
      return firstRow(from: start.id, includesPresented: true, where: isWanted)
    }
  }

  /// Whether a screen is of a kind, given the kind's name and tag.
  func isKind(_ kind: String, _ tag: UInt64, _ row: ScreenRow) -> Bool {
    row.tag == tag
      && rows.find(row.id.rawValue) { leaf, index in leaf.isKind(kind, at: index) } ?? false
  }

  /// The first screen of a scene that passes a test; screens inside those of other code are
  /// skipped.
  package func firstRow(
    in scene: String, scope: SearchScope, passing test: some ScreenTest
  ) -> ScreenRow? {
    // Most searches find no screen or one, which needs no walk.
    var found: ScreenID?
    var isAlone = true
    let tag = test.tag
    if let ids = index?.ids(of: tag, with: test.clues) {
      for id in ids where accepts(test, id) { (found, isAlone) = (id, found == nil) }
    } else {
      // The scan stops at the second match.
      rows.forEachLeaf { leaf in
        var next = leaf.index(of: tag, from: 0)
        while let index = next {
          if test.accepts(index, in: leaf) { (found, isAlone) = (leaf.id(at: index), found == nil) }
          next = leaf.index(of: tag, from: index + 1)
        }
        return isAlone
      }
    }
    guard let found, let root = root(of: scene) else { return nil }
    if isAlone, scope == .everything {
      guard let row = row(found), outermost(of: found) == root, isKnownGround(row) else {
        return nil
      }
      return row
    }
    return firstRow(in: scene, scope: scope) { row in passes(test, row) }
  }

  /// The first screen in and over a screen that passes a test; screens inside those of other code
  /// are skipped.
  package func firstRow(below id: ScreenID, passing test: some ScreenTest) -> ScreenRow? {
    firstRow(from: id, includesPresented: true) { row in passes(test, row) }
  }

  private func passes(_ test: some ScreenTest, _ row: ScreenRow) -> Bool {
    accepts(test, row.id) && isKnownGround(row)
  }

  private func accepts(_ test: some ScreenTest, _ id: ScreenID) -> Bool {
    rows.find(id.rawValue) { leaf, index in
      leaf.rows[index].tag == test.tag && test.accepts(index, in: leaf)
    } ?? false
  }

  /// Whether planning may find the screen: it is no tombstone, and lies in no tombstone and in no
  /// screen of other code.
  private func isKnownGround(_ row: ScreenRow) -> Bool {
    !row.ownership.isUnknown && !isForeignGround(row)
  }
}

extension ScreenTree {
  /// The outermost screen of the topmost presentation layer above a scene's root.
  private func top(of root: ScreenID) -> ScreenID {
    var walk = VisibleWalk(root: root)
    var leaf = root
    while let id = walk.next(in: self) { leaf = id }
    return layerRoot(of: leaf)
  }

  private func firstRow(
    from start: ScreenID, includesPresented: Bool, where isWanted: (ScreenRow) -> Bool
  ) -> ScreenRow? {
    shownRow(from: start, includesPresented: includesPresented, isWanted)
      ?? anyRow(from: start, includesPresented: includesPresented, isWanted)
  }

  /// Searches the shown screens: first in what a screen presents, then in its children, then
  /// itself.
  private func shownRow(
    from id: ScreenID, includesPresented: Bool, _ isWanted: (ScreenRow) -> Bool
  ) -> ScreenRow? {
    guard let row = row(id) else { return nil }
    if includesPresented, let over = row.presented, self.row(over)?.ownership.isUnknown == false,
      let found = shownRow(from: over, includesPresented: true, isWanted)
    {
      return found
    }
    if row.layout?.hasColumns ?? false {
      var next = row.children.last
      while let child = next.flatMap({ self.row($0) }) {
        if !child.ownership.isUnknown,
          let found = shownRow(from: child.id, includesPresented: includesPresented, isWanted)
        {
          return found
        }
        next = child.sibling.previous
      }
    } else if let child = shownChild(of: row),
      let found = shownRow(from: child.id, includesPresented: includesPresented, isWanted)
    {
      return found
    }
    return isWanted(row) ? row : nil
  }

  /// Searches depth first: the screen itself, its children in order, then what it presents.
  private func anyRow(
    from id: ScreenID, includesPresented: Bool, _ isWanted: (ScreenRow) -> Bool
  ) -> ScreenRow? {
    guard let row = row(id) else { return nil }
    if isWanted(row) { return row }
    var next = row.children.first
    while let child = next {
      if let found = anyRow(from: child, includesPresented: includesPresented, isWanted) {
        return found
      }
      next = self.row(child)?.sibling.next
    }
    guard includesPresented, let over = row.presented else { return nil }
    return anyRow(from: over, includesPresented: true, isWanted)
  }
}
