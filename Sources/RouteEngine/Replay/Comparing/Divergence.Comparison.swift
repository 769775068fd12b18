extension Divergence {
  /// One of the comparisons that a rerun makes. Each finds a difference that no other one does.
  ///
  /// The comparison that finds a difference is not always the most informative one: if a request
  /// waits for something else, ``changes`` differ too, but the difference is reported as
  /// ``outcome`` because people look there.
  package enum Comparison: String, Hashable, Sendable, CaseIterable {
    /// The outcome with its reason and step, or the condition of a waiting request.
    case outcome
    /// The identifier of the route taken.
    case route
    /// The version of that route.
    case routeVersion
    /// The router that took the request.
    case router
    /// The query items that are left out because they cannot be read.
    case leftOut
    /// The scene that the request concerned.
    case scene
    /// The changes of the state. Every walk over a journal checks that they lead to the recorded
    /// digest.
    case changes
    /// A question without a recorded answer.
    case answerMissing
    /// A recorded answer that the decision does not ask for.
    case answerUnused
    /// The recorded answers appear once each, in the order of the questions.
    case answerOrder
    /// The result of a Swift step of the app, and whether two runs agree.
    case step
    /// A decision brings more work than is recorded.
    case actionMissing
    /// More work is recorded than a decision brings.
    case actionExtra
    /// The name of an action.
    case actionName
    /// The parameters that its handler gets.
    case actionParameters
    /// Its key.
    case actionKey
    /// Its delay, counted from the decision.
    case actionDelay
    /// Its expiry, counted from the decision.
    case actionExpiry
    /// The state of its screen in which it may run.
    case actionMoment
    /// The condition that it waits for.
    case actionCondition
    /// Its lane.
    case actionLane
    /// The number and the timing of its attempts.
    case actionRetry
    /// The time that its handler has.
    case actionLease
    /// The screen that it is bound to.
    case actionScreen
    /// The principal for whom it runs.
    case actionPrincipal
    /// Whether its code is a closure of the process.
    case actionClosure
    /// Whether it has its result: new work has none.
    case actionGiven
    /// The request that it belongs to.
    case actionRequest
    /// Its status: new work waits.
    case actionStatus
    /// How often it was claimed: new work never was.
    case actionAttempt
    /// How often the process died in it: new work has not run.
    case actionCrashes
    /// When it was revived: new work was not dead.
    case actionRevival
    /// Whether its handler was called: that of new work was not.
    case actionPossiblyExecuted
    /// How many actions give way to the work.
    case actionsGivingWay
    /// The entries that accept work and those that give way, everything else being equal.
    case actionEntries
    /// Work is recorded directly after the decision that brings it.
    case acceptance
    /// The input fits the state that a free rerun has reached.
    case unfit
    /// A request that continues has not ended in a free rerun.
    case ended
    /// The journal contains the request that is decided.
    case request
    /// A request was opened for the principal of that moment.
    case requestPrincipal
    /// A request that arrives before it is decided is one about which host code is asked.
    case requestAsking
    /// A request has its turn after those that were queued earlier, and after expired requests have
    /// ended.
    case turn
    /// An action has its turn when no earlier one has, and its terms allow it.
    case actionTurn

    /// The class of the differences that it finds.
    package var kind: Divergence.Class {
      switch self {
      case .outcome: .outcome
      case .route, .routeVersion, .router, .leftOut: .route
      case .scene: .scene
      case .changes: .changes
      case .answerMissing: .answerMissing
      case .answerUnused, .answerOrder: .answerUnused
      case .step: .answer
      case .actionMissing, .actionExtra, .actionName, .actionParameters, .actionKey, .actionDelay,
        .actionExpiry, .actionMoment, .actionCondition, .actionLane, .actionRetry, .actionLease,
        .actionScreen, .actionPrincipal, .actionClosure, .actionGiven, .actionRequest,
        .actionStatus, .actionAttempt, .actionCrashes, .actionRevival, .actionPossiblyExecuted,
        .actionsGivingWay, .actionEntries, .acceptance, .actionTurn:
        .action
      case .unfit, .ended: .unfit
      case .request, .requestPrincipal, .requestAsking, .turn: .request
      }
    }
  }
}

extension [Divergence.Difference] {
  /// The differences without the parts of disabled comparisons; a difference without parts is
  /// dropped.
  func without(_ disabled: Set<Divergence.Comparison>) -> [Divergence.Difference] {
    guard !disabled.isEmpty else { return self }
    return compactMap { difference in
      var difference = difference
      difference.parts.removeAll { $0.comparisons.allSatisfy(disabled.contains) }
      return difference.parts.isEmpty ? nil : difference
    }
  }
}
