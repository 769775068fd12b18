/// The style of a text: the SGR codes (ECMA-48) that are used.
package enum Ink: Int, Sendable {
  case plain = 0
  case bold = 1
  case dim = 2
  case reversed = 7
  case red = 31
  case green = 32
  case yellow = 33
  case cyan = 36

  /// The text between its code and the code that ends it.
  package func paint(_ text: String) -> String {
    self == .plain ? text : "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
  }
}
