/// Steps that follow from time alone.
extension Machine {
  // MARK: Expiry

  /// Has the expired waiting requests end, oldest first. While none can have expired, they are not
  /// searched.
  ///
  /// - Returns: whether any has expired.
  @discardableResult
  mutating func pushExpired(at elapsed: Int64) -> Bool {
    let moment = now(elapsed)
    guard !hasEnded, expiryWatch.mayHaveExpired(at: moment) else { return false }
    let expired = expiryWatch.expired(in: state, at: moment)
    for id in expired.reversed() { push(.expire(id)) }
    return !expired.isEmpty
  }

  // MARK: Host code that never answers

  /// Answers in place of the host code that was asked first, if its time is over. The request
  /// fails, and a later answer has no effect.
  ///
  /// - Returns: whether its time was over.
  mutating func cutOffOverdue(at elapsed: Int64) -> Bool {
    guard let limit = settings.answersWithin, let (ticket, prompt) = requests.oldestPrompt,
      elapsed - prompt.since > limit
    else { return false }
    let span = TimeSpan(microseconds: limit).text
    tell(.abandoned(ticket))
    takeAnswer(
      .failed(reason: "\(prompt.question.name) did not answer within \(span)"),
      to: prompt.number, of: ticket, atOnce: false, at: elapsed)
    return true
  }

  /// The moment at which the time of the host code asked first is over; the end of time when no
  /// code was asked.
  @inline(__always)  // a call copies the machine: 968 bytes
  private var overdueMoment: RouteInstant {
    guard let limit = settings.answersWithin, let (_, prompt) = requests.oldestPrompt else {
      return RouteInstant(microseconds: .max)
    }
    return now(prompt.since).advanced(byMicroseconds: limit).advanced(byMicroseconds: 1)
  }

  // MARK: Stability

  /// The step that marks the restored place as trusted; nil when it is already.
  mutating func stability(at elapsed: Int64) -> Step? {
    guard !hasEnded, isUntrusted else { return nil }
    var entry = newEntry(.stable, elapsed)
    entry.changes = trustingChanges
    return step([entry])
  }

  /// Proposes the step that marks the restored place as trusted, once the session has run long
  /// enough.
  mutating func trustInTime(at elapsed: Int64) -> Work? {
    stabilityMoment < now(elapsed) ? propose(stability(at: elapsed)) : nil
  }

  /// The moment after which the restored place is trusted; the end of time when it is already, or
  /// never will be.
  @inline(__always)  // a call copies the machine: 968 bytes
  private var stabilityMoment: RouteInstant {
    guard let wait = settings.stableAfter, !hasEnded, isUntrusted else {
      return RouteInstant(microseconds: .max)
    }
    return now(wait).advanced(byMicroseconds: begunAt)
  }

  /// The changes that mark the restored place as trusted; none when it is trusted already.
  var trustingChanges: [RouteChange] {
    isUntrusted ? [.suspect(fingerprint: RouteState.restoredPlace, count: 0)] : []
  }

  /// Whether the restored place still has to prove that it is stable. Maintenance shows no place
  /// and proves nothing.
  private var isUntrusted: Bool { state.untrustedRestores > 0 && !sessionRow.isMaintenance }

  // MARK: The alarm

  /// The moment after which something happens by time alone; the end of time when nothing will.
  ///
  /// The function is `mutating` only so that it is called in place; otherwise the machine is
  /// copied. It changes nothing.
  mutating func nextMoment() -> RouteInstant {
    let turns = isRecording && !state.actionTable.isEmpty
    let turn = turns ? actions.nextMoment : RouteInstant(microseconds: .max)
    return hasEnded
      ? RouteInstant(microseconds: .max)
      : min(turn, stabilityMoment, overdueMoment, expiryWatch.nextMoment)
  }
}
