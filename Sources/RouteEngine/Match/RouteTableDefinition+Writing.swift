extension RouteTableDefinition {
  /// The canonical JSON, UTF-8: members in byte order, defaults left out, screens by name. The same
  /// table written in Swift and as a file gives the same bytes.
  public var canonicalJSON: [UInt8] {
    var members: [JSON.Member] = [
      JSON.Member(name: "format", value: .string(Self.format)),
      JSON.Member(name: "tree", value: .string(tree)),
      JSON.Member(name: "routes", value: .array(routes.map(\.json))),
      JSON.Member(
        name: "screens",
        value: .object(screens.map { JSON.Member(name: $0.kind, value: $0.json) })),
    ]
    members.addNames("interceptors", interceptors)
    return JSON.object(members).canonical
  }

  /// What a file of this version says under `format`.
  package static let format = "route-table/1"
}

extension [JSON.Member] {
  fileprivate mutating func add(_ name: String, _ value: JSON?) {
    if let value { append(JSON.Member(name: name, value: value)) }
  }

  fileprivate mutating func addNames(_ name: String, _ names: [String]) {
    if !names.isEmpty { add(name, .array(names.map(JSON.string))) }
  }

  fileprivate mutating func addSpan(_ name: String, _ microseconds: Int64?) {
    add(name, microseconds.map { .string(TimeSpan(microseconds: $0).text) })
  }

  fileprivate mutating func addActions(_ actions: [ActionTemplate]) {
    if !actions.isEmpty { add("actions", .array(actions.map(\.json))) }
  }

  fileprivate mutating func addBindings(_ bindings: Bindings) {
    guard !bindings.elements.isEmpty else { return }
    add(
      "with",
      .object(bindings.elements.map { JSON.Member(name: $0.name, value: $0.source.json) }))
  }
}

extension ParameterSource {
  fileprivate var json: JSON {
    switch self {
    case .request(let name): .string(":" + name)
    case .constant(.int(let value)): .int(value)
    case .constant(.double(let value)): .double(value)
    case .constant(.bool(let value)): .bool(value)
    case .constant(.string(let text)), .constant(.token(let text)):
      // A leading colon means a request's parameter; a doubled one is a colon.
      .string(text.utf8.first == UInt8(ascii: ":") ? ":" + text : text)
    }
  }
}

extension ActionTemplate {
  fileprivate var json: JSON {
    var members: [JSON.Member] = [JSON.Member(name: "perform", value: .string(name))]
    members.addBindings(parameters)
    if terms.moment != .arrival { members.add("when", .string(terms.moment.rawValue)) }
    members.add("condition", terms.condition.map(JSON.string))
    members.add("key", key.map(JSON.string))
    if sameKey != .replace { members.add("sameKey", .string(sameKey.rawValue)) }
    members.add("lane", terms.lane.map(JSON.string))
    members.add("retry", terms.retry?.json)
    members.addSpan("after", delay)
    members.addSpan("expires", expiresAfter)
    members.addSpan("lease", terms.lease)
    return .object(members)
  }
}

extension RetryPolicy {
  fileprivate var json: JSON {
    var members: [JSON.Member] = [JSON.Member(name: "attempts", value: .int(Int64(attempts)))]
    members.addSpan("first", first)
    members.addSpan("longest", longest)
    return .object(members)
  }
}

extension ScreenDeclaration {
  fileprivate var json: JSON {
    var members: [JSON.Member] = []
    if version != 1 { members.add("version", .int(Int64(version))) }
    if !schema.entries.isEmpty {
      members.add(
        "parameters",
        .object(
          schema.entries.map { JSON.Member(name: $0.name, value: .string($0.text)) }))
    }
    if let identity { members.add("identity", .array(identity.map(JSON.string))) }
    members.addNames("private", privateNames)
    members.addNames("secret", secretNames)
    members.add("container", container.map { .string($0.rawValue) })
    if !isDismissible { members.add("dismissible", .bool(false)) }
    members.addNames("interceptors", interceptors)
    members.addActions(actions)
    if !migrations.isEmpty { members.add("migrations", .array(migrations.map(\.json))) }
    return .object(members)
  }
}

extension ScreenMigration {
  fileprivate var json: JSON {
    var members: [JSON.Member] = [JSON.Member(name: "from", value: .int(Int64(from)))]
    members.add("kind", formerKind.map(JSON.string))
    members.addBindings(parameters)
    return .object(members)
  }
}

extension Route {
  fileprivate var json: JSON {
    var members: [JSON.Member] = [
      JSON.Member(name: "id", value: .string(identifier)),
      JSON.Member(name: "destination", value: .array(destination.steps.map(\.json))),
    ]
    if version != 1 { members.add("version", .int(Int64(version))) }
    members.addNames("patterns", patterns)
    members.add("priority", priority.map { .int(Int64($0)) })
    members.add("scene", destination.scene.map(JSON.string))
    members.addNames("interceptors", interceptors)
    members.addNames("open", openNames)
    members.addActions(actions)
    return .object(members)
  }
}

extension Step {
  fileprivate var json: JSON {
    var members: [JSON.Member] = []
    members.add(verb.word, .string(name))
    if finder != .same { members.add("find", .string(finder.rawValue)) }
    if updates { members.add("update", .bool(true)) }
    members.addBindings(parameters)
    if case .present(let from, let style) = verb {
      switch from {
      case .current: break
      case .topmost: members.add("from", .string("topmost"))
      case .named(let kind): members.add("from", .string(kind))
      }
      if style != .automatic { members.add("style", .string(style.rawValue)) }
    }
    return .object(members)
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
    case .present: "present"
    case .root: "root"
    case .run: "run"
    }
  }

  /// The verb of a word; presenting from the current screen in the automatic style.
  package init?(word: String) {
    switch word {
    case "select": self = .select
    case "push": self = .push
    case "pushAsRoot": self = .pushAsRoot
    case "replaceTop": self = .replaceTop
    case "present": self = .present(from: .current, style: .automatic)
    case "root": self = .root
    case "run": self = .run
    default: return nil
    }
  }

  /// All words, for messages.
  package static let words = "select, push, pushAsRoot, replaceTop, present, root, run"
}
