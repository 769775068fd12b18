extension RouteSession {
  /// The waiting requests: keeping them back, continuing and cancelling them, and their ends.
  public struct Requests {
    /// The session of the requests.
    let session: RouteSession

    /// How a request ended.
    public struct End: Hashable, Sendable {
      /// The request. While storage fails, ids are provisional: the journal later gives other ids,
      /// and may give this one to another request.
      public let request: RequestID
      /// How it ended.
      public let outcome: Outcome
      /// Whether it is in the journal; false while storage fails.
      public let isRecorded: Bool
    }

    /// The most ends by which a reader of ``ends(isolation:)`` can be behind; the oldest are lost
    /// beyond it.
    public static let mostKeptEnds = 1_000

    /// Waits for the result of the screen that a request led to, if the request asks for one, see
    /// ``RouteRequest/Options/result``. The result is given once: to the caller who waits here, or
    /// otherwise to the handler of the action.
    ///
    /// ```swift
    /// let opening = session.open(ColorPicker(), options: .init(result: "color"))
    /// if let result = await session.requests.result(of: opening) { … }
    /// ```
    ///
    /// - Returns: the parameters of the result, private values revealed. Nil when the result never
    ///   comes: the screen has gone without one, the request did not lead there, or another opener
    ///   waits already. Nil, too, when the session ends or the user signs out for whom the action
    ///   was accepted; in these two cases the action stays for a handler of a later session. And
    ///   nil for a request that ended unrecorded, if storage works again before this is called: the
    ///   journal does not know its id, and the result goes to the handler. Cancelling the task does
    ///   not end the waiting.
    public func result(
      of opening: Opening, isolation: isolated any Actor = #isolation
    ) async -> Parameters? {
      guard await opening.ended() != nil, let request = opening.request else { return nil }
      // An id given in memory may belong to another request once the journal is reacquired.
      let outage = session.health.isRecording ? nil : session.recorder.outages
      guard opening.hasID(during: outage) else { return nil }
      return await result(of: request)
    }

    /// Waits for the result of the screen that a request led to, also a request of an earlier
    /// session. While the journal is locked no request is known, and the answer is nil at once.
    public func result(
      of request: RequestID, isolation: isolated any Actor = #isolation
    ) async -> Parameters? {
      guard let action = session.state.resultAction(of: request) else { return nil }
      return await withCheckedContinuation { opener in
        _ = isolation
        session.add(opener, of: action)
        session.drain()
      }
    }

    /// The first moment at which a waiting request has expired; nil when none will. A request that
    /// host code is asked about ends after the code has answered.
    ///
    /// A session whose clock can sleep checks the time at that moment by itself. Another session
    /// checks only when it is called: a host that wants callers to learn of the expiry earlier sets
    /// a timer to this moment and calls ``RouteSession/wake(isolation:)``.
    public var nextExpiry: RouteInstant? {
      session.state.waiting.lazy.filter { $0.status != .received }.compactMap(\.expiry).min()?
        .advanced(byMicroseconds: 1)
    }

    /// The ends of requests from now on, including reports of the host: of requests opened from
    /// here on, and of waiting ones. Requests that the launch itself ended are only in the journal.
    ///
    /// The sequence ends as that of ``RouteSession/states(isolation:)`` does. For one request,
    /// ``Opening/ended(isolation:)`` is simpler.
    public func ends(isolation: isolated any Actor = #isolation) -> AsyncStream<End> {
      let stream = session.audience.ends(keeping: Self.mostKeptEnds)
      if session.machine.hasEnded { session.audience.finish() }
      return stream
    }
  }

  /// The waiting requests, and the ends of requests.
  public var requests: Requests { Requests(session: self) }
}

extension RouteSession.Requests.End {
  /// The end that an entry records; nil when it records none.
  init?(_ entry: JournalEntry, isRecorded: Bool) {
    guard let request = entry.requestID, let outcome = entry.outcome else { return nil }
    self.init(request: request, outcome: outcome, isRecorded: isRecorded)
  }
}

@available(*, unavailable)
extension RouteSession.Requests: Sendable {}
