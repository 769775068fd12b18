import RouteEngine
import RouteTestSupport

/// Makes random requests, answers, changes and entries: every kind with every member.
struct RandomEntry {
  var tree: RandomTree
  private var random: SeededRandom {
    get { tree.random }
    set { tree.random = newValue }
  }

  init(_ seed: UInt64) { tree = RandomTree(seed) }

  mutating func text() -> String {
    random.pick(["", "a", "é", "e\u{301}", "\u{0}\u{1F}\"\\/", "😀", "reason of it"])
  }

  mutating func target() throws -> RouteRequest.Target {
    let id = ScreenID(UInt64(random.below(90) + 1))
    return switch random.below(12) {
    case 0...2:
      .link(
        try RouteLink(
          journaled: random.pick([
            "/products/7", "https://shop.example/a?b=c&d=~aaaaaaaaaaaaaaaaaaaaaa#x",
            "custom:rest", "/%C3%A9/~bbbbbbbbbbbbbbbbbbbbbb",
          ])))
    case 3: .route("product", tree.parameters())
    case 4: .screen(kind: "product", tree.parameters())
    case 5: .value(type: "activity", tree.parameters())
    case 6: .fact(random.pick([.popped(nil), .popped(id), .poppedTo(id)]))
    case 7: .fact(random.pick([.dismissed(nil), .dismissed(id)]))
    case 8:
      .fact(
        random.chance(50)
          ? .selected(id) : .returned(random.chance(50) ? id : nil, tree.parameters()))
    case 9: .fact(.reconciled(displayed()))
    case 10:
      .fact(
        .renderFailed(
          RenderFailure(
            entry: Int64(random.below(99)), screen: random.chance(50) ? id : nil, reason: text(),
            displayed: displayed(), isReported: random.chance(50))))
    default: .fact(.activated(scene: "main"))
    }
  }

  private mutating func displayed() -> DisplayedScreens {
    if random.chance(10) { return DisplayedScreens(flaw: text()) }
    var displayed = DisplayedScreens(
      scenes: (0..<random.below(3)).map { SceneSubtree(name: "s\($0)", root: tree.subtree()) },
      activeScene: random.chance(30) ? "s1" : nil, isComplete: random.chance(50))
    if random.chance(30) { displayed.parts = [tree.subtree()] }
    return displayed
  }

  mutating func request() throws -> RouteRequest {
    var options = RouteRequest.Options(
      isSuspendable: random.chance(70), isAnimated: random.chance(70))
    if random.chance(30) { options.lifetimeMicroseconds = Int64(bitPattern: random.next()) }
    if random.chance(30) { options.scene = "second" }
    if random.chance(20) { options.result = "color" }
    if random.chance(30) { options.onBehalfOf = RequestID(Int64(random.below(99))) }
    return RouteRequest(
      try target(), from: random.pick(EntryPoint.allCases), at: instant(),
      principal: random.chance(30) ? "user-1" : nil, source: random.chance(30) ? text() : nil,
      options: options)
  }

  mutating func instant() -> RouteInstant {
    RouteInstant(microseconds: random.chance(10) ? .min : Int64(random.below(1_000_000)))
  }

  mutating func answer() throws -> RecordedAnswer {
    let kind = random.pick([Question.Kind.interceptor, .translator, .step])
    let targets = try (0..<random.below(3)).map { _ in try target() }
    let changes = (0..<random.below(3)).map { _ in treeChange() }
    let answer: Answer =
      switch random.below(8) {
      case 0: .allow
      case 1: .deny(reason: text())
      case 2: .redirect(try target())
      case 3: .wait(condition: "signedIn")
      case 4: .translated(targets)
      case 5: .edited(changes)
      case 6: .declined
      default: .failed(reason: text())
      }
    let moment = random.pick(Question.Moment.allCases)
    return RecordedAnswer(Question(kind, "name", hop: random.below(6), at: moment), answer)
  }

  mutating func treeChange() -> TreeChange {
    let id = ScreenID(UInt64(random.below(90) + 1))
    return switch random.below(11) {
    case 0:
      .splice(
        container: id, at: random.below(9), drop: random.below(4),
        insert: NewScreens((0..<random.below(3)).map { _ in tree.subtree(depth: 1) }))
    case 1: .select(child: id)
    case 2:
      .present(over: id, style: random.pick(PresentationStyle.samples), screen: [tree.subtree()])
    case 3: .dismiss(from: id)
    case 4: .root(scene: text(), screen: [tree.subtree()])
    case 5: .close(scene: text())
    case 6: .activate(scene: text())
    case 7: .parameters(id, tree.parameters())
    case 8: .ready(id, random.chance(50))
    case 9:
      .become(
        id, kind: "note", parameters: tree.parameters(),
        ownership: random.chance(50) ? .declared : .unknown(version: random.below(99) + 1))
    default: .unready
    }
  }

  mutating func action(on screen: ScreenID? = nil) -> PendingAction {
    let action = PendingAction(
      id: ActionID(Int64(random.below(100_000) + 1)), request: RequestID(Int64(random.below(99))),
      name: "highlight", parameters: tree.parameters(),
      screen: screen ?? ScreenID(UInt64(random.below(90) + 1)),
      key: random.chance(30) ? text() : nil, terms: terms(), isClosure: random.chance(10),
      notBefore: random.chance(30) ? instant() : nil,
      expires: random.chance(30) ? instant() : nil)
    // An action that waits for no result does not change.
    let given = try? action.moved(by: .give(tree.parameters()))
    return random.chance(50) ? given ?? action : action
  }

  private mutating func terms() -> ActionTerms {
    ActionTerms(
      when: random.pick(ActionMoment.allCases), condition: random.chance(30) ? text() : nil,
      lane: random.chance(30) ? text() : nil,
      retry: random.chance(30)
        ? RetryPolicy(attempts: random.below(9), first: .microseconds(random.below(99))) : nil,
      leaseMicroseconds: random.chance(30) ? Int64(random.below(999)) : nil)
  }

  private mutating func transition() -> PendingAction.Transition {
    random.pick([
      .claim, .start(until: nil), .start(until: instant()), .giveBack, .finish, .fail,
      .retry(at: instant()), .interrupt, .crash, .die, .expire, .cancel, .supersede, .shelve,
      .revive, .clockSet(by: Int64(random.below(99)) - 120),
    ])
  }

  mutating func waiting() throws -> WaitingRequest {
    WaitingRequest(
      id: RequestID(Int64(random.below(100_000) + 1)), request: try request(),
      status: random.pick([.received, .released, .suspended, .condition("signedIn")]),
      replacement: random.chance(30) ? try request().target : nil,
      clockSet: random.chance(30) ? Int64(random.below(99) + 1) : 0)
  }

  mutating func change() throws -> RouteChange {
    let number = Int64(random.below(1_000))
    return switch random.below(14) {
    case 0...3: .tree(treeChange())
    case 4: .wait(try waiting())
    case 5: .settle(RequestID(number))
    case 6: .enqueue(action())
    case 7: .advance(ActionID(number), transition())
    case 8: .advance(ActionID(number), .finish)
    case 9: .signal(condition: text(), random.chance(50))
    case 10: .principal(random.chance(50) ? text() : nil)
    case 11: .suspend(random.chance(50))
    case 12: .suspect(fingerprint: random.next(), count: random.below(4))
    default: .adopt(try state())
    }
  }

  /// A state with something in every part.
  mutating func state() throws -> RouteState {
    var state = RouteState()
    try state.apply(.tree(.root(scene: "main", screen: [tree.subtree()])))
    if random.chance(40) {
      try state.apply(.tree(.root(scene: "second", screen: [tree.subtree()])))
      if random.chance(50) { try state.apply(.tree(.activate(scene: "second"))) }
    }
    let root = state.tree.root()
    for _ in 0..<random.below(4) { try state.apply(.wait(waiting())) }
    for _ in 0..<random.below(4) {
      let action = action(on: root)
      guard state.action(action.id) == nil else { continue }
      try state.apply(.enqueue(action))
      for _ in 0..<random.below(6) {
        // A transition that is possible from its status.
        let transition = transition()
        guard let standing = state.action(action.id),
          case .some(.some) = try? standing.moved(by: transition)
        else { continue }
        try state.apply(.advance(action.id, transition))
      }
    }
    for condition in ["b", "a", "é"] where random.chance(40) {
      try state.apply(.signal(condition: condition, true))
    }
    if random.chance(40) { try state.apply(.principal(text())) }
    if random.chance(30) { try state.apply(.suspend(true)) }
    for count in 0..<random.below(3) {
      try state.apply(.suspect(fingerprint: random.next(), count: count + 1))
    }
    return state
  }

  /// An entry of that kind with most members set.
  mutating func entry(_ kind: EntryKind) throws -> JournalEntry {
    var entry = JournalEntry(
      sequence: Int64(random.below(9_999) + 1), session: 3, kind: kind, at: instant(),
      elapsed: Int64(random.below(9_999)))
    if random.chance(70) { entry.scene = "main" }
    if random.chance(70) { entry.requestID = RequestID(Int64(random.below(999))) }
    if random.chance(50) { entry.duration = 17 }
    if random.chance(60) { entry.request = try request() }
    let arrival = entry.at.microseconds &- (entry.duration ?? 0)
    entry.request?.at = RouteInstant(microseconds: arrival)
    if random.chance(10) { entry.leftOut = ["page", text()] }
    if random.chance(50) { (entry.route, entry.routeVersion) = ("product", 2) }
    if random.chance(50) { (entry.screenBefore, entry.screenAfter) = ("feed", "product") }
    if random.chance(30) { (entry.action, entry.attempt) = (ActionID(9), 2) }
    for _ in 0..<random.below(3) { entry.answers.append(try answer()) }
    for _ in 0..<random.below(4) { entry.changes.append(try change()) }
    if random.chance(30) { entry.notes = tree.parameters() }
    if kind == .outage { entry.sources = (0..<random.below(4)).map { source($0) } }
    entry.stateDigest = random.next()
    entry.outcome = outcome()
    if case .duplicate(let request)? = entry.outcome { entry.cause = request.rawValue }
    return entry
  }

  private mutating func source(_ number: Int) -> UnrecordedSource {
    UnrecordedSource(
      source: "\(number)\(text())", fingerprint: random.next(),
      request: random.chance(50) ? RequestID(7) : nil,
      outcome: random.pick(["shown", "failed", "notFound"]), at: instant())
  }

  private mutating func outcome() -> Outcome? {
    random.pick([
      nil, .shown, .alreadyShown, .denied(reason: text()), .notFound, .failed(step: 0, reason: ""),
      .failed(step: 3, reason: text()), .superseded, .expired, .duplicate(of: RequestID(4)),
      .interrupted, .quarantined, .stale(reason: text()), .impossible(reason: text()),
    ])
  }
}
