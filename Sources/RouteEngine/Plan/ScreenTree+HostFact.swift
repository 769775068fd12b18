extension ScreenTree {
  /// The changes by which the tree follows what has already happened; none when it shows that
  /// already.
  ///
  /// - Returns: a failure, always called stale, when the fact speaks of a screen that is not there.
  package func changes(following fact: HostFact) -> Result<[TreeChange], ChangeError> {
    switch fact {
    case .popped(let id):
      guard let id = id ?? visibleLeaf()?.id, let screen = self[id] else { return stale(id) }
      guard let stack = stack(holding: screen), let top = topChild(of: stack, holding: id) else {
        return .failure(ChangeError("stale: \(screen.kind) (\(id)) lies in no stack"))
      }
      let position = stack.childList.position(of: top) ?? 0
      guard position > 0 else {
        return .failure(ChangeError("stale: \(screen.kind) (\(id)) is the root of its stack"))
      }
      return .success([pop(stack, from: position)])
    case .poppedTo(let id):
      guard let screen = self[id] else { return stale(id) }
      guard let stack = stack(holding: screen), let top = topChild(of: stack, holding: id),
        let position = stack.childList.position(of: top)
      else { return .failure(ChangeError("stale: \(screen.kind) (\(id)) lies in no stack")) }
      guard position + 1 < stack.childList.count else { return .success([]) }
      return .success([pop(stack, from: position + 1)])
    case .dismissed(let id):
      let wanted = id ?? visibleLeaf().map { layerRoot(of: $0.id) }
      guard let wanted, let screen = self[wanted] else { return stale(wanted) }
      guard let presenter = screen.parent, self[presenter]?.presented == wanted else {
        return .failure(ChangeError("stale: \(screen.kind) (\(wanted)) is not presented"))
      }
      return .success([.dismiss(from: presenter)])
    case .selected(let id):
      guard let screen = self[id], let holder = screen.parent.flatMap({ self[$0] }),
        holder.container == .tabs, holder.presented != id
      else { return stale(id) }
      return .success(holder.selected == id ? [] : [.select(child: id)])
    case .activated(let scene):
      guard root(of: scene) != nil else {
        return .failure(ChangeError("stale: there is no scene \(scene)"))
      }
      return .success(activeScene == scene ? [] : [.activate(scene: scene)])
    }
  }

  private func stale(_ id: ScreenID?) -> Result<[TreeChange], ChangeError> {
    .failure(ChangeError("stale: there is no screen \(id.map(\.description) ?? "to speak of")"))
  }

  /// The innermost stack around the screen within its presentation layer.
  private func stack(holding screen: Screen) -> Screen? {
    var current = screen
    while let parent = current.parent.flatMap({ self[$0] }), parent.presented != current.id {
      if parent.container == .stack { return parent }
      current = parent
    }
    return nil
  }

  private func topChild(of stack: Screen, holding id: ScreenID) -> ScreenID? {
    path(to: id).first { self[$0]?.parent == stack.id }
  }

  private func pop(_ stack: Screen, from position: Int) -> TreeChange {
    .splice(
      container: stack.id, at: position, drop: stack.childList.count - position, insert: [])
  }
}
