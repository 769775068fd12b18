extension RouteTable {
  /// Reads a table file: JSON, and of JSON5 comments, unquoted names, trailing commas and
  /// strings that go on in the next line behind a backslash.
  ///
  /// - Parameter json: the file's bytes, at most 4 MiB.
  /// - Throws: ``RouteTable/Mistakes`` with what is wrong, each with line and column.
  public init(json: [UInt8]) throws(RouteTable.Mistakes) {
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: json)
    } catch {
      let mistake = RouteTableMistakes.Mistake(
        field: "file", message: error.message, line: error.position.line,
        column: error.position.column)
      throw RouteTableMistakes([mistake], count: 1)
    }
    var reader = DefinitionReader()
    let definition = reader.definition(document.root)
    var mistakes = reader.mistakes
    var count = reader.mistakeCount
    do throws(RouteTableMistakes) {
      let table = try RouteTable(definition)
      if mistakes.isEmpty {
        self = table
        warnings = warnings.map { $0.placed(in: document.root, as: reader.written($0.field)) }
        return
      }
    } catch {
      let found = error.mistakes.map { mistake in
        mistake.placed(in: document.root, as: reader.written(mistake.field))
      }
      // A field that could not be read is not reported a second time as missing.
      let unread = reader.incomplete.union(mistakes.map(\.field))
      let others = found.filter { !unread.contains($0.field) }
      count += others.count + error.count - error.mistakes.count
      mistakes += others
    }
    mistakes.sort { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
    throw RouteTableMistakes(mistakes, count: count)
  }
}

extension RouteTableMistakes.Mistake {
  /// A copy with its field as a file has it, and the place of that.
  fileprivate func placed(in root: JSONNode, as field: String) -> Self {
    let position = root.position(of: field)
    var mistake = Self(
      field: field, message: message, line: position.line, column: position.column)
    mistake.route = route
    return mistake
  }
}

extension JSONNode {
  /// Where a field such as `routes[3].destination[1].push` stands, or the innermost part of it that
  /// does. Of names that a field can go on with the longest is meant: a name may have a dot in it.
  fileprivate func position(of field: String) -> JSONPosition {
    var node = self
    var rest = Array(field.utf8)[...]
    while !rest.isEmpty {
      switch node.value {
      case .array(let elements):
        guard let end = rest.firstIndex(of: UInt8(ascii: "]")),
          let index = Int(String(decoding: rest[..<end].dropFirst(), as: UTF8.self)),
          elements.indices.contains(index)
        else { return node.position }
        (node, rest) = (elements[index], rest[(end + 1)...])
      case .object(let members):
        // The names of the outermost object stand behind no dot.
        if rest.startIndex > 0, rest.first == UInt8(ascii: ".") { rest = rest.dropFirst() }
        let named = members.filter { member in
          let behind = rest.dropFirst(member.name.utf8.count).first
          return rest.starts(with: member.name.utf8)
            && behind.map { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") } ?? true
        }
        guard let member = named.max(by: { $0.name.utf8.count < $1.name.utf8.count }) else {
          return node.position
        }
        (node, rest) = (member.node, rest.dropFirst(member.name.utf8.count))
      case .null, .bool, .int, .double, .string: return node.position
      }
    }
    return node.position
  }
}
