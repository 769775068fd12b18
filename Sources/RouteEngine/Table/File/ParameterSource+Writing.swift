// Shared by the parts of a route table's canonical JSON.

extension [JSON.Member] {
  mutating func add(_ name: String, _ value: JSON?) {
    if let value { append(JSON.Member(name: name, value: value)) }
  }

  mutating func addNames(_ name: String, _ names: [String]) {
    if !names.isEmpty { add(name, .array(names.map(JSON.string))) }
  }

  mutating func addSpan(_ name: String, _ microseconds: Int64?) {
    add(name, microseconds.map { .string(TimeSpan(microseconds: $0).text) })
  }

  mutating func addActions(_ actions: [ActionTemplate]) {
    if !actions.isEmpty { add("actions", .array(actions.map(\.json))) }
  }

  mutating func addBindings(_ bindings: Bindings) {
    guard !bindings.elements.isEmpty else { return }
    add(
      "with",
      .object(bindings.elements.map { JSON.Member(name: $0.name, value: $0.source.json) }))
  }
}

extension ParameterSource {
  var json: JSON {
    switch self {
    case .request(let name): .string(":" + name)
    case .constant(.int(let value)): .int(value)
    case .constant(.double(let value)): .double(value)
    case .constant(.bool(let value)): .bool(value)
    case .constant(.structure(let structure)): structure.tree
    case .constant(.string(let text)), .constant(.token(let text)):
      // A leading colon marks a request's parameter; a doubled one stands for a colon.
      .string(text.utf8.first == UInt8(ascii: ":") ? ":" + text : text)
    }
  }
}
