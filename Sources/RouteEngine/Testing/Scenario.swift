public import RouteEngine
public import RouteReplay

/// A story in text that a test runs on the app's own route table: live, restored from its journal,
/// and decided again.
///
/// ```swift
/// let shop = Scenario(try Shop.table(), answers: ["signedIn": .allow])
/// try shop.run(
///   """
///   open: /products/7 -> shown
///   tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 7)]]
///   relaunch
///   shows: product
///   """)
/// ```
///
/// A story begins on a new journal in a temporary folder, with a ``ManualClock`` that its lines
/// move. <doc:testing-your-routes> lists the lines that it can have. Apart from the expectations of
/// its lines, every story must satisfy these rules:
///
/// - A request that ends otherwise than shown leaves every screen as it was, except for screens of
///   another request that is shown meanwhile, and every outcome is recorded.
/// - The journal is intact, leads to the state of the session, and decides every request the same
///   again, each from its recorded state and all of them from the beginning.
/// - A launch on the journal shows the same screens.
///
/// An action whose handler the app does not contribute is done. A request fails, as in the app, if
/// neither the app nor the scenario answers for an interceptor.
public struct Scenario {
  /// Makes the contributions to a session that the app makes at its launch.
  public typealias Contribution = @MainActor (inout RouteSession.Configuration) -> Void

  /// The definition of the table.
  package var definition: RouteTableDefinition { didSet { built = nil } }
  /// The table that was handed in, while the definition is unchanged.
  private var built: RouteTable?
  /// The constant answers of interceptors, in place of the app's.
  public var answers: [String: Answer]
  /// Interceptors and actions whose code waits for a line `code` or `finish`.
  public var later: [String]
  /// Other versions of the app: their route tables, by names for the lines `update:` and `adopt:`.
  public var versions: [String: RouteTable] = [:]
  /// The app's contribution: interceptors, handlers, steps, settings.
  public var configure: Contribution
  /// The further checks that this package makes on every journal.
  package var inspect: @MainActor (_ path: String) throws -> [String] = { _ in [] }

  /// Stories on a route table.
  ///
  /// - Parameters:
  ///   - table: the app's table.
  ///   - answers: the answers of interceptors in place of the app's, by their names.
  ///   - later: the names of interceptors and actions whose code waits for a line of the story.
  ///   - configure: makes the contributions that the app makes at its launch.
  public init(
    _ table: RouteTable, answers: [String: Answer] = [:], later: [String] = [],
    configure: @escaping Contribution = { _ in }
  ) {
    self.init(table.definition, answers: answers, later: later, configure: configure)
    built = table
  }

  /// Stories of an app whose code is also used for reruns.
  ///
  /// - Parameters:
  ///   - host: the app's table and contributions.
  ///   - answers: the answers of interceptors in place of the app's, by their names.
  ///   - later: the names of interceptors and actions whose code waits for a line of the story.
  public init(_ host: ReplayHost, answers: [String: Answer] = [:], later: [String] = []) {
    self.init(host.table, answers: answers, later: later, configure: host.contribute)
  }

  package init(
    _ definition: RouteTableDefinition, answers: [String: Answer], later: [String],
    configure: @escaping Contribution
  ) {
    self.definition = definition
    self.answers = answers
    self.later = later
    self.configure = configure
  }

  /// This scenario with a further contribution after its present one.
  public func configured(_ more: @escaping Contribution) -> Scenario {
    var scenario = self
    scenario.configure = { [configure] in
      configure(&$0)
      more(&$0)
    }
    return scenario
  }

  /// This scenario with code that waits for a line of the story, in place of that of ``later``.
  public func later(_ names: String...) -> Scenario {
    var scenario = self
    scenario.later = names
    return scenario
  }

  /// Its route table, with the tree of the line `given:` if there is one.
  func table(given tree: String?) throws(RouteTableMistakes) -> RouteTable {
    if let built { return if let tree { try built.beginning(with: tree) } else { built } }
    var definition = definition
    if let tree { definition.tree = tree }
    return try RouteTable(definition)
  }
}

@available(*, unavailable)
extension Scenario: Sendable {}

extension Scenario {
  /// Runs a story of code that answers synchronously.
  ///
  /// - Parameters:
  ///   - story: its lines.
  ///   - fileID: the place of the story; the caller's file.
  ///   - line: the caller's line.
  /// - Throws: ``ScenarioFailure`` with every line that has another result, and with the mistakes
  ///   in lines that cannot be run.
  @MainActor
  public func run(
    _ story: String, fileID: String = #fileID, line: Int = #line
  ) throws(ScenarioFailure) {
    var stage = Stage(self, for: story)
    while stage.playNext() {}
    stage.requireReplays()
    stage.requireRestores()
    stage.leave()
    try stage.conclude(fileID: fileID, line: line)
  }

  /// Runs a story of asynchronous code, and waits for the expectation of each line. It has the
  /// requirements of ``run(_:fileID:line:)``, and also requires that each caller who waits for the
  /// end of a request is told its outcome, once.
  ///
  /// - Parameters:
  ///   - story: its lines.
  ///   - limit: how long to wait for a line's expectation, so that the story cannot hang.
  ///   - fileID: the place of the story; the caller's file.
  ///   - line: the caller's line.
  /// - Throws: ``ScenarioFailure``, as ``run(_:fileID:line:)`` does.
  @MainActor
  public func run(
    awaiting story: String, within limit: Duration = .seconds(5), fileID: String = #fileID,
    line: Int = #line
  ) async throws(ScenarioFailure) {
    var stage = Stage(self, for: story)
    while await stage.playNext(within: limit) {}
    stage.requireReplays()
    await stage.requireTold(within: limit)
    stage.requireRestoresAfterKill()
    stage.leave()
    try stage.conclude(fileID: fileID, line: line)
  }
}

extension Scenario {
  /// Requires that the app contributes all host code that its route table names, and nothing else:
  /// interceptors, the rewriter of links, Swift steps, adapters, tasks, variants, routers and
  /// action handlers. A launch warns of the same names (`RouteSession.LaunchResult.warnings`),
  /// except of handlers that only the app has.
  ///
  /// ```swift
  /// try Scenario(try Shop.table()) { Shop.contribute(to: &$0) }.requireContributions()
  /// ```
  ///
  /// Only the app's contribution counts, without ``answers`` and ``later``. Translators are left
  /// out: entrances name the types of values that they translate, and the table does not.
  ///
  /// - Parameters:
  ///   - others: names that have to be contributed although the table does not have them: handlers
  ///     of results (`RouteRequest.Options.result`) and of actions that an earlier version left,
  ///     and code that only a table of ``versions`` names.
  ///   - fileID: the place of the requirement; the caller's file.
  ///   - line: the caller's line.
  /// - Throws: ``ScenarioFailure`` with every name that only the table or only the app has, each
  ///   with its kind.
  @MainActor
  public func requireContributions(
    besides others: [String] = [], fileID: String = #fileID, line: Int = #line
  ) throws(ScenarioFailure) {
    var mismatches: [ScenarioFailure.Mismatch] = []
    func miss(_ text: String, _ expected: String, _ found: String) {
      mismatches.append(.init(line: nil, text: text, expected: expected, found: found))
    }
    var configuration = RouteSession.Configuration()
    configure(&configuration)
    do throws(RouteTableMistakes) {
      for code in try table(given: nil).unmatchedCode(in: configuration) {
        let text = "\(code.kind) \(code.name)"
        if !code.isContributed {
          miss(text, "contributed, as the table names it", "not contributed\(code.hint)")
        } else if !others.contains(code.name) {
          miss(text, "named by the table", "contributed, and not named")
        }
      }
    } catch {
      miss("the route table", "no mistakes", "\(error)")
    }
    let contributed = configuration.contributed.values.reduce(configuration.handled) {
      $0.union($1)
    }
    for name in others where !contributed.contains(name) {
      miss(name, "contributed beside what the table names", "not contributed")
    }
    guard mismatches.isEmpty else {
      throw ScenarioFailure(
        mismatches, "the table and the app do not name the same host code", fileID: fileID,
        line: line)
    }
  }
}
