extension JSONWriter {
  /// Writes a request. Unless `isWhole`, the parts in columns of its entry are left out: time,
  /// entry point and link.
  mutating func request(_ request: RouteRequest, isWhole: Bool) {
    let options = request.options
    beginObject()
    if !options.isAnimated {
      name("animated")
      bool(false)
    }
    if isWhole {
      name("at_us")
      int(request.at.microseconds)
      name("entry_point")
      string(request.entryPoint.rawValue)
    }
    optional("expires_after_us", options.lifetimeMicroseconds)
    if let fingerprint = request.keyedFingerprint {
      name("fingerprint")
      string(Digest64.hex(fingerprint))
    }
    if isWhole, case .link(let link) = request.target {
      name("link")
      string(link.text)
    }
    optional("on_behalf_of", options.onBehalfOf?.rawValue)
    optional("principal", request.principal)
    optional("result", options.result)
    optional("router", options.router)
    optional("scene", options.scene)
    optional("source", request.source)
    if options.staysBelowRouter {
      name("stays_below")
      bool(true)
    }
    if !options.isSuspendable {
      name("suspendable")
      bool(false)
    }
    target(request.target)
    endObject()
  }

  private mutating func target(_ target: RouteRequest.Target) {
    guard !target.isLink else { return }
    name("target")
    targetObject(target)
  }

  /// Writes a target as an object of its own.
  package mutating func targetObject(_ target: RouteRequest.Target) {
    beginObject()
    switch target {
    case .link(let link):
      name("link")
      string(link.text)
    case .route(let identifier, let parameters):
      name("parameters")
      self.parameters(parameters)
      name("route")
      string(identifier)
    case .screen(let kind, let parameters):
      name("parameters")
      self.parameters(parameters)
      name("screen")
      string(kind)
    case .value(let type, let fields):
      name("parameters")
      parameters(fields)
      name("type")
      string(type)
    case .fact(let fact): members(of: fact)
    }
    endObject()
  }

  private mutating func members(of fact: HostFact) {
    if let displayed = fact.displayed { return members(of: fact, displayed) }
    name("fact")
    string(fact.word)
    switch fact {
    case .popped(let screen), .dismissed(let screen): id("id", screen)
    case .poppedTo(let screen), .selected(let screen): id("id", screen)
    case .returned(let screen, let parameters):
      id("id", screen)
      name("parameters")
      self.parameters(parameters)
    case .activated(let scene):
      name("scene")
      string(scene)
    case .reconciled, .renderFailed: break
    }
  }

  /// Writes a fact with the screens on display.
  private mutating func members(of fact: HostFact, _ displayed: DisplayedScreens) {
    var failure: RenderFailure?
    if case .renderFailed(let found) = fact { failure = found }
    optional("active", displayed.activeScene)
    if displayed.isComplete {
      name("complete")
      bool(true)
    }
    optional("entry", failure?.entry)
    name("fact")
    string(fact.word)
    optional("flaw", displayed.flaw)
    id("id", failure?.screen)
    if !displayed.parts.isEmpty {
      name("parts")
      newScreens(NewScreens(displayed.parts))
    }
    optional("reason", failure?.reason)
    if failure?.isReported ?? false {
      name("reported")
      bool(true)
    }
    if !displayed.scenes.isEmpty {
      name("scenes")
      array(displayed.scenes) { $0.scene($1) }
    }
  }

  /// Writes an answer with its question. Most answers are of an interceptor that allows the
  /// request: the interceptor's name alone stands for such an answer, which takes 13 bytes instead
  /// of 63 in the shop's journey.
  package mutating func answer(_ recorded: RecordedAnswer) {
    guard !recorded.isPlain else { return string(recorded.question.name) }
    beginObject()
    name("answer")
    string(recorded.answer.word)
    switch recorded.answer {
    case .edited(let changes), .passed(let changes):
      name("changes")
      array(changes) { $0.change(.tree($1)) }
    default: break
    }
    if case .wait(let condition) = recorded.answer {
      name("condition")
      string(condition)
    }
    if recorded.question.hop > 0 {
      name("hop")
      int(Int64(recorded.question.hop))
    }
    name("kind")
    string(recorded.question.kind.rawValue)
    if recorded.question.moment != .arrival {
      name("moment")
      string(recorded.question.moment.rawValue)
    }
    name("name")
    string(recorded.question.name)
    switch recorded.answer {
    case .deny(let reason), .failed(let reason):
      name("reason")
      string(reason)
    case .parameters(let parameters):
      name("parameters")
      self.parameters(parameters)
    default: break
    }
    if recorded.question.step > 0 {
      name("step")
      int(Int64(recorded.question.step))
    }
    endTargets(recorded)
    if case .variant(let drawn) = recorded.answer {
      name("variant")
      string(drawn)
    }
    endObject()
  }

  private mutating func endTargets(_ recorded: RecordedAnswer) {
    var targets: [RouteRequest.Target]?
    if case .redirect(let target) = recorded.answer { targets = [target] }
    if case .translated(let all) = recorded.answer { targets = all }
    guard let targets else { return }
    name("targets")
    array(targets) { $0.targetObject($1) }
  }
}

extension RecordedAnswer {
  /// Whether an interceptor allows the request as it was opened, before any redirect.
  fileprivate var isPlain: Bool {
    answer == .allow && question.kind == .interceptor && question.hop == 0 && question.step == 0
      && question.moment == .arrival
  }
}

extension RouteRequest {
  /// Whether ``JSONWriter/request(_:isWhole:)`` writes more than an entry's columns contain.
  var hasMoreThanColumns: Bool {
    guard case .link = target else { return true }
    return principal != nil || source != nil || keyedFingerprint != nil || options.areSaid
  }
}

extension RouteRequest.Options {
  /// Whether one of the options differs from its default, so that they are written.
  @inline(__always)
  fileprivate var areSaid: Bool {
    !isSuspendable || !isAnimated || lifetimeMicroseconds != nil || scene != nil || router != nil
      || staysBelowRouter || onBehalfOf != nil || result != nil
  }
}

extension RouteRequest.Target {
  /// Whether it is a link.
  var isLink: Bool {
    if case .link = self { true } else { false }
  }
}

extension HostFact {
  /// Its word in the journal.
  fileprivate var word: String {
    switch self {
    case .popped: "popped"
    case .poppedTo: "poppedTo"
    case .dismissed: "dismissed"
    case .selected: "selected"
    case .activated: "activated"
    case .returned: "returned"
    case .reconciled: "reconciled"
    case .renderFailed: "renderFailed"
    }
  }
}

extension Answer {
  /// The word for its kind in the journal.
  package var word: String {
    switch self {
    case .allow: "allow"
    case .deny: "deny"
    case .redirect: "redirect"
    case .wait: "wait"
    case .translated: "translated"
    case .edited: "edited"
    case .passed: "passed"
    case .parameters: "parameters"
    case .variant: "variant"
    case .declined: "declined"
    case .failed: "failed"
    }
  }
}
