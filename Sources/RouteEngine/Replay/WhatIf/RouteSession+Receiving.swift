import RouteEngine

extension RouteSession {
  /// Calls the method of an input that names no request.
  func receive(_ input: Input, isolation: isolated any Actor = #isolation) {
    switch input {
    case .signalled(let condition, let principal): signal(condition, principal: principal)
    case .unsignalled(let condition): unsignal(condition)
    case .signedIn(let principal): signIn(as: principal)
    case .signedOut: signOut()
    case .gaveUp(let condition, let reason): giveUp(condition, reason: reason)
    case .ready(let screen): ready(screen)
    case .unready(let screen): unready(screen)
    case .suspended: requests.suspend()
    case .resumed(let policy): requests.resume(policy)
    case .handedOver: requests.resumeHandingOver { _ in }  // what the host opens comes by itself
    case .transitionBegan: display.beginTransition()
    case .transitionEnded: display.endTransition()
    case .background: background()
    case .foreground: foreground()
    case .stable: stable()
    case .ended: end()
    default: break
    }
  }
}
