import CRouteSQLite

extension SHA256 {
  /// The initial words of a digest (FIPS 180-4, section 5.3.3).
  package static var initialWords: SIMD8<UInt32> {
    [
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
      0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
  }

  /// The ways to process blocks; all have the same result.
  package enum Means: CaseIterable, Sendable {
    /// On any processor.
    case portable
    /// Four words of the message schedule at a time: two thirds of the portable time (202 ns
    /// instead of 321 for a block).
    case vectors
    /// With the processor's own instructions: a fifth of the portable time on x86, not measured on
    /// ARM.
    case instructions

    /// Whether this processor supports it.
    package var isHere: Bool {
      switch self {
      case .portable: true
      case .vectors: csqlite_has_vectors() != 0
      case .instructions: csqlite_has_sha256() != 0
      }
    }

    /// The fastest way that this processor supports.
    fileprivate static let best: Means = allCases.last(where: \.isHere) ?? .portable
  }

  /// Adds `blocks` blocks of 64 bytes from `start` to `words` (FIPS 180-4, section 6.2.2).
  @unsafe package static func compress(
    _ start: UnsafeRawPointer, blocks: Int, into words: inout SIMD8<UInt32>
  ) {
    unsafe compress(start, blocks: blocks, by: Means.best, into: &words)
  }

  /// Adds the blocks in a given way, which this processor supports.
  @unsafe package static func compress(
    _ start: UnsafeRawPointer, blocks: Int, by means: Means, into words: inout SIMD8<UInt32>
  ) {
    unsafe roundConstants.withUnsafeBufferPointer { table in
      guard let constants = table.baseAddress else { return }
      guard means != .portable else {
        return unsafe compressPortably(start, blocks: blocks, constants, into: &words)
      }
      unsafe withUnsafeMutableBytes(of: &words) { raw in
        let target = unsafe raw.baseAddress?.assumingMemoryBound(to: UInt32.self)
        let data = unsafe start.assumingMemoryBound(to: UInt8.self)
        if means == .vectors {
          unsafe csqlite_sha256_by_vectors(target, data, blocks, constants)
        } else {
          unsafe csqlite_sha256(target, data, blocks, constants)
        }
      }
    }
  }

  /// The message schedule uses sixteen words in a ring, which stay in registers or on the stack.
  @unsafe private static func compressPortably(
    _ start: UnsafeRawPointer, blocks: Int, _ constants: UnsafePointer<UInt32>,
    into words: inout SIMD8<UInt32>
  ) {
    for block in 0..<blocks {
      unsafe compress(start + block &* 64, constants, into: &words)
    }
  }

  @inline(__always)
  @unsafe private static func compress(
    _ block: UnsafeRawPointer, _ constants: UnsafePointer<UInt32>, into words: inout SIMD8<UInt32>
  ) {
    var a = words[0], b = words[1], c = words[2], d = words[3]
    var e = words[4], f = words[5], g = words[6], h = words[7]
    var w0 = unsafe word(0, block), w1 = unsafe word(1, block)
    var w2 = unsafe word(2, block), w3 = unsafe word(3, block)
    var w4 = unsafe word(4, block), w5 = unsafe word(5, block)
    var w6 = unsafe word(6, block), w7 = unsafe word(7, block)
    var w8 = unsafe word(8, block), w9 = unsafe word(9, block)
    var w10 = unsafe word(10, block), w11 = unsafe word(11, block)
    var w12 = unsafe word(12, block), w13 = unsafe word(13, block)
    var w14 = unsafe word(14, block), w15 = unsafe word(15, block)
    unsafe round(a, b, c, &d, e, f, g, &h, w0 &+ constants[0])
    unsafe round(h, a, b, &c, d, e, f, &g, w1 &+ constants[1])
    unsafe round(g, h, a, &b, c, d, e, &f, w2 &+ constants[2])
    unsafe round(f, g, h, &a, b, c, d, &e, w3 &+ constants[3])
    unsafe round(e, f, g, &h, a, b, c, &d, w4 &+ constants[4])
    unsafe round(d, e, f, &g, h, a, b, &c, w5 &+ constants[5])
    unsafe round(c, d, e, &f, g, h, a, &b, w6 &+ constants[6])
    unsafe round(b, c, d, &e, f, g, h, &a, w7 &+ constants[7])
    unsafe round(a, b, c, &d, e, f, g, &h, w8 &+ constants[8])
    unsafe round(h, a, b, &c, d, e, f, &g, w9 &+ constants[9])
    unsafe round(g, h, a, &b, c, d, e, &f, w10 &+ constants[10])
    unsafe round(f, g, h, &a, b, c, d, &e, w11 &+ constants[11])
    unsafe round(e, f, g, &h, a, b, c, &d, w12 &+ constants[12])
    unsafe round(d, e, f, &g, h, a, b, &c, w13 &+ constants[13])
    unsafe round(c, d, e, &f, g, h, a, &b, w14 &+ constants[14])
    unsafe round(b, c, d, &e, f, g, h, &a, w15 &+ constants[15])
    for at in stride(from: 16, to: 64, by: 16) {
      roll(&w0, w1, w9, w14)
      unsafe round(a, b, c, &d, e, f, g, &h, w0 &+ constants[at &+ 0])
      roll(&w1, w2, w10, w15)
      unsafe round(h, a, b, &c, d, e, f, &g, w1 &+ constants[at &+ 1])
      roll(&w2, w3, w11, w0)
      unsafe round(g, h, a, &b, c, d, e, &f, w2 &+ constants[at &+ 2])
      roll(&w3, w4, w12, w1)
      unsafe round(f, g, h, &a, b, c, d, &e, w3 &+ constants[at &+ 3])
      roll(&w4, w5, w13, w2)
      unsafe round(e, f, g, &h, a, b, c, &d, w4 &+ constants[at &+ 4])
      roll(&w5, w6, w14, w3)
      unsafe round(d, e, f, &g, h, a, b, &c, w5 &+ constants[at &+ 5])
      roll(&w6, w7, w15, w4)
      unsafe round(c, d, e, &f, g, h, a, &b, w6 &+ constants[at &+ 6])
      roll(&w7, w8, w0, w5)
      unsafe round(b, c, d, &e, f, g, h, &a, w7 &+ constants[at &+ 7])
      roll(&w8, w9, w1, w6)
      unsafe round(a, b, c, &d, e, f, g, &h, w8 &+ constants[at &+ 8])
      roll(&w9, w10, w2, w7)
      unsafe round(h, a, b, &c, d, e, f, &g, w9 &+ constants[at &+ 9])
      roll(&w10, w11, w3, w8)
      unsafe round(g, h, a, &b, c, d, e, &f, w10 &+ constants[at &+ 10])
      roll(&w11, w12, w4, w9)
      unsafe round(f, g, h, &a, b, c, d, &e, w11 &+ constants[at &+ 11])
      roll(&w12, w13, w5, w10)
      unsafe round(e, f, g, &h, a, b, c, &d, w12 &+ constants[at &+ 12])
      roll(&w13, w14, w6, w11)
      unsafe round(d, e, f, &g, h, a, b, &c, w13 &+ constants[at &+ 13])
      roll(&w14, w15, w7, w12)
      unsafe round(c, d, e, &f, g, h, a, &b, w14 &+ constants[at &+ 14])
      roll(&w15, w0, w8, w13)
      unsafe round(b, c, d, &e, f, g, h, &a, w15 &+ constants[at &+ 15])
    }
    words &+= SIMD8(a, b, c, d, e, f, g, h)
  }

  /// The block's big-endian word at `index`.
  @inline(__always)
  @unsafe private static func word(_ index: Int, _ block: UnsafeRawPointer) -> UInt32 {
    unsafe UInt32(bigEndian: block.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
  }

  @inline(__always)
  private static func rotated(_ word: UInt32, by bits: UInt32) -> UInt32 {
    word &>> bits | word &<< (32 &- bits)
  }

  /// One step of the message schedule: `word` becomes the word sixteen places later.
  @inline(__always)
  private static func roll(_ word: inout UInt32, _ w1: UInt32, _ w9: UInt32, _ w14: UInt32) {
    let s0 = rotated(w1, by: 7) ^ rotated(w1, by: 18) ^ w1 &>> 3
    let s1 = rotated(w14, by: 17) ^ rotated(w14, by: 19) ^ w14 &>> 10
    word = word &+ s0 &+ w9 &+ s1
  }

  /// One of the 64 rounds. The caller renames the eight variables instead of moving them.
  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32,
    _ e: UInt32, _ f: UInt32, _ g: UInt32, _ h: inout UInt32, _ input: UInt32
  ) {
    let sum1 = rotated(e, by: 6) ^ rotated(e, by: 11) ^ rotated(e, by: 25)
    let step = h &+ sum1 &+ (g ^ (e & (f ^ g))) &+ input
    let sum0 = rotated(a, by: 2) ^ rotated(a, by: 13) ^ rotated(a, by: 22)
    d = d &+ step
    h = step &+ sum0 &+ ((a & b) | (c & (a | b)))
  }

  /// FIPS 180-4, section 4.2.2.
  private static let roundConstants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5,
    0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3,
    0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc,
    0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13,
    0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3,
    0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5,
    0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208,
    0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
