/// The 32 bytes of a SHA-256 digest. In the chain, it links an entry to all entries before it.
public struct ChainDigest: Sendable, Hashable {
  /// The bytes as four big-endian integers, first to last.
  var first: UInt64, second: UInt64, third: UInt64, fourth: UInt64

  /// 32 bytes of zero: the predecessor of a journal's first entry.
  public static var zero: ChainDigest { ChainDigest(words: SIMD8<UInt32>(repeating: 0)) }

  init(words: SIMD8<UInt32>) {
    first = UInt64(words[0]) << 32 | UInt64(words[1])
    second = UInt64(words[2]) << 32 | UInt64(words[3])
    third = UInt64(words[4]) << 32 | UInt64(words[5])
    fourth = UInt64(words[6]) << 32 | UInt64(words[7])
  }

  /// Reads 32 bytes; nil when there are more or fewer.
  public init?(bytes: [UInt8]) {
    let digest = unsafe bytes.withUnsafeBytes { raw in unsafe ChainDigest(raw) }
    guard let digest else { return nil }
    self = digest
  }

  @unsafe init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 32 else { return nil }
    first = unsafe UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self))
    second = unsafe UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    third = unsafe UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self))
    fourth = unsafe UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 24, as: UInt64.self))
  }

  /// Reads 64 hexadecimal digits of either case; nil for anything else.
  public init?(hexadecimal text: some StringProtocol) {
    let digits = Array(text.utf8)
    guard digits.count == 64 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: 64, by: 2) {
      guard let high = Self.value(of: digits[index]), let low = Self.value(of: digits[index + 1])
      else { return nil }
      bytes.append(high << 4 | low)
    }
    self.init(bytes: bytes)
  }

  /// The 32 bytes.
  public var bytes: [UInt8] {
    [first, second, third, fourth].flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) }
    }
  }

  /// Writes the 32 bytes to memory that has room for them.
  @unsafe func store(to start: UnsafeMutableRawPointer) {
    unsafe start.storeBytes(of: first.bigEndian, as: UInt64.self)
    unsafe start.storeBytes(of: second.bigEndian, toByteOffset: 8, as: UInt64.self)
    unsafe start.storeBytes(of: third.bigEndian, toByteOffset: 16, as: UInt64.self)
    unsafe start.storeBytes(of: fourth.bigEndian, toByteOffset: 24, as: UInt64.self)
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x41 + 10
    case 0x61...0x66: digit - 0x61 + 10
    default: nil
    }
  }
}

extension ChainDigest: CustomStringConvertible {
  /// 64 lower-case hexadecimal digits.
  public var description: String {
    var text: [UInt8] = []
    text.reserveCapacity(64)
    for word in [first, second, third, fourth] {
      for shift in stride(from: 60 as UInt64, through: 0, by: -4) {
        let digit = UInt8(truncatingIfNeeded: word >> shift & 15)
        text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
