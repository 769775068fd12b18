/// A JSON value as a tree, for data that is read rarely. Payloads on the hot path use
/// ``JSONWriter`` and ``JSONReader`` directly.
///
/// Equality compares strings by UTF-8 bytes, doubles by value and members in their order. A number
/// without point and exponent that fits into 64 bits is an `int`, any other a `double`. The
/// canonical form of 1.0 is `1`, so a double without fraction comes back as an `int`.
package indirect enum JSON: Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case string(String)
  case array([JSON])
  /// Members in the order in which they were read or given.
  case object([Member])

  /// A name and its value in an object.
  package struct Member: Sendable {
    package var name: String
    package var value: JSON

    package init(name: String, value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// The value of the first member with this name; nil when there is none or this is no object.
  package subscript(_ name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }
}

extension JSON: Equatable {
  package static func == (left: JSON, right: JSON) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.double(let left), .double(let right)): left == right
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }
}

extension JSON.Member: Equatable {
  package static func == (left: JSON.Member, right: JSON.Member) -> Bool {
    left.name.utf8.elementsEqual(right.name.utf8) && left.value == right.value
  }
}

extension JSON {
  /// Writes the value in canonical form; members are sorted by their names' UTF-8 bytes.
  ///
  /// Of members with the same name only the first is written: the canonical form has no duplicates.
  package func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .int(let value): writer.int(value)
    case .double(let value): writer.double(value)
    case .string(let text): writer.string(text)
    case .array(let elements):
      writer.beginArray()
      for element in elements { element.write(to: &writer) }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      var last: String?
      for member in Self.sorted(members) {
        if let last, last.utf8.elementsEqual(member.name.utf8) { continue }
        writer.name(member.name)
        member.value.write(to: &writer)
        last = member.name
      }
      writer.endObject()
    }
  }

  /// The canonical form as bytes.
  package var canonical: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }

  // The position decides between equal names, so that the first of them stays the first.
  private static func sorted(_ members: [Member]) -> [Member] {
    members.enumerated().sorted { left, right in
      let leftName = left.element.name.utf8
      let rightName = right.element.name.utf8
      return leftName.elementsEqual(rightName)
        ? left.offset < right.offset : leftName.lexicographicallyPrecedes(rightName)
    }.map(\.element)
  }
}

extension JSON {
  /// Reads a whole text of strict JSON.
  package init(
    parsing bytes: [UInt8], depthLimit: Int = JSONReader.defaultDepthLimit
  ) throws(JSONError) {
    var reader = JSONReader(bytes, depthLimit: depthLimit)
    self = try reader.json()
    try reader.expectEnd()
  }
}

extension JSONReader {
  /// Reads any one value as a tree.
  package mutating func json() throws(JSONError) -> JSON {
    guard let first = peekValue() else { throw error("a value") }
    switch first {
    case UInt8(ascii: "{"):
      var members: [JSON.Member] = []
      try beginObject()
      while try nextMember() {
        let name = memberName()
        members.append(JSON.Member(name: name, value: try json()))
      }
      return .object(members)
    case UInt8(ascii: "["):
      var elements: [JSON] = []
      try beginArray()
      while try nextElement() { elements.append(try json()) }
      return .array(elements)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool(try bool())
    case UInt8(ascii: "n"):
      try null()
      return .null
    default:
      guard Self.beginsNumber(first) else { throw error("a value") }
      return try number()
    }
  }

  private mutating func number() throws(JSONError) -> JSON {
    let start = offset
    let number = try scanNumber()
    if let value = number.int64 { return .int(value) }
    guard let value = double(of: number) else {
      throw JSONError(offset: start, expected: "a number within the range of a Double")
    }
    return .double(value)
  }
}
