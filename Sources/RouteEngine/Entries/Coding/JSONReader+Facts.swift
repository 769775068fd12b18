/// The members that a host fact can have, in any order.
struct FactMembers {
  var word: String?
  var id: ScreenID?
  var scene: String?
  var displayed = DisplayedScreens(scenes: [])
  var entry: Int64?
  var reason: String?
  var isReported = false
  var parameters: Parameters = [:]

  /// Whether a newer version wrote it: it is a fact that this version does not know.
  var isNewer: Bool { word.map { !Self.words.contains($0) } ?? false }

  private static let words = [
    "popped", "poppedTo", "dismissed", "selected", "activated", "returned", "reconciled",
    "renderFailed",
  ]

  /// The fact; nil when this version does not know it, or a member is missing.
  var fact: HostFact? {
    switch word {
    case "popped": return .popped(id)
    case "poppedTo": return id.map { .poppedTo($0) }
    case "dismissed": return .dismissed(id)
    case "selected": return id.map { .selected($0) }
    case "activated": return scene.map { .activated(scene: $0) }
    case "returned": return .returned(id, parameters)
    case "reconciled": return .reconciled(displayed)
    case "renderFailed":
      guard let entry, let reason else { return nil }
      return .renderFailed(
        RenderFailure(
          entry: entry, screen: id, reason: reason, displayed: displayed, isReported: isReported))
    default: return nil
    }
  }
}

extension JSONReader {
  /// Reads the current member if it is one of a host fact; false if it is not.
  mutating func read(_ members: inout FactMembers) throws(JSONError) -> Bool {
    if isName("fact") {
      members.word = try string()
    } else if isName("id") {
      members.id = try screenID()
    } else if isName("scene") {
      members.scene = try string()
    } else if isName("active") {
      members.displayed.activeScene = try string()
    } else if isName("complete") {
      members.displayed.isComplete = try bool()
    } else if isName("flaw") {
      members.displayed.flaw = try string()
    } else if isName("parts") {
      try beginArray()
      while try nextElement() { members.displayed.parts.append(try subtree()) }
    } else if isName("scenes") {
      try beginArray()
      while try nextElement() { members.displayed.scenes.append(try scene()) }
    } else if isName("entry") {
      members.entry = try int()
    } else if isName("reason") {
      members.reason = try string()
    } else if isName("reported") {
      members.isReported = try bool()
    } else {
      return false
    }
    return true
  }
}
