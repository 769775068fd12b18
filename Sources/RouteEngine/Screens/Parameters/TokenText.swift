/// The form of a token, which stands for a private value: a tilde and 22 ASCII letters or digits. A
/// token contains no character that a pattern can have between captures.
///
/// 22 digits of base 62 hold 128 bits, the most significant first. The first digit of such a number
/// is at most `7`. The token of a secret, whose value is not kept, begins with `z` instead.
package enum TokenText {
  /// How many digits follow the tilde.
  package static let digits = 22
  /// The bytes of a token, including the tilde.
  package static let length = digits + 1
  /// The text that an error expects where no token stands.
  static let expected = "a tilde and 22 letters or digits"

  private static let alphabet = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
  /// The bytes that a token can contain.
  static let bytes = ByteSet("~" + String(decoding: alphabet, as: UTF8.self))
  /// The first digit of the tokens of secrets.
  private static let secretMark = UInt8(ascii: "z")

  /// The token made from 16 bytes.
  static func token(of bytes: some Collection<UInt8>) -> String {
    text(of: bytes, firstDigit: nil)
  }

  /// The token of a secret, made from 16 bytes; some of their first bits have no effect.
  static func secret(of bytes: some Collection<UInt8>) -> String {
    text(of: bytes, firstDigit: secretMark)
  }

  private static func text(of bytes: some Collection<UInt8>, firstDigit: UInt8?) -> String {
    precondition(bytes.count == 16, "a token is of 128 bits")
    var high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    var low = bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
    var text = [UInt8](repeating: UInt8(ascii: "~"), count: length)
    let base = UInt64(alphabet.count)
    for place in (1..<length).reversed() {
      let (quotient, carry) = high.quotientAndRemainder(dividingBy: base)
      high = quotient
      let digit: UInt64
      (low, digit) = base.dividingFullWidth((high: carry, low: low))
      text[place] = alphabet[Int(digit)]
    }
    if let firstDigit { text[1] = firstDigit }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether a byte can follow a token's tilde.
  static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  /// Whether a token starts at a position. More digits may follow it.
  package static func starts(in bytes: [UInt8], at position: Int) -> Bool {
    guard bytes[position] == UInt8(ascii: "~"), position + digits < bytes.count else {
      return false
    }
    return bytes[(position + 1)...(position + digits)].allSatisfy(isDigit)
  }

  /// Whether the token of a secret starts at a position.
  package static func secretStarts(in bytes: [UInt8], at position: Int) -> Bool {
    starts(in: bytes, at: position) && bytes[position + 1] == secretMark
  }

  /// Whether the UTF-8 is a token.
  static func isToken(_ utf8: some Collection<UInt8>) -> Bool {
    utf8.count == length && utf8.first == UInt8(ascii: "~")
      && utf8.dropFirst().allSatisfy(isDigit)
  }

  /// Whether a text is a token.
  package static func isToken(_ text: String) -> Bool { isToken(text.utf8) }

  /// Whether a text is the token of a text that fits no type, which a second tilde marks.
  static func isMisfit(_ text: String) -> Bool {
    text.utf8.last == UInt8(ascii: "~") && isToken(text.utf8.dropLast())
  }

  /// Whether a text is the token of a secret.
  package static func isSecret(_ text: String) -> Bool {
    isToken(text) && text.utf8.dropFirst().first == secretMark
  }
}
