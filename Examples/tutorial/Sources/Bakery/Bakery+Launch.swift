public import RouteEngine

extension Bakery {
  /// The app's code that the table names.
  @MainActor
  public static func contribute(to configuration: inout RouteSession.Configuration) {
    configuration.answer(Name.signedIn) { asked in
      guard asked.principal == nil else { return .allow }
      asked.open(Login())  // found, and not shown twice, when it is there already
      return .wait(condition: Name.signedIn)  // in the journal: the link survives the app
    }
  }

  /// Continues where the last session on this journal ended.
  @MainActor
  public static func launch(at journal: RouteSession.Location) throws -> RouteSession {
    RouteSession.launch(try table(), at: journal) { contribute(to: &$0) }
  }
}
