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

  /// The action; nil when a member is missing or out of bounds.
  var action: PendingAction? {
    guard let id, let request, let name, let screen, let attempt = Self.count(attempt),
      let crashes = Self.count(crashes)
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
    if isName("id") {
      members.id = try int()
    } else if isName("request") {
      members.request = try int()
    } else if isName("principal") {
      members.principal = try string()
    } else if isName("name") {
      // SQL queries read this member and would take the other copy.
      guard members.name == nil else { throw error("name once") }
      members.name = try string()
    } else if isName("parameters") {
      members.parameters = try parameters()
    } else if isName("screen") {
      members.screen = try screenID()
    } else if isName("key") {
      members.key = try string()
    } else if isName("closure") {
      members.isClosure = try bool()
    } else if isName("expires_us") {
      members.expires = RouteInstant(microseconds: try int())
    } else {
      return false
    }
    return true
  }

  private mutating func readTerms(_ members: inout ActionMembers) throws(JSONError) -> Bool {
    if isName("when") {
      members.terms.moment = try word()
    } else if isName("condition") {
      members.terms.condition = try string()
    } else if isName("lane") {
      members.terms.lane = try string()
    } else if isName("lease_us") {
      members.terms.leaseMicroseconds = try int()
    } else if isName("retry") {
      members.terms.retry = try retry()
    } else {
      return false
    }
    return true
  }

  private mutating func readStanding(_ members: inout ActionMembers) throws(JSONError) -> Bool {
    if isName("status") {
      members.status = try word()
    } else if isName("attempt") {
      members.attempt = try int()
    } else if isName("crashes") {
      members.crashes = try int()
    } else if isName("revived_at") {
      members.revivedAt = try int()
    } else if isName("not_before_us") {
      members.notBefore = RouteInstant(microseconds: try int())
    } else if isName("lease_ends_us") {
      members.leaseEnds = RouteInstant(microseconds: try int())
    } else if isName("given") {
      members.isGiven = try bool()
    } else if isName("possibly_executed") {
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
