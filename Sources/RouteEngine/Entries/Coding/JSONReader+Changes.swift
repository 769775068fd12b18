/// The members that changes can have. They are read before the kind of the change is known, because
/// `change` does not come first.
///
/// It is small on purpose: a member that is a change by itself is kept as a change, which is a box.
private struct ChangeMembers {
  var at: Int64?
  var change = ""
  var drop: Int64 = 0
  var container: ScreenID?
  var insert = NewScreens()
  var over: ScreenID?
  /// The screens of the change; at most one.
  var screen = NewScreens()
  var style = PresentationStyle.automatic
  var scene: String?
  var id: Int64?
  var holds: Bool?
  var parameters: Parameters?
  var kind: String?
  var ownership = ScreenOwnership.declared
  /// The change that the member `waiting`, `action` or `state` makes.
  var body: RouteChange?
  var request: Int64?
  var transition: String?
  var until: RouteInstant?
  var span: Int64?
  var condition: String?
  var principal: String?
  var count: Int64 = 0
  var fingerprint: UInt64?
}

extension JSONReader {
  /// Reads a change.
  package mutating func change() throws(JSONError) -> RouteChange {
    let start = offset
    var members = ChangeMembers()
    try beginObject()
    while try nextMember() {
      if try readTree(&members) { continue }
      if try readRest(&members) { continue }
      try skipValue()
    }
    guard let change = members.treeChange.map(RouteChange.tree) ?? members.otherChange else {
      throw JSONError(
        offset: start, expected: "a change of a known kind with all its members",
        isUnknownWord: members.isNewer)
    }
    return change
  }

  private mutating func readTree(_ members: inout ChangeMembers) throws(JSONError) -> Bool {
    if isName("change") {
      members.change = try string()
    } else if isName("at") {
      members.at = try int()
    } else if isName("drop") {
      members.drop = try int()
    } else if isName("in") {
      members.container = try screenID()
    } else if isName("insert") {
      try beginArray()
      while try nextElement() { try newScreen(into: &members.insert) }
    } else if isName("over") {
      members.over = try screenID()
    } else if isName("screen") {
      members.screen = NewScreens()
      try newScreen(into: &members.screen)
    } else if isName("style") {
      members.style = try style()
    } else if isName("scene") {
      members.scene = try string()
    } else if isName("id") {
      members.id = try int()
    } else if isName("holds") {
      members.holds = try bool()
    } else if isName("parameters") {
      members.parameters = try parameters()
    } else if isName("kind") {
      members.kind = try string()
    } else if isName("unknown") {
      members.ownership = try tombstone()
    } else {
      return false
    }
    return true
  }

  private mutating func readRest(_ members: inout ChangeMembers) throws(JSONError) -> Bool {
    if isName("waiting") {
      members.body = .wait(try waiting())
    } else if isName("request") {
      members.request = try int()
    } else if isName("action") {
      members.body = .enqueue(try action())
    } else if isName("by") {
      members.transition = try string()
    } else if isName("until_us") {
      members.until = RouteInstant(microseconds: try int())
    } else if isName("span_us") {
      members.span = try int()
    } else if isName("condition") {
      members.condition = try string()
    } else if isName("principal") {
      members.principal = try string()
    } else if isName("count") {
      members.count = try int()
    } else if isName("fingerprint") {
      members.fingerprint = try fingerprint()
    } else if isName("state") {
      members.body = .adopt(try state())
    } else {
      return false
    }
    return true
  }

  mutating func screenID() throws(JSONError) -> ScreenID { ScreenID(try uint()) }

  mutating func fingerprint() throws(JSONError) -> UInt64 {
    let start = offset
    guard let value = Digest64.parse(hex: try string()) else {
      throw JSONError(offset: start, expected: "16 hexadecimal digits")
    }
    return value
  }

  /// Reads one word of a closed list.
  mutating func word<Word: RawRepresentable<String> & CaseIterable>() throws(JSONError) -> Word {
    let start = offset
    guard let value = Word(rawValue: try string()) else {
      let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw JSONError(offset: start, expected: "one of \(words)", isUnknownWord: true)
    }
    return value
  }

  mutating func style() throws(JSONError) -> PresentationStyle {
    let start = offset
    guard let style = PresentationStyle(try string()) else {
      throw JSONError(
        offset: start, expected: "a style: \(PresentationStyle.words)", isUnknownWord: true)
    }
    return style
  }

  mutating func parameters() throws(JSONError) -> Parameters { try Parameters(from: &self) }
}

extension ChangeMembers {
  /// The kinds of changes that this version knows.
  static let kinds = [
    "splice", "select", "present", "dismiss", "root", "close", "activate", "parameters", "become",
    "ready", "unready", "wait", "settle", "enqueue", "advance", "signal", "principal", "suspend",
    "suspect", "adopt",
  ]

  /// Whether a newer version wrote it: its kind, or the transition of its action, is unknown.
  var isNewer: Bool {
    !Self.kinds.contains(change)
      || transition.map { !PendingAction.Transition.words.contains($0) } ?? false
  }

  private var screenID: ScreenID? {
    guard let id, id >= 0 else { return nil }
    return ScreenID(UInt64(id))
  }

  var treeChange: TreeChange? {
    switch change {
    case "splice":
      guard let container, let at, let position = Int(exactly: at), let drop = Int(exactly: drop)
      else { return nil }
      return .splice(container: container, at: position, drop: drop, insert: insert)
    case "select": return screenID.map { .select(child: $0) }
    case "present":
      guard let over, !screen.isEmpty else { return nil }
      return .present(over: over, style: style, screen: screen)
    case "dismiss": return over.map { .dismiss(from: $0) }
    case "root":
      guard let scene, !screen.isEmpty else { return nil }
      return .root(scene: scene, screen: screen)
    case "close": return scene.map { .close(scene: $0) }
    case "activate": return scene.map { .activate(scene: $0) }
    case "parameters":
      guard let screenID, let parameters else { return nil }
      return .parameters(screenID, parameters)
    case "become":
      guard let screenID, let kind, let parameters else { return nil }
      return .become(screenID, kind: kind, parameters: parameters, ownership: ownership)
    case "ready":
      guard let screenID, let holds else { return nil }
      return .ready(screenID, holds)
    case "unready": return .unready
    default: return nil
    }
  }

  var otherChange: RouteChange? {
    switch change {
    case "wait":
      guard case .wait? = body else { return nil }
      return body
    case "settle": return request.map { .settle(RequestID($0)) }
    case "enqueue":
      guard case .enqueue? = body else { return nil }
      return body
    case "advance":
      guard let id, let transition,
        let transition = PendingAction.Transition(
          word: transition, until: until, span: span, parameters: parameters)
      else { return nil }
      return .advance(ActionID(id), transition)
    case "signal":
      guard let condition, let holds else { return nil }
      return .signal(condition: condition, holds)
    case "principal": return .principal(principal)
    case "suspend": return holds.map { .suspend($0) }
    case "suspect":
      guard let fingerprint, let count = Int32(exactly: count).map(Int.init) else { return nil }
      return .suspect(fingerprint: fingerprint, count: count)
    case "adopt":
      guard case .adopt? = body else { return nil }
      return body
    default: return nil
    }
  }
}
