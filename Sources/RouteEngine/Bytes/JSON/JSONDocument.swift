/// A place in a text that a person wrote.
package struct JSONPosition: Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  package let line: Int
  /// The column, from 1, counted in Unicode scalars.
  package let column: Int
  /// The place in bytes from the start.
  package let offset: Int

  package init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }

  package var description: String { "line \(line), column \(column)" }
}

/// Why a document could not be read, and where.
package struct JSONDocumentError: Error, Hashable, Sendable, CustomStringConvertible {
  package let position: JSONPosition
  /// The problem and what was expected, without the position.
  package let message: String

  package init(position: JSONPosition, message: String) {
    self.position = position
    self.message = message
  }

  package var description: String { "\(position): \(message)" }
}

/// A value of a document, with its position.
package struct JSONNode: Sendable {
  /// A name and its value in an object.
  package struct Member: Sendable {
    package let name: String
    package let namePosition: JSONPosition
    package let node: JSONNode
  }

  /// The value of a node.
  package indirect enum Value: Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    case double(Double)
    case string(String)
    case array([JSONNode])
    /// Members in the order in which they are written; no name comes twice.
    case object([Member])
  }

  package let position: JSONPosition
  package let value: Value

  /// The member with this name; nil when there is none or this is no object.
  package func member(_ name: String) -> Member? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.name.utf8.elementsEqual(name.utf8) }
  }

  /// The name of the node's type, for messages: "a string", "an object".
  package var typeName: String {
    switch value {
    case .null: "null"
    case .bool: "true or false"
    case .int: "an integer"
    case .double: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The node's value without positions.
  package var json: JSON {
    switch value {
    case .null: .null
    case .bool(let value): .bool(value)
    case .int(let value): .int(value)
    case .double(let value): .double(value)
    case .string(let text): .string(text)
    case .array(let nodes): .array(nodes.map(\.json))
    case .object(let members):
      .object(members.map { JSON.Member(name: $0.name, value: $0.node.json) })
    }
  }
}

/// A file that a person wrote: JSON with some parts of JSON5, namely comments (`//` and `/* */`),
/// names without quotes, single quotes, strings that go on in the next line, and trailing commas.
///
/// Numbers and escapes are those of JSON, plus `\'`. Every node knows its position, so that the
/// code that interprets it can report line and column. A name that comes twice in one object is an
/// error. Reading stops at the first error.
package struct JSONDocument: Sendable {
  /// The outermost value.
  package let root: JSONNode

  /// How large a document may be, in bytes, when the caller does not say.
  package static let defaultSizeLimit = 4 << 20

  /// Reads a whole document.
  package init(
    parsing bytes: [UInt8], sizeLimit: Int = defaultSizeLimit,
    depthLimit: Int = JSONReader.defaultDepthLimit
  ) throws(JSONDocumentError) {
    guard bytes.count <= sizeLimit else {
      throw JSONDocumentError(
        position: JSONPosition(line: 1, column: 1, offset: 0),
        message: "the document has \(bytes.count) bytes, at most \(sizeLimit) are read")
    }
    var parser = JSONDocumentParser(bytes, depthLimit: depthLimit)
    root = try parser.document()
  }
}
