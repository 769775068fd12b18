package import RouteEngine

extension ScreenTree {
  /// The first part in which this hierarchy, the recorded one, differs from another; nil when they
  /// are equal.
  func firstDifference(from other: ScreenTree) -> Divergence.TreePart? {
    if self == other { return nil }
    return firstDifference(from: other, ignoringTokens: false)
      ?? Divergence.TreePart(
        place: [], recorded: "the same screens", replayed: "the same screens under other ids")
  }

  /// The first part in which this hierarchy, the recorded one, has other screens than another,
  /// regardless of ids. If all screens are equal, the first one that is ready on one side only; nil
  /// when there is none.
  ///
  /// - Parameter ignoringTokens: whether all tokens of private values count as equal: another
  ///   journal has other keys.
  package func firstDifference(
    from other: ScreenTree, ignoringTokens: Bool
  ) -> Divergence.TreePart? {
    func differences(most: Int) -> [TreeDifference] {
      parts(from: other, knowsByID: false, ignoringTokens: ignoringTokens, most: most)
    }
    guard var found = differences(most: 1).first else { return nil }
    if found.kind == .ready { found = differences(most: .max).first { $0.kind != .ready } ?? found }
    return Divergence.TreePart(
      place: found.place, recorded: found.before, replayed: found.after,
      isOfReadiness: found.kind == .ready)
  }

  /// Every part in which a later hierarchy of the same journal differs, in drawing order. Screens
  /// are identified by their ids, so a moved screen is the same screen.
  func differences(to later: ScreenTree) -> [TreeDifference] {
    if self == later { return [] }
    let parts = parts(from: later, knowsByID: true, ignoringTokens: false, most: .max)
    guard parts.isEmpty else { return parts }
    return [
      TreeDifference(
        .identity, scene: activeScene, place: [], before: "the same screens",
        after: "the same screens under other ids")
    ]
  }

  /// The first parts in which another hierarchy differs, in drawing order.
  ///
  /// - Parameters:
  ///   - knowsByID: whether a screen is identified by its id, as within one journal; otherwise by
  ///     its notation.
  ///   - most: the most parts to find.
  func parts(
    from other: ScreenTree, knowsByID: Bool, ignoringTokens: Bool, most: Int
  ) -> [TreeDifference] {
    var comparison = TreeComparison(
      self, other, knowsByID: knowsByID, ignoringTokens: ignoringTokens, most: most)
    return comparison.run()
  }

  /// A digest of everything that ``firstDifference(from:ignoringTokens:)`` compares. It contains no
  /// ids, so hierarchies of two journals can be compared.
  func contentDigest(ignoringTokens: Bool) -> UInt64 {
    var digest = Digest64()
    digest.combine(UInt64(scenes.count))
    // The scenes are in the order in which they were opened, which does not count as a difference.
    for scene in scenes.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
      digest.combine(scene.name)
      forEachBelow(scene.root) { screen in
        digest.combine(screen.line(ignoringTokens: ignoringTokens))
        digest.combine(UInt64(screen.childCount))
        let selected = screen.selected.flatMap { self[$0]?.position }
        digest.combine(optional: selected.map { UInt64($0) })
        digest.combine(screen.presented == nil ? "" : screen.presentationStyle.text)
        digest.combine(screen.isReady ? 1 as UInt8 : 0)
      }
    }
    digest.combine(activeScene)
    return digest.value
  }
}

extension Screen {
  /// The screen in the tree notation, without what is below it.
  func line(ignoringTokens: Bool) -> String {
    var text = kind
    if let container { text += "/\(container.text)" }
    if ownership != .declared { text += "/\(ownership.word)" }
    let shown = ignoringTokens ? parameters.withoutTokens : parameters
    if !shown.isEmpty { text += "(\(shown.notation))" }
    return text
  }
}

extension Parameters {
  /// The parameters with one text for all tokens.
  var withoutTokens: Parameters {
    var parameters = self
    for element in self {
      if case .token = element.value { parameters[element.name] = .token("~") }
    }
    return parameters
  }
}

/// Walks over two hierarchies side by side and collects their differences. Their depth is at most
/// the limit of the format.
///
/// The children of a container are aligned: a screen added between two others is one part, and not
/// a difference of all screens after it.
private struct TreeComparison {
  private let left: ScreenTree
  private let right: ScreenTree
  private let knowsByID: Bool
  private let ignoringTokens: Bool
  private let most: Int
  private var scene = ""
  private var place: [String] = []
  private var parts: [TreeDifference] = []

  init(
    _ left: ScreenTree, _ right: ScreenTree, knowsByID: Bool, ignoringTokens: Bool, most: Int
  ) {
    (self.left, self.right, self.most) = (left, right, most)
    (self.knowsByID, self.ignoringTokens) = (knowsByID, ignoringTokens)
  }

  private var isFull: Bool { parts.count >= most }

  mutating func run() -> [TreeDifference] {
    for scene in left.scenes where !isFull {
      self.scene = scene.name
      let other = right.scenes.first { Bytes.same($0.name, scene.name) }
      if other == nil {
        let removed = left[scene.root].map { countGone(from: $0, of: left, in: right) } ?? 0
        add(.scene, "scene \(scene.name)", nil, removed: removed)
      }
      compareOne(left[scene.root], other.flatMap { right[$0.root] }, isNamed: other == nil)
    }
    for scene in right.scenes where !isFull {
      guard !left.scenes.contains(where: { Bytes.same($0.name, scene.name) }) else { continue }
      self.scene = scene.name
      let added = right[scene.root].map { countGone(from: $0, of: right, in: left) } ?? 0
      add(.scene, nil, "scene \(scene.name)", added: added)
      compareOne(nil, right[scene.root], isNamed: true)
    }
    if !isFull, !Bytes.same(left.activeScene, right.activeScene) {
      scene = right.activeScene
      add(.scene, "scene \(left.activeScene) is active", "scene \(right.activeScene) is")
    }
    return Array(parts.prefix(most))
  }

  private mutating func add(
    _ kind: TreeDifference.Kind, _ before: String?, _ after: String?, removed: Int = 0,
    added: Int = 0
  ) {
    parts.append(
      TreeDifference(
        kind, scene: scene, place: place, before: before, after: after, removed: removed,
        added: added))
  }

  private func line(_ screen: Screen) -> String { screen.line(ignoringTokens: ignoringTokens) }

  /// - Parameter isNamed: whether it was already reported that one of them is missing.
  private mutating func compare(_ one: Screen?, _ other: Screen?, isNamed: Bool = false) {
    guard !isFull else { return }
    guard let one, let other, isSame(one, other) || one.kind.hasSameBytes(as: other.kind) else {
      if !isNamed, one != nil || other != nil {
        let kind: TreeDifference.Kind =
          one == nil ? .added : other == nil ? .removed : .replaced
        add(
          kind, one.map(line), other.map(line),
          removed: one.map { countGone(from: $0, of: left, in: right) } ?? 0,
          added: other.map { countGone(from: $0, of: right, in: left) } ?? 0)
      }
      if let one { followMoved(below: one) }
      return
    }
    let areAlike = one.ownDigest == other.ownDigest  // almost all are, and then no text is made
    let texts = areAlike ? ("", "") : (line(one), line(other))
    if !Bytes.same(texts.0, texts.1) {
      let count = !knowsByID || isSame(one, other) ? 0 : 1
      add(count == 0 ? .changed : .replaced, texts.0, texts.1, removed: count, added: count)
    }
    compareInside(one, other)
  }

  /// Whether both are one screen, even if it has changed.
  private func isSame(_ one: Screen, _ other: Screen) -> Bool { knowsByID && one.id == other.id }

  private mutating func compareInside(_ one: Screen, _ other: Screen) {
    place.append(one.kind)
    defer { place.removeLast() }
    let (children, others) = (one.children, other.children)
    let partners = compareChildren(children, others)
    guard !isFull else { return }
    let selected = one.selected.flatMap { partners[$0] }
    if selected != other.selected, one.layout == .tabs || other.layout == .tabs {
      add(.selected, selection(of: one, in: left), selection(of: other, in: right))
    }
    let presented = (one.presented.flatMap { left[$0] }, other.presented.flatMap { right[$0] })
    compareOne(presented.0, presented.1)
    guard !isFull else { return }
    if presented.0 != nil, presented.1 != nil, one.presentationStyle != other.presentationStyle {
      add(
        .presented, "presented as \(one.presentationStyle.text)",
        "presented as \(other.presentationStyle.text)")
    }
    if one.isReady != other.isReady {
      add(.ready, readiness(of: one), readiness(of: other))
    }
  }

  /// Compares the children of two containers, and finds which of them correspond.
  private mutating func compareChildren(
    _ children: [ScreenID], _ others: [ScreenID]
  ) -> [ScreenID: ScreenID] {
    var partners: [ScreenID: ScreenID] = [:]
    // Made for the first screen that has moved, which seldom any has: a whole list may be moved.
    var known: Set<ScreenID>?
    let alignment =
      knowsByID
      ? SequenceAlignment(children, others)
      : SequenceAlignment(children.map { key(of: left[$0]) }, others.map { key(of: right[$0]) })
    for piece in alignment.pieces where !isFull {
      switch piece {
      case .pair(let index, let otherIndex):
        partners[children[index]] = others[otherIndex]
        compare(left[children[index]], right[others[otherIndex]])
      case .gap(let range, let otherRange):
        // A screen that is elsewhere on the other side has no counterpart here.
        var staying = children[range].filter { movedScreen($0) == nil }[...]
        var coming = others[otherRange].filter { !isKnown($0) }[...]
        for id in children[range] where movedScreen(id) != nil {
          followMoved(id)
          let here = known ?? Set(others)
          known = here
          partners[id] = here.contains(id) ? id : nil
        }
        while !isFull, !staying.isEmpty || !coming.isEmpty {
          let (one, other) = (staying.popFirst(), coming.popFirst())
          if let one, let other { partners[one] = other }
          compare(one.flatMap { left[$0] }, other.flatMap { right[$0] })
        }
      }
    }
    return partners
  }

  /// The key of a screen where ids are not used: a digest of everything in its line.
  private func key(of screen: Screen?) -> UInt64 {
    guard let screen else { return 0 }
    return ignoringTokens ? Digest64.hash(line(screen)) : screen.ownDigest
  }

  /// Compares two roots, or two presented screens. A screen that is elsewhere on the other side has
  /// no counterpart here.
  private mutating func compareOne(_ one: Screen?, _ other: Screen?, isNamed: Bool = false) {
    if let one, let other, isSame(one, other) { return compare(one, other) }
    let hasMoved = one.map { movedScreen($0.id) != nil } ?? false
    if hasMoved, let one { followMoved(one.id) }
    let isKnown = other.map { self.isKnown($0.id) } ?? false
    compare(hasMoved ? nil : one, isKnown ? nil : other, isNamed: isNamed)
  }

  /// The screen of this id on the other side; nil where ids are not used.
  private func movedScreen(_ id: ScreenID) -> Screen? {
    knowsByID ? right[id] : nil
  }

  /// Whether a screen of the other side is on this one too.
  private func isKnown(_ id: ScreenID) -> Bool { knowsByID && left[id] != nil }

  /// Compares a screen that is elsewhere on the other side.
  private mutating func followMoved(_ id: ScreenID) {
    guard !isFull, let one = left[id], let other = movedScreen(id) else { return }
    let path = right.path(to: id).dropLast().compactMap { right[$0]?.kind }
    let place = path.isEmpty ? "the root" : path.joined(separator: " > ")
    let scene = right.scene(of: id).map { $0 == self.scene ? "" : " of scene \($0)" } ?? ""
    add(.moved, line(one), "now in \(place)\(scene)")
    compare(one, other)
  }

  /// Compares the screens that were in or over a removed screen and still exist.
  private mutating func followMoved(below screen: Screen) {
    guard knowsByID else { return }
    place.append(screen.kind)
    defer { place.removeLast() }
    for id in screen.children + [screen.presented].compactMap(\.self) where !isFull {
      guard let below = left[id] else { continue }
      if movedScreen(id) == nil { followMoved(below: below) } else { followMoved(id) }
    }
  }

  /// The number of screens, counted from one, that are not on the other side.
  private func countGone(from screen: Screen, of tree: ScreenTree, in other: ScreenTree) -> Int {
    var count = 0
    tree.forEachBelow(screen.id) { screen in
      if !knowsByID || other[screen.id] == nil { count += 1 }
    }
    return count
  }

  /// A place consists of kinds only, and several screens of one kind may be in it.
  private func readiness(of screen: Screen) -> String {
    "\(line(screen)) is \(screen.isReady ? "ready" : "not ready")"
  }

  private func selection(of screen: Screen, in tree: ScreenTree) -> String {
    screen.selected.flatMap { tree[$0] }.map { "\(line($0)) is selected" }
      ?? "nothing is selected"
  }
}
