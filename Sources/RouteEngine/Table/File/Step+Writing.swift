extension Step {
  /// The step as it stands in a table's canonical JSON.
  var json: JSON {
    var members = self.members
    members.add(verb.word, verb.json(name))
    return .object(members)
  }

  /// The members of the step that have no meaning for its verb.
  var unsuitedMembers: [StepMember] {
    members.compactMap { StepMember(rawValue: $0.name) }.filter { !$0.suits(verb) }
  }

  private var members: [JSON.Member] {
    var members: [JSON.Member] = []
    switch verb {
    case .tab(let position): members.add("at", position.map { .int(Int64($0)) })
    case .replaceTab(let position): members.add("at", .int(Int64(position)))
    case .present(let from, let style):
      if from != .current { members.add("from", .string(from.text)) }
      if style != .automatic { members.add("style", .string(style.text)) }
    case .root(let from): if from != .root { members.add("from", .string(from.rawValue)) }
    default: break
    }
    members.add("adapt", adapter.map(JSON.string))
    switch finder {
    case .same: break
    case .name, .none: members.add("find", .string(finder.text))
    case .parameters(let names): members.add("find", .array(names.map(JSON.string)))
    }
    members.add("holding", content.map(JSON.string))
    members.add("onto", column.map { .string($0.rawValue) })
    if scope != .everything { members.add("scope", .string(scope.text)) }
    members.addNames("tasks", tasks)
    if updates { members.add("update", .bool(true)) }
    members.addBindings(parameters)
    return members
  }
}

extension Step.Verb {
  /// The word in a table file.
  package var word: String {
    switch self {
    case .select: "select"
    case .push: "push"
    case .pushAsRoot: "pushAsRoot"
    case .replaceTop: "replaceTop"
    case .tab: "tab"
    case .replaceTab: "replaceTab"
    case .column(let column): column.rawValue
    case .present: "present"
    case .root: "root"
    case .pop: "pop"
    case .popTo: "popTo"
    case .dismiss: "dismiss"
    case .choose: "switch"
    case .run: "run"
    }
  }

  /// The value of the member with the verb's word: an extent, the choices, or the name of the kind.
  fileprivate func json(_ name: String) -> JSON {
    switch self {
    case .pop(let extent), .dismiss(let extent): .string(extent.rawValue)
    case .choose(let choices): .array(choices.map(\.json))
    default: .string(name)
    }
  }

  /// The verb of a word that is followed by the name of a kind. `present` presents from the current
  /// screen in the automatic style.
  init?(word: String) {
    switch word {
    case "select": self = .select
    case "push": self = .push
    case "pushAsRoot": self = .pushAsRoot
    case "replaceTop": self = .replaceTop
    case "tab": self = .tab(at: nil)
    case "replaceTab": self = .replaceTab(at: 0)
    case "present": self = .present(from: .current, style: .automatic)
    case "root": self = .root
    case "popTo": self = .popTo
    case "run": self = .run
    default:
      guard let column = Column(rawValue: word) else { return nil }
      self = .column(column)
    }
  }

  /// All words, for messages.
  static let words = TableFile.verbs.map(\.name).joined(separator: ", ")
}

extension Step.Choice {
  fileprivate var json: JSON {
    var members: [JSON.Member] = []
    members.add("steps", .array(steps.map(\.json)))
    if !guards.isEmpty { members.add("when", .array(guards.map(\.json))) }
    return .object(members)
  }
}

extension Guard {
  fileprivate var json: JSON {
    var members: [JSON.Member] = []
    switch self {
    case .parameter(let name, let value):
      members.add("parameter", .string(name))
      members.add("is", value.json)
    case .has(let name): members.add("parameter", .string(name))
    case .screen(let kind, let scope):
      members.add("screen", .string(kind))
      if scope != .everything { members.add("scope", .string(scope.text)) }
    case .condition(let name): members.add("condition", .string(name))
    case .principal: members.add("principal", .bool(true))
    case .variant(let name, let value):
      members.add("variant", .string(name))
      members.add("is", .string(value))
    case .not(let other): members.add("not", other.json)
    }
    return .object(members)
  }
}

extension ParameterValue {
  /// A constant as it stands in a table.
  var json: JSON {
    switch self {
    case .int(let value): .int(value)
    case .double(let value): .double(value)
    case .bool(let value): .bool(value)
    case .string(let text), .token(let text): .string(text)
    case .structure(let structure): structure.tree
    }
  }
}
