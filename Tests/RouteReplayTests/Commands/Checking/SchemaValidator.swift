import Foundation
import RouteEngine

/// Checks whether a value is valid against a JSON Schema with the keywords of the table's schema,
/// and no others.
struct SchemaValidator {
  struct UnknownKeyword: Error { let name: String }

  let root: JSON

  func accepts(_ value: JSON) throws -> Bool { try accepts(value, by: root) }

  private func accepts(_ value: JSON, by schema: JSON) throws -> Bool {
    guard case .object(let keywords) = schema else { throw UnknownKeyword(name: "no object") }
    for keyword in keywords {
      guard try accepts(value, keyword, of: schema) else { return false }
    }
    return true
  }

  private func accepts(_ value: JSON, _ keyword: JSON.Member, of schema: JSON) throws -> Bool {
    switch (keyword.name, keyword.value) {
    case ("$schema", _), ("$defs", _), ("title", .string), ("description", .string): return true
    case ("$ref", .string(let place)):
      let name = place.replacing("#/$defs/", with: "")
      guard let target = root["$defs"]?[name] else { throw UnknownKeyword(name: place) }
      return try accepts(value, by: target)
    case ("type", .string(let name)): return try isOf(name, value)
    case ("type", .array(let names)):
      return try names.contains { try isOf($0.text ?? "", value) }
    case ("enum", .array(let values)): return values.contains(value)
    case ("pattern", .string(let expression)):
      guard let text = value.text else { return true }
      return try text.contains(Regex(expression))
    case ("minimum", .int(let least)): return Self.compare(value, least).map { $0 >= 0 } ?? true
    case ("maximum", .int(let most)): return Self.compare(value, most).map { $0 <= 0 } ?? true
    case ("anyOf", .array(let schemas)): return try schemas.contains { try accepts(value, by: $0) }
    case ("items", let element):
      guard case .array(let elements) = value else { return true }
      return try elements.allSatisfy { try accepts($0, by: element) }
    default: return try accepts(value.members, keyword, of: schema)
    }
  }

  private func accepts(
    _ members: [JSON.Member]?, _ keyword: JSON.Member, of schema: JSON
  ) throws -> Bool {
    guard let members else { return true }
    switch (keyword.name, keyword.value) {
    case ("properties", let properties):
      return try members.allSatisfy { member in
        try properties[member.name].map { try accepts(member.value, by: $0) } ?? true
      }
    case ("additionalProperties", let others):
      return try members.allSatisfy { member in
        if schema["properties"]?[member.name] != nil { return true }
        return try others == .bool(false) ? false : accepts(member.value, by: others)
      }
    case ("propertyNames", let names):
      return try members.allSatisfy { try accepts(.string($0.name), by: names) }
    case ("required", .array(let names)):
      return names.allSatisfy { name in members.contains { .string($0.name) == name } }
    default: throw UnknownKeyword(name: keyword.name)
    }
  }

  /// Below, at or above a bound: -1, 0 or 1; nil for a value that is no integer.
  private static func compare(_ value: JSON, _ bound: Int64) -> Int? {
    switch value {
    case .int(let number): number < bound ? -1 : number > bound ? 1 : 0
    case .double(let number):
      if let number = Int64(exactly: number) {
        compare(.int(number), bound)
      } else {
        number < 0 ? -1 : 1
      }
    default: nil
    }
  }

  private func isOf(_ type: String, _ value: JSON) throws -> Bool {
    switch (type, value) {
    case ("integer", .double(let number)): return number.rounded() == number
    case ("string", .string), ("integer", .int), ("number", .int), ("number", .double),
      ("boolean", .bool), ("array", .array), ("object", .object), ("null", .null):
      return true
    case ("string", _), ("integer", _), ("number", _), ("boolean", _), ("array", _),
      ("object", _), ("null", _):
      return false
    default: throw UnknownKeyword(name: "type \(type)")
    }
  }
}

extension JSON {
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
  fileprivate var members: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }
}
