import RouteEngine

/// The definitions that a request meets, with either of two tables.
struct TraversedDefinitions {
  /// The routes that it takes, including those to which it is sent on.
  private(set) var routes: [String]
  /// The kinds of the screens that it concerns: those of its steps, those that are added or
  /// removed, and those that block it.
  private(set) var kinds: [String] = []
  /// Whether routers are asked.
  private(set) var asksRouters = false
  /// Whether the settings for reading links are used.
  private(set) var readsLinks = false

  /// - Parameters:
  ///   - target: the target of the request.
  ///   - entry: its recorded decision.
  ///   - replayed: its decision now.
  ///   - kindsThatGo: the kinds of the screens that either decision removes.
  ///   - tables: the recorded table and the given one.
  init(
    of target: RouteRequest.Target, _ entry: JournalEntry, _ replayed: Decision,
    leaving kindsThatGo: [String], in tables: [RouteTable]
  ) {
    var targets = [target] + entry.answers.flatMap(\.answer.targets)
    var changes = entry.changes
    var taken = [entry.route]
    switch replayed {
    case .asks(let asking): taken.append(asking.route)
    case .decided(let decided):
      targets += decided.answers.flatMap(\.answer.targets)
      changes += decided.changes
      taken.append(decided.route)
    }
    routes = taken.compactMap(\.self)
    for target in targets {
      switch target {
      case .link(let link):
        (asksRouters, readsLinks) = (true, true)
        routes += tables.flatMap { $0.routes(for: link) }
      case .value: asksRouters = true
      case .route(let identifier, _): routes.append(identifier)
      case .screen(let kind, _): kinds.append(kind)
      case .fact: break
      }
    }
    routes = routes.unique
    for table in tables {
      kinds += routes.flatMap { table.route($0)?.destination.kinds ?? [] }
    }
    for case .tree(let change) in changes {
      change.inserted.forEachKind { kinds.append($0) }
    }
    kinds += kindsThatGo
    kinds = kinds.unique
  }
}

extension RouteTable {
  /// The routes that match a link, at most one for each router and for the table itself.
  fileprivate func routes(for link: RouteLink) -> [String] {
    let indexes = routing?.all.map(Optional.init) ?? []
    return (indexes + [nil]).compactMap { match(link, router: $0)?.route }
  }
}

extension Destination {
  /// The kinds that its steps name.
  fileprivate var kinds: [String] {
    allSteps.filter { $0.verb != .run }.map(\.name).filter { !$0.isEmpty }
  }
}
