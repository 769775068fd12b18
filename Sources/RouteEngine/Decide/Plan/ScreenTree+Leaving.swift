extension ScreenTree {
  /// The change that removes a screen with all that lies over it: a pop, a dismissal, or the
  /// removal of the nearest outer screen that can be removed; nil when there is none.
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

  /// The position of the first screen in a container that is no tombstone: the screens before it
  /// show nothing. It is 0 when all are tombstones.
  func firstKnownPosition(in holder: ScreenRow) -> Int { position(ofKnown: 0, in: holder) ?? 0 }

  /// The position of a screen in a container, given its number from 0 among those that are no
  /// tombstones; nil when there are fewer.
  func position(ofKnown number: Int, in holder: ScreenRow) -> Int? {
    var (next, passed) = (holder.children.first, 0)
    while let child = next.flatMap({ row($0) }) {
      if !child.ownership.isUnknown {
        if passed == number { return child.position }
        passed += 1
      }
      next = child.sibling.next
    }
    return nil
  }

  /// Whether the active scene shows nothing that this version knows: it has no screens, or only a
  /// container whose children are all hidden.
  var showsNothingKnown: Bool {
    guard let leaf = visibleID().flatMap({ row($0) }) else { return true }
    return leaf.childCount > 0
  }
}
