import RouteStore

extension Machine {
  /// The effect of an input: entries that are in the journal together or not at all, the state that
  /// they lead to, and the rows written or deleted beside them. A step that was not taken has not
  /// happened.
  package struct Step {
    /// The entries, with their positions and digests.
    package let entries: [JournalEntry]
    /// The rows that are written beside them.
    var companions: Companions
    /// The state that they lead to.
    package internal(set) var state: RouteState
    /// The change of the desk.
    let conclusion: Conclusion

    /// The change of the desk when a step is taken.
    enum Conclusion {
      /// No change.
      case none
      /// A request was decided, or ended by a rule: it has an outcome, or waits.
      case decided(Ticket, RequestID, Outcome?, repeats: Repeated?)
      /// Host code is asked about a request that the journal has now.
      case asks(Ticket, RequestID, Decision.Asking)
      /// A queued request is in the journal.
      case queued(Ticket, RequestID)
      /// Host code that waited in the middle of its answer continues.
      case wakes(Ticket)
      /// Host code waits in the middle of its answer.
      case pauses(Ticket)
      /// Requests that waited have their turn again, and others end.
      indirect case releases([Ticket], ending: [Ticket], as: Outcome)
      /// An action's handler is called.
      indirect case starts(PendingAction)
      /// Another route table is in force.
      indirect case adopts(RouteTable, SessionRow, former: String)
      /// The host recorded a phase of its life, which the session's row states once it is recorded.
      case marks(EntryKind)
      /// The session begins.
      indirect case launches(Restoration?, isSuspended: Bool)
      /// A journal is reacquired, in which requests and actions have other ids.
      indirect case reacquires(
        requests: [RequestID: RequestID], actions: [ActionID: ActionID], SessionRow)
    }

    /// Whether a step is in the journal.
    enum Commitment {
      /// It is.
      case recorded
      /// It holds in memory only: storage fails.
      case unrecorded
    }
  }
}

/// The next work outside the machine.
enum Work {
  /// No work: every input was worked on.
  case rest
  /// Write the step that ``Machine/takeProposed()`` hands over, and let the machine take it. The
  /// step is not a payload of this case: it is 300 bytes, and each caller on the way would move
  /// them.
  case write
  /// Carry out the effects of the machine, see ``Machine/nextEffect()``.
  case tell
  /// Look up the record of a request's source id, and return it with ``Input/seen(_:_:)``.
  case lookUp(Ticket, source: String)
  /// Ask host code about a request. It answers with ``Input/answered(_:prompt:_:atOnce:)``.
  case ask(Ticket, prompt: Int, Decision.Asking)
  /// Call an action's handler. It replies with ``Input/performed(_:attempt:_:atOnce:)``.
  indirect case perform(PendingAction)
}

/// The notifications that the shell sends after a step.
enum Effect {
  /// A request got its id.
  case identified(Ticket, RequestID)
  /// The state changed, a request was shown, or both.
  case tell(isChanged: Bool, isLed: Bool)
  /// A request has its outcome.
  case ended(Ticket, Outcome, isRecorded: Bool, repeats: Repeated?)
  /// A request is left to the next session.
  case left(Ticket)
  /// The answer of the host code that is asked about a request is no longer awaited.
  case abandoned(Ticket)
  /// Host code that waits in the middle of its answer continues.
  case woken(Ticket)
}
