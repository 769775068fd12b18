/// The screens under a screen, as its user came to it.
extension ScreenTree {
  /// The nearest screen of a kind under one: what it was presented over, pushed on, put beside in
  /// an earlier column or is held by. Other tabs do not lie under it.
  ///
  /// - Parameter tag: that of the kind.
  func nearestScreen(under id: ScreenID, of kind: String, tag: UInt64) -> ScreenRow? {
    var place = id
    while let next = next(under: place), let row = row(next) {
      if isGround(row, kind, tag) { return row }
      place = next
    }
    return nil
  }

  /// The nearest screen of a kind under one, where many are looked under.
  ///
  /// - Parameter known: for each screen that a way came by, the nearest one under it, nil when
  ///   there is none; those of this way are added.
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

  /// Whether a screen is one of the kind that planning may find.
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

  /// The innermost screen that a person sees of one in its own presentation layer.
  private func shownLeaf(in id: ScreenID) -> ScreenID {
    var leaf = id
    while let child = row(leaf).flatMap({ shownChild(of: $0) }) { leaf = child.id }
    return leaf
  }
}
