package import RouteEngine
import RouteTestSupport

/// The app of a run: its route table in several versions, and the targets to open. All of it
/// follows from the seed.
package struct SimulatedApp {
  /// The versions of its route table; the first is the oldest.
  package private(set) var tables: [RouteTable] = []
  /// The targets that can be opened.
  package private(set) var targets: [SimulatedTarget] = []
  package private(set) var trees: [String] = []
  package private(set) var settings = Settings()

  /// The configuration of its sessions.
  package struct Settings {
    package var whenBusy = RouteRequest.BusyPolicy.queue
    package var equalLinksWithin: Duration?
    package var answersWithin: Duration? = .seconds(300)
    package var stableAfter = Duration.seconds(10)
    package var startsSuspended = false
    package var runsStepsTwice = false
    package var limits = RouteLimits.standard
    package var retention = RetentionPolicy.unlimited
    /// The action in whose handler the process often dies; nil: there is none.
    package var deadlyAction: String?
    /// The interceptor in which the process often dies; nil: there is none.
    package var deadlyInterceptor: String?
  }

  static let conditions = ["signedIn", "online", "paid"]
  /// The condition that holds for one process only.
  static let processCondition = "paid"
  static let principals = ["anna", "ben", "cleo"]
  static let sources = (0..<12).map { "push-\($0)" }
  static let interceptors = ["atOnce", "careful", "slow", "patient"]
  static let actionNames = ["note", "highlight", "upload", "sync"]
  /// The text that no entry may contain where it is private.
  static let privateText = Array("hidden".utf8)
  static let routerNames = ["all", "left", "right"]

  package init(seed: UInt64) {
    var random = SeededRandom(seed ^ 0x5117)
    var draw = TableDraw(random: random)
    let shape = random.below(TableDraw.shapes.count)
    var definitions: [RouteTableDefinition] = []
    while tables.isEmpty {
      let definition = draw.definition(shape: shape)
      // A definition with mistakes is drawn again.
      guard let table = try? RouteTable(definition) else { continue }
      tables.append(table)
      definitions.append(definition)
    }
    for version in 1...2 {
      let definition = draw.later(definitions[version - 1], version: version)
      let table = try? RouteTable(definition)  // one with mistakes is the one before
      tables.append(table ?? tables[version - 1])
      definitions.append(table == nil ? definitions[version - 1] : definition)
    }
    let kinds = draw.kinds
    trees = TableDraw.displayed(shape: shape, kinds: kinds)
    targets = SimulatedTarget.all(of: kinds, withTexts: hasPrivateValues)
    settings.whenBusy = random.pick([.queue, .queue, .queue, .supersede, .refuse])
    if random.chance(20) { settings.equalLinksWithin = .milliseconds(500) }
    settings.startsSuspended = random.chance(10)
    settings.runsStepsTwice = random.chance(20)
    if random.chance(20) { settings.answersWithin = .seconds(2) }
    if random.chance(15) {
      settings.limits.waitingRequests = 4
      settings.limits.queuedRequests = 3
    }
    if random.chance(15) { settings.deadlyAction = random.pick(Self.actionNames) }
    if random.chance(25) { settings.retention = RetentionPolicy(entries: 200 + random.below(800)) }
    if random.chance(15) {
      settings.deadlyInterceptor = random.pick(Self.interceptors)
      // Few targets are opened repeatedly, because a request is held back when the host died of it
      // twice.
      targets = (0..<4).map { _ in random.pick(targets) }
    }
  }

  /// The result that a screen gives.
  func result(_ number: Int) -> Parameters {
    var result: Parameters = ["id": .int(Int64(number % 3))]
    if hasPrivateValues {
      result["text"] = .string(String(decoding: Self.privateText, as: UTF8.self))
    }
    return result
  }

  /// Whether its screens have private values: their tokens in the journal differ between runs.
  package var hasPrivateValues: Bool {
    tables.contains { $0.definition.screens.contains { !$0.privateNames.isEmpty } }
  }
}

/// A target that can be opened.
package enum SimulatedTarget: Hashable, Sendable {
  case link(String)
  case target(RouteRequest.Target)

  static func all(of kinds: [String], withTexts: Bool) -> [SimulatedTarget] {
    var targets: [SimulatedTarget] = []
    for kind in kinds {
      targets += [
        .link("/\(kind)/1"), .link("/\(kind)/2"),
        .link("/\(kind)/3\(withTexts ? "?text=hidden" : "")"),
      ]
      targets.append(.target(.route(kind, ["id": .int(2)])))
      targets.append(.target(.screen(kind: kind, ["id": .int(1)])))
      if withTexts {
        let text = ParameterValue.string(String(decoding: SimulatedApp.privateText, as: UTF8.self))
        targets.append(.target(.route(kind, ["id": .int(3), "text": text])))
      }
    }
    targets.append(.target(.value(type: "activity", ["id": .int(1)])))
    targets.append(.target(.value(type: "offer", ["id": .int(2)])))
    targets += links(of: kinds, withTexts: withTexts)
    targets += [.link("/login"), .link("/step/1"), .link("/nowhere"), .link("no link\u{0}")]
    return targets
  }
}
