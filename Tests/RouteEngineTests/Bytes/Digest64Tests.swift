import RouteEngine
import RouteTestSupport
import Testing

/// Digests that xxHash's reference implementation computes over the bytes of `sample`.
private let officialDigests: [(count: Int, digest: UInt64)] = [
  (0, 0xef46_db37_51d8_e999), (1, 0xa96c_7f0c_e858_bbb7), (3, 0xbed4_3740_ee63_32bb),
  (4, 0xfa21_2ae4_4b3b_b23d), (5, 0xd339_dcc9_ac8e_6776), (7, 0x2744_460d_d675_d2c0),
  (8, 0x994b_676b_71ce_94dd), (9, 0x572b_84c1_8b98_3af8), (12, 0xb92f_588c_e720_786e),
  (15, 0x09e6_451e_d2ff_8b1d), (16, 0x94ad_0095_e72b_24d5), (17, 0x1464_f2ef_f23b_5fe1),
  (31, 0x6711_d55e_306b_5d8f), (32, 0x07f7_b8e3_bc5d_6e25), (33, 0x09f8_5eeb_4e1c_be9f),
  (39, 0xb13c_137a_0fb7_01c3), (44, 0xd02b_2028_c27a_5329), (63, 0xb7c9_968c_066c_b6a5),
  (64, 0x50d4_159a_0411_632e), (65, 0xd277_176b_ff86_3efc), (100, 0x9ddada11d3dc2d8f),
  (127, 0x54cf_771b_5423_f6a7), (128, 0x0430_e433_b792_e757), (255, 0x15a6_db05_d4e8_3df4),
  (300, 0xc68e_7ef3_9b5c_a10e), (400, 0xc236_8773_1e42_7ce9),
]

private let sample = (0..<400).map { UInt8(truncatingIfNeeded: $0 * 131 + 7) }

private let officialTexts: [(text: String, digest: String)] = [
  ("", "ef46db3751d8e999"), ("a", "d24ec4f1a98c6e5b"), ("abc", "44bc2cf5ad770999"),
  ("Nobody inspects the spammish repetition", "fbcea83c8a378bf1"),
]

@Test func `the digest agrees with the reference implementation`() {
  for (count, digest) in officialDigests {
    #expect(Digest64.hash(Array(sample[..<count])) == digest, "\(count) bytes")
  }
  for (text, digest) in officialTexts {
    #expect(Digest64.hex(Digest64.hash(Array(text.utf8))) == digest)
    #expect(Digest64.hex(Digest64.hash(text)) == digest)
  }
}

@Test func `three words at once have the digest of three words`() {
  let words = [0, 1, .max, 0x9e37_79b1_85eb_ca87] as [UInt64]
  for (first, second) in zip(words, words.reversed()) {
    for third in words {
      var digest = Digest64()
      for word in [first, second, third] { digest.combine(word) }
      #expect(Digest64.hash(first, second, third) == digest.value)
    }
  }
}

@Test func `the digest does not depend on how bytes are cut into pieces`() {
  for first in 0...70 {
    for second in [0, 1, 5, 8, 31, 32, 33, 90] {
      var digest = Digest64()
      for piece in [sample[..<first], sample[first..<first + second], sample[(first + second)...]] {
        unsafe piece.withUnsafeBytes { unsafe digest.append(contentsOf: $0) }
      }
      #expect(digest.finish() == 0xc236_8773_1e42_7ce9, "cut at \(first) and \(first + second)")
    }
  }
}

@Test func `four words count as each of them at every offset`() {
  for offset in 0...40 {
    var one = Digest64()
    for byte in sample[..<offset] { one.combine(byte) }
    var four = one
    for word: UInt64 in [3, .max, 0, 0x0102_0304_0506_0708] { one.combine(word) }
    four.combine(3, .max, 0, 0x0102_0304_0506_0708)
    #expect(one.value == four.value, "after \(offset) bytes")
  }
}

@Test func `a word counts as its eight bytes and a byte as itself at every offset`() {
  for offset in 0...40 {
    var bytes: [UInt8] = []
    var digest = Digest64()
    for byte in sample[..<offset] {
      digest.combine(byte)
      bytes.append(byte)
    }
    for word: UInt64 in [0x0102_0304_0506_0708, 0xFF00_0000_0000_0001, 0] {
      digest.combine(word)
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
    }
    #expect(digest.value == Digest64.hash(bytes), "after \(offset) bytes")
  }
}

@Test func `texts are distinguished by their ends`() {
  var one = Digest64()
  one.combine("ab")
  one.combine("c")
  var other = Digest64()
  other.combine("a")
  other.combine("bc")
  #expect(one.finish() != other.finish())

  var text = Digest64()
  text.combine("caf\u{E9}")
  var bytes = Digest64()
  bytes.combine(bytes: Array("caf\u{E9}".utf8))
  #expect(text.finish() == bytes.finish())
}

@Test func `canonically equivalent texts have different digests`() {
  var composed = Digest64()
  composed.combine("\u{E9}")
  var decomposed = Digest64()
  decomposed.combine("e\u{301}")
  #expect(composed.finish() != decomposed.finish())
}

@Test func `a digest is written with 16 lowercase digits and read back strictly`() {
  #expect(Digest64.hex(0x1f) == "000000000000001f")
  #expect(Digest64.parse(hex: "000000000000001f") == 0x1f)
  #expect(Digest64.parse(hex: Digest64.hex(.max)) == .max)
  #expect(Digest64().hex == "ef46db3751d8e999")
  for text in [
    "", "1f", "000000000000001F", "00000000000000001", "+00000000000001f", "é0000000000001f",
  ] {
    #expect(Digest64.parse(hex: text) == nil, "\(text)")
  }
}

@Test func `words at once are words one by one`() {
  var random = SeededRandom(9)
  for _ in 0..<50 {
    let words = (0..<9).map { _ in random.next() }
    var two = Digest64()
    for word in words.prefix(2) { two.combine(word) }
    #expect(Digest64.hash(words[0], words[1]) == two.value)
    var nine = Digest64()
    for word in words { nine.combine(word) }
    let (first, second) = (
      (words[0], words[1], words[2], words[3]), (words[4], words[5], words[6], words[7])
    )
    #expect(Digest64.hash(first, second, words[8]) == nine.value)
  }
}
