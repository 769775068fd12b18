package import RouteEngine

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

  /// Opens a link in the place of a recorded one.
  func open(
    edited text: String, from entryPoint: EntryPoint, source: String?,
    options: RouteRequest.Options, isolation: isolated any Actor = #isolation
  ) -> Opening {
    // The session says itself of a text that is no link, why it is none.
    guard let link = RouteLink(typedWithTokens: text) else {
      return open(text, from: entryPoint, source: source, options: options)
    }
    return open(.link(link), from: entryPoint, source: source, options: options)
  }
}

extension RouteLink {
  /// Reads a link that a person types in the place of a recorded one, when it has a token. That
  /// stands for a private value, as in the journal that it was read from.
  ///
  /// - Returns: nil when it has none, or is no link.
  package init?(typedWithTokens text: String) {
    // A text that is no link is read again without tokens, which says why it is none.
    guard let link = try? RouteLink(journaled: text), link.carriesTokens else { return nil }
    self = link
  }
}
