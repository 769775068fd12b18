import RouteEngine
import RouteTestSupport

/// Makes random trees and changes; most changes fit the tree for which they are made.
struct RandomTree {
  var random: SeededRandom
  var counter: UInt64 = 0
  static let kinds = ["a", "b", "c", "login"]
  static let containers: [ContainerKind] = [
    .stack, .tabs, .split, .tripleSplit, .custom("carousel", .tabs), .custom("deck", .stack),
  ]

  init(_ seed: UInt64) { random = SeededRandom(seed) }

  mutating func value() -> ParameterValue {
    switch random.below(7) {
    case 6: random.pick([[], [1, "a\u{0}", true], [0.5]])
    case 0: .int(Int64(bitPattern: random.next()))
    case 1: .double(Double(random.below(1_000)) / 8)
    case 2: .double(random.pick([.infinity, -0.0, .nan, .greatestFiniteMagnitude]))
    case 3: .bool(random.chance(50))
    case 4: .token("~" + String(repeating: random.pick(["a", "Z", "0", "z"]), count: 22))
    default: .string(random.pick(["", "x", "é", "e\u{301}", "\u{0}\"\\", "😀", "a b"]))
    }
  }

  mutating func parameters() -> Parameters {
    var parameters: Parameters = [:]
    for _ in 0..<random.below(3) {
      parameters[random.pick(["id", "q", "é", "e\u{301}"])] = value()
    }
    return parameters
  }

  /// A random screen with the screens below it.
  mutating func subtree(depth: Int = 3) -> Subtree {
    counter += 1
    let id = counter
    var subtree = Subtree(kind: random.pick(Self.kinds), parameters: parameters())
    subtree.id = ScreenID(id)
    subtree.isReady = random.chance(30)
    if random.chance(10) { subtree.ownership = .foreign }
    if random.chance(5) { subtree.ownership = .unknown(version: 1) }
    if depth > 0, random.chance(60) {
      subtree.container = random.pick(RandomTree.containers)
      let columns = subtree.layout?.columns ?? []
      for _ in 0..<random.below(4) {
        let child = self.subtree(depth: depth - 1)
        if columns.isEmpty || subtree.children.count < columns.count {
          subtree.children.append(child)
        }
      }
      if subtree.layout == .tabs, !subtree.children.isEmpty {
        subtree.selected = random.below(subtree.children.count)
      }
    }
    if depth > 0, random.chance(15) {
      subtree.style = random.pick(PresentationStyle.samples)
      subtree.presented = [self.subtree(depth: depth - 1)]
    }
    return subtree
  }

  /// A change that may fit the tree; about two of ten do not.
  mutating func change(of tree: ScreenTree) -> TreeChange {
    let screens = tree.scenes.flatMap { scene in
      var found: [Screen] = []
      tree.forEachBelow(scene.root) { found.append($0) }
      return found
    }
    guard !screens.isEmpty else { return .root(scene: "main", screen: [subtree()]) }
    let screen = random.pick(screens)
    let scene = random.pick(tree.scenes).name
    switch random.below(24) {
    case 0...8:
      let holders = screens.filter { $0.container != nil }
      guard let holder = holders.isEmpty ? nil : random.pick(holders) else {
        return .root(scene: scene, screen: [subtree()])
      }
      let at = random.below(holder.children.count + 1)
      let drop = random.below(holder.children.count - at + (random.chance(10) ? 2 : 1))
      let insert = (0..<random.below(3)).map { _ in subtree(depth: 2) }
      return .splice(container: holder.id, at: at, drop: drop, insert: NewScreens(insert))
    case 9...11:
      let tabs = screens.filter { $0.layout == .tabs && !$0.children.isEmpty }
      guard !tabs.isEmpty else { return .select(child: screen.id) }
      return .select(child: random.pick(random.pick(tabs).children))
    case 12, 13, 14:
      return .present(
        over: screen.id, style: random.pick(PresentationStyle.samples), screen: [subtree(depth: 1)])
    case 15:
      let presenting = screens.filter { $0.presented != nil }
      return .dismiss(from: (presenting.isEmpty ? screen : random.pick(presenting)).id)
    case 16: return .root(scene: random.pick(["main", "second", "third", ""]), screen: [subtree()])
    case 17: return .close(scene: scene)
    case 18: return .activate(scene: random.pick([scene, "gone"]))
    case 19, 20: return .parameters(screen.id, parameters())
    case 21: return .ready(screen.id, random.chance(60))
    case 22:
      return .become(
        screen.id, kind: random.pick(Self.kinds), parameters: parameters(),
        ownership: random.chance(50) ? .declared : .unknown(version: random.below(9) + 1))
    default: return random.chance(50) ? .unready : .select(child: ScreenID(counter + 9))
    }
  }
}

extension ScreenTree {
  /// The same screens in a new tree, without the edits that led here.
  var rebuilt: ScreenTree {
    get throws {
      var tree = ScreenTree()
      var counter: UInt64 = 0
      for scene in subtrees {
        try tree.apply(.root(scene: scene.name, screen: [scene.root]), counter: &counter)
      }
      if !scenes.isEmpty { try tree.apply(.activate(scene: activeScene), counter: &counter) }
      return tree
    }
  }
}

extension PresentationStyle {
  /// One sample of each form, and rare forms.
  static let samples =
    Form.allCases.map { PresentationStyle($0) } + [
      .sheet(detents: [.medium, .large]), .formSheet(detents: [.percent(40), .points(320)]),
      .custom("drawer", like: .sheet), .custom("zoom", like: .full),
      .custom("sheet", like: .sheet, detents: [.custom("small"), .large]),
    ]
}
