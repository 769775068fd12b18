public import RouteEngine

extension RouteSession {
  /// Waits until all code of the app has run as far as it can: no interceptor, router or other host
  /// code has a question to answer, and no action's handler is under way. Code that waits for a
  /// condition in the middle of its answer has run as far as it can, and so has the code of a
  /// parked request.
  ///
  /// ```swift
  /// session.open("/orders/7")
  /// try await session.settled()
  /// #expect(session.notation.contains("order(id: 7)"))
  /// ```
  ///
  /// - Parameters:
  ///   - limit: how long the code may take.
  ///   - isolation: the actor that the session lives on; the caller's.
  /// - Throws: ``UnmetExpectation`` with the code that is still under way.
  public func settled(
    within limit: Duration = .seconds(5), isolation: isolated any Actor = #isolation
  ) async throws(UnmetExpectation) {
    guard await eventually(within: limit, { codeUnderWay.isEmpty }) else {
      throw unmet("all code of the app has gone on", limit)
    }
  }

  /// Waits until a request waits for a condition, or for the session to be resumed.
  ///
  /// ```swift
  /// session.open("/orders/7")
  /// try await session.parked(on: "signedIn")
  /// session.signal("signedIn", principal: "user-1")
  /// ```
  ///
  /// - Parameters:
  ///   - condition: the condition; nil means any, or a suspended session.
  ///   - limit: how long the code that parks the request may take.
  ///   - isolation: the actor that the session lives on; the caller's.
  /// - Returns: the oldest request that waits for it.
  /// - Throws: ``UnmetExpectation`` with the status of all waiting requests.
  @discardableResult
  public func parked(
    on condition: String? = nil, within limit: Duration = .seconds(5),
    isolation: isolated any Actor = #isolation
  ) async throws(UnmetExpectation) -> WaitingRequest {
    func found() -> WaitingRequest? {
      state.waiting.first { request in
        condition.map { request.status == .condition($0) } ?? request.isParked
      }
    }
    if await eventually(within: limit, { found() != nil }), let request = found() {
      return request
    }
    throw unmet("a request waits\(condition.map { " until '\($0)'" } ?? "")", limit)
  }

  /// Waits for the outcome of a request, with a time limit.
  ///
  /// ```swift
  /// let outcome = try await session.outcome(of: session.open("/orders/7"))
  /// #expect(outcome == .shown)
  /// ```
  ///
  /// - Parameters:
  ///   - opening: the request.
  ///   - limit: how long it may take.
  ///   - isolation: the actor that the session lives on; the caller's.
  /// - Throws: ``UnmetExpectation`` with the status of the session's waiting requests.
  public func outcome(
    of opening: Opening, within limit: Duration = .seconds(5),
    isolation: isolated any Actor = #isolation
  ) async throws(UnmetExpectation) -> Outcome {
    if await eventually(within: limit, { opening.outcome != nil }), let outcome = opening.outcome {
      return outcome
    }
    let request = opening.request.map { "request \($0)" } ?? "the request"
    throw unmet("an outcome of \(request)", limit)
  }

  private func unmet(_ expected: String, _ limit: Duration) -> UnmetExpectation {
    UnmetExpectation(expected: expected, found: whatIsUnderWay, waited: limit)
  }

  /// The code that is under way, and the status of each waiting request.
  var whatIsUnderWay: String {
    let code = codeUnderWay.map { "\($0) is under way" }
    let waiting = state.waiting.map {
      "request \($0.id) (\($0.target.summary)): \($0.status.words)"
    }
    let all = code + waiting
    return all.isEmpty ? "nothing is under way, and no request waits" : all.joined(separator: "\n")
  }
}

extension WaitingRequest.Status {
  /// The status of a waiting request in the words of a story.
  var words: String {
    switch self {
    case .received: "received"
    case .released: "released"
    case .suspended: "suspended"
    case .condition(let condition): "until \(condition)"
    }
  }
}
