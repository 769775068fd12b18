import RouteEngine
import Testing

/// What the host and its user do in a story.
extension Stage {
  mutating func act(_ line: Line) throws {
    guard let session else { throw ScenarioMistake("no session") }
    let (label, rest) = (line.label, line.rest)
    switch line.word {
    case "open": try open(line, session)
    case "urgent": keep(session.open(rest, options: .init(isSuspendable: false)), label)
    case "offer", "below":
      var options = RouteRequest.Options()
      (options.router, options.staysBelowRouter) = (label, line.word == "below")
      keep(session.open(rest, options: options), "")
    case "value":
      let value = try TreeNotation(rest).scenes[0].root
      keep(session.open(.value(type: value.kind, value.parameters), from: .customValue), label)
    case "show", "route": keep(try openNamed(line, session), label)
    case "reconcile": keep(session.reconcile(with: rest), label)
    case "render": keep(session.renderFailed(reason: rest), "")
    case "transition":
      if rest == "begins" { session.beginTransition() } else { session.endTransition() }
    case "fact": keep(session.report(try fact(rest, session)), label)
    case "signal":
      let named = rest.split(separator: " ").map(String.init)
      session.signal(named[0], principal: named.count == 3 ? named[2] : nil)
    case "unsignal": session.unsignal(rest)
    case "give": session.giveUp(line.labels[1], reason: rest)
    case "sign": if label == "in" { session.signIn(as: rest) } else { session.signOut() }
    case "adopt":
      table = try version(rest)
      #expect(session.adopt(table), sourceLocation: sourceLocation)
    case "cancel":
      session.cancel(try opening(label), reason: rest.isEmpty ? "cancelled" : rest)
    case "ready":
      guard let screen = session.state.tree.firstScreen(where: { $0.kind == rest }) else {
        throw ScenarioMistake("there is no \(rest) to be ready")
      }
      session.ready(screen.id)
    case "resume": try resume(rest, session)
    case "revive":
      let action = session.state.actions.first { $0.name == rest }
      #expect(session.revive(action?.id ?? ActionID(0)), sourceLocation: sourceLocation)
    case "code": try reply(line)
    case "finish": try finish(line)
    default: try live(line, session)
    }
  }

  /// Time, and where the host is in its life.
  private func live(_ line: Line, _ session: RouteSession) throws {
    switch line.word {
    case "wake": session.wake()
    case "background": session.background()
    case "foreground": session.foreground()
    case "end": session.end()
    case "stable": session.stable()
    case "suspend": session.suspend()
    case "clock": journal.clock.wall += try microseconds(line.rest)
    case "boot": journal.clock.boot = line.rest
    case "pass": journal.clock.advance(by: try microseconds(line.rest))
    case "wait": journal.wake(session, after: try microseconds(line.rest))
    case "settle": break
    default: throw ScenarioMistake("no such line: \(line)")
    }
  }

  private func microseconds(_ text: String) throws -> Int64 {
    guard let seconds = Double(text) else { throw ScenarioMistake("no seconds: \(text)") }
    return Int64((seconds * 1_000_000).rounded())
  }

  private mutating func open(_ line: Line, _ session: RouteSession) throws {
    var (words, options, source) = (line.labels[...], RouteRequest.Options(), String?.none)
    let label = words.count.isMultiple(of: 2) ? "" : words.removeFirst()
    while let word = words.popFirst(), let value = words.popFirst() {
      switch word {
      case "for": options.lifetimeMicroseconds = try microseconds(value)
      case "from": source = value
      default: throw ScenarioMistake("no such line: \(line)")
      }
    }
    keep(session.open(line.rest, source: source, options: options), label)
  }

  private func openNamed(_ line: Line, _ session: RouteSession) throws -> Opening {
    let scene = try TreeNotation(line.rest).scenes[0].root
    let target: RouteRequest.Target =
      line.word == "show"
      ? .screen(kind: scene.kind, scene.parameters) : .route(scene.kind, scene.parameters)
    return session.open(target, from: .programmatic)
  }

  private func resume(_ rest: String, _ session: RouteSession) throws {
    let words = rest.split(separator: " ").map(String.init)
    let link = words.count > 1 ? try RouteLink(words[1]) : nil
    switch words[0] {
    case "transform":
      var isFirst = true  // is dropped
      session.resumeTransforming { _ in
        defer { isFirst = false }
        return isFirst ? nil : link.map { .link($0) }
      }
    case "replace": session.resumeTransforming { _ in link.map { .link($0) } }
    case "custom":
      session.resumeHandingOver { kept in
        #expect(session.state.waiting == [], sourceLocation: sourceLocation)
        for request in kept.reversed() { session.open(request.target, from: .programmatic) }
      }
    default: session.resume(try #require(WaitingRequest.ResumePolicy(rawValue: words[0])))
    }
  }

  private func fact(_ text: String, _ session: RouteSession) throws -> HostFact {
    let words = text.split(separator: " ").map(String.init)
    let named = words.count > 1 ? session.state.tree.firstScreen { $0.kind == words[1] }?.id : nil
    switch (words[0], named) {
    case ("popped", let id): return .popped(id)
    case ("poppedTo", let id?): return .poppedTo(id)
    case ("dismissed", let id): return .dismissed(id)
    case ("selected", let id?): return .selected(id)
    default: throw ScenarioMistake("no such fact: \(text)")
    }
  }

  private func reply(_ line: Line) throws {
    guard calls.questions.count > 0 else { throw ScenarioMistake("no code was asked: \(line)") }
    let words = line.rest.split(separator: " ", maxSplits: 1).map(String.init)
    let reply: HostCalls.Reply
    switch (words[0], words.dropFirst().first) {
    case ("allow", nil): reply = .answer(.allow)
    case ("deny", let reason?): reply = .answer(.deny(reason: reason))
    case ("wait", let condition?): reply = .answer(.wait(condition: condition))
    case ("pause", let condition?): reply = .pause(condition: condition)
    case ("open", let route?): reply = .open(.route(route, [:]), label: route)
    case ("show", let kind?): reply = .open(.screen(kind: kind, [:]), label: kind)
    default: throw ScenarioMistake("no such reply: \(line)")
    }
    let request = line.labels.isEmpty ? nil : try opening(line.label).request
    calls.questions.open(reply, for: request.map { "\($0)" })
  }

  private func finish(_ line: Line) throws {
    guard calls.actions.count > 0 else { throw ScenarioMistake("nothing is performed: \(line)") }
    let words = line.rest.split(separator: " ", maxSplits: 1).map(String.init)
    let result = words.count > 1 ? ActionResult.failed(reason: words[1]) : .done
    calls.actions.open(result, for: line.labels.first)
  }
}
