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
        warnings = warnings.map { $0.placed(in: document.root) }
        return
      }
    } catch {
      // A field that could not be read is not reported a second time as missing.
      let unread = Set(mistakes.map(\.field))
      let others = error.mistakes.filter { !unread.contains($0.field) }
      count += others.count + error.count - error.mistakes.count
      mistakes += others.map { $0.placed(in: document.root) }
    }
    mistakes.sort { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
    throw RouteTableMistakes(mistakes, count: count)
  }
}

extension RouteTableMistakes.Mistake {
  /// A copy with the place of its field in a file.
  fileprivate func placed(in root: JSONNode) -> Self {
    var mistake = self
    let position = root.position(of: field)
    (mistake.line, mistake.column) = (position.line, position.column)
    return mistake
  }
}

extension JSONNode {
  /// Where a field such as `routes[3].destination[1].push` stands, or the innermost part of it that
  /// does.
  fileprivate func position(of field: String) -> JSONPosition {
    var node = self
    for part in field.split(whereSeparator: { ".[]".contains($0) }) {
      if let index = Int(part), case .array(let elements) = node.value,
        elements.indices.contains(index)
      {
        node = elements[index]
      } else if let member = node.member(String(part)) {
        node = member.node
      } else {
        break
      }
    }
    return node.position
  }
}
