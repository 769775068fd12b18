/// What an app sees: the public types at top level, which its own may not be called like, and what
/// completion shows behind a session.
let surfaceRules: [Rule] = [publicTypesAreListed, membersOfSessionsAreListed]

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
  HoldingController HostFact JournalMaintenance LinkConstraint NotificationDoor ObservedSession
  Opening Outcome
  ParameterCodingError ParameterSchema ParameterValue Parameters PendingAction PresentationStyle
  PresentedScreen Prompt Redaction RenderedScene RenderingPlan RequestID Restoration
  RestoredState RetentionPolicy Route RouteInstant RouteLimits RouteLink
  RouteDebugView RouteRequest RouteSession RouteState RouteTable RouteTableDefinition
  RoutedPreview RoutedWindow RouterReply
  SceneDisplay SceneRenderer ScreenCases ScreenDeclaration ScreenID ScreenKind
  ScreenNode ScreenTree SessionClock SplitColumn StackPath TabSelection TreeChange TreeEditor
  UIKitRenderer Unrenderable WaitingRequest
  """,
  "RouteReplay": """
  AcceptedDivergences Bisection DefinitionChange Divergence JournalComparison Minimization
  RehearsedSession ReplayHost Rerun StateComparison StateCondition TreeDifference Verification
  """,
  "RouteTesting": "ManualClock Scenario ScenarioFailure TemporaryJournal UnmetExpectation",
  "route-replay": "ReplayProgram",
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

/// The public members of a session that stand in no group. One that is added here is needed by
/// every host; others belong in a group.
private let sessionMembers: Set<String> = [
  "launch", "open", "state", "states", "notation", "onChange", "report", "ready", "unready",
  "signal", "unsignal", "giveUp", "signIn", "signOut", "foreground", "background", "isInBackground",
  "stable", "wake", "end", "health", "writeReportCopy", "table", "adopt", "screen", "revealed",
  "requests", "actions", "display", "journal",
]

let membersOfSessionsAreListed = Rule("public members of a session are those of the list") {
  files in
  var found: Set<String> = []
  var violations: [Violation] = []
  for file in files where file.isShipped && file.module == "RouteEngine" {
    var isSession = false
    for (index, line) in file.lines.enumerated() {
      if !line.hasPrefix(" "), line.hasSuffix("{") {
        isSession = line == "extension RouteSession {" || line.contains("class RouteSession ")
      }
      guard isSession, line.hasPrefix("  public "), let name = memberName(line) else { continue }
      found.insert(name)
      if !sessionMembers.contains(name) {
        violations.append(file.violation(index + 1, "\(name) is public and not listed"))
      }
    }
  }
  for name in sessionMembers.subtracting(found).sorted() where !found.isEmpty {
    violations.append(
      Violation(path: "Tests/TidyTests/SurfaceRules.swift", line: 1, message: "no public \(name)"))
  }
  return violations
}

/// The name of the function or variable that a line begins; nil when it begins none.
private func memberName(_ line: Substring) -> String? {
  let words = line.split(separator: " ").map(String.init)
  guard let index = words.firstIndex(where: ["func", "var", "let"].contains),
    index + 1 < words.count
  else { return nil }
  return String(words[index + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" })
}
