extension Restoration {
  /// One line for a person.
  package var summary: String {
    let what =
      switch extent {
      case .whole: "the whole place"
      case .top: "all but the screen on top"
      case .presented: "what lay below all presented screens"
      case .root: "the root of the tab"
      case .clean: "the route table's own tree"
      }
    var parts = [what]
    if uncleanEnds > 0 {
      let launches = counted(uncleanEnds, "launch", "launches")
      let were = uncleanEnds == 1 ? "it was" : "they were"
      parts[0] += ", after \(launches) that died before \(were) stable"
    }
    switch left {
    case .age: parts[0] += ", because the place was too old"
    case .link: parts[0] += ", because the app was launched with a link"
    case nil: break
    }
    if clockSetMicroseconds != 0 {
      parts.append("the clock was set \(settingOfClock(clockSetMicroseconds))")
    }
    return (parts + screenParts).joined(separator: "; ")
  }

  /// The changes of restored scenes and screens.
  package var screenParts: [String] {
    var parts: [String] = []
    if rebuilt > 0 {
      parts.append("\(counted(rebuilt, "scene")) \(rebuilt == 1 ? "has" : "have") another root")
    }
    for (count, text) in [
      (migrated, "brought to this version"), (buried, "not known in this version"),
      (revived, "known again"),
      (gone, "not back in full: a private value or a secret is gone"),
    ] where count > 0 {
      parts.append("\(counted(count, "screen")) \(count == 1 ? "is" : "are") \(text)")
    }
    return parts
  }
}
