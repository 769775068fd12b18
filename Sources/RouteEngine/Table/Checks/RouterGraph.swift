/// The routers of a table and the order in which they are asked.
package struct RouterGraph: Sendable {
  /// One router, with its relations as indices.
  private struct Node: Sendable {
    let router: Router
    /// Children and parents in the order in which they are asked.
    var relations: [(place: Int, isParent: Bool)] = []
    var parents: [Int] = []
    var children: [Int] = []
    let index: PathIndex
  }

  private var nodes: [Node]
  private let places: [String: Int]
  /// The router of each route that belongs to one.
  private var owners: [String: Int] = [:]
  /// The router that lists each kind of screen.
  private var routersOfKinds: [String: Int] = [:]
  /// The order in which routers are asked when a request does not start at a router.
  private var wholeOrder: [Int] = []

  /// - Parameter indexes: the patterns of each router's routes. All children are routers: the table
  ///   was checked.
  init(_ routers: [Router], indexes: [PathIndex]) {
    nodes = zip(routers, indexes).map { Node(router: $0, index: $1) }
    places = Dictionary(
      routers.enumerated().map { ($1.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    for (place, router) in routers.enumerated() {
      for route in router.routes { owners[route] = place }
      for kind in router.kinds { routersOfKinds[kind] = place }
    }
    for place in nodes.indices {
      for child in nodes[place].router.children {
        guard let other = places[child.router] else { continue }
        nodes[place].children.append(other)
        nodes[other].parents.append(place)
      }
    }
    for place in nodes.indices { nodes[place].relations = relations(of: place) }
    wholeOrder = order(from: nil, goesUp: true)
  }

  /// Children with a priority of at least 0, the highest first, then the parents, then the other
  /// children. Equal priorities keep the order of adding.
  private func relations(of place: Int) -> [(place: Int, isParent: Bool)] {
    let children = nodes[place].children
    let priorities = nodes[place].router.children.map(\.priority)
    let ranked = children.indices.sorted { (priorities[$1], $0) < (priorities[$0], $1) }
    let before = ranked.filter { priorities[$0] >= 0 }.map { (children[$0], false) }
    let after = ranked.filter { priorities[$0] < 0 }.map { (children[$0], false) }
    return before + nodes[place].parents.map { ($0, true) } + after
  }

  /// The indices of all routers.
  package var all: Range<Int> { nodes.indices }

  /// The index of a router.
  package func place(of identifier: String) -> Int? { places[identifier] }

  /// The router at an index.
  package func router(_ place: Int) -> Router { nodes[place].router }

  /// The patterns of a router's routes.
  func index(_ place: Int) -> PathIndex { nodes[place].index }

  /// The router that owns a route.
  package func owner(ofRoute identifier: String) -> Router? {
    owners[identifier].map { nodes[$0].router }
  }

  /// The parents of a router, nearest first; each once.
  package func parents(of place: Int) -> [Int] { walk(from: place) { nodes[$0].parents } }

  /// All routers below one, nearest first; each once.
  package func descendants(of place: Int) -> [Int] { walk(from: place) { nodes[$0].children } }

  private func walk(from place: Int, _ next: (Int) -> [Int]) -> [Int] {
    var found = [place]
    var known: Set = [place]
    var position = 0
    while position < found.count {
      for other in next(found[position]) where known.insert(other).inserted { found.append(other) }
      position += 1
    }
    return Array(found.dropFirst())
  }

  /// The routers in the order in which they are asked, each once: a router, then its relations in
  /// turn.
  ///
  /// - Parameters:
  ///   - start: the router that is asked first; nil: all without a parent, in the order written.
  ///   - goesUp: whether parents are asked.
  ///   - continues: whether all remaining routers are asked at the end, in the order written.
  package func order(from start: Int?, goesUp: Bool, continues: Bool = false) -> [Int] {
    if start == nil, goesUp, !wholeOrder.isEmpty { return wholeOrder }
    var order: [Int] = []
    var isKnown = Array(repeating: false, count: nodes.count)
    // A loop and not a recursion: a file may have chains of any length.
    var next: [Int] = []
    func visit(_ first: Int) {
      next.append(first)
      while let place = next.popLast() {
        guard !isKnown[place] else { continue }
        isKnown[place] = true
        order.append(place)
        for relation in nodes[place].relations.reversed() where goesUp || !relation.isParent {
          next.append(relation.place)
        }
      }
    }
    if let start { visit(start) }
    if start == nil || continues {
      for place in nodes.indices where nodes[place].parents.isEmpty { visit(place) }
      for place in nodes.indices { visit(place) }  // in a ring each router has a parent
    }
    return order
  }

  /// The routers in the order in which a request with these options asks them; nil when it names an
  /// unknown router.
  ///
  /// - Parameter tree: the tree that is shown; without it no router has a visible screen.
  func order(for options: RouteRequest.Options, shown tree: ScreenTree?) -> [Int]? {
    let goesUp = !options.staysBelowRouter
    guard let wanted = options.router else {
      let start = tree.flatMap { active(in: $0, scene: options.scene) }
      return order(from: start, goesUp: goesUp, continues: goesUp)
    }
    return place(of: wanted).map { order(from: $0, goesUp: goesUp) }
  }

  /// The router of the visible screens: that of the innermost one that has a router.
  package func active(in tree: ScreenTree, scene: String?) -> Int? {
    for screen in tree.visiblePath(of: scene).reversed() {
      if let place = routersOfKinds[screen.kind] { return place }
    }
    return nil
  }
}
