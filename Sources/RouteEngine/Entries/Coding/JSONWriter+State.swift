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
    array(state.tree.subtrees) { $0.scene($1) }
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

  /// Writes a scene with its whole hierarchy.
  mutating func scene(_ scene: SceneSubtree) {
    beginObject()
    if scene.name != ScreenTree.mainScene {
      name("name")
      string(scene.name)
    }
    name("root")
    subtree(scene.root)
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
  mutating func subtree(_ subtree: Subtree) { self.subtree([subtree], at: 0) }

  /// Writes an array of screens, each with all below it.
  mutating func subtrees(_ list: [Subtree]) {
    beginArray()
    for index in list.indices { subtree(list, at: index) }
    endArray()
  }

  /// Writes a screen where it stands: handed over by itself it would be copied, which is 260
  /// instructions.
  private mutating func subtree(_ list: [Subtree], at index: Int) {
    beginObject()
    if !list[index].children.isEmpty {
      name("children")
      subtrees(list[index].children)
    }
    optional("container", list[index].container?.text)
    if list[index].ownership == .foreign {
      name("foreign")
      bool(true)
    }
    id("id", list[index].id)
    name("kind")
    string(list[index].kind)
    if !list[index].parameters.isEmpty {
      name("parameters")
      parameters(list[index].parameters)
    }
    if !list[index].presented.isEmpty {
      name("presented")
      self.subtree(list[index].presented, at: 0)
    }
    if list[index].isReady {
      name("ready")
      bool(true)
    }
    optional("selected", list[index].selected.map(Int64.init))
    if list[index].style != .automatic {
      name("style")
      string(list[index].style.text)
    }
    optional("unknown", list[index].ownership.unknownVersion.map(Int64.init))
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
