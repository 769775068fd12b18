import RouteEngine
import RouteStore

/// Names in place of identifiers: the same for the same one, and of no use to who has not the key.
///
/// A pseudonym is the first half of HMAC-SHA-256(key, identifier) in hexadecimal.
struct Pseudonyms {
  private let key: [UInt8]
  /// Those that were made lately: rows that belong together lie together.
  private var known: [[UInt8]: [UInt8]] = [:]

  private static let keyBytes = 32
  private static let mostKnown = 4_096

  /// With a new random key, which is not stored: no other export has it, and no later one will.
  init() {
    var random = SystemRandomNumberGenerator()
    key = (0..<Self.keyBytes).map { _ in UInt8.random(in: .min ... .max, using: &random) }
  }

  /// With the bytes of a file as the key, so that two exports name the same device alike.
  init(keyIn path: String) throws {
    let bytes = try FilePath.firstBytes(4_096, of: path)
    guard bytes.count >= Self.keyBytes else {
      throw CommandFailure.usage(
        "'\(path)' is too short for a key: 'head -c 32 /dev/urandom > FILE' makes one, to be kept")
    }
    key = bytes
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

  /// The pseudonym of the part before the last colon; the number behind the colon stays.
  mutating func pseudonym(ofVisit value: [UInt8]) -> [UInt8] {
    guard let colon = value.lastIndex(of: UInt8(ascii: ":")) else { return pseudonym(of: value) }
    return pseudonym(of: Array(value[..<colon])) + value[colon...]
  }
}

/// Cuts an address down to where it leads. This removes the query, the fragment, and the user's
/// name and password before the host. Where no slash follows the scheme, as in a mail address, only
/// the scheme is left.
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
