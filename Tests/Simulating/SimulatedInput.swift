/// Everything that can come in to a simulated session: a closed list. Numbers choose among what is
/// there at that moment, so that every input means something in every state and a shorter list of
/// inputs can be run as well.
package enum SimulatedInput: Hashable, Sendable {
  /// The host opens something.
  case opened(SimulatedOpening)
  /// The user or the host has done something to a screen.
  case reported(SimulatedFact, Int)
  /// Host code answers that was asked before, whether or not anybody listens still.
  case answered(Int)
  /// An action's handler returns.
  case returned(Int)
  /// A condition holds; a person may have signed in with it.
  case signalled(Int, by: Int?)
  case unsignalled(Int)
  case signedIn(Int)
  case signedOut
  case gaveUp(Int)
  /// A request is taken back.
  case cancelled(Int)
  /// A screen can take actions.
  case ready(Int)
  case suspended
  case resumed(SimulatedResumption)
  case transitionBegan
  case transitionEnded
  /// The host could not show a screen, or the newest tree.
  case renderFailed(Int?)
  /// The host says what is really on display.
  case reconciled(Int)
  case foreground
  case background
  case stable
  /// The session ends, and the next begins with that version of the app.
  case ended(version: Int)
  case timePassed(Int64)
  /// Time passes, and the session is not woken: the app does not run.
  case slept(Int64)
  /// Time passes up to the moment at which something is due, and so many microseconds.
  case dueReached(Int, Int64)
  /// The wall's clock alone is set.
  case wallClockSet(Int64)
  /// The session goes on with another version's route table.
  case adopted(Int)
  /// The process dies between two inputs, and the next begins with that version of the app.
  case killed(version: Int)
  /// The process dies during the next input.
  case killedWithin(SimulatedDeath, version: Int)
  /// Storage fails from the n-th operation from now, so many times.
  case storageFailed(SimulatedFailure, from: Int, count: Int)
  case storageMended
  /// Another process leaves a link.
  case left(link: Int, source: Int)
  case takenIn
  case actionRevived(Int)
  case actionCancelled(Int)
  /// The host brings an action of its own.
  case actionBrought(Int)
  case pruned
  /// Private values are taken away.
  case redacted(Int)
  /// Another process wants to write the journal, and reads it.
  case visited
  /// The session ends or its process dies, somebody works on the journal, and the next begins.
  case maintained(Int, version: Int)
}

/// How something is opened.
package struct SimulatedOpening: Hashable, Sendable {
  /// Which of the things that can be opened.
  package var target: Int
  /// The id that its source gave it; nil: none.
  package var source: Int?
  package var isSuspendable = true
  /// Microseconds.
  package var lifetime: Int64?
  package var scene: Int?
  package var router: Int?
  package var result: Int?
}

/// What the user or the host did.
package enum SimulatedFact: String, Hashable, Sendable, CaseIterable {
  case popped, poppedTo, dismissed, selected, activated, returned
}

/// What becomes of requests that were kept back.
package enum SimulatedResumption: String, Hashable, Sendable, CaseIterable {
  case execute, latestOnly, clear, none, transforming, handingOver
}

/// Where a process dies.
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

/// An input, and what the host does meanwhile: whatever it chooses follows from the number.
package struct SimulatedStep: Hashable, Sendable, CustomStringConvertible {
  package let input: SimulatedInput
  package let choices: UInt32

  package var description: String { "\(input)  (choices \(choices))" }
}
