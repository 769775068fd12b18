import RouteEngine

/// JSON for a person to read and edit: what fits stands on one line, everything else is indented by
/// two spaces.
func prettyJSON(_ value: JSON, indentation: Int = 0, width: Int = 100) -> String {
  let line = oneLine(value)
  if indentation + line.utf8.count <= width { return line }
  let inner = String(repeating: " ", count: indentation + 2)
  let outer = String(repeating: " ", count: indentation)
  switch value {
  case .array(let elements) where !elements.isEmpty:
    let lines = elements.map {
      inner + prettyJSON($0, indentation: indentation + 2, width: width)
    }
    return "[\n" + lines.joined(separator: ",\n") + "\n" + outer + "]"
  case .object(let members) where !members.isEmpty:
    let lines = members.map { member in
      let name = jsonString(member.name) + ": "
      return inner + name
        + prettyJSON(member.value, indentation: indentation + 2, width: width - name.utf8.count)
    }
    return "{\n" + lines.joined(separator: ",\n") + "\n" + outer + "}"
  default: return line
  }
}

/// The same on one line, with a space behind commas and colons.
func oneLine(_ value: JSON) -> String {
  switch value {
  case .array(let elements): return "[" + elements.map(oneLine).joined(separator: ", ") + "]"
  case .object(let members):
    let texts = members.map { jsonString($0.name) + ": " + oneLine($0.value) }
    return texts.isEmpty ? "{}" : "{ " + texts.joined(separator: ", ") + " }"
  case .string(let text): return jsonString(text)
  default: return String(decoding: value.canonical, as: UTF8.self)
  }
}

extension JSON {
  /// An object with its members in this order.
  static func members(_ members: KeyValuePairs<String, JSON>) -> JSON {
    .object(members.map { Member(name: $0.key, value: $0.value) })
  }

  /// A text, or null.
  static func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }

  /// A number, or null.
  static func number(_ number: Int64?) -> JSON { number.map { .int($0) } ?? .null }
}
