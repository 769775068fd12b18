/// The public interface of an app's view: the public types at the top level, whose names the app's
/// own types cannot have, and the members of a session that completion shows.
let surfaceRules: [Rule] = [publicTypesAreListed, membersOfSessionsAreListed]

/// The public types of each library at the top level. A type is added here only with a reason why
/// it is neither nested nor internal to the package.
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

/// The public members of a session outside the groups. A member is added here only if every host
/// needs it; others belong in a group.
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

/// The name of the function or variable that begins on a line; nil when there is none.
private func memberName(_ line: Substring) -> String? {
  let words = line.split(separator: " ").map(String.init)
  guard let index = words.firstIndex(where: ["func", "var", "let"].contains),
    index + 1 < words.count
  else { return nil }
  return String(words[index + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" })
}
