/// The words that lines of a story begin with. The guide's tables say what each line does; a test
/// holds them to this list.
package enum StoryWord: String, CaseIterable {
  // Actions of a host.
  case given, open, urgent, offer, below, value, show, route, fact, reconcile, render, transition
  case signal, unsignal, give, sign, ready, unready, resume, suspend, cancel, adopt, revive

  // Time, and where the host is in its life.
  case pass, wake, wait, clock, boot, background, foreground, stable, end
  case relaunch, update, handles, crash, kill

  // The app's code.
  case code, finish, settle

  // Expectations.
  case outcome, accepted, repeated, tree, shows, asked, performed, attempts, actions, crashes
  case unanswered, parked, waiting, conditions, suspects, restored, changes, router
  case entries, request, attempt, reason, ended

  /// Whether a line of it has a request, whose outcome an arrow expects.
  var hasRequest: Bool {
    switch self {
    case .open, .urgent, .offer, .below, .value, .show, .route, .fact, .reconcile, .render,
      .cancel, .code:
      true
    default: false
    }
  }

  /// Whether a line of it expects something and does nothing.
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
