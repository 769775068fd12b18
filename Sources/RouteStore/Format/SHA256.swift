/// SHA-256 (FIPS 180-4), in Swift or by instructions of the processor.
///
/// ``digest(of:)`` allocates no memory. It is used for the journal's chain; other digests are those
/// of migrations and, as authentication codes, the tokens of private values.
package enum SHA256: Sendable {
  /// The digest of some bytes.
  package static func digest(of bytes: [UInt8]) -> Digest {
    unsafe bytes.withUnsafeBytes { raw in unsafe digest(of: raw) }
  }

  /// The digest of bytes in memory that the caller keeps alive.
  @unsafe package static func digest(of bytes: UnsafeRawBufferPointer) -> Digest {
    var words = initialWords
    let whole = bytes.count & ~63
    if let start = bytes.baseAddress, whole > 0 {
      unsafe compress(start, blocks: whole >> 6, into: &words)
    }
    let rest = bytes.count - whole
    let padded = rest < 56 ? 64 : 128
    unsafe withUnsafeTemporaryAllocation(byteCount: 128, alignment: 16) { tail in
      guard let end = tail.baseAddress else { return }
      unsafe tail.initializeMemory(as: UInt8.self, repeating: 0)
      if rest > 0, let start = bytes.baseAddress {
        unsafe end.copyMemory(from: start + whole, byteCount: rest)
      }
      unsafe tail[rest] = 0x80
      let bits = UInt64(bytes.count) &* 8
      unsafe end.storeBytes(of: bits.bigEndian, toByteOffset: padded - 8, as: UInt64.self)
      unsafe compress(UnsafeRawPointer(end), blocks: padded >> 6, into: &words)
    }
    return Digest(words: words)
  }

  /// HMAC-SHA-256 (RFC 2104): the digest of a message under a key of any length.
  package static func authenticationCode(for message: [UInt8], key: [UInt8]) -> Digest {
    let key = key.count > 64 ? digest(of: key).bytes : key
    let block = key + [UInt8](repeating: 0, count: 64 - key.count)
    let inner = digest(of: block.map { $0 ^ 0x36 } + message)
    return digest(of: block.map { $0 ^ 0x5C } + inner.bytes)
  }
}

extension SHA256 {
  /// The type of the digest.
  package typealias Digest = ChainDigest
}
