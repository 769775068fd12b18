/// Everything that can happen to a simulated session: a closed list. Numbers are indices into
/// whatever exists at that moment, so that every input has a meaning in every state and a shortened
/// list can run.
package enum SimulatedInput: Hashable, Sendable {
  /// The host opens something.
  case opened(SimulatedOpening)
  /// The user or the host has changed a screen.
  case reported(SimulatedFact, Int)
  /// Host code that was asked earlier answers, whether or not its request still waits.
  case answered(Int)
  /// An action's handler returns.
  case returned(Int)
  /// A condition holds; a person may have signed in with it.
  case signalled(Int, by: Int?)
  case unsignalled(Int)
  case signedIn(Int)
  case signedOut
  case gaveUp(Int)
  /// A request is cancelled.
  case cancelled(Int)
  /// A screen becomes ready for actions.
  case ready(Int)
  case suspended
  case resumed(SimulatedResumption)
  case transitionBegan
  case transitionEnded
  /// The host could not show a screen, or the newest tree.
  case renderFailed(Int?)
  /// The host reports the screens that are really on display.
  case reconciled(Int)
  case foreground
  case background
  case stable
  /// The session ends; the next one begins with that version of the app.
  case ended(version: Int)
  case timePassed(Int64)
  /// Time passes without waking the session: the app does not run.
  case slept(Int64)
  /// Time passes until the moment when something is due, plus that number of microseconds.
  case dueReached(Int, Int64)
  /// Only the wall clock is set.
  case wallClockSet(Int64)
  /// The session adopts the route table of another version.
  case adopted(Int)
  /// The process dies between two inputs; the next one begins with that version of the app.
  case killed(version: Int)
  /// The process dies during the next input.
  case killedWithin(SimulatedDeath, version: Int)
  /// Storage fails from the n-th operation from now, for that number of operations.
  case storageFailed(SimulatedFailure, from: Int, count: Int)
  case storageMended
  /// Another process leaves a link.
  case left(link: Int, source: Int)
  case takenIn
  case actionRevived(Int)
  case actionCancelled(Int)
  /// The host enqueues an action.
  case actionBrought(Int)
  case pruned
  /// Private values are removed.
  case redacted(Int)
  /// Another process tries to write the journal, and reads it.
  case visited
  /// The session ends or its process dies, the journal is maintained, and the next session begins.
  case maintained(Int, version: Int)
}

/// How something is opened.
package struct SimulatedOpening: Hashable, Sendable {
  /// The index of the target.
  package var target: Int
  /// The id that its source gave it; nil: none.
  package var source: Int?
  package var isSuspendable = true
  /// The lifetime in microseconds.
  package var lifetime: Int64?
  package var scene: Int?
  package var router: Int?
  package var result: Int?
}

/// The change by the user or the host.
package enum SimulatedFact: String, Hashable, Sendable, CaseIterable {
  case popped, poppedTo, dismissed, selected, activated, returned
}

/// The decision about requests that were held back.
package enum SimulatedResumption: String, Hashable, Sendable, CaseIterable {
  case execute, latestOnly, clear, none, transforming, handingOver
}

/// The point at which a process dies.
package enum SimulatedDeath: Hashable, Sendable {
  /// Before that operation on a file.
  case operation(Int)
  /// In the middle of that write.
  case write(Int)
  /// In the first host code that runs.
  case hostCode
}

/// How storage fails.
package enum SimulatedFailure: String, Hashable, Sendable, CaseIterable {
  case fails, isFull, tearsWrites
}

/// An input with the seed of the host's choices during it.
package struct SimulatedStep: Hashable, Sendable, CustomStringConvertible {
  package let input: SimulatedInput
  package let choices: UInt32

  package var description: String { "\(input)  (choices \(choices))" }
}
