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

extension SQLValue {
  /// A text, or NULL.
  package init(_ text: String?) { self = text.map { .text($0) } ?? .null }

  /// An integer, or NULL.
  package init(_ integer: Int64?) { self = integer.map { .integer($0) } ?? .null }

  /// The number; 0 for any other value.
  package var integer: Int64 { if case .integer(let number) = self { number } else { 0 } }

  /// The text, or the number as text; empty for any other value.
  package var text: String {
    switch self {
    case .text(let text): text
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .null, .blob: ""
    }
  }
}
