import RouteEngine

/// JSON for people to read and edit: values that fit are on one line, and all others are indented
/// by two spaces.
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

/// JSON on one line, with a space after commas and colons.
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

/// A value that can be represented in JSON; nil is null.
protocol JSONValue {
  var json: JSON { get }
}

extension JSON: JSONValue {
  var json: JSON { self }

  /// An object with its members in this order.
  static func members(_ members: KeyValuePairs<String, any JSONValue>) -> JSON {
    .object(members.map { Member(name: $0.key, value: $0.value.json) })
  }
}

extension String: JSONValue {
  var json: JSON { .string(self) }
}

extension Bool: JSONValue {
  var json: JSON { .bool(self) }
}

extension Int: JSONValue {
  var json: JSON { .int(Int64(self)) }
}

extension Int64: JSONValue {
  var json: JSON { .int(self) }
}

extension Double: JSONValue {
  var json: JSON { .double(self) }
}

extension Optional: JSONValue where Wrapped: JSONValue {
  var json: JSON { self?.json ?? .null }
}

extension Array: JSONValue where Element: JSONValue {
  var json: JSON { .array(map(\.json)) }
}
