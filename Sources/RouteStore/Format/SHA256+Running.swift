extension SHA256 {
  /// The digest of bytes that arrive in pieces.
  package struct Running: Sendable {
    private var words = initialWords
    /// The bytes of an incomplete block.
    private var rest: [UInt8] = []
    private var count: UInt64 = 0

    /// The digest of no bytes yet.
    package init() {}

    /// Adds the next bytes.
    package mutating func take(_ bytes: [UInt8]) {
      count &+= UInt64(bytes.count)
      var taken = 0
      if !rest.isEmpty {
        taken = min(64 - rest.count, bytes.count)
        rest += bytes[..<taken]
        guard rest.count == 64 else { return }
        compress(rest, from: 0, blocks: 1)
        rest.removeAll(keepingCapacity: true)
      }
      let blocks = (bytes.count - taken) / 64
      compress(bytes, from: taken, blocks: blocks)
      rest += bytes[(taken + blocks * 64)...]
    }

    /// The digest of all added bytes.
    package var digest: Digest {
      var last = self
      let bits = count &* 8
      var tail: [UInt8] = [0x80]
      tail += [UInt8](repeating: 0, count: (119 - rest.count) % 64)
      tail += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
      last.take(tail)
      return Digest(words: last.words)
    }

    private mutating func compress(_ bytes: [UInt8], from start: Int, blocks: Int) {
      guard blocks > 0 else { return }
      unsafe bytes.withUnsafeBytes { raw in
        guard let base = raw.baseAddress else { return }
        unsafe SHA256.compress(base + start, blocks: blocks, into: &words)
      }
    }
  }
}
