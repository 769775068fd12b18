/// A value in a row of a query.
public enum SQLValue: Sendable, Hashable {
  /// No value.
  case null
  /// A 64-bit integer.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
  /// A text, ill-formed UTF-8 repaired.
  case text(String)
  /// Bytes.
  case blob([UInt8])
}
