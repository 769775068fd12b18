/// What an app sees: the public types at top level, which its own may not be called like.
let surfaceRules: [Rule] = [publicTypesAreListed]

/// The public types of each library that stand in no other type. One that is added here needs a
/// reason why it is not nested, and is not the package's own.
private let publicTypes: [String: String] = [
  "RouteStore": """
  ChainDigest Durability EntryRow History HistoryQuery JournalAnchor SQLBounds SQLValue
  SessionRow StoreError
  """,
  "RouteEngine": """
  ActionAttempt ActionID ActionResult ActionTemplate Answer Bindings ChangeError
  ContainerKind DeclaredScreen Destination DisplayedScreens DropBox Entrance Finder
  HoldingController HostFact JournalMaintenance LinkConstraint ObservedSession Opening Outcome
  ParameterCodingError ParameterSchema ParameterValue Parameters PendingAction PresentationStyle
  PresentedScreen Prompt Redaction RenderedScene RenderingPlan RequestID Restoration
  RestoredState RetentionPolicy Route RouteInstant RouteLimits RouteLink
  RouteRequest RouteSession RouteState RouteTable RouteTableDefinition RouterReply
  SceneDisplay SceneRenderer ScreenDeclaration ScreenID ScreenKind ScreenNode
  ScreenTree SessionClock StackPath TabSelection TreeChange TreeEditor UIKitRenderer
  Unrenderable WaitingRequest
  """,
  "RouteReplay": """
  AcceptedDivergences Bisection DefinitionChange Divergence JournalComparison Minimization
  RehearsedSession ReplayHost Rerun StateComparison StateCondition TreeDifference Verification
  """,
  "RouteTesting": "ManualClock Scenario ScenarioFailure TemporaryJournal UnmetExpectation",
]

let publicTypesAreListed = Rule("public types at top level are those of the list") { files in
  publicTypes.sorted { $0.key < $1.key }.flatMap { module, text in
    let listed = Set(text.split { $0.isWhitespace }.map(String.init))
    var found: Set<String> = []
    var violations: [Violation] = []
    for file in files where file.isShipped && file.module == module {
      for type in file.declarations.types
      where type.isPublic && type.enclosing.isEmpty && !type.isExtension {
        found.insert(type.name)
        if !listed.contains(type.name) {
          violations.append(file.violation(type.line, "\(type.name) is public and not listed"))
        }
      }
    }
    for name in listed.subtracting(found).sorted() {
      violations.append(
        Violation(path: "Tests/TidyTests/SurfaceRules.swift", line: 1, message: "no public \(name)")
      )
    }
    return violations
  }
}
