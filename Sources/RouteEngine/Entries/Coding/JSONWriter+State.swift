extension JSONWriter {
  /// Writes a whole state: a checkpoint, or what a session adopts.
  mutating func state(_ state: RouteState) {
    beginObject()
    if !state.actions.isEmpty {
      name("actions")
      array(state.actions) { $0.action($1) }
    }
    if state.tree.activeScene != ScreenTree.mainScene {
      name("active")
      string(state.tree.activeScene)
    }
    if !state.conditions.isEmpty {
      name("conditions")
      array(state.conditions) { $0.string($1) }
    }
    name("counter")
    uint(state.counter)
    optional("principal", state.principal)
    name("scenes")
    scenes(of: state.tree)
    if !state.allSuspects.isEmpty {
      name("suspects")
      array(state.allSuspects) { $0.suspect($1) }
    }
    if state.isSuspended {
      name("suspended")
      bool(true)
    }
    if !state.waiting.isEmpty {
      name("waiting")
      array(state.waiting) { $0.waiting($1) }
    }
    endObject()
  }

  /// Writes the scenes of a tree with their whole hierarchies, from the rows where these lie: of
  /// fifteen screens that takes 39,000 instructions, and 66,000 by way of their subtrees.
  mutating func scenes(of tree: ScreenTree) {
    beginArray()
    for scene in tree.scenes {
      if let root = tree[scene.root] { self.scene(scene.name, root) }
    }
    endArray()
  }

  /// Writes a scene with its whole hierarchy.
  mutating func scene(_ scene: SceneSubtree) {
    self.scene(scene.name, ListedSubtree([scene.root], 0))
  }

  private mutating func scene(_ name: String, _ root: some WrittenScreen) {
    beginObject()
    if name != ScreenTree.mainScene {
      self.name("name")
      string(name)
    }
    self.name("root")
    screen(root)
    endObject()
  }

  private mutating func suspect(_ suspect: RouteState.CrashSuspect) {
    beginObject()
    name("count")
    int(Int64(suspect.count))
    name("fingerprint")
    string(Digest64.hex(suspect.fingerprint))
    endObject()
  }

  /// Writes a screen with all below it.
  mutating func subtree(_ subtree: Subtree) { screen(ListedSubtree([subtree], 0)) }

  /// Writes an array of screens, each with all below it.
  mutating func subtrees(_ list: [Subtree]) {
    beginArray()
    for index in list.indices { screen(ListedSubtree(list, index)) }
    endArray()
  }

  private mutating func screen<Written: WrittenScreen>(_ screen: Written) {
    beginObject()
    if screen.hasChildren {
      name("children")
      beginArray()
      screen.forEachChild { self.screen($0) }
      endArray()
    }
    optional("container", screen.container?.text)
    if screen.ownership == .foreign {
      name("foreign")
      bool(true)
    }
    id("id", screen.ownID)
    name("kind")
    string(screen.kind)
    let parameters = screen.parameters
    if !parameters.isEmpty {
      name("parameters")
      self.parameters(parameters)
    }
    if let presented = screen.screenOver {
      name("presented")
      self.screen(presented)
    }
    if screen.isReady {
      name("ready")
      bool(true)
    }
    optional("selected", screen.selectedPosition.map(Int64.init))
    let style = screen.presentationStyle
    if style != .automatic {
      name("style")
      string(style.text)
    }
    optional("unknown", screen.ownership.unknownVersion.map(Int64.init))
    endObject()
  }

  /// Writes a waiting request.
  package mutating func waiting(_ waiting: WaitingRequest) {
    beginObject()
    if waiting.clockSetMicroseconds != 0 {
      name("clock_set_us")
      int(waiting.clockSetMicroseconds)
    }
    if case .condition(let condition) = waiting.status {
      name("condition")
      string(condition)
    }
    name("id")
    int(waiting.id.rawValue)
    if waiting.status == .released {
      name("released")
      bool(true)
    }
    if let replacement = waiting.replacement {
      name("replacement")
      targetObject(replacement)
    }
    name("request")
    request(waiting.request, isWhole: true)
    if waiting.status == .suspended {
      name("suspended")
      bool(true)
    }
    endObject()
  }
}

/// A screen that is written with all below it, wherever it lies.
private protocol WrittenScreen {
  var ownID: ScreenID? { get }
  var kind: String { get }
  var parameters: Parameters { get }
  var container: ContainerKind? { get }
  var ownership: ScreenOwnership { get }
  var isReady: Bool { get }
  /// The position of the selected child.
  var selectedPosition: Int? { get }
  var presentationStyle: PresentationStyle { get }
  var hasChildren: Bool { get }
  /// The screen presented over it.
  var screenOver: Self? { get }

  func forEachChild(_ body: (Self) -> Void)
}

/// A subtree where it stands in a list: taken out it would be copied, which is 260 instructions.
private struct ListedSubtree: WrittenScreen {
  private let list: [Subtree]
  private let index: Int

  init(_ list: [Subtree], _ index: Int) { (self.list, self.index) = (list, index) }

  var ownID: ScreenID? { list[index].id }
  var kind: String { list[index].kind }
  var parameters: Parameters { list[index].parameters }
  var container: ContainerKind? { list[index].container }
  var ownership: ScreenOwnership { list[index].ownership }
  var isReady: Bool { list[index].isReady }
  var selectedPosition: Int? { list[index].selected }
  var presentationStyle: PresentationStyle { list[index].style }
  var hasChildren: Bool { !list[index].children.isEmpty }
  var screenOver: ListedSubtree? {
    list[index].presented.isEmpty ? nil : ListedSubtree(list[index].presented, 0)
  }

  func forEachChild(_ body: (ListedSubtree) -> Void) {
    for child in list[index].children.indices { body(ListedSubtree(list[index].children, child)) }
  }
}

extension Screen: WrittenScreen {
  fileprivate var ownID: ScreenID? { id }
  fileprivate var hasChildren: Bool { childCount > 0 }
}
