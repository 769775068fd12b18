import CRouteSQLite

/// The values of the row that a statement stands on, each looked up and held to the bounds of a
/// file once, when the row is fetched.
///
/// For rows of which most values are asked for, some more than once, and few are longer texts: all
/// of SQLite's answers lie here. Texts lie where SQLite has them, so they are valid until the
/// statement moves on, and only where the statement is used, which is one thread at a time.
@safe package struct FetchedValues: ~Copyable {
  @safe private struct Value {
    var type = SQLITE_NULL
    /// The integer, or how many bytes the text has.
    var number: Int64 = 0
    /// The text.
    var bytes: UnsafeRawPointer?
  }

  private let values: UnsafeMutableBufferPointer<Value>
  /// Which places have which column of the statement, of each group of rows.
  private let columns: [[(place: Int, column: Int32)]]
  /// The group of the row whose values lie here.
  private var group: Int?

  /// Room for values: for each group of rows, and at each position, the column of the statement
  /// that is the value there, or nil for a value that is not asked for, which is NULL.
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

  /// Takes the values of the row the statement stands on, which is of a group. Returns the place of
  /// the first that is beyond ``FileBounds``; nil when none is.
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
        // The pointer first: asking for it may convert the value and change its length.
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
