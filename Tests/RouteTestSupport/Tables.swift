package import RouteEngine
package import Testing

extension RouteTable {
  /// The table of a file with that text.
  package init(text: String) throws(RouteTableMistakes) {
    try self.init(json: Array(text.utf8))
  }

  /// Its canonical form as text.
  package var canonicalText: String { String(decoding: canonicalJSON, as: UTF8.self) }
}

/// What is wrong with a table, each with its place in front; nothing when it can be built.
package func mistakes(of table: () throws -> RouteTable) -> [String] {
  do {
    _ = try table()
    return []
  } catch let error as RouteTableMistakes {
    return error.mistakes.map { "\($0.field): \($0.message)" }
  } catch {
    return ["\(error)"]
  }
}

/// Requires that a file says the same as a table, and that what the file says is read back.
package func requireSame(
  _ table: RouteTable, as text: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let file = try RouteTable(text: text)
  #expect(table.canonicalText == file.canonicalText, sourceLocation: sourceLocation)
  #expect(table.digest == file.digest, sourceLocation: sourceLocation)
  #expect(file == table, sourceLocation: sourceLocation)
  let again = try RouteTable(json: file.canonicalJSON)
  #expect(again == table, sourceLocation: sourceLocation)
}
