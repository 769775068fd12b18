package import RouteEngine

extension HostFact {
  /// The screen that it names.
  package var screen: ScreenID? {
    switch self {
    case .popped(let id), .dismissed(let id), .returned(let id, _): id
    case .poppedTo(let id), .selected(let id): id
    case .renderFailed(let failure): failure.screen
    case .activated, .reconciled: nil
    }
  }
}

extension RouteRequest.Target {
  /// The target with another screen in place of the one in its fact; other targets unchanged.
  package func naming(_ screen: ScreenID?) -> RouteRequest.Target {
    guard let screen, case .fact(let fact) = self else { return self }
    switch fact {
    case .popped: return .fact(.popped(screen))
    case .poppedTo: return .fact(.poppedTo(screen))
    case .dismissed: return .fact(.dismissed(screen))
    case .selected: return .fact(.selected(screen))
    case .returned(_, let result): return .fact(.returned(screen, result))
    case .activated, .reconciled, .renderFailed: return self
    }
  }
}
