extension RouteSession {
  /// Says, for a developer who does not read ``LaunchResult/warnings``, which is the first and how
  /// many there are.
  func tellWarnings() {
    guard let warn = configuration.warn else { return }
    let warnings = launch.warnings
    guard let first = warnings.first else { return }
    let count = warnings.count == 1 ? "is 1 such warning" : "are \(warnings.count) such warnings"
    warn("RouteEngine: \(first). There \(count), see 'launch.warnings'.")
  }
}

extension RouteSession.LaunchResult {
  /// Likely mistakes in the route table, and the names of host code that only the table or only the
  /// host has: code that the table asks for and the host does not contribute, and code that the
  /// host contributes and the table never asks for.
  ///
  /// The session works all the same; a request that needs the missing code fails. A debug build
  /// writes the first warnings to standard error when the session is launched.
  public var warnings: [String] {
    session.table.warnings.map(\.description)
      + (session.configuration.takesUncontributed == nil ? nameWarnings : [])
  }

  private var nameWarnings: [String] {
    let (table, configuration) = (session.table, session.configuration)
    let names: [(kind: Question.Kind, contributed: [String])] = [
      (.interceptor, Array(configuration.interceptors.keys)),
      (.step, Array(configuration.steps.keys)), (.adapter, Array(configuration.adapters.keys)),
      (.task, Array(configuration.tasks.keys)), (.variant, Array(configuration.variants.keys)),
      (.router, Array(configuration.routers.keys)),
    ]
    var warnings: [String] = []
    for (kind, contributed) in names {
      let prompt = Set(table.hostCode(kind))
      for name in prompt.subtracting(contributed).inOrder {
        warnings.append("the table asks the \(kind.rawValue) \(name), and the host has none")
      }
      for name in Set(contributed).subtracting(prompt).inOrder {
        warnings.append(
          "the host contributes the \(kind.rawValue) \(name), and the table does not ask it")
      }
    }
    for name in table.actionNames.subtracting(configuration.handlers.keys).inOrder {
      warnings.append("the table performs the action \(name), and the host has no handler for it")
    }
    return warnings
  }
}

extension RouteTable {
  /// The names of all its actions.
  fileprivate var actionNames: Set<String> {
    Set((routes.flatMap(\.actions) + definition.screens.flatMap(\.actions)).map(\.name))
  }
}

extension Set<String> {
  fileprivate var inOrder: [String] { sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
}
