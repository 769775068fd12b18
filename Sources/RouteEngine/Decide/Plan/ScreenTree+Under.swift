/// The screens under a screen, as its user came to it.
extension ScreenTree {
  /// The nearest screen of a kind under one: what it was presented over, pushed on, put beside in
  /// an earlier column or is held by. Other tabs do not lie under it.
  func nearestScreen(under id: ScreenID, of kind: String) -> Screen? {
    var place = id
    while let next = next(under: place), let screen = self[next] {
      if screen.kind.hasSameBytes(as: kind), !screen.ownership.isUnknown,
        !isForeignGround(screen)
      {
        return screen
      }
      place = next
    }
    return nil
  }

  private func next(under id: ScreenID) -> ScreenID? {
    guard let holder = self[id]?.parent.flatMap({ self[$0] }) else { return nil }
    if holder.presented == id { return shownLeaf(in: holder.id) }
    guard holder.isPile || holder.layout?.columns.isEmpty == false,
      let position = holder.childList.position(of: id), position > 0
    else { return holder.id }
    return shownLeaf(in: holder.childList[position - 1])
  }

  /// The innermost screen that a person sees of one in its own presentation layer.
  private func shownLeaf(in id: ScreenID) -> ScreenID {
    var leaf = id
    while let child = self[leaf].flatMap({ shownChild(of: $0) }) { leaf = child.id }
    return leaf
  }
}
