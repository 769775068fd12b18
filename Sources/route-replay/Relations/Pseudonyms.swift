import RouteEngine
import RouteStore

/// Names that replace identifiers: equal for equal identifiers, and meaningless without the key.
///
/// A pseudonym is the first half of HMAC-SHA-256(key, identifier) in hexadecimal. The pseudonym of
/// a sequence is a number (``PseudonymousSequences``).
struct Pseudonyms {
  private let key: [UInt8]
  private var sequences: PseudonymousSequences
  /// Recently made pseudonyms: rows that belong together are consecutive.
  private var known: [[UInt8]: [UInt8]] = [:]

  private static let keyBytes = 32
  private static let mostKnown = 4_096

  /// Pseudonyms with a new random key, which is not stored: no other export has it.
  init() {
    var random = SystemRandomNumberGenerator()
    self.init(key: (0..<Self.keyBytes).map { _ in .random(in: .min ... .max, using: &random) })
  }

  /// Pseudonyms with the bytes of a file as the key, so that two exports give a device the same
  /// name.
  init(keyIn path: String) throws {
    let bytes = try FilePath.firstBytes(4_096, of: path)
    // The beginning of a journal is easily guessed.
    guard !bytes.starts(with: "SQLite format 3\0".utf8) else {
      throw CommandFailure.usage("'\(path)' is an SQLite file, where a key belongs")
    }
    guard bytes.count >= Self.keyBytes else {
      throw CommandFailure.usage(
        "'\(path)' is too short for a key: 'head -c 32 /dev/urandom > FILE' makes one, to be kept")
    }
    self.init(key: bytes)
  }

  private init(key: [UInt8]) {
    self.key = key
    sequences = PseudonymousSequences(key: key)
  }

  /// The pseudonym of a device's sequence, as a number of the same range.
  mutating func pseudonym(ofSequence number: Int64, of device: [UInt8]) -> Int64? {
    sequences.pseudonym(of: number, of: device)
  }

  /// Replaces each token in a link by its pseudonym, in the same form, so that it is still
  /// recognised as a private value.
  mutating func pseudonym(ofTokensIn link: inout [UInt8]) {
    guard link.contains(UInt8(ascii: "~")) else { return }
    let text = TokenSearch.replacingTokens(in: String(decoding: link, as: UTF8.self)) { token in
      let digits = pseudonym(of: Array(token.utf8)).prefix(TokenText.digits)
      return "~" + String(decoding: digits, as: UTF8.self)
    }
    link = Array(text.utf8)
  }

  /// The pseudonym of an identifier.
  mutating func pseudonym(of value: [UInt8]) -> [UInt8] {
    if let pseudonym = known[value] { return pseudonym }
    let digest = SHA256.authenticationCode(for: value, key: key).description
    let pseudonym = Array(digest.utf8.prefix(32))
    if known.count >= Self.mostKnown { known.removeAll(keepingCapacity: true) }
    known[value] = pseudonym
    return pseudonym
  }
}

/// Reduces an address to its target. This removes the query, the fragment, and the user's name and
/// password before the host. If no slash follows the scheme, as in a mail address, only the scheme
/// is left.
func bareLink(_ link: inout [UInt8]) {
  let marks: [UInt8] = [UInt8(ascii: "?"), UInt8(ascii: "#")]
  if let end = link.firstIndex(where: marks.contains) { link.removeSubrange(end...) }
  let slash = UInt8(ascii: "/")
  if let colon = link.firstIndex(of: UInt8(ascii: ":")), !link[..<colon].contains(slash),
    link.dropFirst(colon + 1).first != slash
  {
    link.removeSubrange((colon + 1)...)
    return
  }
  guard let first = link.firstIndex(of: slash), link.dropFirst(first + 1).first == slash else {
    return
  }
  let authority = first + 2
  let end = link[authority...].firstIndex(of: slash) ?? link.endIndex
  guard let mark = link[authority..<end].lastIndex(of: UInt8(ascii: "@")) else { return }
  link.removeSubrange(authority...mark)
}
