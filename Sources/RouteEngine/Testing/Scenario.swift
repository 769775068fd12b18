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
/// | `open [LABEL] for SECONDS from ID: LINK` | one that expires, and has an id of its source |
/// | `show: KIND(params)` | opens a screen by its kind; `route: ID(params)` a route by its id |
/// | `fact: popped`, `dismissed`, `selected KIND` | reports what already happened |
/// | `reconcile: TREE`, `render failed: REASON` | what is on display; what could not be shown |
/// | `transition: begins`, `transition: ends` | the host is between two screens |
/// | `signal: CONDITION [as PRINCIPAL]`, `ready: KIND` | what the host says |
/// | `unsignal: CONDITION`, `give up CONDITION: REASON` | it holds no more; nobody waits for it |
/// | `sign in: PRINCIPAL`, `sign out` | who is there |
/// | `background`, `foreground`, `end` | where the host is in its life |
/// | `suspend`, `resume: POLICY`, `urgent: LINK` | an urgent link is not suspendable |
/// | `resume: transform LINK` | the first kept request is dropped, the others go to the link |
/// | `resume: replace LINK` | all kept requests go to the link |
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
/// | `handles: NAME NAME` | `relaunch` with a version that handles those actions alone |
/// | `cancel`, `cancel LABEL: REASON` | the newest request is taken back, or a named one |
/// | `crash`, `stable` | dies as well, perhaps before it was stable; is stable from here on |
/// | `kill` | dies in the midst of what its code does, which nobody hears of any more |
/// | `revive: NAME` | tries an action again that was given up |
/// | `code: allow`, `deny REASON`, `wait CONDITION` | what the oldest call of ``later`` answers |
/// | `code LABEL: allow` | the same for the oldest call about that request |
/// | `code: pause CONDITION`, `open ROUTE`, `show KIND` | what it does first; the name is a label |
/// | `finish: done`, `finish NAME: failed REASON` | how an action of ``later`` ends |
/// | `settle` | lets all code go on as far as it can |
/// | `restored: EXTENT after N` | what the newest launch restored, after how many unclean ends |
/// | `changes: N` | how many changes of the tree the newest request took |
/// | `asked: NAME NAME` | interceptors that were asked since the last such line |
/// | `outcome: TEXT`, `outcome LABEL: TEXT` | the newest's, a named one's; or `waiting` |
/// | `accepted: BOOL`, `repeated: TEXT` | whether it is; the outcome it repeats, or `nothing` |
/// | `LINE -> TEXT` | the `outcome` of the request of that line |
/// | `tree: TREE` | the hierarchy now |
/// | `shows: KIND` | the innermost screen that a person sees |
/// | `performed: NAME NAME` | actions performed since the last such line, or none |
/// | `attempts: NAME 1, NAME 2?` | with the attempts' numbers; `?`: perhaps executed before |
/// | `actions: NAME waiting, NAME dead` | the actions that are not over |
/// | `crashes: N N` | in how many deaths each was under way |
/// | `unanswered: N` | how many calls of code wait for a line `code` or `finish` |
/// | `parked: N`, `waiting: received, until CONDITION` | how many requests wait; each for what |
/// | `conditions: NAME NAME`, `suspects: N N` | what holds; how often suspects were fatal |
/// | `entries: KIND KIND` | the newest entries, as many as are named |
/// | `request: TARGET`, `attempt: N` | what the newest entry's request wants; its attempt |
/// | `reason: TEXT` | the reason in the newest entry that has one |
/// | `ended: TEXT` | the outcome in the newest entry that has one |
///
/// A request that ends otherwise than shown must leave every screen as it was: each `open`, `show`,
/// `route` and `urgent` checks that by itself. Whatever has an outcome is recorded.
package struct Scenario {
  package var screens: [ScreenDeclaration] = []
  package var routes: [Route] = []
  package var interceptors: [String] = []
  package var tasks: [String] = []
  package var routers: [Router] = []
  /// What interceptors answer, always the same; `asked:` tells which of them were asked.
  package var answers: [String: Answer] = [:]
  /// Interceptors and actions whose code waits until the story says what it does.
  package var later: [String] = []
  /// Other versions of the app: their route tables, by names for `update:` and `adopt:`.
  package var versions: [String: RouteTableDefinition] = [:]
  package var configure: (inout RouteSession.Configuration) -> Void = { _ in }

  package init(
    screens: [ScreenDeclaration] = [], routes: [Route] = [], interceptors: [String] = [],
    tasks: [String] = [], answers: [String: Answer] = [:], later: [String] = [],
    configure: @escaping (inout RouteSession.Configuration) -> Void = { _ in }
  ) {
    self.screens = screens
    self.routes = routes
    self.interceptors = interceptors
    self.tasks = tasks
    self.answers = answers
    self.later = later
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
  package func run(_ story: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    var stage = try Stage(self, for: story, sourceLocation: sourceLocation)
    for line in stage.lines { try stage.play(line) }
    try stage.requireReplays()
    try stage.requireRestores()
  }

  /// Runs a story of code that takes its time: what a line expects is waited for. Requires of the
  /// journal what ``run(_:sourceLocation:)`` does, and that who asks for the end of a request is
  /// told its outcome, once.
  @MainActor
  package func run(
    awaiting story: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    var stage = try Stage(self, for: story, sourceLocation: sourceLocation)
    for line in stage.lines { try await stage.playLater(line) }
    try stage.requireReplays()
    await stage.requireTold()
    stage.leave()
  }

  /// The same with another configuration beside its own.
  package func configured(
    _ more: @escaping (inout RouteSession.Configuration) -> Void
  ) -> Scenario {
    var scenario = self
    scenario.configure = { [configure] in
      configure(&$0)
      more(&$0)
    }
    return scenario
  }

  /// The same with code that waits until the story says what it does.
  package func later(_ names: String...) -> Scenario {
    var scenario = self
    scenario.later = names
    return scenario
  }
}

package struct ScenarioMistake: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
