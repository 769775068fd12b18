import CRouteSQLite

/// The values of a statement's present row. Each is looked up and checked against the bounds of a
/// file once, when the row is fetched.
///
/// For rows of which most values are used, some more than once, and few are longer texts: all of
/// SQLite's answers are stored here. Texts stay in SQLite's memory, so they are valid until the
/// statement moves on, and only on the thread that uses the statement.
@safe package struct FetchedValues: ~Copyable {
  @safe private struct Value {
    var type = SQLITE_NULL
    /// The integer, or the length of the text in bytes.
    var number: Int64 = 0
    /// The text.
    var bytes: UnsafeRawPointer?
  }

  private let values: UnsafeMutableBufferPointer<Value>
  /// The places and the columns of the statement, for each group of rows.
  private let columns: [[(place: Int, column: Int32)]]
  /// The group of the row with these values.
  private var group: Int?

  /// Room for values: for each group of rows and each place, the column of the statement with that
  /// value, or nil for a value that is not needed, which is NULL.
  package init(from sources: [[Int32?]]) {
    let count = sources.map(\.count).max() ?? 0
    unsafe values = .allocate(capacity: count)
    unsafe values.initialize(repeating: Value())
    columns = sources.map { columns in
      columns.enumerated().compactMap { place, source in source.map { (place, $0) } }
    }
  }

  deinit {
    unsafe values.deallocate()
  }

  /// Fetches the values of the statement's present row, which belongs to a group. Returns the place
  /// of the first value beyond ``FileBounds``; nil when there is none.
  package mutating func fetch(from statement: borrowing Statement, of group: Int) -> Int? {
    if self.group != group {
      for place in unsafe values.indices { unsafe values[place].type = SQLITE_NULL }
      self.group = group
    }
    var beyond: Int?
    for (place, column) in columns[group] {
      guard let found = unsafe sqlite3_column_value(statement.handle, column) else { continue }
      let type = unsafe sqlite3_value_type(found)
      unsafe values[place].type = type
      switch type {
      case SQLITE_NULL: continue
      case SQLITE_INTEGER:
        let number = unsafe sqlite3_value_int64(found)
        unsafe values[place].number = number
        if !FileBounds.numbers.contains(number) { beyond = beyond ?? place }
      default:
        // The pointer first: getting it may convert the value and change its length.
        unsafe values[place].bytes = UnsafeRawPointer(sqlite3_value_blob(found))
        let count = unsafe Int(sqlite3_value_bytes(found))
        unsafe values[place].number = Int64(count)
        if type == SQLITE_TEXT, count > FileBounds.textBytes { beyond = beyond ?? place }
      }
    }
    return beyond
  }

  /// True when the value is NULL.
  package func isNull(_ place: Int) -> Bool { unsafe values[place].type == SQLITE_NULL }

  /// The value as an integer; 0 for anything else.
  package func integer(_ place: Int) -> Int64 { optionalInteger(place) ?? 0 }

  /// The value as an integer; nil for anything else.
  package func optionalInteger(_ place: Int) -> Int64? {
    unsafe values[place].type == SQLITE_INTEGER ? values[place].number : nil
  }

  /// The value as text, ill-formed UTF-8 repaired, or nil for NULL.
  package func optionalText(_ place: Int) -> String? {
    switch unsafe values[place].type {
    case SQLITE_NULL: nil
    case SQLITE_INTEGER: unsafe "\(values[place].number)"
    default:
      unsafe RowValues.text(
        UnsafeRawBufferPointer(
          start: values[place].bytes,
          count: values[place].bytes == nil ? 0 : Int(values[place].number)))
    }
  }
}
