extension RouteTable {
  /// The names of the host code of a kind that requests may ask, in byte order. The host code that
  /// translates values is not in the table.
  package func hostCode(_ kind: Question.Kind) -> [String] {
    let steps = routes.flatMap(\.destination.allSteps)
    let names: [String]
    switch kind {
    case .interceptor:
      names =
        interceptors + routes.flatMap(\.interceptors)
        + definition.screens.flatMap { $0.interceptors + $0.leaving }
        + (definition.links.rewriter.map { [$0.name] } ?? [])
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

extension RouteTable {
  /// The names of the actions of its routes and screens, in byte order.
  package var actionNames: [String] {
    let actions = routes.flatMap(\.actions) + definition.screens.flatMap(\.actions)
    return Set(actions.map(\.name)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The conditions that parts of the table wait for or depend on, in byte order. Only the host can
  /// signal them.
  package var conditions: [String] {
    let actions = routes.flatMap(\.actions) + definition.screens.flatMap(\.actions)
    let steps = routes.flatMap(\.destination.allSteps)
    let names =
      actions.compactMap(\.terms.condition) + steps.flatMap(\.conditions)
      + definition.screens.flatMap(\.answers)
    return Set(names).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension Step {
  /// The conditions that the cases of a choice depend on.
  fileprivate var conditions: [String] {
    guard case .choose(let choices) = verb else { return [] }
    return choices.flatMap(\.guards).compactMap { condition in
      if case .condition(let name) = condition.core.guard { name } else { nil }
    }
  }

  /// The experiments that the cases of a choice depend on.
  fileprivate var variants: [String] {
    guard case .choose(let choices) = verb else { return [] }
    return choices.flatMap(\.guards).compactMap { condition in
      if case .variant(let name, _) = condition.core.guard { name } else { nil }
    }
  }
}

extension RouteTable {
  /// The interceptor that is asked about a link before the match; nil when there is none.
  @inline(__always)
  func rewriter(of link: RouteLink) -> String? {
    guard let rewriter = linkRewriter, rewriter.takes(link) else { return nil }
    return rewriter.name
  }

  /// Whether the rewriter lists the host of a link: the target is then known only after its answer.
  func rewrites(hostOf link: RouteLink) -> Bool { linkRewriter?.lists(hostOf: link) ?? false }

  /// Whether everything behind the host of a link is one private value until it is rewritten: the
  /// rewriter lists the host, and nothing else in the table concerns it.
  func isOpaque(_ link: RouteLink) -> Bool {
    guard let linkRewriter, linkRewriter.lists(hostOf: link), let host = link.hostRange else {
      return false
    }
    return !names(link)
      && !routes.indices.contains { position in
        linkTest(ofRoute: position).hosts.contains { $0.takes(link.bytes[host]) }
      }
  }
}

extension RouteTableDefinition {
  /// Whether any request can have interceptors to ask before it is carried out.
  var asksInterceptors: Bool {
    !interceptors.isEmpty || routes.contains { !$0.interceptors.isEmpty }
      || screens.contains { !$0.interceptors.isEmpty }
  }

  /// A list from the declarations of screens, by the tags of their kinds; kinds with an empty list
  /// are left out.
  func listsByTag<Element>(_ list: (ScreenDeclaration) -> [Element]) -> [UInt64: [Element]] {
    Dictionary(
      screens.filter { !list($0).isEmpty }.map { (Screen.tag(of: $0.kind), list($0)) },
      uniquingKeysWith: { first, _ in first })
  }
}
