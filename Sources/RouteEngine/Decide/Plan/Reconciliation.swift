/// Finds the changes from the known hierarchy to the one on display. Every screen that is still
/// there keeps its id, its readiness and its actions, and there are as few changes as possible.
struct Reconciliation {
  private let table: RouteTable
  private let limits: RouteLimits
  /// The tree with the changes found so far.
  private var tree: ScreenTree
  /// The tree before all changes, which describes the screens that moved.
  private let before: ScreenTree
  private var counter: UInt64
  private var changes: [TreeChange] = []
  /// The ids that the host has given: such a screen matches no other.
  private var named: Set<ScreenID> = []

  init(of tree: ScreenTree, table: RouteTable, counter: UInt64, limits: RouteLimits) {
    self.tree = tree
    before = tree
    self.table = table
    self.counter = counter
    self.limits = limits
  }

  /// The changes that lead to the screens on display; empty when these are known already.
  ///
  /// - Throws: ``HostFact/Mismatch`` when a named screen or scene does not exist, or when the
  ///   hierarchy is impossible.
  mutating func changes(to displayed: DisplayedScreens) throws(HostFact.Mismatch) -> [TreeChange] {
    if let flaw = displayed.flaw { throw .impossible(flaw) }
    for scene in displayed.scenes { try checkNames(in: scene.root) }
    for part in displayed.parts { try checkNames(in: part) }
    for part in displayed.parts {
      guard let id = part.id else { throw .impossible("a part that is on display has no id") }
      guard let screen = tree[id] else {
        throw .impossible("\(part.kind) (\(id)) is on display, but not in another part around it")
      }
      try follow(part, at: screen, isForeign: tree.isForeignGround(screen))
    }
    var names: [String] = []
    for scene in displayed.scenes {
      guard !names.contains(scene.name) else {
        throw .impossible("scene \(scene.name) is on display twice")
      }
      names.append(scene.name)
      try follow(scene)
    }
    if displayed.isComplete {
      for scene in tree.scenes where !names.contains(scene.name) {
        try make(.close(scene: scene.name))
      }
    }
    if let active = displayed.activeScene, active != tree.activeScene {
      guard tree.root(of: active) != nil else { throw .stale("there is no scene \(active)") }
      try make(.activate(scene: active))
    }
    return changes
  }

  /// Checks that every id that the host gives is of a screen of that kind, and occurs once.
  private mutating func checkNames(in subtree: Subtree) throws(HostFact.Mismatch) {
    if let id = subtree.id {
      guard let screen = tree[id] else { throw .stale("there is no screen \(id)") }
      guard screen.kind.hasSameBytes(as: subtree.kind) else {
        throw .impossible("screen \(id) is a \(screen.kind), no \(subtree.kind)")
      }
      guard named.insert(id).inserted else {
        throw .impossible("screen \(id) is on display twice")
      }
    }
    for child in subtree.children { try checkNames(in: child) }
    for screen in subtree.presented { try checkNames(in: screen) }
  }

  private mutating func follow(_ scene: SceneSubtree) throws(HostFact.Mismatch) {
    if let root = tree.root(of: scene.name).flatMap({ tree[$0] }), recognises(scene.root, in: root)
    {
      try follow(scene.root, at: root, isForeign: false)
    } else {
      try make(.root(scene: scene.name, screen: [try newScreen(scene.root, isForeign: false)]))
    }
  }

  private mutating func make(_ change: TreeChange) throws(HostFact.Mismatch) {
    do throws(ChangeError) {
      try tree.apply(change, counter: &counter, limits: limits)
    } catch {
      throw .impossible(error.description)
    }
    changes.append(change)
  }
}

extension Reconciliation {
  /// Whether the displayed screen is that screen.
  private func recognises(_ displayed: Subtree, in screen: Screen) -> Bool {
    if let id = displayed.id { return id == screen.id }
    return !named.contains(screen.id)
      && key(displayed.kind, displayed.parameters) == key(screen.kind, screen.parameters)
      && (displayed.container == nil || displayed.container == screen.container)
  }

  /// The values that distinguish screens without an id.
  private struct Key: Hashable {
    let kind: [UInt8]
    let identity: Parameters
  }

  private func key(_ kind: String, _ parameters: Parameters) -> Key {
    guard let names = table.kind(kind)?.identityNames else {
      return Key(kind: Array(kind.utf8), identity: parameters)
    }
    var identity: Parameters = [:]
    for name in names { identity[name] = parameters[name] }
    return Key(kind: Array(kind.utf8), identity: identity)
  }

  /// Changes an existing screen to match the displayed screen in its place.
  ///
  /// - Parameter isForeign: whether it lies in a screen of other code.
  private mutating func follow(
    _ displayed: Subtree, at screen: Screen, isForeign: Bool
  ) throws(HostFact.Mismatch) {
    let id = screen.id
    if let container = displayed.container, container != screen.container {
      throw .impossible("\(screen.kind) (\(id)) is no \(container.text)")
    }
    let keepsParameters = displayed.id != nil && displayed.parameters.isEmpty
    if !keepsParameters, displayed.parameters != screen.parameters {
      try check(displayed)
      try make(.parameters(id, displayed.parameters))
    }
    let isGround = isForeign || screen.ownership == .foreign
    let displayed = withTombstones(of: screen, displayed)
    let pairs = try followChildren(of: screen, to: displayed.children, isForeign: isGround)
    for (child, displayed) in pairs {
      guard let child = tree[child] else { continue }
      try follow(displayed, at: child, isForeign: isGround)
    }
    if let position = displayed.selected { try select(position, in: id) }
    try followPresented(of: id, to: displayed, isForeign: isForeign)
  }

  private mutating func select(_ position: Int, in id: ScreenID) throws(HostFact.Mismatch) {
    guard let holder = tree[id], holder.layout == .tabs else { return }
    guard (0..<holder.childCount).contains(position) else {
      throw .impossible("\(holder.kind) (\(id)) selects a screen that it does not hold")
    }
    let child = tree.child(of: holder.row.children, at: position)
    if let child, holder.selected != child { try make(.select(child: child)) }
  }

  private mutating func followPresented(
    of id: ScreenID, to displayed: Subtree, isForeign: Bool
  ) throws(HostFact.Mismatch) {
    let presented = tree[id]?.presented.flatMap { tree[$0] }
    if presented?.ownership.isUnknown ?? false, displayed.presented.isEmpty { return }
    if let presented, let next = displayed.presented.first, recognises(next, in: presented) {
      return try follow(next, at: presented, isForeign: isForeign)
    }
    if presented != nil { try make(.dismiss(from: id)) }
    if let next = displayed.presented.first {
      let screen = try newScreen(next, isForeign: isForeign)
      try make(.present(over: id, style: displayed.style, screen: [screen]))
    }
  }

  /// A new screen for the displayed one, with all below it. A screen whose kind is not declared
  /// belongs to other code.
  private mutating func newScreen(
    _ displayed: Subtree, isForeign: Bool
  ) throws(HostFact.Mismatch) -> Subtree {
    var subtree = try described(displayed, isForeign: isForeign)
    subtree.assignIDs(after: &counter)
    return subtree
  }

  private func described(
    _ displayed: Subtree, isForeign: Bool
  ) throws(HostFact.Mismatch) -> Subtree {
    var subtree = displayed
    if let known = displayed.id.flatMap({ before[$0] }), displayed.parameters.isEmpty {
      subtree.parameters = known.parameters  // unchanged, as the host omitted them
    }
    try check(subtree)
    (subtree.id, subtree.isReady) = (nil, false)
    let declaration = table.screen(displayed.kind)
    subtree.container =
      displayed.container ?? declaration?.container
      ?? TreeNotation.container(named: displayed.kind)
    let holdsWithoutContainer = !displayed.children.isEmpty && subtree.container == nil
    if declaration == nil, !displayed.ownership.isUnknown, !isForeign || holdsWithoutContainer {
      subtree.ownership = .foreign
    }
    let isGround = isForeign || subtree.ownership == .foreign
    for index in subtree.children.indices {
      subtree.children[index] = try described(subtree.children[index], isForeign: isGround)
    }
    for index in subtree.presented.indices {
      subtree.presented[index] = try described(subtree.presented[index], isForeign: isForeign)
    }
    return subtree
  }

  /// Checks that the parameters of a declared kind are present and have their types. Others are
  /// allowed.
  private func check(_ displayed: Subtree) throws(HostFact.Mismatch) {
    guard !displayed.ownership.isUnknown, let schema = table.screen(displayed.kind)?.schema
    else { return }
    for entry in schema.entries {
      let value = displayed.parameters[entry.name]
      guard value.map(entry.type.accepts) ?? entry.isOptional else {
        throw .impossible("\(displayed.kind) needs \(entry.name): \(entry.type)")
      }
    }
  }
}

extension Reconciliation {
  /// Changes the children of a screen to match those on display; returns those that stay, each with
  /// its displayed screen.
  private mutating func followChildren(
    of holder: Screen, to displayed: [Subtree], isForeign: Bool
  ) throws(HostFact.Mismatch) -> [(ScreenID, Subtree)] {
    let children = holder.children
    guard !children.isEmpty || !displayed.isEmpty else { return [] }
    var kept = pairs(of: children, with: displayed)
    var gaps = Self.gaps(between: kept, children.count, displayed.count)
    // Each gap is a change that moves the children behind it, so many gaps together would take too
    // long.
    if gaps.count > 1, gaps.count > Self.mostMoves / max(children.count, displayed.count) {
      kept = Self.prefix(of: kept)
      gaps = Self.gaps(between: kept, children.count, displayed.count)
    }
    if gaps.count > 1, holder.layout?.hasColumns ?? false {
      // There is room for no more screens than there are columns.
      for gap in gaps where !gap.children.isEmpty {
        try replace(gap.children, in: holder.id, by: [], isForeign: isForeign)
      }
      for gap in gaps.reversed() where !gap.displayed.isEmpty {
        let place = gap.displayed.lowerBound
        try replace(
          place..<place, in: holder.id, by: displayed[gap.displayed], isForeign: isForeign)
      }
    } else {
      for gap in gaps {
        try replace(
          gap.children, in: holder.id, by: displayed[gap.displayed], isForeign: isForeign)
      }
    }
    return kept.map { (children[$0.child], displayed[$0.displayed]) }
  }

  private mutating func replace(
    _ range: Range<Int>, in holder: ScreenID, by displayed: ArraySlice<Subtree>, isForeign: Bool
  ) throws(HostFact.Mismatch) {
    var insert = NewScreens()
    for screen in displayed { insert.append(try newScreen(screen, isForeign: isForeign)) }
    try make(
      .splice(container: holder, at: range.lowerBound, drop: range.count, insert: insert))
  }

  /// The displayed screens, with the hidden tombstones at their former places. In a stack, a
  /// tombstone is removed together with the screen below it. In columns, tombstones are removed
  /// when there is no room beside the displayed screens.
  private mutating func withTombstones(of holder: Screen, _ displayed: Subtree) -> Subtree {
    let children = holder.children
    func isTombstone(_ id: ScreenID) -> Bool {
      !named.contains(id) && tree[id]?.ownership.isUnknown ?? false
    }
    guard children.contains(where: isTombstone) else { return displayed }
    let places = Dictionary(
      uniqueKeysWithValues: pairs(of: children, with: displayed.children).map {
        ($0.child, $0.displayed)
      })
    var whole = displayed
    whole.children = []
    var next = 0
    var hasLeft = false
    func add(through last: Int) {
      for index in next..<last {
        if displayed.selected == index { whole.selected = whole.children.count }
        whole.children.append(displayed.children[index])
      }
      next = last
    }
    for (index, child) in children.enumerated() {
      if let place = places[index] {
        add(through: place + 1)
        hasLeft = false
      } else if !isTombstone(child) {
        hasLeft = true
      } else if !hasLeft || holder.layout != .stack, let tombstone = tree.subtree(child) {
        name(tombstone)
        whole.children.append(tombstone)
      }
    }
    add(through: displayed.children.count)
    let columns = holder.layout?.columns ?? []
    return columns.isEmpty || whole.children.count <= columns.count ? whole : displayed
  }

  /// Excludes a screen, and all below it, from matching others.
  private mutating func name(_ subtree: Subtree) {
    if let id = subtree.id { named.insert(id) }
    for child in subtree.children { name(child) }
    for screen in subtree.presented { name(screen) }
  }

  /// Positions in two lists that hold the same screen.
  private typealias Pair = (child: Int, displayed: Int)

  /// The largest set of screens that stay in their order, by their positions in both lists.
  private func pairs(of children: [ScreenID], with displayed: [Subtree]) -> [Pair] {
    var places: [ScreenID: Int] = [:]
    var likes: [Key: [Int]] = [:]
    for index in children.indices.reversed() {
      guard let screen = tree[children[index]] else { continue }
      if named.contains(screen.id) {
        places[screen.id] = index
      } else {
        likes[key(screen.kind, screen.parameters), default: []].append(index)
      }
    }
    var candidates: [Pair] = []
    for (index, subtree) in displayed.enumerated() {
      if let id = subtree.id {
        if let place = places[id] { candidates.append((place, index)) }
      } else if let place = likes[key(subtree.kind, subtree.parameters)]?.popLast(),
        let screen = tree[children[place]], recognises(subtree, in: screen)
      {
        candidates.append((place, index))
      }
    }
    return candidates.longestRise(of: \.child)
  }

  /// A range of children that are removed from a list, and the range of displayed screens that
  /// replace them.
  private typealias Gap = (children: Range<Int>, displayed: Range<Int>)

  /// The gaps between the screens that stay, from the last to the first, so that closing a gap does
  /// not shift the ones before it.
  private static func gaps(between kept: [Pair], _ count: Int, _ displayedCount: Int) -> [Gap] {
    var gaps: [Gap] = []
    var end: Pair = (count, displayedCount)
    for pair in kept.reversed() + [(-1, -1)] {
      let gap: Gap = (pair.child + 1..<end.child, pair.displayed + 1..<end.displayed)
      if !gap.children.isEmpty || !gap.displayed.isEmpty { gaps.append(gap) }
      end = pair
    }
    return gaps
  }

  /// The most moves of screens for all gaps of one list.
  private static var mostMoves: Int { 4_000_000 }

  /// The pairs before the first difference; everything after it counts as new.
  private static func prefix(of pairs: [Pair]) -> [Pair] {
    Array(pairs.enumerated().prefix { $1.child == $0 && $1.displayed == $0 }.map(\.element))
  }
}
