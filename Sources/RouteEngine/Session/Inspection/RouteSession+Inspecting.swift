import RouteStore

extension RouteSession.Inspection {
  /// A session as it is now.
  ///
  /// It reads only the wanted entries from the journal and changes nothing. It works in every
  /// condition: for a session that is not recording, it has the content that the journal took last,
  /// and the reason. Make one when it is to be shown, not after each change while no view is
  /// visible.
  ///
  /// - Parameters:
  ///   - session: the session.
  ///   - count: the number of the last entries that are wanted.
  public init(of session: RouteSession, entries count: Int = 50) {
    let (state, now, most) = (session.state, session.now, Self.mostLines)
    let tree = state.tree
    let (waiting, actions) = (state.waiting, state.actions)
    let rows = TreeDrawing.rows(of: tree, showsReady: true, most: most)
    var omitted = Omission()
    omitted.screens = tree.count - rows.count { $0.screen != nil }
    omitted.requests = max(0, waiting.count - most)
    omitted.actions = max(0, actions.count - most)
    var last = LastEntries(state: state)
    let problem = last.read(count, from: session.recorder)
    self.init(
      at: now, health: session.health.text(at: now), isRecording: session.health.isRecording,
      screens: rows.map { ScreenLine($0, in: tree) },
      requests: waiting.prefix(most).map { RequestLine($0, at: now) },
      actions: actions.prefix(most).map { ActionLine($0, in: tree) },
      entries: last.lines, unreadable: problem, omitted: omitted)
  }
}

extension RouteSession.Health {
  /// One line without file paths, with the time since which nothing was recorded.
  fileprivate func text(at now: RouteInstant) -> String {
    guard case .degraded(_, let since) = self else { return text }
    return "\(text) (for \(age(of: since, at: now)))"
  }
}

extension RouteSession.Inspection.ScreenLine {
  fileprivate init(_ row: TreeDrawing.Row, in tree: ScreenTree) {
    let screen = row.screen.flatMap { tree[$0] }
    (self.screen, lead, label) = (row.screen, row.lead, row.label)
    isVisible = row.isVisible
    isReady = screen?.isReady ?? false
    ownership = screen?.ownership
  }
}

extension RouteSession.Inspection.RequestLine {
  fileprivate init(_ waiting: WaitingRequest, at now: RouteInstant) {
    (id, status) = (waiting.id, waiting.status)
    since = waiting.request.at.advanced(byMicroseconds: waiting.clockSetMicroseconds)
    description = "\(waiting.words) (came \(age(of: since, at: now)) ago)"
  }
}

extension RouteSession.Inspection.ActionLine {
  fileprivate init(_ action: PendingAction, in tree: ScreenTree) {
    (id, screen, status) = (action.id, action.screen, action.status)
    attempt = action.attempt
    let kind = tree[action.screen]?.kind ?? "screen \(action.screen)"
    let moment: String
    switch (action.status, action.moment) {
    case (.waiting, .ready): moment = ", for \(kind) to be ready"
    case (.waiting, .result): moment = ", for the result of \(kind)"
    case (.waiting, .arrival), (.claimed, _), (.started, _), (.shelved, _), (.dead, _):
      moment = ", on \(kind)"
    }
    description = action.summary + moment
  }
}

/// How long ago a moment was, in whole seconds at the finest: `5s`. If the clock was set, the
/// moment may lie in the future.
private func age(of moment: RouteInstant, at now: RouteInstant) -> String {
  let (span, overflow) = now.microseconds.subtractingReportingOverflow(moment.microseconds)
  let age = TimeSpan(microseconds: overflow ? 0 : max(0, span)).rounded
  return age.microseconds < 1_000_000 ? "0s" : age.text
}
