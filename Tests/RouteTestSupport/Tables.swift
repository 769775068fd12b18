package import RouteEngine
package import Testing

extension RouteTable {
  /// Reads the table of a file with that text.
  package init(text: String) throws(RouteTableMistakes) {
    try self.init(json: Array(text.utf8))
  }

  /// Its canonical JSON as text.
  package var canonicalText: String { String(decoding: canonicalJSON, as: UTF8.self) }
}

/// The mistakes in a table, each after its place; empty when the table is valid.
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

/// Requires that a file defines the same table as Swift code, and that the written file is read
/// back unchanged.
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
