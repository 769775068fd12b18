/// The kind of a journal entry: a closed list. Nothing else changes the state. The raw values stand
/// in the file's `kind` column and are never reused.
package enum EntryKind: Int64, Hashable, Sendable, CaseIterable {
  /// A session began.
  case began = 1
  /// The state was rebuilt from the journal.
  case restored = 2
  /// A request arrived or continues: host code is about to run for it, or it has to wait for its
  /// turn.
  case received = 3
  /// A request has its outcome.
  case decided = 4
  /// A request waits.
  case parked = 5
  /// A waiting request may go on.
  case released = 6
  /// The host said that a condition holds, or no longer holds.
  case signalled = 7
  /// A principal signed in or out.
  case principal = 8
  /// A screen can take actions, or no longer can.
  case ready = 9
  /// The session has run long enough that its place can be trusted.
  case stable = 10
  /// The host came to the foreground.
  case foreground = 11
  /// The host went to the background.
  case background = 12
  /// The session keeps requests back.
  case suspended = 13
  /// The session no longer keeps requests back.
  case resumed = 14
  /// Another route table was adopted.
  case table = 16
  /// An action was accepted.
  case enqueued = 17
  /// An action was claimed; the attempt counts.
  case claimed = 18
  /// An action's handler is about to be called.
  case started = 19
  /// An action ended with success.
  case done = 20
  /// An action's attempt failed.
  case failed = 21
  /// An action waits for another attempt.
  case retried = 22
  /// An action's lifetime has passed.
  case expired = 23
  /// An action's screen is gone, or it was cancelled.
  case cancelled = 24
  /// An action was replaced by one with the same key.
  case superseded = 25
  /// A dead or shelved action may try again.
  case revived = 26
  /// An action is given up.
  case dead = 27
  /// The journal could not be written for a while; the entry adopts the whole state.
  case outage = 28
  /// Old entries were deleted.
  case pruned = 29
  /// Private values were deleted.
  case redacted = 30
  /// The session ended.
  case ended = 31
  /// A handler returned after its attempt had ended; its result is ignored.
  case late = 32
  /// An action waits for a version that has a handler for it.
  case shelved = 33

  /// The kind of the entry for an action's transition; nil for transitions that are part of a
  /// ``restored`` entry, or of a ``decided`` entry of a host fact.
  package init?(_ transition: PendingAction.Transition) {
    switch transition {
    case .claim: self = .claimed
    case .start: self = .started
    case .giveBack, .retry: self = .retried
    case .finish: self = .done
    case .fail: self = .failed
    case .interrupt, .crash, .clockSet, .give: return nil
    case .die: self = .dead
    case .expire: self = .expired
    case .cancel: self = .cancelled
    case .supersede: self = .superseded
    case .shelve: self = .shelved
    case .revive: self = .revived
    }
  }

  /// Its word, as in table `entry_kind`. It is spelled out because asking for the name of a case
  /// takes 60,000 instructions.
  package var word: String {
    switch self {
    case .began: "began"
    case .restored: "restored"
    case .received: "received"
    case .decided: "decided"
    case .parked: "parked"
    case .released: "released"
    case .signalled: "signalled"
    case .principal: "principal"
    case .ready: "ready"
    case .stable: "stable"
    case .foreground: "foreground"
    case .background: "background"
    case .suspended: "suspended"
    case .resumed: "resumed"
    case .table: "table"
    case .enqueued: "enqueued"
    case .claimed: "claimed"
    case .started: "started"
    case .done: "done"
    case .failed: "failed"
    case .retried: "retried"
    case .expired: "expired"
    case .cancelled: "cancelled"
    case .superseded: "superseded"
    case .revived: "revived"
    case .dead: "dead"
    case .outage: "outage"
    case .pruned: "pruned"
    case .redacted: "redacted"
    case .ended: "ended"
    case .late: "late"
    case .shelved: "shelved"
    }
  }
}
