/// The changes that other code made to a stack on display.
extension SceneDisplay {
  /// Forgets screens that have left a stack.
  func forget(_ children: [ScreenID], of stack: ScreenID, keeping kept: [ScreenID]) {
    shown.items[stack]?.children = kept
    shown.items[stack]?.selected = kept.last
    for child in children { renderer.drop(shown.remove(child)) }
  }

  /// Journals the change of other code to a stack, and adopts the screens that it put there. If
  /// such screens are not possible, they are removed from the display again.
  func reconcile(_ stack: ScreenID, _ children: [DisplayedChild]) {
    guard var part = session.state.tree.subtree(stack) else { return }
    var before = part.children[...]
    part.children = []
    for child in children {
      switch child {
      case .strange(let kind): part.children.append(Subtree(kind: kind, ownership: .foreign))
      case .known(let id):
        guard let place = before.firstIndex(where: { $0.id == id }) else { continue }
        part.children.append(before[place])
        before = before[(place + 1)...]
      }
    }
    guard session.display.reconcile(with: DisplayedScreens(part: part)).accepted else {
      // The tree cannot have such a stack: the display returns to the tree's stack.
      guard let item = shown[stack] else { return }
      let back = RenderingStep.arrange(item.children, selected: item.selected, in: stack)
      return renderer.carryOut(back, animated: false) {}
    }
    let wanted = RenderedScene(scene, of: session)
    guard let after = wanted[stack]?.children, after.count == children.count else { return }
    let left = (shown[stack]?.children ?? []).filter { !after.contains($0) }
    forget(left, of: stack, keeping: after)
    for (position, id) in after.enumerated() {
      // The screen may be an earlier one: other code has replaced it by another of its kind.
      guard case .strange = children[position] else { continue }
      shown.items[id] = shown[id] ?? wanted[id]
      renderer.adopt(id, at: position, of: stack)
    }
  }
}
