extension RouteTable {
  /// The names of the host code of a kind that requests may be asked about, in byte order. What
  /// values are translated by is not in the table.
  package func hostCode(_ kind: Question.Kind) -> [String] {
    let steps = routes.flatMap(\.destination.allSteps)
    let names: [String]
    switch kind {
    case .interceptor:
      names =
        interceptors + routes.flatMap(\.interceptors) + definition.screens.flatMap(\.interceptors)
    case .translator: names = []
    case .step: names = steps.filter { $0.verb == .run }.map(\.name)
    case .adapter: names = steps.compactMap(\.adapter)
    case .task: names = definition.tasks + steps.flatMap(\.tasks)
    case .variant: names = steps.flatMap(\.variants)
    case .router:
      names = routers.filter { $0.asksAboutLinks || !$0.valueTypes.isEmpty }.map(\.identifier)
    }
    return Set(names).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension Step {
  /// The experiments that its cases depend on.
  fileprivate var variants: [String] {
    guard case .choose(let choices) = verb else { return [] }
    return choices.flatMap(\.guards).compactMap { condition in
      if case .variant(let name, _) = condition.core.guard { name } else { nil }
    }
  }
}
