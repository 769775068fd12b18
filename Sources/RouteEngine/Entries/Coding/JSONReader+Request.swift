/// The parts of a request that are in columns of its entry and not in the payload.
struct RequestColumns {
  var entryPoint: EntryPoint?
  var link: String?
  var at: RouteInstant?
}

extension JSONReader {
  /// Reads a request; parts that its object leaves out are taken from the columns. The time, the
  /// entry point and the link of an entry's request always come from the columns, whatever the
  /// object says.
  mutating func request(_ columns: RequestColumns) throws(JSONError) -> RouteRequest {
    let start = offset
    var columns = columns
    let isWhole = columns.at == nil
    var options = RouteRequest.Options()
    var keyedFingerprint: UInt64?
    var principal: String?
    var source: String?
    var target: RouteRequest.Target?
    var seen = SeenMembers()
    try beginObject()
    while try nextMember() {
      if try isOnce("animated", 0, &seen) {
        options.isAnimated = try bool()
      } else if isWhole, try isOnce("at_us", 1, &seen) {
        columns.at = RouteInstant(microseconds: try int())
      } else if isWhole, try isOnce("entry_point", 2, &seen) {
        columns.entryPoint = try word()
      } else if try isOnce("expires_after_us", 3, &seen) {
        options.lifetimeMicroseconds = try int()
      } else if try isOnce("fingerprint", 4, &seen) {
        keyedFingerprint = try fingerprint()
      } else if isWhole, try isOnce("link", 5, &seen) {
        columns.link = try string()
      } else if try isOnce("on_behalf_of", 6, &seen) {
        options.onBehalfOf = RequestID(try int())
      } else if try isOnce("principal", 7, &seen) {
        principal = try string()
      } else if try isOnce("result", 8, &seen) {
        options.result = try string()
      } else if try isOnce("router", 9, &seen) {
        options.router = try string()
      } else if try isOnce("scene", 10, &seen) {
        options.scene = try string()
      } else if try isOnce("source", 11, &seen) {
        source = try string()
      } else if try isOnce("stays_below", 12, &seen) {
        options.staysBelowRouter = try bool()
      } else if try isOnce("suspendable", 13, &seen) {
        options.isSuspendable = try bool()
      } else if try isOnce("target", 14, &seen) {
        target = try self.target()
      } else {
        try skipValue()
      }
    }
    if !isWhole, target?.isLink ?? false {
      throw JSONError(offset: start, expected: "a link in the column of its entry alone")
    }
    if target == nil { target = try columns.target(at: start) }
    guard let target, let entryPoint = columns.entryPoint, let at = columns.at
    else { throw JSONError(offset: start, expected: "a request with entry point, time and target") }
    var request = RouteRequest(
      target, from: entryPoint, at: at, principal: principal, source: source, options: options)
    if let keyedFingerprint { request.keyedFingerprint = keyedFingerprint }
    return request
  }

  /// Reads a target.
  package mutating func target() throws(JSONError) -> RouteRequest.Target {
    let start = offset
    var link, route, screen, type: String?
    var parameters: Parameters = [:]
    var fact = FactMembers()
    var seen = SeenMembers()
    try beginObject()
    while try nextMember() {
      if try isOnce("parameters", 0, &seen) {
        parameters = try self.parameters()
      } else if try isOnce("link", 1, &seen) {
        link = try string()
      } else if try isOnce("route", 2, &seen) {
        route = try string()
      } else if try isOnce("screen", 3, &seen) {
        screen = try string()
      } else if try isOnce("type", 4, &seen) {
        type = try string()
      } else if try !read(&fact) {
        try skipValue()
      }
    }
    if let link { return .link(try Self.journaledLink(link, at: start)) }
    if let route { return .route(route, parameters) }
    if let screen { return .screen(kind: screen, parameters) }
    if let type { return .value(type: type, parameters) }
    fact.parameters = parameters
    if let fact = fact.fact { return .fact(fact) }
    throw JSONError(
      offset: start, expected: "a target: link, route, screen, type or fact",
      isUnknownWord: fact.isNewer)
  }

  fileprivate static func journaledLink(
    _ text: String, at offset: Int
  ) throws(JSONError) -> RouteLink {
    do {
      return try RouteLink(journaled: text)
    } catch {
      throw JSONError(offset: offset, expected: "a link; \(error)")
    }
  }

  /// Reads an answer with its question.
  package mutating func answer() throws(JSONError) -> RecordedAnswer {
    let start = offset
    if peekValue() == UInt8(ascii: "\"") {
      return RecordedAnswer(Question(.interceptor, try string()), .allow)
    }
    var (name, reason, word) = ("", "", "")
    var changes: [TreeChange] = []
    var condition, variant: String?
    var (hop, step): (Int64, Int64) = (0, 0)
    var kind: Question.Kind?
    var moment = Question.Moment.arrival
    var parameters: Parameters?
    var targets: [RouteRequest.Target] = []
    var seen = SeenMembers()
    try beginObject()
    while try nextMember() {
      if try isOnce("answer", 0, &seen) {
        word = try string()
      } else if try isOnce("changes", 1, &seen) {
        try beginArray()
        while try nextElement() { changes.append(try treeChange()) }
      } else if try isOnce("condition", 2, &seen) {
        condition = try string()
      } else if try isOnce("hop", 3, &seen) {
        hop = try int()
      } else if try isOnce("kind", 4, &seen) {
        kind = try self.word() as Question.Kind
      } else if try isOnce("moment", 5, &seen) {
        moment = try self.word()
      } else if try isOnce("name", 6, &seen) {
        name = try string()
      } else if try isOnce("parameters", 7, &seen) {
        parameters = try self.parameters()
      } else if try isOnce("reason", 8, &seen) {
        reason = try string()
      } else if try isOnce("step", 9, &seen) {
        step = try int()
      } else if try isOnce("targets", 10, &seen) {
        try beginArray()
        while try nextElement() { targets.append(try target()) }
      } else if try isOnce("variant", 11, &seen) {
        variant = try string()
      } else {
        try skipValue()
      }
    }
    let answer: Answer? =
      switch word {
      case "allow": .allow
      case "deny": .deny(reason: reason)
      case "redirect": targets.first.map { .redirect($0) }
      case "wait": condition.map { .wait(condition: $0) }
      case "translated": .translated(targets)
      case "edited": .edited(changes)
      case "passed": .passed(changes)
      case "parameters": parameters.map { .parameters($0) }
      case "variant": variant.map { .variant($0) }
      case "declined": .declined
      case "failed": .failed(reason: reason)
      default: nil
      }
    guard let kind, let hop = Int(exactly: hop), let step = Int(exactly: step), let answer
    else {
      throw JSONError(
        offset: start, expected: "an answer of a known kind with all its members",
        isUnknownWord: !Self.answerWords.contains(word))
    }
    return RecordedAnswer(Question(kind, name, hop: hop, step: step, at: moment), answer)
  }

  /// The answers that this version knows.
  private static let answerWords = [
    "allow", "deny", "redirect", "wait", "translated", "edited", "passed", "parameters", "variant",
    "declined", "failed",
  ]

  private mutating func treeChange() throws(JSONError) -> TreeChange {
    let start = offset
    guard case .tree(let change) = try change() else {
      throw JSONError(offset: start, expected: "a change of the tree")
    }
    return change
  }
}

extension RequestColumns {
  /// The request that consists of the columns only; nil when a part is missing.
  func request() throws(JSONError) -> RouteRequest? {
    guard let entryPoint, let at, let target = try target(at: 0) else { return nil }
    return RouteRequest(target, from: entryPoint, at: at)
  }

  /// The link in the columns as a target; nil when there is none.
  fileprivate func target(at offset: Int) throws(JSONError) -> RouteRequest.Target? {
    guard let link else { return nil }
    return .link(try JSONReader.journaledLink(link, at: offset))
  }
}
