import FaultHost
import RouteEngine
import RouteTestSupport

/// The app's code in one process: its behaviour follows from the choices of the current input.
@SimulationActor
final class SimulatedHost {
  /// The source of the host's choices during the current input.
  var random = SeededRandom(0)
  weak var session: RouteSession?
  /// Host code that was asked and has not answered.
  private(set) var questions: [CheckedContinuation<Void, Never>] = []
  /// Handlers that were called and have not returned.
  private(set) var runs: [CheckedContinuation<Void, Never>] = []
  /// The requests that host code and observers opened; they are watched like those of the driver.
  var opened: [Opening] = []
  /// The first violated rule that the host sees.
  private(set) var problem: String?
  /// Called when host code begins to run; the process may die there.
  var onHostCode: (() -> Void)?
  /// Whether the process is dead: then effects of its code are ignored.
  var isDead = false
  private let calls: ActionCalls
  private let app: SimulatedApp
  /// The action in whose handler the process may die; nil: it does not.
  private var deadlyAction: String?
  /// The interceptor in which it may die; nil: in none.
  private var deadlyInterceptor: String?

  /// Makes a host.
  ///
  /// - Parameters:
  ///   - calls: records the calls of handlers.
  ///   - canDie: whether the process may die in host code.
  init(_ app: SimulatedApp, noting calls: ActionCalls, canDie: Bool) {
    (self.app, self.calls) = (app, calls)
    deadlyAction = canDie ? app.settings.deadlyAction : nil
    deadlyInterceptor = canDie ? app.settings.deadlyInterceptor : nil
  }

  /// Resumes host code that waits to answer.
  func answer(_ number: Int) {
    if let index = number.index(in: questions) { questions.remove(at: index).resume() }
  }

  func endRun(_ number: Int) {
    if let index = number.index(in: runs) { runs.remove(at: index).resume() }
  }

  /// Resumes everything that waits, because the process is dead and its memory is released.
  func release() {
    isDead = true
    for continuation in questions + runs { continuation.resume() }
    (questions, runs) = ([], [])
  }

  func contribute(to configuration: inout RouteSession.Configuration, version: Int) {
    for name in ["atOnce", "careful"] { configuration.answer(name) { self.answer($0, as: name) } }
    configuration.answerLater("slow") { await self.answerLater($0) }
    configuration.answerLater("patient") { asked in
      self.begin("patient")
      let condition = self.random.pick(SimulatedApp.conditions)
      if !self.isDead, self.random.chance(80) { await asked.wait(for: condition) }
      return self.isDead ? .allow : self.chosenAnswer(asked, mayWait: false)
    }
    configuration.translate("activity") { _ in self.translation }
    configuration.translate("offer") { _ in self.translation }
    configuration.variant("price") { _ in self.random.pick(["a", "b"]) }
    configuration.adapt("shape") { asked in
      self.begin()
      return self.random.chance(90) ? ["id": .int(7)] : asked.parameters
    }
    configuration.task("fill") { asked in
      self.begin()
      guard self.random.chance(30), var parameters = asked.screen?.parameters else { return nil }
      if ["login", "aisle"].contains(asked.screen?.kind) { return nil }
      parameters["text"] = .string("filled")
      return parameters
    }
    configuration.step("wander") { editor, asked in try self.wander(&editor, asked) }
    for name in SimulatedApp.routerNames.dropFirst() {
      configuration.route(name) { editor, _ in self.reply(&editor) }
    }
    configuration.perform("note") { self.perform($0) }
    configuration.perform("highlight") { self.perform($0) }
    configuration.performLater("upload") { await self.performLater($0) }
    if version != 1 { configuration.performLater("sync") { await self.performLater($0) } }
  }

  private func begin() {
    if !isDead { onHostCode?() }
  }

  /// Observes every change. Sometimes it removes what an action needs just before its call, or
  /// opens something.
  func observe(_ session: RouteSession) {
    guard !isDead, random.chance(10),
      session.state.actions.contains(where: { $0.status == .claimed })
    else { return }
    switch random.below(4) {
    case 0: session.signOut()
    case 1: SimulatedApp.conditions.forEach { session.unsignal($0) }
    case 2: opened.append(session.open(chosenTarget, from: .programmatic))
    default: break
    }
  }

  /// Begins the work of an action, in which the process may die.
  private func begin(_ action: PendingAction) {
    begin()
    if !isDead, action.name == deadlyAction, random.chance(60) { die() }
  }

  /// Begins the answer of an interceptor, in which the process may die.
  private func begin(_ interceptor: String) {
    begin()
    if !isDead, interceptor == deadlyInterceptor, random.chance(60) { die() }
  }

  /// From now on the process does not die in host code.
  func survive() { (deadlyAction, deadlyInterceptor) = (nil, nil) }

  /// The process dies here: no later effect of its code reaches the file.
  func die() {
    isDead = true
    FaultFileSystem.begin(.fails, on: .fallible)
  }

  private var translation: [RouteRequest.Target] {
    begin()
    return (0..<random.below(3)).map { _ in chosenTarget }
  }

  private var chosenTarget: RouteRequest.Target {
    for _ in 0..<8 {
      switch random.pick(app.targets) {
      case .link(let text): if let link = try? RouteLink(text) { return .link(link) }
      case .target(let target): return target
      }
    }
    return .route("login", [:])
  }

  private func answer(_ asked: Prompt, as name: String) -> Answer {
    begin(name)
    return chosenAnswer(asked, mayWait: true)
  }

  private func chosenAnswer(_ asked: Prompt, mayWait: Bool) -> Answer {
    if isDead { return .allow }
    switch random.below(13) {
    case 0: return .deny(reason: "no")
    case 7: return .failed(reason: "broken")
    case 1: return .redirect(chosenTarget)
    case 2, 3:
      open(.route("login", [:]), for: asked)
      return mayWait ? .wait(condition: "signedIn") : .allow
    case 4: return mayWait ? .wait(condition: random.pick(SimulatedApp.conditions)) : .allow
    case 5:
      open(chosenTarget, for: asked)
      return .allow
    case 6 where asked.principal == nil && mayWait: return .wait(condition: "signedIn")
    default: return .allow
    }
  }

  private func open(_ target: RouteRequest.Target, for asked: Prompt) {
    opened.append(asked.open(target))
  }

  private func answerLater(_ asked: Prompt) async -> Answer {
    begin("slow")
    if isDead { return .allow }
    if random.chance(15) { return chosenAnswer(asked, mayWait: true) }
    if random.chance(20) { await asked.wait(for: random.pick(SimulatedApp.conditions)) }
    if isDead { return .allow }
    await withCheckedContinuation { questions.append($0) }
    return chosenAnswer(asked, mayWait: true)
  }

  private func wander(_ editor: inout TreeEditor, _ asked: Prompt) throws -> Bool {
    begin()
    let choice = (asked.parameters["id"].map { $0.notation.utf8.count } ?? 0) + editor.tree.count
    let tabs = editor.tree.screens.first { $0.layout == .tabs }
    switch choice % 6 {
    case 0: return false
    case 1:
      if let leaf = editor.tree.visibleLeaf(), leaf.presented == nil {
        try editor.present("login", over: leaf.id, style: .sheet)
      }
    case 2: if let leaf = editor.tree.visibleLeaf() { try editor.dismiss(from: leaf.id) }
    case 3: if let tabs { try editor.addTab("login", to: tabs.id) }
    case 4:
      if let tabs, let selected = tabs.selected,
        let position = tabs.children.firstIndex(of: selected)
      {
        try editor.make(.splice(container: tabs.id, at: position, drop: 1, insert: []))
      }
    default: break
    }
    return true
  }

  private func reply(_ editor: inout TreeEditor) -> RouterReply {
    begin()
    guard editor.tree.count % 3 == 1 else { return .declined }
    return editor.tree.count % 2 == 0 ? .taken : .goTo(.route("login", [:]))
  }
}

extension SimulatedHost {
  private func perform(_ attempt: ActionAttempt) -> ActionResult {
    note(attempt, at: true)
    begin(attempt.action)
    if isDead { return .done }
    if random.chance(10), let session {
      opened.append(session.open(chosenTarget, from: .programmatic))
    }
    return end(attempt, isDone: random.chance(70))
  }

  private func performLater(_ attempt: ActionAttempt) async -> ActionResult {
    note(attempt, at: false)
    begin(attempt.action)
    if isDead { return .done }
    if random.chance(70) { await withCheckedContinuation { runs.append($0) } }
    return end(attempt, isDone: isDead || random.chance(70))
  }

  /// Does the work of an action that the host itself enqueued.
  func performOwn(_ attempt: ActionAttempt) -> ActionResult {
    note(attempt, at: true)
    return end(attempt, isDone: isDead || random.chance(80))
  }

  /// The result of a handler. The result of a handler of a dead process is ignored.
  private func end(_ attempt: ActionAttempt, isDone: Bool) -> ActionResult {
    let result = isDone ? ActionResult.done : .failed(reason: "offline")
    if !isDead { calls.results[ActionCalls.Call(attempt)] = result }
    return result
  }

  /// Checks that a handler is called once per attempt, while its action is started in the journal,
  /// and for a screen that exists.
  ///
  /// - Parameter isAtOnce: whether nothing can have happened between the start and the call.
  private func note(_ attempt: ActionAttempt, at isAtOnce: Bool) {
    guard !isDead, let session else { return }
    let id = attempt.action.id
    if !calls.all.insert(ActionCalls.Call(attempt)).inserted {
      find("action \(id) is called twice for attempt \(attempt.attempt)")
    }
    guard let action = session.state.action(id) else {
      return find("action \(id) is called after its end")
    }
    if action.status != .started || action.attempt != attempt.attempt {
      find("action \(id) is called while it is \(action.status) at attempt \(action.attempt)")
    }
    let isThere = session.state.tree[action.screen] != nil
    if isAtOnce, action.moment == .result ? isThere && !action.isGiven : !isThere {
      let isEarly = action.moment == .result
      find("action \(id) is called \(isEarly ? "before its result" : "for a screen that is gone")")
    }
    if isAtOnce, let principal = action.principal, principal != session.state.principal {
      find("action \(id) of \(principal) is called for somebody else")
    }
    // Storage may fail between the write of the start and the call of code that runs later.
    if isAtOnce, !session.health.isRecording {
      find("action \(id) is called while nothing is recorded")
    }
  }

  func find(_ problem: String) {
    if self.problem == nil { self.problem = problem }
  }
}

/// The calls of handlers in all processes of a run.
final class ActionCalls {
  struct Call: Hashable {
    let action: ActionID
    let attempt: Int

    init(_ action: ActionID, attempt: Int) { (self.action, self.attempt) = (action, attempt) }

    init(_ attempt: ActionAttempt) { self.init(attempt.action.id, attempt: attempt.attempt) }
  }

  /// The calls that began.
  var all: Set<Call> = []
  /// The results of the calls that ended while their process lived.
  var results: [Call: ActionResult] = [:]
}

extension Int {
  /// The number as an index into a list; nil when the list is empty.
  func index(in list: some Collection) -> Int? {
    list.isEmpty ? nil : Int(magnitude % UInt(list.count))
  }
}
