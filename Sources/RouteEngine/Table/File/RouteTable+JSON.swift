extension RouteTable {
  /// Reads a table file: JSON with comments, unquoted names, trailing commas and strings that
  /// continue in the next line after a backslash, as in JSON5.
  ///
  /// - Parameter json: the file's bytes, at most 4 MiB.
  /// - Throws: ``RouteTable/Mistakes``, each with line and column.
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
    var places = FieldPlaces(document.root)
    do throws(RouteTableMistakes) {
      let table = try RouteTable(definition)
      if mistakes.isEmpty {
        self = table
        warnings = warnings.map { $0.placed(by: &places, as: reader.written($0.field)) }
        return
      }
    } catch {
      let found = error.mistakes.map { mistake in
        mistake.placed(by: &places, as: reader.written(mistake.field))
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
  /// A copy with the field as in the file, and its position.
  fileprivate func placed(by places: inout FieldPlaces, as field: String) -> Self {
    let position = places.position(of: field)
    var mistake = Self(
      field: field, message: message, line: position.line, column: position.column)
    mistake.route = route
    return mistake
  }
}

/// Finds the positions of mistakes' fields in a file. Names are looked up in dictionaries, because
/// each of thousands of screens may have a mistake.
private struct FieldPlaces {
  private let root: JSONNode
  /// The members of the objects at the fields so far, by the part of the field that leads to them.
  private var members: [[UInt8]: [[UInt8]: JSONNode]] = [:]

  init(_ root: JSONNode) { self.root = root }

  /// The position of a field such as `routes[3].destination[1].push`, or of the innermost part of
  /// it that exists. Because a name may contain a dot, the longest matching name is used.
  mutating func position(of field: String) -> JSONPosition {
    let field = Array(field.utf8)
    var (node, start) = (root, 0)
    while start < field.count {
      switch node.value {
      case .array(let elements):
        guard let end = field[start...].firstIndex(of: UInt8(ascii: "]")),
          let index = Int(String(decoding: field[start..<end].dropFirst(), as: UTF8.self)),
          elements.indices.contains(index)
        else { return node.position }
        (node, start) = (elements[index], end + 1)
      case .object(let members):
        let named = named(members, at: Array(field[..<start]))
        // No dot stands before the names of the outermost object.
        if start > 0, field[start] == UInt8(ascii: ".") { start += 1 }
        let ends = (start...field.count).filter { end in
          end == field.count || field[end] == UInt8(ascii: ".") || field[end] == UInt8(ascii: "[")
        }
        guard let end = ends.last(where: { named[Array(field[start..<$0])] != nil }),
          let member = named[Array(field[start..<end])]
        else { return node.position }
        (node, start) = (member, end)
      case .null, .bool, .int, .double, .string: return node.position
      }
    }
    return node.position
  }

  private mutating func named(
    _ members: [JSONNode.Member], at place: [UInt8]
  ) -> [[UInt8]: JSONNode] {
    if let known = self.members[place] { return known }
    let named = Dictionary(
      members.map { (Array($0.name.utf8), $0.node) }, uniquingKeysWith: { first, _ in first })
    self.members[place] = named
    return named
  }
}
