extension ScreenTree {
  /// The change by which a screen leaves with what lies over it: popped, dismissed, or with the
  /// nearest outer screen of which that can be; nil when there is none.
  package func leaving(_ id: ScreenID) -> TreeChange? {
    var current = id
    while let row = row(current), let parent = row.parent.flatMap({ self.row($0) }) {
      if parent.presented == current { return .dismiss(from: parent.id) }
      let place = row.position
      if parent.isPile, place > firstKnownPosition(in: parent) {
        let drop = parent.childCount - place
        return .splice(container: parent.id, at: place, drop: drop, insert: [])
      }
      current = parent.id
    }
    return nil
  }

  /// The position of the first screen in a container that is no tombstone: what lies before shows
  /// nothing. It is 0 where there is none.
  func firstKnownPosition(in holder: ScreenRow) -> Int {
    var next = holder.children.first
    while let child = next.flatMap({ row($0) }) {
      if !child.ownership.isUnknown { return child.position }
      next = child.sibling.next
    }
    return 0
  }

  /// Whether the active scene shows nothing that this version knows: no screen at all, or a
  /// container in which all is hidden.
  var showsNothingKnown: Bool {
    guard let leaf = visibleID().flatMap({ row($0) }) else { return true }
    return leaf.childCount > 0
  }
}
