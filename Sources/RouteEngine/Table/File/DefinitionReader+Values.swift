extension DefinitionReader {
  /// The longest name that a table may choose, and the longest name of a query item.
  private static let longestName = RouteLimits.format.nameBytes

  /// All members of an object, in the order written, except those with names that are too long: the
  /// field of each value below would contain the name.
  mutating func allMembers(_ node: JSONNode, _ field: String) -> [(name: String, node: JSONNode)] {
    guard case .object(let members) = node.value else {
      add(node, field, "expected an object, not \(node.typeName)")
      return []
    }
    var found: [(name: String, node: JSONNode)] = []
    for member in members {
      let count = member.name.utf8.count
      if count <= Self.longestName {
        found.append((member.name, member.node))
      } else {
        add(
          member.node, field,
          "a name here has \(count) bytes, more than the \(Self.longestName) allowed")
      }
    }
    return found
  }

  /// The members of an object with names that the table chooses; each is compared with all others.
  mutating func namedMembers(
    _ node: JSONNode, _ field: String
  ) -> [(name: String, node: JSONNode)] {
    let members = allMembers(node, field)
    guard members.count > ParameterSchema.mostNames else { return members }
    add(node, field, "more than \(ParameterSchema.mostNames) names in one object")
    return []
  }

  /// The members of an object that may have only these; other ones are reported with the expected
  /// names.
  package mutating func object(
    _ node: JSONNode, _ field: String, _ known: [String]
  ) -> [String: JSONNode] {
    var found: [String: JSONNode] = [:]
    for (name, value) in allMembers(node, field) {
      if known.contains(name) {
        found[name] = value
      } else {
        let place = field.isEmpty ? name : "\(field).\(name)"
        add(value, place, "expected one of \(known.joined(separator: ", "))")
      }
    }
    return found
  }

  /// The elements of an array; empty when there is no array.
  package mutating func elements(_ node: JSONNode?, _ field: String) -> [JSONNode] {
    guard let node else { return [] }
    guard case .array(let elements) = node.value else {
      add(node, field, "expected an array, not \(node.typeName)")
      return []
    }
    return elements
  }

  /// An array of strings.
  mutating func names(_ node: JSONNode?, _ field: String) -> [String] {
    var names: [String] = []
    var written: [Int] = []
    for (index, element) in elements(node, field).enumerated() {
      guard let name = string(element, "\(field)[\(index)]") else { continue }
      names.append(name)
      written.append(index)
    }
    note(written, of: field)
    return names
  }

  /// Query items and their requirements.
  mutating func queryRules(_ node: JSONNode?, _ field: String) -> QueryRules {
    var rules: QueryRules = [:]
    guard let node else { return rules }
    for (name, value) in namedMembers(node, field) {
      if let rule = queryRule(value, "\(field).\(name)") { rules[name] = rule }
    }
    return rules
  }

  /// The requirement for a query item or for the fragment.
  mutating func queryRule(_ node: JSONNode, _ field: String) -> QueryRule? {
    switch node.value {
    case .string(let text): return .value(text)
    case .bool(let isPresent): return isPresent ? .present : .absent
    case .object:
      let members = members(node, field, of: .path)
      return string(members["path"], "\(field).path").map { .path($0) }
    default:
      add(
        node, field,
        "expected the value as a string, true for any, false for none or { path: … } for a path, "
          + "not \(node.typeName)")
      return nil
    }
  }

  package mutating func string(_ node: JSONNode?, _ field: String) -> String? {
    guard let node else { return nil }
    if case .string(let text) = node.value { return text }
    add(node, field, "expected a string, not \(node.typeName)")
    return nil
  }

  mutating func integer(_ node: JSONNode?, _ field: String) -> Int? {
    guard let node else { return nil }
    if case .int(let number) = node.value, let value = Int(exactly: number) { return value }
    if case .double(let number) = node.value, let value = Int(exactly: number) { return value }
    add(node, field, "expected a whole number, not \(node.typeName)")
    return nil
  }

  mutating func bool(_ node: JSONNode?, _ field: String) -> Bool? {
    guard let node else { return nil }
    if case .bool(let flag) = node.value { return flag }
    add(node, field, "expected true or false, not \(node.typeName)")
    return nil
  }

  /// A number, a boolean, a string, or a list or an object of them.
  mutating func constant(_ node: JSONNode, _ field: String) -> ParameterValue? {
    switch node.value {
    case .int(let number): return .int(number)
    case .double(let number): return .double(number)
    case .bool(let flag): return .bool(flag)
    case .string(let text): return .string(text)
    case .array, .object:
      if let structure = ParameterStructure(node.json) { return .structure(structure) }
      add(node, field, "expected at most \(ParameterStructure.mostBytes) bytes")
      return nil
    default:
      add(node, field, "expected a value, not \(node.typeName)")
      return nil
    }
  }

  mutating func container(_ node: JSONNode?, _ field: String) -> ContainerKind? {
    guard let node, let text = string(node, field) else { return nil }
    if let container = ContainerKind(text) { return container }
    add(node, field, "expected one of \(ContainerKind.words), not \"\(text)\"")
    return nil
  }

  /// One word of a closed list.
  mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ node: JSONNode?, _ field: String
  ) -> Word? {
    guard let node, let text = string(node, field) else { return nil }
    if let word = Word(rawValue: text) { return word }
    let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
    add(node, field, "expected one of \(words), not \"\(text)\"")
    return nil
  }
}
