import RouteEngine

/// The actions of the host and its user in a story.
extension Stage {
  mutating func act(_ line: StoryLine) throws {
    guard let session else { throw StoryMistake("a session", "there is none") }
    let (label, rest) = (line.label, line.rest)
    switch line.word {
    case .open: try open(line, session)
    case .urgent: keep(session.open(rest, options: .init(isSuspendable: false)), label)
    case .offer, .below:
      guard !label.isEmpty else { throw StoryMistake("'\(line.word) ROUTER: LINK'", line.text) }
      var options = RouteRequest.Options()
      (options.router, options.staysBelowRouter) = (label, line.word == .below)
      keep(session.open(rest, options: options), "")
    case .value:
      let value = try named(rest)
      keep(session.open(.value(type: value.kind, value.parameters), from: .customValue), label)
    case .show:
      let screen = try named(rest)
      let target = RouteRequest.Target.screen(kind: screen.kind, screen.parameters)
      keep(session.open(target, from: .programmatic), label)
    case .route:
      let route = try named(rest)
      keep(session.open(.route(route.kind, route.parameters), from: .programmatic), label)
    case .reconcile: keep(session.display.reconcile(with: rest), label)
    case .render:
      guard label == "failed", !rest.isEmpty else {
        throw StoryMistake("'render failed: REASON'", line.text)
      }
      keep(session.display.renderFailed(reason: rest), "")
    case .transition: try moveTransition(line, session)
    case .fact: keep(session.report(try fact(line, session)), label)
    case .signal, .unsignal, .give, .sign: try tell(line, session)
    case .adopt:
      table = try version(rest)
      require("adopted", session.adopt(table) ? "adopted" : "not adopted")
    case .cancel:
      let isTakenBack = session.requests.cancel(
        try opening(label), reason: rest.isEmpty ? "cancelled" : rest)
      require("taken back", isTakenBack ? "taken back" : "not taken back")
    case .ready: session.ready(try screen(rest, session))
    case .unready: session.unready(try screen(rest, session))
    case .resume: try resume(line, session)
    case .revive:
      let action = session.state.actions.first { $0.name == rest && $0.status == .dead }
      let isRevived = session.actions.revive(action?.id ?? ActionID(0))
      require("revived", isRevived ? "revived" : "no action \(rest) was given up")
    case .code: try reply(line)
    case .finish: try finish(line)
    default: try live(line, session)
    }
  }

  /// Runs the lines about conditions and about who is signed in.
  private func tell(_ line: StoryLine, _ session: RouteSession) throws(StoryMistake) {
    let rest = line.rest
    switch line.word {
    case .signal:
      session.signal(try line.firstWord("a condition"), principal: try line.principal())
    case .unsignal:
      guard line.words.count == 1 else {
        throw StoryMistake("one condition behind the colon", rest.isEmpty ? "nothing" : rest)
      }
      session.unsignal(rest)
    case .give:
      guard line.labels.count == 2, line.labels[0] == "up", !rest.isEmpty else {
        throw StoryMistake("'give up CONDITION: REASON'", line.text)
      }
      session.giveUp(line.labels[1], reason: rest)
    case .sign:
      switch (line.labels, rest.isEmpty) {
      case (["in"], false): session.signIn(as: rest)
      case (["out"], true): session.signOut()
      default: throw StoryMistake("'sign in: PRINCIPAL' or 'sign out'", line.text)
      }
    default: throw StoryMistake("a line about a condition", line.text)
    }
  }

  /// Runs the lines about time and the host's life.
  private func live(_ line: StoryLine, _ session: RouteSession) throws(StoryMistake) {
    switch line.word {
    case .wake: session.wake()
    case .background: session.background()
    case .foreground: session.foreground()
    case .end: session.end()
    case .stable: session.stable()
    case .suspend: session.requests.suspend()
    case .clock: journal?.clock.setWall(by: try seconds(line.rest))
    case .boot:
      _ = try line.firstWord("a name")
      journal?.clock.boot = line.rest
    case .pass, .wait:
      let span = try seconds(line.rest)
      guard span >= .zero else { throw StoryMistake("0 seconds or more", line.rest) }
      journal?.clock.advance(by: span)
      if line.word == .wait { session.wake() }
    case .settle:
      if !isSettled { throw StoryMistake("code that goes on", session.whatIsUnderWay + advice) }
    default: throw StoryMistake("a line that does something", "'\(line.word.rawValue)' does not")
    }
  }

  private func seconds(_ text: String) throws(StoryMistake) -> Duration {
    guard let seconds = Double(text), seconds.magnitude < 1e12 else {
      throw StoryMistake("a number of seconds", text.isEmpty ? "nothing" : text)
    }
    return .microseconds(Int64((seconds * 1_000_000).rounded()))
  }

  private mutating func open(_ line: StoryLine, _ session: RouteSession) throws(StoryMistake) {
    var (words, options, source) = (line.labels[...], RouteRequest.Options(), String?.none)
    let label = words.count.isMultiple(of: 2) ? "" : words.removeFirst()
    var given: Set<String> = []
    while let word = words.popFirst(), let value = words.popFirst() {
      guard given.insert(word).inserted else { throw StoryMistake("'\(word)' once", line.text) }
      switch word {
      case "for": options.expiresAfter = try seconds(value)
      case "from": source = value
      case "result": options.result = value
      default:
        throw StoryMistake("'for SECONDS', 'from ID' or 'result ACTION' before the colon", word)
      }
    }
    keep(session.open(line.rest, source: source, options: options), label)
  }

  private mutating func moveTransition(
    _ line: StoryLine, _ session: RouteSession
  ) throws(StoryMistake) {
    switch line.rest {
    case "begins": session.display.beginTransition()
    case "ends": session.display.endTransition()
    default: throw StoryMistake("'begins' or 'ends'", line.rest)
    }
  }

  private mutating func resume(_ line: StoryLine, _ session: RouteSession) throws {
    let policy = try line.firstWord("a policy")
    guard line.words.count == (["transform", "replace"].contains(policy) ? 2 : 1) else {
      throw StoryMistake("'POLICY', 'transform LINK' or 'replace LINK' behind the colon", line.rest)
    }
    let link = line.words.count > 1 ? try RouteLink(line.words[1]) : nil
    switch policy {
    case "transform":
      var isFirst = true  // dropped
      session.requests.resumeTransforming { _ in
        defer { isFirst = false }
        return isFirst ? nil : link.map { .link($0) }
      }
    case "replace": session.requests.resumeTransforming { _ in link.map { .link($0) } }
    case "custom":
      var waiting = 0
      session.requests.resumeHandingOver { kept in
        waiting = session.state.waiting.count
        for request in kept.reversed() { session.open(request.target, from: .programmatic) }
      }
      require(
        "0 requests wait when they are handed over",
        "\(waiting) requests wait when they are handed over")
    default:
      guard let policy = WaitingRequest.ResumePolicy(rawValue: policy) else {
        throw StoryMistake("a policy", policy)
      }
      session.requests.resume(policy)
    }
  }

  private func fact(_ line: StoryLine, _ session: RouteSession) throws -> HostFact {
    let fact = try line.firstWord("a fact")
    let text = String(line.rest.dropFirst(fact.count).drop { $0 == " " })
    switch fact {
    case "popped": return .popped(try text.isEmpty ? nil : screen(text, session))
    case "poppedTo": return .poppedTo(try screen(text, session))
    case "dismissed": return .dismissed(try text.isEmpty ? nil : screen(text, session))
    case "selected": return .selected(try screen(text, session))
    case "returned":
      let told = try named(text)
      let form = "KIND(result) of the only screen of its kind"
      return .returned(try screen(told.kind, session, as: form), told.parameters)
    default: throw StoryMistake("a fact, such as 'popped' or 'selected KIND'", line.rest)
    }
  }

  private mutating func reply(_ line: StoryLine) throws {
    guard calls.questions.count > 0 else {
      throw StoryMistake("code of 'later' that was asked", "none was\(advice)")
    }
    if line.labels.isEmpty { keepAnswered() }
    let words = line.rest.split(separator: " ", maxSplits: 1).map(String.init)
    let reply: HostCalls.Reply
    switch (words.first, words.dropFirst().first) {
    case ("allow", nil): reply = .answer(.allow)
    case ("deny", let reason?): reply = .answer(.deny(reason: reason))
    case ("wait", let condition?): reply = .answer(.wait(condition: condition))
    case ("pause", let condition?): reply = .pause(condition: condition)
    case ("open", let text?):
      let route = try named(text)
      reply = .open(.route(route.kind, route.parameters), label: route.kind)
    case ("show", let text?):
      let screen = try named(text)
      reply = .open(.screen(kind: screen.kind, screen.parameters), label: screen.kind)
    default: throw StoryMistake("what code does, such as 'allow' or 'deny REASON'", line.rest)
    }
    let request = line.labels.isEmpty ? nil : try question(of: line)
    guard calls.questions.open(reply, for: request) else {
      throw StoryMistake("code that was asked about request \(line.label)", "none was")
    }
  }

  private func finish(_ line: StoryLine) throws(StoryMistake) {
    let result: ActionResult
    if line.rest == "done" {
      result = .done
    } else if line.rest.hasPrefix("failed ") {
      result = .failed(reason: String(line.rest.dropFirst("failed ".count)))
    } else {
      throw StoryMistake("'done' or 'failed REASON'", line.rest)
    }
    guard calls.actions.open(result, for: line.labels.first) else {
      let name = line.labels.first.map { " \($0)" } ?? ""
      throw StoryMistake("an action\(name) of 'later' that is performed", "none is\(advice)")
    }
  }
}
