extension RouteState {
  /// Applies the edits of host code, one after the other.
  ///
  /// - Throws: `PlanFailure` when one does not fit, or edits the inside of other code's screens.
  mutating func make(
    _ edits: [TreeChange], step: Int, limits: RouteLimits
  ) throws(PlanFailure) {
    for change in edits {
      try tree.refuse(change, step: step)
      try apply([change], step: step, limits: limits)
    }
  }
}

extension ScreenTree {
  /// Throws when a change would edit inside screens of other code, or is no edit.
  func refuse(_ change: TreeChange, step: Int) throws(PlanFailure) {
    guard !change.isOfHost else {
      throw PlanFailure(step: step, reason: ChangeError.noEdit.description)
    }
    guard let place = foreignPlace(of: change) else { return }
    throw PlanFailure(step: step, reason: ofOtherCode(place))
  }

  /// The screen of other code inside which a change would edit; nil when there is none.
  func foreignPlace(of change: TreeChange) -> ScreenID? {
    switch change {
    case .splice(let container, _, _, _): foreignScreen(around: container)?.id
    case .select(let child): row(child).flatMap { isForeignGround($0) ? child : nil }
    case .present(let over, _, _), .dismiss(let over), .parameters(let over, _):
      row(over).flatMap { isForeignGround($0) ? over : nil }
    case .root, .close, .activate, .become, .ready, .unready: nil
    }
  }

  /// Why a screen cannot be edited.
  func ofOtherCode(_ id: ScreenID) -> String {
    let owner = foreignScreen(around: id).map {
      $0.id == id ? "" : " lies in \(kindName($0.id)) and"
    }
    return "\(kindName(id)) (\(id))\(owner ?? "") belongs to other code"
  }
}
