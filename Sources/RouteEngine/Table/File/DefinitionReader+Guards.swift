extension DefinitionReader {
  /// The cases of a switch.
  mutating func choices(_ node: JSONNode, _ field: String, depth: Int) -> [Step.Choice] {
    guard depth <= Step.deepestChoice else {
      add(node, field, Step.tooDeep)
      return []
    }
    var choices: [Step.Choice] = []
    for (index, node) in elements(node, field).enumerated() {
      let place = "\(field)[\(index)]"
      let members = members(node, place, of: .choice)
      choices.append(
        Step.Choice(
          when: guards(members["when"], "\(place).when"),
          steps(members["steps"], "\(place).steps", depth: depth)))
    }
    return choices
  }

  /// The conditions that have to hold: an array of guards, or a single one.
  private mutating func guards(_ node: JSONNode?, _ field: String) -> [Guard] {
    guard let node else { return [] }
    if case .object = node.value { return condition(node, field).map { [$0] } ?? [] }
    var guards: [Guard] = []
    var written: [Int] = []
    for (index, node) in elements(node, field).enumerated() {
      guard let condition = condition(node, "\(field)[\(index)]") else { continue }
      guards.append(condition)
      written.append(index)
    }
    note(written, of: field)
    return guards
  }

  private mutating func condition(_ node: JSONNode, _ field: String, depth: Int = 0) -> Guard? {
    let members = members(node, field, of: .guard)
    let choices = TableFile.guard.choices
    let said = choices.filter { members[$0.name] != nil }
    guard said.count == 1, let word = said.first?.name, let value = members[word] else {
      add(node, field, "expected one of \(choices.map(\.name).joined(separator: ", "))")
      return nil
    }
    let place = "\(field).\(word)"
    for extra in members.keys.sorted() where extra != word && !said[0].beside.contains(extra) {
      add(node, "\(field).\(extra)", "\(word) has no \(extra)")
    }
    switch word {
    case "not":
      guard depth < Step.deepestChoice else {
        add(value, place, Guard.tooDeep)
        return nil
      }
      return condition(value, place, depth: depth + 1).map { .not($0) }
    case "principal":
      guard let isThere = bool(value, place) else { return nil }
      return isThere ? .principal : .not(.principal)
    default:
      guard let name = string(value, place) else { return nil }
      return self.condition(word, name, members, node, field)
    }
  }

  private mutating func condition(
    _ word: String, _ name: String, _ members: [String: JSONNode], _ node: JSONNode,
    _ field: String
  ) -> Guard? {
    switch word {
    case "condition": return .condition(name)
    case "screen":
      let scope = string(members["scope"], "\(field).scope").map(SearchScope.init)
      return .screen(name, in: scope ?? .everything)
    case "variant":
      guard let wanted = members["is"] else {
        add(node, "\(field).is", "expected the variant, found nothing")
        return nil
      }
      return string(wanted, "\(field).is").map { .variant(name, is: $0) }
    default:
      guard let wanted = members["is"] else { return .has(name) }
      return constant(wanted, "\(field).is").map { .parameter(name, is: $0) }
    }
  }
}
