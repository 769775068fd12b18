/// Searches changes and facts, which bring screens, for values that may not be journaled.
extension PrivateValues {
  func hide(
    _ change: TreeChange, of owner: Owner, _ table: RouteTable
  ) -> TreeChange {
    switch change {
    case .splice(let container, let position, let drop, let insert):
      return .splice(
        container: container, at: position, drop: drop,
        insert: hide(insert, of: owner, table))
    case .present(let presenter, let style, let screen):
      return .present(over: presenter, style: style, screen: hide(screen, of: owner, table))
    case .root(let scene, let screen):
      return .root(scene: scene, screen: hide(screen, of: owner, table))
    case .parameters(let id, let parameters):
      // An earlier change may add the screen, so its kind is unknown here.
      return .parameters(id, hide(ofAnyKind: parameters, of: owner, table))
    case .become(let id, let kind, let parameters, let ownership):
      let hidden = hide(parameters, of: owner, table) { table.disclosure(of: $0, ofKind: kind) }
      return .become(id, kind: kind, parameters: hidden, ownership: ownership)
    case .select, .dismiss, .close, .activate, .ready, .unready: return change
    }
  }

  func hide(
    _ fact: HostFact, of owner: Owner, _ table: RouteTable
  ) -> HostFact {
    // The engine returns to screens of its own, whose private values are tokens already.
    if case .renderFailed(let failure) = fact, !failure.isReported { return fact }
    if case .returned(let id, let result) = fact {
      return .returned(id, hide(ofAnyKind: result, of: owner, table))
    }
    guard var displayed = fact.displayed else { return fact }
    for index in displayed.scenes.indices {
      displayed.scenes[index].root = hide(displayed.scenes[index].root, of: owner, table)
    }
    displayed.parts = displayed.parts.map { hide($0, of: owner, table) }
    return fact.displaying(displayed)
  }

  private func hide(
    ofAnyKind parameters: Parameters, of owner: Owner, _ table: RouteTable
  ) -> Parameters {
    hide(parameters, of: owner, table, isOfAnyKind: true, by: table.disclosure(ofAny:))
  }

  private func hide(
    _ screens: NewScreens, of owner: Owner, _ table: RouteTable
  ) -> NewScreens {
    NewScreens(screens.map { hide($0, of: owner, table) })
  }

  func hide(
    _ subtree: Subtree, of owner: Owner, _ table: RouteTable
  ) -> Subtree {
    var subtree = subtree
    let kind = subtree.kind
    subtree.parameters = hide(subtree.parameters, of: owner, table) {
      table.disclosure(of: $0, ofKind: kind)
    }
    subtree.children = subtree.children.map { hide($0, of: owner, table) }
    subtree.presented = subtree.presented.map { hide($0, of: owner, table) }
    return subtree
  }
}
