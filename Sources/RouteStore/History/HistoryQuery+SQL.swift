extension HistoryQuery {
  /// The statement for the query, with its values bound; the columns are ``EntryRow/columns``.
  ///
  /// No part of the query becomes SQL text: conditions are selected, and values are bound.
  func statement(on connection: borrowing Connection) throws(StoreError) -> Statement {
    var conditions: [String] = []
    var values: [Value] = []
    func add(_ condition: String, _ value: Value?) {
      guard let value else { return }
      values.append(value)
      conditions.append(condition.replacing("?", with: "?\(values.count)"))
    }
    add(Self.inSession, session.map(Value.integer))
    add("sequence >= ?", firstSequence.map(Value.integer))
    add("sequence <= ?", lastSequence.map(Value.integer))
    if !kinds.isEmpty {
      let places = kinds.indices.map { "?\(values.count + $0 + 1)" }
      conditions.append("kind IN (\(places.joined(separator: ", ")))")
      values += kinds.map(Value.integer)
    }
    add("outcome = ?", outcome.map(Value.text))
    add("route = ?", route.map(Value.text))
    add("request = ?", request.map(Value.integer))
    add("action = ?", action.map(Value.integer))
    add("(instr(link, ?) > 0 OR instr(reason, ?) > 0)", text.map(Value.text))
    values.append(.integer(limit ?? -1))
    let statement = try connection.prepare(
      """
      SELECT \(EntryRow.columns) FROM journal
      \(conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND "))
      ORDER BY sequence \(isReversed ? "DESC" : "ASC") LIMIT ?\(values.count)
      """)
    for (index, value) in values.enumerated() {
      switch value {
      case .integer(let integer): statement.bind(integer, at: Int32(index + 1))
      case .text(let text): statement.bind(text, at: Int32(index + 1))
      }
    }
    return statement
  }

  /// The entries of a session are consecutive: its row states where, so the others are not read.
  /// The row of a session that has not ended does not have its last entry.
  private static var inSession: String {
    """
    session = ?
    AND sequence >= coalesce((SELECT first_sequence FROM session WHERE number = ?), 0)
    AND sequence <= coalesce(
      (SELECT last_sequence FROM session WHERE number = ? AND ending = 'ended'),
      9223372036854775807)
    """
  }

  private enum Value {
    case integer(Int64)
    case text(String)
  }
}
