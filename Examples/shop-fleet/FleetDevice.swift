import RouteEngine
import RouteStore

/// One device of the fleet: it records some weeks of a person's use of the shop's app.
actor FleetDevice {
  let name: String
  let plan: FleetPlan
  let random: SeededNumbers
  let clock: VirtualClock
  let links: ShopLinks
  private let number: Int
  private let table: RouteTable
  /// The mean time between two visits.
  private let silence: Int64

  /// The run of the app; nil when it does not run.
  private(set) var session: RouteSession?
  private(set) var requests = 0
  private var runs = 0
  private var isGrownUp = false
  private var loopsLeft: Int
  private var lastSource: String?

  /// Whether the device ends with open requests and actions, so that a small fleet has some too.
  private var breaksOff: Bool { number % 4 == 3 && plan.requests > 2 }
  /// The number of requests before that end.
  private var usualRequests: Int { plan.requests - (breaksOff ? 2 : 0) }

  /// The mean number of requests of a visit: ten, and more when a history would otherwise have more
  /// than 2,000 visits.
  private var requestsOfVisit: Int { max(10, plan.requests / 2_000) }

  init(_ number: Int, of plan: FleetPlan, with tables: ShopTables) {
    self.number = number
    self.plan = plan
    name = plan.name(of: number)
    table = plan.diverges(number) ? tables.diverging : tables.shipped
    random = SeededNumbers(seed: UInt64(plan.seed) &* 1_000_003 &+ UInt64(number))
    links = ShopLinks(random: random)
    let visits = min(max(plan.requests / 10, 1), 2_000)
    silence = max(
      Int64(plan.days) * VirtualClock.day / Int64(visits) - 5 * VirtualClock.minute,
      40 * VirtualClock.minute)
    clock = VirtualClock(
      at: FleetPlan.beginning + Int64(random.below(20)) * VirtualClock.hour, random)
    loopsLeft = number % 5 == 2 ? 2 : 0
  }

  /// Records everything; returns the number of requests.
  func record(at path: String) throws -> Int {
    do {
      let journal = try Journal.open(.file(path))
      try launch(on: journal)
      open("/deals", from: .url)  // each first launch comes from the newsletter
      while requests < usualRequests { try visit(on: journal) }
      if breaksOff {
        try breakOff(on: journal)
      } else if random.chance(60) {
        session?.end()
      }
      session = nil
    }
    try Funnel.add(to: path)
    return requests
  }

  private func visit(on journal: Journal) throws {
    clock.advance(by: silence / 5 + Int64(random.below(Int(silence) * 8 / 5)))
    sleepAtNight()
    if loopsLeft > 0, version == "4.1.0" { try crashInALoop(on: journal) }
    var left = 2 + random.below(requestsOfVisit * 2 - 3)
    if session == nil { try launch(on: journal) } else { session?.foreground() }
    while left > 0, requests < usualRequests {
      left -= 1
      step()
      if random.below(requestsOfVisit * 12) == 0 {
        session = nil  // the app is killed in the middle of it
        clock.advance(by: VirtualClock.second * Int64(5 + random.below(40)))
        try launch(on: journal)
      }
    }
    leave()
  }

  /// No visit begins between midnight and seven.
  private func sleepAtNight() {
    let hour = clock.now % VirtualClock.day / VirtualClock.hour
    guard hour < 7 else { return }
    clock.advance(
      by: (7 - hour) * VirtualClock.hour + Int64(random.below(180)) * VirtualClock.minute)
  }

  private func leave() {
    switch random.below(100) {
    case ..<30:
      session?.end()
      session = nil
    case ..<70:
      session?.background()
      session = nil  // the system ends the app
    case ..<95: session?.background()
    default: session = nil
    }
  }

  /// The end of the history: an order whose celebration waits for a screen that never appears, and
  /// a link that waits for a log-in.
  private func breakOff(on journal: Journal) throws {
    if session == nil { try launch(on: journal) } else { session?.foreground() }
    requests += 2
    session?.open("/checkout/done/5001", from: .url)
    session?.signOut()
    session?.open("/account/addresses", from: .url)
    session = nil
  }

  /// A version that dies while it draws the restored screens, until it leaves that place.
  private func crashInALoop(on journal: Journal) throws {
    loopsLeft -= 1
    for _ in 0..<(3 + random.below(3)) {
      try launch(on: journal)
      clock.advance(by: VirtualClock.second * Int64(3 + random.below(15)))
      session = nil
    }
  }

  private func launch(on journal: Journal) throws {
    session = nil
    runs += 1
    session = try RouteSession.launch(table, on: journal) { configuration in
      configuration.clock = clock.sessionClock
      configuration.retention = .unlimited
      configuration.device = "\(plan.seed)-\(name)"
      configuration.identifier = "\(plan.seed)-\(name)-run-\(runs)"
      configuration.appVersion = version
      configuration.build = version == "4.0.0" ? "812" : version == "4.1.0" ? "840" : "853"
      configuration.maximumAge = version == "4.2.0" ? .seconds(2 * 86_400) : nil
      answerQuestions(of: &configuration)
      performActions(of: &configuration)
    }
    clock.advance(by: VirtualClock.second)
  }

  /// The version of the app: three are released one after the other; some devices update late.
  private var version: String {
    let age = clock.now - FleetPlan.beginning - Int64(number % 4) * VirtualClock.day
    let part = age * 3 / (Int64(plan.days) * VirtualClock.day)
    return part < 1 ? "4.0.0" : part < 2 ? "4.1.0" : "4.2.0"
  }

  private func answerQuestions(of configuration: inout RouteSession.Configuration) {
    configuration.answer("maintenance") { [clock, random] _ in
      let hour = clock.now % VirtualClock.day / VirtualClock.hour
      if hour == 7, random.chance(30) { return .deny(reason: "closed for maintenance") }
      return random.below(200) == 0 ? .failed(reason: "no settings") : .allow
    }
    configuration.answer("ageChecked") { [random] _ in
      random.chance(50) ? .redirect(.route("ageGate", [:])) : .deny(reason: "not of age")
    }
    configuration.answer("moved") { _ in .redirect(.route("product", ["id": .int(12)])) }
    configuration.answer("signedIn") { asked in
      asked.principal == nil ? .wait(condition: "signedIn") : .allow
    }
  }

  private func performActions(of configuration: inout RouteSession.Configuration) {
    let failures = [
      "addToBag": 8, "celebrate": 0, "highlight": 1, "trackView": 2, "confirmEmail": 30,
    ]
    for (action, percent) in failures {
      configuration.perform(action) { [random] _ in
        random.chance(percent) ? .failed(reason: "no connection") : .done
      }
    }
  }
}

/// The next steps of a person.
extension FleetDevice {
  private func step() {
    think()
    switch random.below(100) {
    case ..<72: open(links.next(), from: entryPoint)
    case ..<86: goBack()
    case ..<90: goToAndFro()
    case ..<93: rest()
    case ..<95: session?.signOut()
    default: open(links.next(), from: .programmatic)
    }
  }

  private func think() {
    let seconds = 2 + min(random.below(40), random.below(40))
    clock.advance(by: Int64(random.below(30) == 0 ? seconds * 8 : seconds) * VirtualClock.second)
  }

  private var entryPoint: RouteRequest.EntryPoint {
    switch random.below(20) {
    case ..<11: .url
    case ..<16: .notificationResponse
    case ..<18: .shortcutItem
    default: .userActivity
    }
  }

  private func open(_ link: String, from entryPoint: RouteRequest.EntryPoint) {
    guard let session else { return }
    requests += 1
    var source: String?
    if entryPoint == .notificationResponse {
      // Sometimes the same notification is tapped twice.
      source = random.chance(8) ? lastSource : nil
      source = source ?? "push-\(requests)"
      lastSource = source
    }
    let expiry = random.chance(20) ? Duration.microseconds(VirtualClock.hour) : nil
    let opening = session.open(
      link, from: entryPoint, source: source,
      options: RouteRequest.Options(expiresAfter: expiry))
    if opening.outcome == nil { logIn() }
    if random.chance(88) {
      clock.advance(by: Int64(random.below(600_000)))
      session.ready()
    }
  }

  /// Logs in, if a request waits for that.
  private func logIn() {
    guard let session, session.state.principal == nil else { return }
    session.open(.route("login", [:]), from: .programmatic)
    think()
    let choice = random.below(100)
    guard choice < 85 else { return }  // the request goes on waiting
    if session.state.tree.visibleLeaf()?.kind == "login" { session.report(.dismissed(nil)) }
    if choice < 65 {
      session.signal("signedIn", principal: "customer of \(name)")
    } else {
      session.giveUp("signedIn", reason: "the log-in was closed")
    }
  }

  /// Goes back by hand: the presented screen is closed, or the top of a stack is popped.
  private func goBack() {
    guard let session, let top = session.state.tree.visiblePath().last else { return }
    let path = session.state.tree.visiblePath()
    if path.contains(where: { $0.presented != nil }) {
      session.report(.dismissed(nil))
    } else if let parent = top.parent.flatMap({ session.state.tree[$0] }), parent.layout == .stack,
      parent.children.count > 1
    {
      session.report(.popped(nil))
    } else if let tab = session.state.tree.firstScreen(where: { $0.kind == "home" }) {
      session.report(.selected(tab.id))
    }
    session.ready()
  }

  /// Goes back and forth between the deals and one of them.
  private func goToAndFro() {
    for link in ["/deals", "/brands/acme", "/deals", "/brands/acme"] {
      guard requests < usualRequests else { return }
      open(link, from: .programmatic)
      think()
    }
  }

  /// Does something else for some minutes, or for an hour.
  private func rest() {
    session?.background()
    let minutes = random.chance(20) ? 35 + random.below(60) : 1 + random.below(15)
    clock.advance(by: Int64(minutes) * VirtualClock.minute)
    session?.foreground()
  }
}
