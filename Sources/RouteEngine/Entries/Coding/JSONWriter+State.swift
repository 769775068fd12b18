extension JSONWriter {
  /// Writes a whole state: a checkpoint, or a state that a session adopts.
  mutating func state(_ state: RouteState) {
    beginObject()
    if !state.actionTable.isEmpty {
      name("actions")
      beginArray()
      state.actionTable.forEach { action($0) }
      endArray()
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

  /// Writes the scenes of a tree with their whole hierarchies, directly from the rows: for fifteen
  /// screens that takes 39,000 instructions, and 66,000 by way of their subtrees.
  mutating func scenes(of tree: ScreenTree) {
    beginArray()
    for scene in tree.scenes {
      self.scene(scene.name) { _ = $0.screen(scene.root, in: tree.rows) }
    }
    endArray()
  }

  /// Writes a scene with its whole hierarchy.
  mutating func scene(_ scene: SceneSubtree) {
    self.scene(scene.name) { $0.newScreen([scene.root]) }
  }

  private mutating func scene(_ name: String, _ root: (inout JSONWriter) -> Void) {
    beginObject()
    if name != ScreenTree.mainScene {
      self.name("name")
      string(name)
    }
    self.name("root")
    root(&self)
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

  /// Writes the one screen of a change with all below it.
  mutating func newScreen(_ screen: NewScreens) {
    unsafe screen.bytes.withUnsafeBytes { bytes in
      var offset = 0
      unsafe newScreen(at: &offset, in: bytes)
    }
  }

  /// Writes an array of screens, each with all below it.
  mutating func newScreens(_ screens: NewScreens) {
    beginArray()
    unsafe screens.bytes.withUnsafeBytes { bytes in
      var offset = 0
      while offset < bytes.count { unsafe newScreen(at: &offset, in: bytes) }
    }
    endArray()
  }

  /// Writes the screen at an offset with all below it, and moves the offset behind them.
  private mutating func newScreen(at offset: inout Int, in bytes: UnsafeRawBufferPointer) {
    let screen = unsafe ListedScreen(at: offset, in: bytes)
    offset = screen.end
    beginObject()
    if screen.holdsScreen(at: offset, isPresented: false) {
      name("children")
      beginArray()
      while screen.holdsScreen(at: offset, isPresented: false) {
        unsafe newScreen(at: &offset, in: bytes)
      }
      endArray()
    }
    firstMembers(of: screen)
    if screen.holdsScreen(at: offset, isPresented: true) {
      name("presented")
      unsafe newScreen(at: &offset, in: bytes)
    }
    lastMembers(of: screen)
    endObject()
  }

  /// Writes a screen of a tree with all below it; returns its next sibling. It gets the rows alone,
  /// because the tree would be copied for each screen.
  private mutating func screen(
    _ id: ScreenID, in rows: borrowing OrderedTable<ScreenLeaf>
  ) -> ScreenID? {
    guard let screen = RowScreen(id, in: rows) else {
      preconditionFailure("a tree has every screen that it names")
    }
    beginObject()
    if screen.row.childCount > 0 {
      name("children")
      beginArray()
      var next = screen.row.children.first
      while let child = next { next = self.screen(child, in: rows) }
      endArray()
    }
    firstMembers(of: screen)
    if let presented = screen.row.presented {
      name("presented")
      _ = self.screen(presented, in: rows)
    }
    lastMembers(of: screen)
    endObject()
    return screen.row.sibling.next
  }

  /// Writes the members between the children and the presented screen.
  @inline(__always)
  private mutating func firstMembers(of screen: some WrittenScreen) {
    optional("container", screen.container?.text)
    if screen.ownership == .foreign {
      name("foreign")
      bool(true)
    }
    id("id", screen.ownID)
    name("kind")
    unsafe screen.withKind { unsafe string(utf8: $0) }
    unsafe screen.withParameters { parameters in
      guard unsafe !parameters.isEmpty else { return }
      name("parameters")
      unsafe Parameters.write(parameters, to: &self)
    }
  }

  /// Writes the members that follow the presented screen.
  @inline(__always)
  private mutating func lastMembers(of screen: some WrittenScreen) {
    if screen.isReady {
      name("ready")
      bool(true)
    }
    optional("selected", screen.selectedPosition.map(Int64.init))
    if let style = screen.presentationStyle {
      name("style")
      string(style.text)
    }
    optional("unknown", screen.ownership.unknownVersion.map(Int64.init))
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

/// A screen that can be written, wherever it is stored.
private protocol WrittenScreen {
  var ownID: ScreenID? { get }
  var container: ContainerKind? { get }
  var ownership: ScreenOwnership { get }
  var isReady: Bool { get }
  /// The position of the selected child.
  var selectedPosition: Int? { get }
  /// How it presents another screen; nil for the automatic style, which almost all have.
  var presentationStyle: PresentationStyle? { get }

  /// Lends the bytes of its kind's name.
  func withKind(_ body: (UnsafeRawBufferPointer) -> Void)
  /// Lends the bytes of its parameters; none when there are none.
  func withParameters<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result
}

/// A new screen, written in place without a copy.
@safe
private struct ListedScreen: WrittenScreen {
  private let bytes: UnsafeRawBufferPointer
  private let screen: NewScreen

  init(at offset: Int, in bytes: UnsafeRawBufferPointer) {
    unsafe self.bytes = bytes
    screen = unsafe NewScreen(at: offset, in: bytes)
  }

  /// The offset of the next screen.
  var end: Int { screen.end }
  var ownID: ScreenID? { screen.place.id }
  var container: ContainerKind? { unsafe screen.container(in: bytes) }
  var ownership: ScreenOwnership { unsafe screen.ownership(in: bytes) }
  var isReady: Bool { screen.place.isReady }
  var selectedPosition: Int? { screen.place.selected }
  var presentationStyle: PresentationStyle? {
    if screen.place.isPlain, screen.place.form == .automatic { return nil }
    let style = unsafe screen.style(in: bytes)
    return style == .automatic ? nil : style
  }

  func withKind(_ body: (UnsafeRawBufferPointer) -> Void) {
    unsafe body(bytes.part(screen.text.kind))
  }

  func withParameters<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    unsafe body(bytes.part(screen.text.parameters))
  }

  /// Whether a screen begins at an offset that this one holds or presents.
  func holdsScreen(at offset: Int, isPresented: Bool) -> Bool {
    unsafe NewScreen.isBelow(screen.place.level, offset, in: bytes)
      && NewScreen(at: offset, in: bytes).place.isPresented == isPresented
  }
}

/// A screen of a tree, written from its row.
private struct RowScreen: WrittenScreen {
  let row: ScreenRow
  private let leaf: ScreenLeaf
  let selectedPosition: Int?

  init?(_ id: ScreenID, in rows: borrowing OrderedTable<ScreenLeaf>) {
    let place = rows.find(id.rawValue) { leaf, index in (leaf.rows[index], copy leaf) }
    guard let place else { return nil }
    (row, leaf) = place
    if let selected = row.selected {
      selectedPosition = rows.row(selected)?.position
    } else {
      selectedPosition = nil  // a closure for it would copy the rows
    }
  }

  var ownID: ScreenID? { row.id }
  var container: ContainerKind? { row.layout == nil ? nil : leaf.shape(of: row).container }
  var ownership: ScreenOwnership { leaf.ownership(of: row) }
  var isReady: Bool { row.isReady }
  var presentationStyle: PresentationStyle? {
    if row.isPlain, row.form == .automatic { return nil }
    let style = leaf.style(of: row)
    return style == .automatic ? nil : style
  }

  func withKind(_ body: (UnsafeRawBufferPointer) -> Void) {
    unsafe leaf.withKind(of: row, body)
  }

  func withParameters<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    unsafe leaf.withParameters(of: row, body)
  }
}
