extension JSONWriter {
  /// Writes a change. Its members are in ascending order of their names; `change` is the kind.
  package mutating func change(_ change: RouteChange) {
    beginObject()
    switch change {
    case .tree(let change): members(of: change)
    case .wait(let request):
      kind("wait")
      name("waiting")
      waiting(request)
    case .settle(let id):
      kind("settle")
      name("request")
      int(id.rawValue)
    case .enqueue(let action):
      name("action")
      self.action(action)
      kind("enqueue")
    case .advance(let id, let transition):
      name("by")
      string(transition.word)
      kind("advance")
      name("id")
      int(id.rawValue)
      if let parameters = transition.parameters {
        name("parameters")
        self.parameters(parameters)
      }
      optional("span_us", transition.span)
      optional("until_us", transition.until?.microseconds)
    case .signal(let condition, let holds):
      kind("signal")
      name("condition")
      string(condition)
      name("holds")
      bool(holds)
    case .principal(let token):
      kind("principal")
      optional("principal", token)
    case .suspend(let isSuspended):
      kind("suspend")
      name("holds")
      bool(isSuspended)
    case .suspect(let fingerprint, let count):
      kind("suspect")
      name("count")
      int(Int64(count))
      name("fingerprint")
      string(Digest64.hex(fingerprint))
    case .adopt(let state):
      kind("adopt")
      name("state")
      self.state(state)
    }
    endObject()
  }

  private mutating func members(of change: TreeChange) {
    switch change {
    case .splice(let container, let position, let drop, let insert):
      name("at")
      int(Int64(position))
      kind("splice")
      if drop > 0 {
        name("drop")
        int(Int64(drop))
      }
      id("in", container)
      if !insert.isEmpty {
        name("insert")
        newScreens(insert)
      }
    case .select(let child):
      kind("select")
      id("id", child)
    case .present(let presenter, let style, let screen):
      kind("present")
      id("over", presenter)
      name("screen")
      newScreen(screen)
      if style != .automatic {
        name("style")
        string(style.text)
      }
    case .dismiss(let presenter):
      kind("dismiss")
      id("over", presenter)
    case .root(let scene, let screen):
      kind("root")
      name("scene")
      string(scene)
      name("screen")
      newScreen(screen)
    case .close(let scene):
      kind("close")
      name("scene")
      string(scene)
    case .activate(let scene):
      kind("activate")
      name("scene")
      string(scene)
    case .parameters(let screen, let parameters):
      kind("parameters")
      id("id", screen)
      name("parameters")
      self.parameters(parameters)
    case .become(let screen, let kind, let parameters, let ownership):
      self.kind("become")
      id("id", screen)
      name("kind")
      string(kind)
      name("parameters")
      self.parameters(parameters)
      optional("unknown", ownership.unknownVersion.map(Int64.init))
    case .ready(let screen, let isReady):
      kind("ready")
      name("holds")
      bool(isReady)
      id("id", screen)
    case .unready:
      kind("unready")
    }
  }

  @inline(__always)
  private mutating func kind(_ word: StaticString) {
    name("change")
    self.word(word)
  }

  @inline(__always)
  mutating func id(_ name: StaticString, _ id: ScreenID?) {
    guard let id else { return }
    self.name(name)
    uint(id.rawValue)
  }

  mutating func optional(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    self.name(name)
    string(text)
  }

  mutating func optional(_ name: StaticString, _ number: Int64?) {
    guard let number else { return }
    self.name(name)
    int(number)
  }

  package mutating func array<Element>(
    _ elements: [Element], _ write: (inout JSONWriter, Element) -> Void
  ) {
    beginArray()
    for element in elements { write(&self, element) }
    endArray()
  }

  mutating func parameters(_ parameters: Parameters) { parameters.write(to: &self) }
}
