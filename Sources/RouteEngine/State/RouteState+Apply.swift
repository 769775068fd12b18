extension RouteState {
  /// Makes the next state from this one, for every change of an entry. On an error the state is
  /// unchanged.
  ///
  /// - Throws: ``ChangeError`` when the change does not fit the state. In the engine's own plan
  ///   this ends the request as failed; in a journal it is damage.
  package mutating func apply(
    _ change: RouteChange, limits: RouteLimits = .standard
  ) throws(ChangeError) {
    try make(change, limits: limits)
    takeDigest()
  }

  /// Applies one of several changes; ``takeDigest()`` follows the last one. A forged entry can have
  /// thousands of conditions and suspects, and the digest is that of all of them.
  mutating func make(_ change: RouteChange, limits: RouteLimits) throws(ChangeError) {
    switch change {
    case .tree(let change):
      try tree.apply(change, counter: &counter, limits: limits)
    case .wait(let request):
      guard isWaiting(request.id) || hasRoomToWait(within: limits) else {
        throw ChangeError("more than \(limits.waitingRequests) requests wait")
      }
      put(request)
    case .settle(let id):
      guard settle(id) else { throw ChangeError("request \(id) does not wait") }
    case .enqueue(let action):
      guard self.action(action.id) == nil else { throw ChangeError("action \(action.id) exists") }
      guard actionTable.count < limits.pendingActions else {
        throw ChangeError("more than \(limits.pendingActions) actions are pending")
      }
      put(action)
    case .advance(let id, let transition):
      try advance(id, by: transition)
    case .signal(let condition, let holds):
      signal(condition, holds)
    case .principal(let token):
      principal = token
    case .suspend(let isSuspended):
      self.isSuspended = isSuspended
    case .suspect(let fingerprint, let count):
      suspect(fingerprint, count)
    case .adopt(let state):
      guard state.counter >= counter else {
        throw ChangeError("the adopted state's counter \(state.counter) is below \(counter)")
      }
      self = state
    }
  }

  /// Applies the changes in order, all or none.
  ///
  /// - Throws: ``ChangeError`` of the first that does not fit.
  package mutating func apply(
    _ changes: [RouteChange], limits: RouteLimits = .standard
  ) throws(ChangeError) {
    guard changes.count > 1 else {
      if let change = changes.first { try apply(change, limits: limits) }
      return
    }
    var next = self
    for change in changes { try next.make(change, limits: limits) }
    next.takeDigest()
    self = next
  }

  /// The state after these changes, for a change that is only examined and not recorded.
  ///
  /// - Throws: ``ChangeError`` of the first that does not fit.
  package func changed(by changes: [RouteChange]) throws(ChangeError) -> RouteState {
    var next = self
    try next.apply(changes, limits: .format)
    return next
  }

  private mutating func advance(
    _ id: ActionID, by transition: PendingAction.Transition
  ) throws(ChangeError) {
    guard let action = action(id) else { throw ChangeError("action \(id) is not pending") }
    do throws(PendingAction.Refusal) {
      if let next = try action.moved(by: transition) { put(next) } else { retire(id) }
    } catch {
      throw ChangeError(error.description)
    }
  }
}

extension RouteState {
  /// The changes that undo the given one when they are applied to the state after it.
  ///
  /// The journal never stores inverses. A decision works on a copy, so the hot path never has to
  /// undo; the inverses are for stepping backwards.
  ///
  /// - Throws: ``ChangeError`` when the change does not fit this state.
  package func inverse(of change: RouteChange) throws(ChangeError) -> [RouteChange] {
    var after = self
    try after.apply(change)
    switch change {
    case .tree(.close(let scene)) where tree.scenes.last?.name != scene:
      // A scene that is opened again becomes the last one, so restoring its place needs the whole
      // state.
      return [.adopt(restoring: self, counter: after.counter)]
    case .tree(let change): return inverse(of: change).map(RouteChange.tree)
    case .wait(let request): return [waiting(request.id).map { .wait($0) } ?? .settle(request.id)]
    case .settle(let id): return waiting(id).map { [.wait($0)] } ?? []
    case .enqueue, .advance, .adopt: return [.adopt(restoring: self, counter: after.counter)]
    case .signal(let condition, _):
      let held = conditions.contains { $0.utf8.elementsEqual(condition.utf8) }
      return [.signal(condition: condition, held)]
    case .principal: return [.principal(principal)]
    case .suspend: return [.suspend(isSuspended)]
    case .suspect(let fingerprint, _):
      let count = allSuspects.first { $0.fingerprint == fingerprint }?.count ?? 0
      return [.suspect(fingerprint: fingerprint, count: count)]
    }
  }

  private func inverse(of change: TreeChange) -> [TreeChange] {
    switch change {
    case .splice(let container, let position, let drop, let insert):
      guard let holder = tree[container] else { return [] }
      let dropped = holder.children[position..<(position + drop)].compactMap(tree.subtree)
      let back = TreeChange.splice(
        container: container, at: position, drop: insert.count, insert: NewScreens(dropped))
      return [back] + (holder.selected.map { [.select(child: $0)] } ?? [])
    case .select(let child):
      let selected = tree[child]?.parent.flatMap { tree[$0]?.selected }
      return selected.map { [.select(child: $0)] } ?? []
    case .present(let presenter, _, _): return [.dismiss(from: presenter)]
    case .dismiss(let presenter):
      guard let over = tree[presenter], let presented = over.presented.flatMap(tree.subtree) else {
        return []
      }
      return [.present(over: presenter, style: over.presentationStyle, screen: [presented])]
    case .root(let scene, _):
      guard let root = tree.root(of: scene).flatMap(tree.subtree) else {
        return [.close(scene: scene)]
      }
      return [.root(scene: scene, screen: [root])]
    case .close(let scene):
      let root = tree.root(of: scene).flatMap(tree.subtree)
      return root.map { [.root(scene: scene, screen: [$0]), .activate(scene: tree.activeScene)] }
        ?? []
    case .activate: return [.activate(scene: tree.activeScene)]
    case .parameters(let id, _): return tree[id].map { [.parameters(id, $0.parameters)] } ?? []
    case .become(let id, _, _, _):
      return tree[id].map {
        [.become(id, kind: $0.kind, parameters: $0.parameters, ownership: $0.ownership)]
      } ?? []
    case .ready(let id, _): return tree[id].map { [.ready(id, $0.isReady)] } ?? []
    case .unready: return tree.screens.filter(\.isReady).map { .ready($0.id, true) }
    }
  }
}

extension RouteChange {
  /// A change that adopts a state and does not lower the id counter.
  fileprivate static func adopt(restoring state: RouteState, counter: UInt64) -> RouteChange {
    var state = state
    state.counter = max(state.counter, counter)
    return .adopt(state)
  }
}

extension RouteState {
  /// Builds a state from changes that create it, to read a checkpoint. A file can have any number
  /// of scenes, conditions and suspects, so these are given in lists and not as one change each.
  ///
  /// - Parameters:
  ///   - changes: everything but the pending actions.
  ///   - scenes: the scenes to begin with, no name twice.
  ///   - conditions: the conditions that hold, in any order.
  ///   - suspects: the suspects in any order; if one comes twice, the last count is used.
  ///   - actions: the pending actions in the order of their ids.
  ///   - counter: the id counter, at least the highest id in the changes.
  /// - Throws: ``ChangeError`` when they are not consistent.
  package init(
    rebuilding changes: [RouteChange], in scenes: [(name: String, root: NewScreens)] = [],
    _ conditions: [String] = [], _ suspects: [CrashSuspect] = [], actions: [PendingAction],
    counter: UInt64
  ) throws(ChangeError) {
    self.init()
    try tree.open(scenes, counter: &self.counter, limits: .format)
    for change in changes { try apply(change, limits: .format) }
    if !conditions.isEmpty { adopt(conditions) }
    if !suspects.isEmpty { adopt(suspects) }
    guard actions.count <= RouteLimits.format.pendingActions, adopt(actions) else {
      throw ChangeError("the actions are too many or not in their order")
    }
    guard counter >= self.counter, counter <= ScreenID.highest.rawValue else {
      throw ChangeError("the counter \(counter) is below the id \(self.counter) or too high")
    }
    self.counter = counter
    takeDigest()
  }

  private mutating func adopt(_ conditions: [String]) {
    let held = conditions.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    self.conditions = held.indices.filter { $0 == 0 || !held[$0].hasSameBytes(as: held[$0 - 1]) }
      .map { held[$0] }
  }

  private mutating func adopt(_ suspects: [CrashSuspect]) {
    let known = suspects.enumerated().sorted {
      ($0.element.fingerprint, $0.offset) < ($1.element.fingerprint, $1.offset)
    }
    .map(\.element)
    allSuspects = known.indices.filter { index in
      index + 1 == known.count || known[index].fingerprint != known[index + 1].fingerprint
    }
    .map { known[$0] }
  }

  /// The state of a first launch, or of a later one that begins anew: the scenes as written, and
  /// nothing waiting.
  ///
  /// - Parameter counter: the id counter of the previous state; ids are never used again.
  package init(
    scenes: TreeNotation, counter: UInt64, limits: RouteLimits = .standard
  ) throws(ChangeError) {
    self.init()
    var counter = counter
    var opened: [(name: String, root: NewScreens)] = []
    for scene in scenes.scenes {
      var root = scene.root
      root.assignIDs(after: &counter)
      opened.append((scene.name, [root]))
    }
    try tree.open(opened, counter: &self.counter, limits: limits)
    try apply(.tree(.activate(scene: scenes.activeScene)), limits: limits)
    self.counter = counter
  }
}
