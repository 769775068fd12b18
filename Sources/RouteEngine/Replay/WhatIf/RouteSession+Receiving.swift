package import RouteEngine

extension RouteSession {
  /// Calls the method for an input that names no request.
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
    case .handedOver: requests.resumeHandingOver { _ in }  // its requests are separate inputs
    case .transitionBegan: display.beginTransition()
    case .transitionEnded: display.endTransition()
    case .background: background()
    case .foreground: foreground()
    case .stable: stable()
    case .ended: end()
    default: break
    }
  }

  /// Opens a link in place of a recorded one.
  func open(
    edited text: String, from entryPoint: EntryPoint, source: String?,
    options: RouteRequest.Options, isolation: isolated any Actor = #isolation
  ) -> Opening {
    // For a text that is not a link, the session reports the reason.
    guard let link = RouteLink(typedWithTokens: text) else {
      return open(text, from: entryPoint, source: source, options: options)
    }
    return open(.link(link), from: entryPoint, source: source, options: options)
  }
}

extension RouteLink {
  /// Reads a link that a user types in place of a recorded one, if it contains a token. A token
  /// stands for a private value, as in the journal from which it was read.
  ///
  /// - Returns: nil when it contains none, or is not a link.
  package init?(typedWithTokens text: String) {
    // A text that is not a link is read again without tokens, which reports the reason.
    guard let link = try? RouteLink(journaled: text), link.carriesTokens else { return nil }
    self = link
  }
}
