package import RouteEngine
import RouteStore
package import Testing

/// A story in text that a test runs three times: live, restored from its journal, and decided
/// again.
///
/// ```
/// given: main/tabs[home/stack*[feed] shop/stack[catalog]]
/// open: /products/7 -> shown
/// tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 7)]]
/// ```
///
/// | line | does or expects |
/// |---|---|
/// | `given: TREE` | the route table's tree, in its notation; without the line ``tree`` |
/// | `open: LINK` | opens a link; `open LABEL: LINK` names the request for later lines |
/// | `show: KIND(params)` | opens a screen by its kind; `route: ID(params)` a route by its id |
/// | `fact: popped`, `dismissed`, `selected KIND` | reports what already happened |
/// | `reconcile: TREE`, `render failed: REASON` | what is on display; what could not be shown |
/// | `transition: begins`, `transition: ends` | the host is between two screens |
/// | `signal: CONDITION [as PRINCIPAL]`, `ready: KIND` | what the host says |
/// | `sign in: PRINCIPAL`, `sign out` | who is there |
/// | `background`, `foreground`, `end` | where the host is in its life |
/// | `suspend`, `resume: POLICY`, `urgent: LINK` | an urgent link is not suspendable |
/// | `resume: transform LINK` | the first kept request is dropped, the others go to the link |
/// | `resume: custom` | the host opens what was kept again, the newest first |
/// | `offer ROUTER: LINK`, `below ROUTER: LINK` | to a router first; without its parents |
/// | `value: TYPE(fields)` | a value of the host's own |
/// | `router: NAME` | expects which router took the last request; `none` for the table's own |
/// | `pass: SECONDS`, `wake`, `wait: SECONDS` | time passes; the session looks at it; both |
/// | `clock: SECONDS` | the wall's clock alone is set, forward or back |
/// | `boot: NAME` | which run of the system the sessions from now on say that it is |
/// | `relaunch` | the session dies in the foreground, and another begins on the same journal |
/// | `update: NAME` | the same with the route table of that name in ``versions`` |
/// | `adopt: NAME` | the session goes on with that route table |
/// | `cancel`, `cancel LABEL: REASON` | the newest request is taken back, or a named one |
/// | `crash`, `stable` | dies as well, perhaps before it was stable; is stable from here on |
/// | `restored: EXTENT after N` | what the newest launch restored, after how many unclean ends |
/// | `changes: N` | how many changes of the tree the newest request took |
/// | `asked: NAME NAME` | interceptors of ``answers`` that were asked since the last such line |
/// | `outcome: TEXT`, `outcome LABEL: TEXT` | the newest's, a named one's; or `waiting` |
/// | `LINE -> TEXT` | the same for the request of that line |
/// | `tree: TREE` | the hierarchy now |
/// | `shows: KIND` | the innermost screen that a person sees |
/// | `performed: NAME NAME` | actions performed since the last such line, or none |
/// | `parked: N` | how many requests wait |
///
/// A request that ends otherwise than shown must leave every screen as it was: each `open`, `show`,
/// `route` and `urgent` checks that by itself.
package struct Scenario {
  package var screens: [ScreenDeclaration] = []
  package var routes: [Route] = []
  package var interceptors: [String] = []
  package var tasks: [String] = []
  package var routers: [Router] = []
  /// What interceptors answer, always the same; `asked:` tells which of them were asked.
  package var answers: [String: Answer] = [:]
  /// Other versions of the app: their route tables, by names for `update:` and `adopt:`.
  package var versions: [String: RouteTableDefinition] = [:]
  package var configure: (inout RouteSession.Configuration) -> Void = { _ in }

  package init(
    screens: [ScreenDeclaration] = [], routes: [Route] = [], interceptors: [String] = [],
    tasks: [String] = [], answers: [String: Answer] = [:],
    configure: @escaping (inout RouteSession.Configuration) -> Void = { _ in }
  ) {
    self.screens = screens
    self.routes = routes
    self.interceptors = interceptors
    self.tasks = tasks
    self.answers = answers
    self.configure = configure
  }

  /// Its route table, with that tree.
  package func definition(tree: String) -> RouteTableDefinition {
    var definition = RouteTableDefinition(
      tree: tree, screens: screens, routes: routes, interceptors: interceptors, tasks: tasks)
    definition.routers = routers
    return definition
  }

  /// Runs the story and requires that restoring its journal gives the same tree and state, that
  /// every check of the journal passes, and that every decision comes out the same again.
  @MainActor
  package func run(
    _ story: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let lines = story.split(separator: "\n").map { $0.drop(while: { $0 == " " }) }
    let given = lines.first { $0.hasPrefix("given:") }?.dropFirst("given:".count)
    let table = try RouteTable(definition(tree: given.map(String.init) ?? Self.tree))
    let folder = TemporaryFolder()
    var stage = Stage(
      table: table, path: folder.file("journal.sqlite"), answers: answers,
      configure: configure, sourceLocation: sourceLocation)
    stage.versions = versions
    for line in lines where !line.hasPrefix("given:") && !line.isEmpty {
      try stage.play(String(line))
    }
    try stage.requireReplays()
  }
}

package struct ScenarioMistake: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
