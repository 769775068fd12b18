extension JSONReader {
  /// Reads a whole state and checks that it is consistent.
  mutating func state() throws(JSONError) -> RouteState {
    let start = offset
    var scenes: [(name: String, root: NewScreens)] = []
    var active = ScreenTree.mainScene
    var counter: UInt64 = 0
    var changes: [RouteChange] = []
    var (conditions, suspects) = ([String](), [RouteState.CrashSuspect]())
    var actions: [PendingAction] = []
    try beginObject()
    while try nextMember() {
      if isName("scenes") {
        try beginArray()
        while try nextElement() { scenes.append(try newScene()) }
      } else if isName("active") {
        active = try string()
      } else if isName("counter") {
        counter = try uint()
      } else if isName("conditions") {
        try beginArray()
        while try nextElement() { conditions.append(try string()) }
      } else if isName("principal") {
        changes.append(.principal(try string()))
      } else if isName("suspended") {
        changes.append(.suspend(try bool()))
      } else if isName("suspects") {
        try beginArray()
        while try nextElement() { suspects.append(try suspect()) }
      } else if isName("actions") {
        try beginArray()
        while try nextElement() { actions.append(try action()) }
      } else if isName("waiting") {
        try beginArray()
        while try nextElement() { changes.append(.wait(try waiting())) }
      } else {
        try skipValue()
      }
    }
    do throws(ChangeError) {
      return try RouteState(
        rebuilding: [.tree(.activate(scene: active))] + changes, in: scenes, conditions, suspects,
        actions: actions, counter: counter)
    } catch {
      throw JSONError(offset: start, expected: "a state that holds together; \(error)")
    }
  }

  /// Reads a scene with its whole hierarchy.
  mutating func scene() throws(JSONError) -> SceneSubtree {
    let start = offset
    let (name, root) = try newScene()
    guard let root = root.first else {
      throw JSONError(offset: start, expected: "a scene with a root")
    }
    return SceneSubtree(name: name, root: root)
  }

  private mutating func newScene() throws(JSONError) -> (name: String, root: NewScreens) {
    let start = offset
    var name = ScreenTree.mainScene
    var root = NewScreens()
    try beginObject()
    while try nextMember() {
      if isName("name") {
        name = try string()
      } else if isName("root") {
        root = NewScreens()
        try newScreen(into: &root)
      } else {
        try skipValue()
      }
    }
    guard !root.isEmpty else { throw JSONError(offset: start, expected: "a scene with a root") }
    return (name, root)
  }

  private mutating func suspect() throws(JSONError) -> RouteState.CrashSuspect {
    let start = offset
    var count: Int64 = 0
    var fingerprint: UInt64 = 0
    try beginObject()
    while try nextMember() {
      if isName("count") {
        count = try int()
      } else if isName("fingerprint") {
        fingerprint = try self.fingerprint()
      } else {
        try skipValue()
      }
    }
    guard let count = Int32(exactly: count).map(Int.init), count > 0 else {
      throw JSONError(offset: start, expected: "a count above 0 in 32 bits")
    }
    return RouteState.CrashSuspect(fingerprint: fingerprint, count: count)
  }

  /// Reads a screen with all below it and adds it to others. Most screens have only a kind, an id
  /// and parameters, and are added without making a subtree.
  mutating func newScreen(into screens: inout NewScreens) throws(JSONError) {
    try beginObject()
    let start = offset
    var (id, kind, parameters): (ScreenID?, Range<Int>, PlainMembers) = (nil, 0..<0, .none)
    while try nextMember() {
      if isName("id") {
        id = try screenID()
      } else if isName("kind"), let text = try plainString() {
        kind = text
      } else if isName("parameters"), let members = try Parameters.plainMembers(from: &self) {
        parameters = members
      } else {
        goBack(toFirstMemberAt: start)
        var subtree = Subtree(kind: "", parameters: Parameters())
        try readMembers(of: &subtree)
        return screens.append(subtree)
      }
    }
    screens.append(id, kind: kind, parameters, from: bytes)
  }

  /// Reads a screen with all below it.
  mutating func subtree() throws(JSONError) -> Subtree {
    var subtree = Subtree(kind: "", parameters: Parameters())
    try beginObject()
    try readMembers(of: &subtree)
    return subtree
  }

  /// A separate function, because a variable that is changed in the function that returns it is
  /// copied on return: 260 instructions.
  @inline(never)
  private mutating func readMembers(of subtree: inout Subtree) throws(JSONError) {
    while try nextMember() {
      if isName("children") {
        try beginArray()
        while try nextElement() { subtree.children.append(try self.subtree()) }
      } else if isName("container") {
        subtree.container = try container()
      } else if isName("foreign") {
        subtree.ownership = try bool() ? .foreign : .declared
      } else if isName("id") {
        subtree.id = try screenID()
      } else if isName("kind") {
        subtree.kind = try string()
      } else if isName("parameters") {
        subtree.parameters = try parameters()
      } else if isName("presented") {
        subtree.presented = [try self.subtree()]
      } else if isName("ready") {
        subtree.isReady = try bool()
      } else if isName("selected") {
        subtree.selected = Int(exactly: try int())
      } else if isName("style") {
        subtree.style = try style()
      } else if isName("unknown") {
        subtree.ownership = try tombstone()
      } else {
        try skipValue()
      }
    }
  }

  private mutating func container() throws(JSONError) -> ContainerKind {
    let start = offset
    guard let container = ContainerKind(try string()) else {
      throw JSONError(
        offset: start, expected: "one of \(ContainerKind.words)", isUnknownWord: true)
    }
    return container
  }

  /// Reads the version of a tombstone's kind.
  mutating func tombstone() throws(JSONError) -> ScreenOwnership {
    let start = offset
    guard let version = Int(exactly: try int()),
      ScreenOwnership.unknown(version: version).hasPossibleVersion
    else { throw JSONError(offset: start, expected: "a version above 0 in 32 bits") }
    return .unknown(version: version)
  }

  /// Reads a waiting request.
  package mutating func waiting() throws(JSONError) -> WaitingRequest {
    let start = offset
    var id: Int64?
    var request: RouteRequest?
    var status = WaitingRequest.Status.received
    var replacement: RouteRequest.Target?
    var clockSet: Int64 = 0
    try beginObject()
    while try nextMember() {
      if isName("id") {
        id = try int()
      } else if isName("request") {
        request = try self.request(RequestColumns())
      } else if isName("replacement") {
        replacement = try target()
      } else if isName("clock_set_us") {
        clockSet = try span()
      } else if isName("condition") {
        status = .condition(try string())
      } else if isName("suspended") {
        if try bool() { status = .suspended }
      } else if isName("released") {
        if try bool() { status = .released }
      } else {
        try skipValue()
      }
    }
    guard let id, let request else {
      throw JSONError(offset: start, expected: "a waiting request with id and request")
    }
    return WaitingRequest(
      id: RequestID(id), request: request, status: status, replacement: replacement,
      clockSet: clockSet)
  }

  /// Reads a number of microseconds, forward or back.
  private mutating func span() throws(JSONError) -> Int64 {
    let start = offset
    let span = try int()
    guard span != 0 else { throw JSONError(offset: start, expected: "a number other than 0") }
    return span
  }
}
