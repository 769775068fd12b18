/// The words with which lines of a story begin. The guide's tables describe each line; a test
/// compares them with this list.
package enum StoryWord: String, CaseIterable {
  // Actions of a host.
  case given, open, urgent, offer, below, value, show, route, fact, reconcile, render, transition
  case signal, unsignal, give, sign, ready, unready, resume, suspend, cancel, adopt, revive

  // Time, and the host's life.
  case pass, wake, wait, clock, boot, background, foreground, stable, end
  case relaunch, update, handles, crash, kill

  // The app's code.
  case code, finish, settle

  // Expectations.
  case outcome, accepted, repeated, tree, shows, asked, performed, attempts, actions, crashes
  case unanswered, parked, waiting, conditions, suspects, restored, changes, router
  case entries, request, attempt, reason, ended

  /// Whether a line with this word has a request, whose outcome an arrow expects.
  var hasRequest: Bool {
    switch self {
    case .open, .urgent, .offer, .below, .value, .show, .route, .fact, .reconcile, .render,
      .cancel, .code:
      true
    default: false
    }
  }

  /// How many words a line with this word has at most between it and the colon; nil when they are
  /// checked as the line is run.
  var mostLabels: Int? {
    switch self {
    case .open, .give, .sign: nil
    case .urgent, .offer, .below, .value, .show, .route, .fact, .reconcile, .render, .cancel, .code,
      .finish, .outcome, .accepted, .repeated:
      1
    default: 0
    }
  }

  /// Whether a line with this word has text behind a colon.
  var hasText: Bool {
    switch self {
    case .suspend, .wake, .background, .foreground, .stable, .end, .relaunch, .crash, .kill,
      .settle:
      false
    default: true
    }
  }

  /// Whether a line with this word means nothing without a colon.
  var needsColon: Bool { isExpectation || hasRequest && ![.render, .cancel, .code].contains(self) }

  /// Whether a line with this word expects something and does nothing.
  var isExpectation: Bool {
    switch self {
    case .outcome, .accepted, .repeated, .tree, .shows, .asked, .performed, .attempts, .actions,
      .crashes, .unanswered, .parked, .waiting, .conditions, .suspects, .restored, .changes,
      .router, .entries, .request, .attempt, .reason, .ended:
      true
    default: false
    }
  }
}
