extension RouteSession {
  /// Writes the first warning and their number, for a developer who does not read
  /// ``LaunchResult/warnings``.
  func tellWarnings() {
    guard let warn = configuration.warn else { return }
    let warnings = launch.warnings
    guard let first = warnings.first else { return }
    let count = warnings.count == 1 ? "is 1 such warning" : "are \(warnings.count) such warnings"
    warn("RouteEngine: \(first). There \(count), see 'launch.warnings'.")
  }
}

extension RouteSession.LaunchResult {
  /// Likely mistakes in the route table, and unmatched names of host code: code that the table asks
  /// for and the host does not contribute, and code that the host contributes and the table never
  /// asks for, except translators and handlers of actions.
  ///
  /// The session works nevertheless; a request that needs the missing code fails, and an action
  /// without a handler is shelved. A debug build writes the first warning and their number to
  /// standard error when the session is launched.
  public var warnings: [String] {
    session.table.warnings.map(\.description)
      + (session.configuration.takesUncontributed == nil ? nameWarnings : [])
  }

  private var nameWarnings: [String] {
    // A handler that no route names may handle a result, or an earlier version's actions.
    session.table.unmatchedCode(in: session.configuration)
      .filter { !($0.isContributed && $0.isAction) }.map(\.description)
  }
}
