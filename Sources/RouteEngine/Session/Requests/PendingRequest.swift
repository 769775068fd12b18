/// A request on its way through the session: what is known of it before it has an outcome.
final class PendingRequest {
  var request: RouteRequest
  /// Known once an entry speaks of it.
  var id: RequestID?
  var answers: [RecordedAnswer] = []
  /// The screens and the ids used up when host code was last asked: what it did to the tree fits
  /// these alone.
  var screens: (tree: UInt64, counter: UInt64)?
  /// How often host code had to be asked again because the screens were others by then.
  var renewals = 0
  let opening: Opening
  /// The monotonic clock, in microseconds since the session began, when it was opened.
  let openedAt: Int64
  /// What host code holds that was asked and has not answered; nil when none is.
  var prompt: Prompt?
  /// What host code held that has answered, until the request is decided anew.
  var answered: Prompt?
  /// Whether it waits for the end of a transition of the host's.
  var isHeld = false
  /// Set while host code waits for a condition in the middle of its answer.
  var pause: Pause?

  /// How far host code is with waiting.
  enum Pause {
    /// It has parked the request and is about to sleep.
    case pausing
    /// The condition came before it slept.
    case released
    /// It sleeps.
    case paused(CheckedContinuation<Void, Never>)
    /// It is not there: what it answers is told when its time has come.
    case absent
  }

  init(_ request: RouteRequest, id: RequestID? = nil, openedAt: Int64, opening: Opening = Opening())
  {
    self.request = request
    self.id = id
    self.openedAt = openedAt
    self.opening = opening
    opening.request = id
  }
}

@available(*, unavailable)
extension PendingRequest: Sendable {}
