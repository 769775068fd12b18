extension ScreenTree {
  /// The changes with which the tree follows a fact; empty when it already agrees with the fact.
  ///
  /// - Parameters:
  ///   - fact: the fact.
  ///   - table: decides which screens of a kind are the same, and which kinds are declared.
  ///   - counter: the last id given.
  ///   - limits: the bounds of the resulting tree.
  /// - Returns: the changes, or why the fact cannot be followed: it names something that does not
  ///   exist, or cannot have happened to the existing screens.
  package func changes(
    following fact: HostFact, table: RouteTable, after counter: UInt64, limits: RouteLimits
  ) -> Result<[TreeChange], HostFact.Mismatch> {
    switch fact {
    case .popped(let id):
      guard let id = id ?? visibleID(), let screen = self[id] else { return stale(id) }
      guard let stack = stack(holding: screen), let top = topChild(of: stack, holding: id) else {
        return impossible("\(screen.kind) (\(id)) lies in no stack")
      }
      let position = row(top)?.position ?? 0
      guard position > firstKnownPosition(in: stack.row) else {
        return impossible("\(screen.kind) (\(id)) is the root of its stack")
      }
      return .success([pop(stack, from: position)])
    case .poppedTo(let id):
      guard let screen = self[id] else { return stale(id) }
      guard let stack = stack(holding: screen), let top = topChild(of: stack, holding: id),
        let position = row(top)?.position
      else { return impossible("\(screen.kind) (\(id)) lies in no stack") }
      // Tombstones alone do not cover it.
      guard position + 1 < stack.childCount, shownChild(of: stack)?.id != top else {
        return .success([])
      }
      return .success([pop(stack, from: position + 1)])
    case .dismissed(let id):
      let wanted = id ?? visibleID().map { layerRoot(of: $0) }
      guard let wanted, let screen = self[wanted] else { return stale(wanted) }
      guard let presenter = screen.parent, self[presenter]?.presented == wanted else {
        return impossible("\(screen.kind) (\(wanted)) is not presented")
      }
      return .success([.dismiss(from: presenter)])
    case .selected(let id):
      guard let screen = self[id] else { return stale(id) }
      guard let holder = screen.parent.flatMap({ self[$0] }), holder.layout == .tabs,
        holder.presented != id
      else { return impossible("\(screen.kind) (\(id)) is no tab") }
      return .success(holder.selected == id ? [] : [.select(child: id)])
    case .activated(let scene):
      guard root(of: scene) != nil else {
        return .failure(.stale("there is no scene \(scene)"))
      }
      return .success(activeScene == scene ? [] : [.activate(scene: scene)])
    case .returned(let id, _):
      let screen = id ?? visibleID()
      return screen.flatMap { self[$0] } == nil ? stale(id) : .success([])
    case .renderFailed(let failure):
      if let screen = failure.screen, self[screen] == nil { return stale(screen) }
      return reconciled(with: failure.displayed, table, after: counter, limits)
    case .reconciled(let displayed):
      return reconciled(with: displayed, table, after: counter, limits)
    }
  }

  private func reconciled(
    with displayed: DisplayedScreens, _ table: RouteTable, after counter: UInt64,
    _ limits: RouteLimits
  ) -> Result<[TreeChange], HostFact.Mismatch> {
    var reconciliation = Reconciliation(of: self, table: table, counter: counter, limits: limits)
    do throws(HostFact.Mismatch) {
      return .success(try reconciliation.changes(to: displayed))
    } catch {
      return .failure(error)
    }
  }

  private func stale(_ id: ScreenID?) -> Result<[TreeChange], HostFact.Mismatch> {
    .failure(.stale("there is no screen \(id.map(\.description) ?? "to speak of")"))
  }

  private func impossible(_ reason: String) -> Result<[TreeChange], HostFact.Mismatch> {
    .failure(.impossible(reason))
  }

  /// The innermost stack around the screen within its presentation layer.
  private func stack(holding screen: Screen) -> Screen? {
    var current = screen
    while let parent = current.parent.flatMap({ self[$0] }), parent.presented != current.id {
      if parent.row.isPile { return parent }
      current = parent
    }
    return nil
  }

  private func topChild(of stack: Screen, holding id: ScreenID) -> ScreenID? {
    path(to: id).first { self[$0]?.parent == stack.id }
  }

  private func pop(_ stack: Screen, from position: Int) -> TreeChange {
    .splice(
      container: stack.id, at: position, drop: stack.childCount - position, insert: [])
  }
}

extension HostFact {
  /// Why a fact does not fit the screens that are there.
  package enum Mismatch: Error, Hashable, Sendable {
    /// It names something that does not exist.
    case stale(String)
    /// It cannot have happened to the existing screens.
    case impossible(String)

    /// The outcome of its request.
    package var outcome: Outcome {
      switch self {
      case .stale(let reason): .stale(reason: reason)
      case .impossible(let reason): .impossible(reason: reason)
      }
    }
  }
}
