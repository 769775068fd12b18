extension ScreenTree {
  /// The change by which a screen leaves with what lies over it: popped, dismissed, or with the
  /// nearest outer screen of which that can be; nil when there is none.
  package func leaving(_ id: ScreenID) -> TreeChange? {
    var current = id
    while let row = row(current), let parent = row.parent.flatMap({ self.row($0) }) {
      if parent.presented == current { return .dismiss(from: parent.id) }
      let place = row.position
      if parent.isPile, place > 0 {
        let drop = parent.childCount - place
        return .splice(container: parent.id, at: place, drop: drop, insert: [])
      }
      current = parent.id
    }
    return nil
  }
}
