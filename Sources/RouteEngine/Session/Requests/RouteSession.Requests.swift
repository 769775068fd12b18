extension RouteSession {
  /// The requests that wait: keeping them back and letting them go on, taking one back, and how
  /// requests end.
  public struct Requests {
    /// Whose requests they are.
    let session: RouteSession

    /// How a request ended.
    public struct End: Hashable, Sendable {
      /// Which request. While storage fails ids are provisional: the journal gives others, and may
      /// give this one to another request.
      public let request: RequestID
      /// How it ended.
      public let outcome: Outcome
      /// Whether the journal knows it; false while storage fails.
      public let isRecorded: Bool
    }

    /// How many ends a reader of ``ends(isolation:)`` can be behind; then the oldest are lost.
    public static let mostKeptEnds = 1_000

    /// Waits for the result of the screen that a request led to which asks for one, see
    /// ``RouteRequest/Options/result``. It is given once: to the one who waits here, or else to the
    /// handler of the action.
    ///
    /// ```swift
    /// let opening = session.open(ColorPicker(), options: .init(result: "color"))
    /// if let result = await session.requests.result(of: opening) { … }
    /// ```
    ///
    /// - Returns: the parameters of the result, private values revealed. Nil when it never comes:
    ///   the screen has gone without one, the request did not lead there, or another opener waits
    ///   already. Nil, too, when the session ends or the person signs out for whom the action was
    ///   accepted; in these two cases the action stays for a handler of a later session. And nil
    ///   for a request that ended unrecorded, when storage works again before this is called: the
    ///   journal does not know its id, and the result goes to the handler. A task that is cancelled
    ///   waits on.
    public func result(
      of opening: Opening, isolation: isolated any Actor = #isolation
    ) async -> Parameters? {
      guard await opening.ended() != nil, let request = opening.request else { return nil }
      // An id that was given in memory is another request's when the journal is taken up again.
      let outage = session.health.isRecording ? nil : session.recorder.outages
      guard opening.hasID(during: outage) else { return nil }
      return await result(of: request)
    }

    /// Waits for the result of the screen that a request led to, one of an earlier session too.
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

    /// The first moment at which a request that waits has expired; nil when none will. A request
    /// that host code is asked about ends when that has answered.
    ///
    /// A session whose clock can sleep looks at that time by itself. Another one looks whenever it
    /// is called: a host that wants callers to hear of it earlier sets a timer to this moment and
    /// calls ``RouteSession/wake(isolation:)``.
    public var nextExpiry: RouteInstant? {
      session.state.waiting.lazy.filter { $0.status != .received }.compactMap(\.expiry).min()?
        .advanced(byMicroseconds: 1)
    }

    /// How requests end from now on, reports of the host among them: those that are opened from
    /// here on, and those that waited. What the launch itself ended stands in the journal alone.
    ///
    /// The sequence ends as that of ``RouteSession/states(isolation:)`` does. For one request,
    /// ``Opening/ended(isolation:)`` is simpler.
    public func ends(isolation: isolated any Actor = #isolation) -> AsyncStream<End> {
      let stream = session.audience.ends(keeping: Self.mostKeptEnds)
      if session.machine.hasEnded { session.audience.finish() }
      return stream
    }
  }

  /// The requests that wait, and how requests end.
  public var requests: Requests { Requests(session: self) }
}

extension RouteSession.Requests.End {
  /// The end that an entry tells of; nil when it tells of none.
  init?(_ entry: JournalEntry, isRecorded: Bool) {
    guard let request = entry.requestID, let outcome = entry.outcome else { return nil }
    self.init(request: request, outcome: outcome, isRecorded: isRecorded)
  }
}

@available(*, unavailable)
extension RouteSession.Requests: Sendable {}
