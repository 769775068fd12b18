/// The screens under a screen, in the order in which its user reached it.
extension ScreenTree {
  /// The nearest screen of a kind under another one: the screen over which this one is presented or
  /// pushed, that of an earlier column, or one that holds it. Other tabs do not lie under it.
  ///
  /// - Parameter tag: the tag of the kind.
  func nearestScreen(under id: ScreenID, of kind: String, tag: UInt64) -> ScreenRow? {
    var place = id
    while let next = next(under: place), let row = row(next) {
      if isGround(row, kind, tag) { return row }
      place = next
    }
    return nil
  }

  /// The nearest screen of a kind under another one, for a search under many screens.
  ///
  /// - Parameter known: for each visited screen the nearest one under it, nil when there is none;
  ///   this walk adds its own.
  func nearestScreen(
    under id: ScreenID, of kind: String, tag: UInt64, known: inout [ScreenID: ScreenID?]
  ) -> ScreenRow? {
    var (place, found) = (id, ScreenID?.none)
    var passed: [ScreenID] = []
    while true {
      if let before = known[place] {
        found = before
        break
      }
      passed.append(place)
      guard let next = next(under: place), let row = row(next) else { break }
      if isGround(row, kind, tag) {
        found = next
        break
      }
      place = next
    }
    for id in passed { known.updateValue(found, forKey: id) }
    return found.flatMap { row($0) }
  }

  /// Whether a screen is of the kind and planning may find it.
  private func isGround(_ row: ScreenRow, _ kind: String, _ tag: UInt64) -> Bool {
    isKind(kind, tag, row) && !row.ownership.isUnknown && !isForeignGround(row)
  }

  private func next(under id: ScreenID) -> ScreenID? {
    guard let row = row(id), let holder = row.parent.flatMap({ self.row($0) }) else { return nil }
    if holder.presented == id { return shownLeaf(in: holder.id) }
    guard holder.isPile || holder.layout?.hasColumns ?? false, let before = row.sibling.previous
    else { return holder.id }
    return shownLeaf(in: before)
  }

  /// The innermost visible screen below a screen, in its own presentation layer.
  private func shownLeaf(in id: ScreenID) -> ScreenID {
    var leaf = id
    while let child = row(leaf).flatMap({ shownChild(of: $0) }) { leaf = child.id }
    return leaf
  }
}
