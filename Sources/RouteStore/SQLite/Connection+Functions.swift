import CRouteSQLite

/// An SQL function implemented in Swift, for the queries of one connection. Views and triggers of a
/// file cannot call it.
package struct SQLFunction: Sendable {
  /// The reason why a function has no value, in words.
  package struct Failure: Error, Sendable {
    fileprivate let message: String

    /// A failure with its words.
    package init(_ message: String) { self.message = message }
  }

  /// Takes the arguments of one row after another, and returns a value at the end.
  package protocol Aggregate: AnyObject {
    /// Takes the arguments of a row.
    func add(_ arguments: [SQLValue]) throws(Failure)
    /// The value of the rows so far.
    func value() throws(Failure) -> SQLValue
  }

  /// The Swift code of a function.
  enum Body: Sendable {
    case scalar(@Sendable () -> ([SQLValue]) throws(Failure) -> SQLValue)
    case aggregate(@Sendable () -> any Aggregate)
  }

  let name: String
  let argumentCount: Int32
  let body: Body

  /// A function of the values of one row. `make` is called once for each connection.
  package init(
    _ name: String, of count: Int32,
    make: @escaping @Sendable () -> ([SQLValue]) throws(Failure) -> SQLValue
  ) {
    (self.name, argumentCount, body) = (name, count, .scalar(make))
  }

  /// A function of many rows. `make` is called once for each group of rows.
  package init(
    _ name: String, of count: Int32, aggregate make: @escaping @Sendable () -> any Aggregate
  ) {
    (self.name, argumentCount, body) = (name, count, .aggregate(make))
  }
}

extension Connection {
  /// Defines functions for later statements.
  ///
  /// Throws when there is no memory for one.
  package borrowing func define(_ functions: [SQLFunction]) throws(StoreError) {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
    for function in functions {
      let code: Int32
      switch function.body {
      case .scalar(let make):
        let box = unsafe Unmanaged.passRetained(ScalarBox(make())).toOpaque()
        code = unsafe sqlite3_create_function_v2(
          handle, function.name, function.argumentCount, flags, box, callScalar, nil, nil, release)
      case .aggregate(let make):
        let box = unsafe Unmanaged.passRetained(AggregateBox(make)).toOpaque()
        code = unsafe sqlite3_create_function_v2(
          handle, function.name, function.argumentCount, flags, box, nil, addToAggregate,
          finishAggregate, release)
      }
      guard code == SQLITE_OK else { throw failure(code) }
    }
  }
}

/// A scalar function as SQLite stores it.
private final class ScalarBox {
  let call: ([SQLValue]) throws(SQLFunction.Failure) -> SQLValue

  init(_ call: @escaping ([SQLValue]) throws(SQLFunction.Failure) -> SQLValue) { self.call = call }
}

/// An aggregate function as SQLite stores it.
private final class AggregateBox {
  let make: @Sendable () -> any SQLFunction.Aggregate

  init(_ make: @escaping @Sendable () -> any SQLFunction.Aggregate) { self.make = make }
}

/// One group of rows as SQLite stores it.
private final class GroupBox {
  let aggregate: any SQLFunction.Aggregate

  init(_ aggregate: any SQLFunction.Aggregate) { self.aggregate = aggregate }
}

private func release(_ box: UnsafeMutableRawPointer?) {
  if let box = unsafe box { unsafe Unmanaged<AnyObject>.fromOpaque(box).release() }
}

private func callScalar(
  _ context: OpaquePointer?, _ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let box = unsafe sqlite3_user_data(context) else { return }
  let scalar = unsafe Unmanaged<ScalarBox>.fromOpaque(box).takeUnretainedValue()
  do throws(SQLFunction.Failure) {
    unsafe setResult(try scalar.call(values(count, arguments)), context)
  } catch {
    unsafe sqlite3_result_error(context, error.message, -1)
  }
}

private func addToAggregate(
  _ context: OpaquePointer?, _ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let box = unsafe sqlite3_user_data(context),
    let room = unsafe sqlite3_aggregate_context(
      context, Int32(MemoryLayout<UnsafeMutableRawPointer?>.size))
  else { return unsafe sqlite3_result_error_nomem(context) }
  // SQLite provides zeroed memory, which means no pointer.
  let place = unsafe room.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  if unsafe place.pointee == nil {
    let aggregate = unsafe Unmanaged<AggregateBox>.fromOpaque(box).takeUnretainedValue().make()
    unsafe place.pointee = Unmanaged.passRetained(GroupBox(aggregate)).toOpaque()
  }
  guard let group = unsafe place.pointee else { return }
  do throws(SQLFunction.Failure) {
    let box = unsafe Unmanaged<GroupBox>.fromOpaque(group).takeUnretainedValue()
    unsafe try box.aggregate.add(values(count, arguments))
  } catch {
    unsafe sqlite3_result_error(context, error.message, -1)
  }
}

/// SQLite calls it for every group, also for a statement that was interrupted.
private func finishAggregate(_ context: OpaquePointer?) {
  var aggregate: (any SQLFunction.Aggregate)?
  if let room = unsafe sqlite3_aggregate_context(context, 0) {
    let place = unsafe room.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    if let group = unsafe place.pointee {
      unsafe aggregate = Unmanaged<GroupBox>.fromOpaque(group).takeRetainedValue().aggregate
      unsafe place.pointee = nil
    }
  }
  guard let aggregate else { return unsafe sqlite3_result_null(context) }
  do throws(SQLFunction.Failure) {
    unsafe setResult(try aggregate.value(), context)
  } catch {
    unsafe sqlite3_result_error(context, error.message, -1)
  }
}

private func values(
  _ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
) -> [SQLValue] {
  guard let arguments = unsafe arguments else { return [] }
  return (0..<Int(count)).map { index in
    let value = unsafe arguments[index]
    switch unsafe sqlite3_value_type(value) {
    case SQLITE_INTEGER: return unsafe .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: return unsafe .real(sqlite3_value_double(value))
    case SQLITE_NULL: return .null
    case let type:
      // The pointer first: getting it may convert the value and change its length.
      let start = unsafe UnsafeRawPointer(sqlite3_value_blob(value))
      let bytes = unsafe UnsafeRawBufferPointer(
        start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value)))
      return unsafe type == SQLITE_TEXT
        ? .text(String(decoding: bytes, as: UTF8.self)) : .blob(Array(bytes))
    }
  }
}

private func setResult(_ value: SQLValue, _ context: OpaquePointer?) {
  switch value {
  case .null: unsafe sqlite3_result_null(context)
  case .integer(let number): unsafe sqlite3_result_int64(context, number)
  case .real(let number): unsafe sqlite3_result_double(context, number)
  case .text(let text):
    unsafe sqlite3_result_text(
      context, text, Int32(clamping: text.utf8.count), csqlite_transient())
  case .blob(let bytes):
    unsafe sqlite3_result_blob(
      context, bytes, Int32(clamping: bytes.count), csqlite_transient())
  }
}
