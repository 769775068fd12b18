/// The screens under a screen, as its user came to it.
extension ScreenTree {
  /// The nearest screen of a kind under one: what it was presented over, pushed on, put beside in
  /// an earlier column or is held by. Other tabs do not lie under it.
  ///
  /// - Parameter tag: that of the kind.
  func nearestScreen(under id: ScreenID, of kind: String, tag: UInt64) -> ScreenRow? {
    var place = id
    while let next = next(under: place), let row = row(next) {
      if isKind(kind, tag, row), !row.ownership.isUnknown, !isForeignGround(row) { return row }
      place = next
    }
    return nil
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
