import RouteStore
import Testing

/// Vectors: FIPS 180-4 examples and NIST's long message; RFC 4231 for HMAC.
@Suite struct SHA256Tests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func `the digests of the standard's examples are right`(message: String, digest: String) {
    #expect(SHA256.digest(of: Array(message.utf8)).description == digest)
  }

  @Test func `the digest of a million times a is right`() {
    let message = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    #expect(
      SHA256.digest(of: message).description
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test(arguments: SHA256.Means.allCases.filter(\.isHere), [0, 1, 2, 10])
  func `all implementations on this processor give the same digest`(
    means: SHA256.Means, blocks: Int
  ) {
    let bytes = (0..<640).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    var portable = SHA256.initialWords
    var words = SHA256.initialWords
    unsafe bytes.withUnsafeBytes { raw in
      guard let start = raw.baseAddress else { return }
      unsafe SHA256.compress(start, blocks: blocks, by: .portable, into: &portable)
      unsafe SHA256.compress(start, blocks: blocks, by: means, into: &words)
    }
    #expect(words == portable)
    #expect(blocks == 0 || words != SHA256.initialWords)
  }

  @Test func `every length around a block has a digest of its own`() {
    let digests = (0...200).map { SHA256.digest(of: [UInt8](repeating: 0x5A, count: $0)) }
    #expect(Set(digests).count == 201)
  }

  @Test(arguments: [
    (
      [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
      "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
    ),
    (
      [UInt8](repeating: 0xAA, count: 131),
      Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
  ])
  func `the authentication codes of RFC 4231 are right`(
    key: [UInt8], message: [UInt8], code: String
  ) {
    #expect(SHA256.authenticationCode(for: message, key: key).description == code)
  }

  @Test func `a digest survives its printed form and its bytes`() throws {
    let digest = SHA256.digest(of: [1, 2, 3])
    #expect(SHA256.Digest(hexadecimal: digest.description) == digest)
    #expect(SHA256.Digest(hexadecimal: digest.description.uppercased()) == digest)
    #expect(SHA256.Digest(bytes: digest.bytes) == digest)
    #expect(SHA256.Digest(hexadecimal: "12") == nil)
    #expect(SHA256.Digest(hexadecimal: String(repeating: "g", count: 64)) == nil)
    #expect(SHA256.Digest(bytes: [1]) == nil)
  }
}
