/// The members of a pending action, in any order.
private struct ActionMembers {
  var id: Int64?
  var request: Int64?
  var principal: String?
  var name: String?
  var parameters: Parameters = [:]
  var screen: ScreenID?
  var key: String?
  var terms = ActionTerms()
  var isClosure = false
  var notBefore: RouteInstant?
  var expires: RouteInstant?
  var status = PendingAction.Status.waiting
  var attempt: Int64 = 0
  var crashes: Int64 = 0
  var revivedAt: Int64?
  var leaseEnds: RouteInstant?
  var possiblyExecuted = false
  var isGiven = false
  var seen = SeenMembers()

  /// The action; nil when a member is missing or out of bounds, and when an action that is not
  /// started has a lease.
  var action: PendingAction? {
    guard let id, let request, let name, let screen, let attempt = Self.count(attempt),
      let crashes = Self.count(crashes), leaseEnds == nil || status == .started
    else { return nil }
    var action = PendingAction(
      id: ActionID(id), request: RequestID(request), principal: principal, name: name,
      parameters: parameters, screen: screen, key: key, terms: terms, isClosure: isClosure,
      notBefore: notBefore, expires: expires)
    action.status = status
    action.attempt = attempt
    action.crashes = crashes
    if let revivedAt {
      guard let revivedAt = Self.count(revivedAt) else { return nil }
      action.revivedAt = revivedAt
    }
    action.leaseEnds = leaseEnds
    action.possiblyExecuted = possiblyExecuted
    action.isGiven = isGiven
    return action
  }

  private static func count(_ number: Int64) -> Int? {
    Int32(exactly: number).flatMap { $0 < 0 ? nil : Int($0) }
  }
}

extension JSONReader {
  /// Reads a pending action; a missing id or request is taken from the entry's columns.
  mutating func action(
    beside columns: ActionColumns? = nil
  ) throws(JSONError) -> PendingAction {
    let start = offset
    var members = ActionMembers()
    members.id = columns?.id?.rawValue
    members.request = columns?.request?.rawValue
    try beginObject()
    while try nextMember() {
      if try readContent(&members) { continue }
      if try readTerms(&members) { continue }
      if try readStanding(&members) { continue }
      try skipValue()
    }
    guard let action = members.action else {
      throw JSONError(offset: start, expected: "an action with id, name, request and screen")
    }
    return action
  }

  private mutating func readContent(_ members: inout ActionMembers) throws(JSONError) -> Bool {
    if try isOnce("id", 0, &members.seen) {
      members.id = try int()
    } else if try isOnce("request", 1, &members.seen) {
      members.request = try int()
    } else if try isOnce("principal", 2, &members.seen) {
      members.principal = try string()
    } else if try isOnce("name", 3, &members.seen) {
      members.name = try string()
    } else if try isOnce("parameters", 4, &members.seen) {
      members.parameters = try parameters()
    } else if try isOnce("screen", 5, &members.seen) {
      members.screen = try screenID()
    } else if try isOnce("key", 6, &members.seen) {
      members.key = try string()
    } else if try isOnce("closure", 7, &members.seen) {
      members.isClosure = try bool()
    } else if try isOnce("expires_us", 8, &members.seen) {
      members.expires = RouteInstant(microseconds: try int())
    } else {
      return false
    }
    return true
  }

  private mutating func readTerms(_ members: inout ActionMembers) throws(JSONError) -> Bool {
    if try isOnce("when", 9, &members.seen) {
      members.terms.moment = try word()
    } else if try isOnce("condition", 10, &members.seen) {
      members.terms.condition = try string()
    } else if try isOnce("lane", 11, &members.seen) {
      members.terms.lane = try string()
    } else if try isOnce("lease_us", 12, &members.seen) {
      members.terms.leaseMicroseconds = try int()
    } else if try isOnce("retry", 13, &members.seen) {
      members.terms.retry = try retry()
    } else {
      return false
    }
    return true
  }

  private mutating func readStanding(_ members: inout ActionMembers) throws(JSONError) -> Bool {
    if try isOnce("status", 14, &members.seen) {
      members.status = try word()
    } else if try isOnce("attempt", 15, &members.seen) {
      members.attempt = try int()
    } else if try isOnce("crashes", 16, &members.seen) {
      members.crashes = try int()
    } else if try isOnce("revived_at", 17, &members.seen) {
      members.revivedAt = try int()
    } else if try isOnce("not_before_us", 18, &members.seen) {
      members.notBefore = RouteInstant(microseconds: try int())
    } else if try isOnce("lease_ends_us", 19, &members.seen) {
      members.leaseEnds = RouteInstant(microseconds: try int())
    } else if try isOnce("given", 20, &members.seen) {
      members.isGiven = try bool()
    } else if try isOnce("possibly_executed", 21, &members.seen) {
      members.possiblyExecuted = try bool()
    } else {
      return false
    }
    return true
  }

  private mutating func retry() throws(JSONError) -> RetryPolicy {
    let start = offset
    var attempts: Int64?
    var first: Int64?
    var longest: Int64?
    try beginObject()
    while try nextMember() {
      if isName("attempts") {
        attempts = try int()
      } else if isName("first_us") {
        first = try int()
      } else if isName("longest_us") {
        longest = try int()
      } else {
        try skipValue()
      }
    }
    guard let attempts = attempts.flatMap({ Int32(exactly: $0) }), let first, let longest else {
      throw JSONError(offset: start, expected: "attempts, first_us and longest_us")
    }
    return RetryPolicy(
      attempts: Int(attempts), firstMicroseconds: first, longestMicroseconds: longest)
  }
}
