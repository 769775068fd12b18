extension RouteTableDefinition {
  /// The canonical JSON, UTF-8: members in byte order, no defaults, screens by name. With
  /// ``RouteTable/definition`` the same table in Swift and in a file gives the same bytes.
  public var canonicalJSON: [UInt8] {
    var members: [JSON.Member] = [
      JSON.Member(name: "format", value: .string(Self.format)),
      JSON.Member(name: "tree", value: .string(tree)),
      JSON.Member(name: "routes", value: .array(routes.map(\.json))),
      JSON.Member(
        name: "screens",
        value: .object(screens.map { JSON.Member(name: $0.kind, value: $0.json) })),
    ]
    members.add("links", links.json)
    members.addNames("interceptors", interceptors)
    members.addNames("tasks", tasks)
    if !routers.isEmpty { members.add("routers", .array(routers.map(\.json))) }
    return JSON.object(members).canonical
  }

  /// The value of `format` in a file of this version.
  package static let format = "route-table/1"
}

extension ActionTemplate {
  var json: JSON {
    var members: [JSON.Member] = [JSON.Member(name: "perform", value: .string(name))]
    members.addBindings(parameters)
    if terms.moment != .arrival { members.add("when", .string(terms.moment.rawValue)) }
    members.add("condition", terms.condition.map(JSON.string))
    members.add("key", key.map(JSON.string))
    if sameKey != .replace { members.add("sameKey", .string(sameKey.rawValue)) }
    members.add("lane", terms.lane.map(JSON.string))
    members.add("retry", terms.retry?.json)
    members.addSpan("after", delayMicroseconds)
    members.addSpan("expires", lifetimeMicroseconds)
    members.addSpan("lease", terms.leaseMicroseconds)
    return .object(members)
  }
}

extension RetryPolicy {
  var json: JSON {
    var members: [JSON.Member] = [JSON.Member(name: "attempts", value: .int(Int64(attempts)))]
    members.addSpan("first", firstMicroseconds)
    members.addSpan("longest", longestMicroseconds)
    return .object(members)
  }
}

extension ScreenDeclaration {
  var json: JSON {
    var members: [JSON.Member] = []
    if version != 1 { members.add("version", .int(Int64(version))) }
    if !schema.entries.isEmpty {
      members.add(
        "parameters",
        .object(
          schema.entries.map { JSON.Member(name: $0.name, value: $0.json) }))
    }
    if let identity { members.add("identity", .array(identity.map(JSON.string))) }
    members.addNames("private", privateNames)
    members.addNames("secret", secretNames)
    members.add("container", container.map { .string($0.text) })
    if !isDismissible { members.add("dismissible", .bool(false)) }
    if !isRestored { members.add("restored", .bool(false)) }
    members.addNames("interceptors", interceptors)
    members.addNames("leaving", leaving)
    members.addNames("answers", answers)
    members.addActions(actions)
    if !migrations.isEmpty { members.add("migrations", .array(migrations.map(\.json))) }
    return .object(members)
  }
}

extension ScreenMigration {
  var json: JSON {
    var members: [JSON.Member] = [JSON.Member(name: "from", value: .int(Int64(from)))]
    members.add("kind", formerKind.map(JSON.string))
    members.addBindings(parameters)
    return .object(members)
  }
}

extension Route {
  var json: JSON {
    var members: [JSON.Member] = [
      JSON.Member(name: "id", value: .string(identifier))
    ]
    if let redirect {
      members.add("redirect", redirect.json)
    } else {
      members.add("destination", .array(destination.steps.map(\.json)))
    }
    if version != 1 { members.add("version", .int(Int64(version))) }
    members.addNames("patterns", patterns)
    members.addNames("schemes", constraint.schemes)
    members.addNames("hosts", constraint.hosts)
    let rules = constraint.query.elements.map { JSON.Member(name: $0.name, value: $0.rule.json) }
    if !rules.isEmpty { members.add("query", .object(rules)) }
    members.add("fragment", constraint.fragment?.json)
    if readsFragment { members.add("fragmentItems", .bool(true)) }
    members.add("endSlash", endSlash.map { .string($0.rawValue) })
    members.add("letterCase", letterCase?.json)
    members.add("plus", plus.map { .string($0.rawValue) })
    members.add("unreadable", unreadable.map { .string($0.rawValue) })
    members.add("priority", priority.map { .int(Int64($0)) })
    members.add("scene", destination.scene.map(JSON.string))
    members.addNames("interceptors", interceptors)
    members.addNames("open", openNames)
    members.addActions(actions)
    return .object(members)
  }
}

extension QueryRule {
  fileprivate var json: JSON {
    switch self {
    case .value(let text): .string(text)
    case .present: .bool(true)
    case .absent: .bool(false)
    case .path(let pattern): .object([JSON.Member(name: "path", value: .string(pattern))])
    }
  }
}

extension Router {
  fileprivate var json: JSON {
    var members: [JSON.Member] = [JSON.Member(name: "id", value: .string(identifier))]
    if asksAboutLinks { members.add("asksAboutLinks", .bool(true)) }
    if !children.isEmpty { members.add("children", .array(children.map(\.json))) }
    members.addNames("routes", routes)
    members.addNames("screens", kinds)
    members.addNames("values", valueTypes)
    return .object(members)
  }
}

extension Router.Child {
  fileprivate var json: JSON {
    var members: [JSON.Member] = [JSON.Member(name: "router", value: .string(router))]
    if priority != Router.medium { members.add("priority", .int(Int64(priority))) }
    return .object(members)
  }
}

extension ParameterSchema.Entry {
  /// Its type by name, or the cases of an enum as an array, with `null` at the end when it is
  /// optional.
  fileprivate var json: JSON {
    var json = JSON.string(text)
    if case .oneOf(let values) = type {
      json = .array(values.map(\.json) + (isOptional ? [.null] : []))
    }
    guard let defaultValue else { return json }
    return .object([
      JSON.Member(name: "type", value: json),
      JSON.Member(name: "default", value: defaultValue.json),
    ])
  }
}
