import RouteStore

/// Numbers that replace the sequences of a device: a permutation of 53 bits that depends on a key
/// and the device. No two sequences get one number, order and distance are lost, and every reader
/// represents the number exactly.
///
/// It is a Feistel network of four rounds over 27 and 26 bits; the function of a round is SHA-256
/// with a key for the device.
struct PseudonymousSequences {
  private static let highBits: Int64 = 27
  private static let lowBits: Int64 = 26
  private static let rounds: UInt8 = 4

  private let key: [UInt8]
  /// The device of the last number and its key: rows of one device are consecutive.
  private var device: (name: [UInt8], block: [UInt8])?
  /// The last number and its pseudonym: several columns of a row often have one number.
  private var last: (number: Int64, pseudonym: Int64)?

  /// - Parameter key: the key of the export.
  init(key: [UInt8]) { self.key = SHA256.digest(of: key + Array("sequences".utf8)).bytes }

  /// The pseudonym of a sequence of a device; nil for a number that no journal uses.
  mutating func pseudonym(of number: Int64, of name: [UInt8]) -> Int64? {
    guard 0..<(1 << (Self.highBits + Self.lowBits)) ~= number else { return nil }
    var block = block(of: name)
    if let last, last.number == number { return last.pseudonym }
    var high = number >> Self.lowBits
    var low = number & (1 << Self.lowBits - 1)
    for round in 0..<Self.rounds {
      if round.isMultiple(of: 2) {
        high ^= Self.mixed(low, round, &block) & (1 << Self.highBits - 1)
      } else {
        low ^= Self.mixed(high, round, &block) & (1 << Self.lowBits - 1)
      }
    }
    let pseudonym = high << Self.lowBits | low
    last = (number, pseudonym)
    return pseudonym
  }

  /// The device's key, with room for the round number and one half.
  private mutating func block(of name: [UInt8]) -> [UInt8] {
    if let device, device.name == name { return device.block }
    let block =
      SHA256.authenticationCode(for: name, key: key).bytes + [UInt8](repeating: 0, count: 5)
    device = (name, block)
    last = nil
    return block
  }

  private static func mixed(_ half: Int64, _ round: UInt8, _ block: inout [UInt8]) -> Int64 {
    block[32] = round
    for place in 0..<4 { block[33 + place] = UInt8(truncatingIfNeeded: half >> (8 * place)) }
    return SHA256.digest(of: block).bytes.prefix(8).reduce(0) { $0 << 8 | Int64($1) }
  }
}
