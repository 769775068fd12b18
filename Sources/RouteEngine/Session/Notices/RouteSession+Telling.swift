/// Tells a host what its session does, see ``Configuration/tell``.
extension RouteSession {
  /// Tells the host the queued notices. Notices that it causes itself are told after it has
  /// returned.
  func tellNotices() {
    guard let notices, notices.isDue else { return }
    whileOccupied { notices.tellAll() }
  }

  /// Tells the host the journal's health: storage can also fail outside a step.
  func tellHealth() {
    notices?.add(recorder.health)
    tellNotices()
  }

  /// Tells the host that its code is called about a request.
  ///
  /// - Returns: the call; nil when the host takes no notices.
  func tellCall(of prompt: Prompt) -> Notice.Call? {
    guard let notices else { return nil }
    let call = notices.addCall(
      Notice.Call.Kind(prompt.question.kind), prompt.question.name, for: prompt.id)
    tellNotices()
    return call
  }

  /// Tells the host that its handler is called.
  ///
  /// - Returns: the call; nil when the host takes no notices.
  func tellCall(of action: PendingAction) -> Notice.Call? {
    guard let notices else { return nil }
    let call = notices.addCall(.actionHandler, action.name, for: action.request)
    tellNotices()
    return call
  }

  /// Tells the host that its code has returned.
  func tellReturn(of call: Notice.Call?) {
    guard let notices, let call else { return }
    notices.addReturn(of: call)
    tellNotices()
  }
}

extension RouteSession.Notice.Call.Kind {
  /// The kind of host code that a question asks.
  fileprivate init(_ kind: Question.Kind) {
    switch kind {
    case .interceptor: self = .interceptor
    case .translator: self = .translator
    case .step: self = .step
    case .adapter: self = .adapter
    case .task: self = .task
    case .variant: self = .variant
    case .router: self = .router
    }
  }
}
