import RouteEngine

/// The JSON Schema of table files, draft 2020-12, made from the rules of the reader.
enum TableSchema {
  /// The schema's file.
  static var text: String { prettyJSON(schema) + "\n" }

  /// The schema: the table's object, and those inside it by name.
  static var schema: JSON {
    let parts = TableFile.Part.allCases.filter { $0 != .table }
    return .object(
      [
        JSON.Member("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
        JSON.Member("title", .string("Route table")),
      ] + members(of: TableFile.Part.table.shape) + [
        JSON.Member("$defs", .object(parts.map { JSON.Member($0.rawValue, object($0.shape)) }))
      ])
  }

  private static func object(_ shape: TableFile.Shape) -> JSON { .object(members(of: shape)) }

  private static func members(of shape: TableFile.Shape) -> [JSON.Member] {
    let needed = shape.members.filter { $0.need != nil }.map(\.name)
    var members = [
      JSON.Member("description", .string(shape.about)),
      JSON.Member("type", .string("object")),
      JSON.Member(
        "properties",
        .object(
          shape.members.map { member in
            let about = JSON.Member("description", .string(member.about))
            return JSON.Member(member.name, .object([about] + keywords(member.form)))
          })),
      JSON.Member("additionalProperties", .bool(false)),
    ]
    if !needed.isEmpty { members.append(JSON.Member("required", texts(needed))) }
    if !shape.choices.isEmpty {
      let chosen = shape.choices.flatMap { [$0.name] + $0.beside }
      let free = shape.names.filter { !chosen.contains($0) }
      members.append(
        JSON.Member("anyOf", .array(shape.choices.map { choice($0, beside: free) })))
    }
    return members
  }

  /// An object that has this member, and of the other choices only those that are allowed with it.
  private static func choice(_ choice: TableFile.Choice, beside free: [String]) -> JSON {
    let names = [choice.name] + choice.beside + free
    var members = [
      JSON.Member("required", texts([choice.name] + choice.needs)),
      JSON.Member("propertyNames", .object([JSON.Member("enum", texts(names))])),
    ]
    if !choice.narrowed.isEmpty {
      let narrowed = choice.narrowed.map { JSON.Member($0.name, .object(keywords($0.form))) }
      members.append(JSON.Member("properties", .object(narrowed)))
    }
    return .object(members)
  }

  private static func keywords(_ form: TableFile.Form) -> [JSON.Member] {
    switch form {
    case .text: type("string")
    case .spelled(let expression):
      type("string") + [JSON.Member("pattern", .string("^(?:\(expression))$"))]
    case .word(let words): [JSON.Member("enum", texts(words))]
    case .whole(let least):
      type("integer") + [
        JSON.Member("minimum", .int(least.map(Int64.init) ?? .min)),
        JSON.Member("maximum", .int(.max)),
      ]
    case .truth: type("boolean")
    case .constant:
      [JSON.Member("type", texts(["string", "number", "boolean", "array", "object"]))]
    case .null: type("null")
    case .list(let element): type("array") + [JSON.Member("items", .object(keywords(element)))]
    case .map(let value):
      type("object") + [JSON.Member("additionalProperties", .object(keywords(value)))]
    case .object(let part): [JSON.Member("$ref", .string("#/$defs/\(part.rawValue)"))]
    case .either(let forms): [JSON.Member("anyOf", .array(forms.map { .object(keywords($0)) }))]
    }
  }

  private static func type(_ name: String) -> [JSON.Member] {
    [JSON.Member("type", .string(name))]
  }

  private static func texts(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }
}

extension JSON.Member {
  fileprivate init(_ name: String, _ value: JSON) { self.init(name: name, value: value) }
}
