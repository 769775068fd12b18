extension Divergence {
  /// One of the comparisons that a rerun makes. Each finds a difference that no other one does.
  ///
  /// The comparison that finds a difference is not always the most telling one: that a request
  /// waits for something else is in ``changes`` too, and stands in ``outcome`` because a person
  /// looks there.
  package enum Comparison: String, Hashable, Sendable, CaseIterable {
    /// The outcome with its reason and step, or what the request waits for.
    case outcome
    /// The identifier of the route taken.
    case route
    /// That route's version.
    case routeVersion
    /// The router that took the request.
    case router
    /// The query items that are left out because they cannot be read.
    case leftOut
    /// The scene that the request concerned.
    case scene
    /// The changes of the state. That they lead to the recorded digest every walk over a journal
    /// makes sure of.
    case changes
    /// Something was asked that has no recorded answer.
    case answerMissing
    /// An answer was recorded that the decision does not ask for.
    case answerUnused
    /// The answers that were asked for stand each once, in the order of the questions.
    case answerOrder
    /// The result of a Swift step of the app, and whether it is the same twice.
    case step
    /// A decision brings work where less is recorded.
    case actionMissing
    /// Work is recorded where a decision brings less.
    case actionExtra
    /// The name of some work.
    case actionName
    /// The parameters that its handler is given.
    case actionParameters
    /// Its key.
    case actionKey
    /// Its delay, from the decision on.
    case actionDelay
    /// When it expires, from the decision on.
    case actionExpiry
    /// When it may run, its screen considered.
    case actionMoment
    /// The condition that it waits for.
    case actionCondition
    /// Its lane.
    case actionLane
    /// How often it is tried, and when again.
    case actionRetry
    /// How long its handler may take.
    case actionLease
    /// The screen that it is bound to.
    case actionScreen
    /// Who it runs for.
    case actionPrincipal
    /// Whether its code is a closure of the process.
    case actionClosure
    /// The request that it belongs to.
    case actionRequest
    /// Where it stands: new work waits.
    case actionStatus
    /// How often it was claimed: new work never was.
    case actionAttempt
    /// How often the process died in it: new work has not run.
    case actionCrashes
    /// When somebody revived it: new work was not dead.
    case actionRevival
    /// Until when its handler may take: new work has none running.
    case actionLeaseEnd
    /// Whether its handler was called: that of new work was not.
    case actionPossiblyExecuted
    /// How much gives way to the work.
    case actionsGivingWay
    /// Which entries accept the work and which give way, all else being the same.
    case actionEntries
    /// Work stands right behind the decision that brings it.
    case acceptance
    /// The input fits the state that a free rerun has reached.
    case unfit
    /// A request that goes on has not ended in a free rerun.
    case ended
    /// The journal holds the request that is decided.
    case request
    /// A request was opened for the principal that was signed in at that moment.
    case requestPrincipal
    /// A request that comes in before it is decided is one that host code is asked about.
    case requestAsking
    /// A request has its turn when those that were queued before have had theirs, and what expired
    /// has ended.
    case turn
    /// An action has its turn when none that was enqueued before has one, and its terms allow it.
    case actionTurn

    /// The class of what it finds.
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
        .actionScreen, .actionPrincipal, .actionClosure, .actionRequest, .actionStatus,
        .actionAttempt, .actionCrashes, .actionRevival, .actionLeaseEnd, .actionPossiblyExecuted,
        .actionsGivingWay, .actionEntries, .acceptance, .actionTurn:
        .action
      case .unfit, .ended: .unfit
      case .request, .requestPrincipal, .requestAsking, .turn: .request
      }
    }
  }
}

extension [Divergence.Difference] {
  /// The differences without the parts that some comparisons found, as far as a part is left.
  func without(_ disabled: Set<Divergence.Comparison>) -> [Divergence.Difference] {
    guard !disabled.isEmpty else { return self }
    return compactMap { difference in
      var difference = difference
      difference.parts.removeAll { $0.comparisons.allSatisfy(disabled.contains) }
      return difference.parts.isEmpty ? nil : difference
    }
  }
}
