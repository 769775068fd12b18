extension PathPattern {
  /// The captures of a match: for every capture of the pattern a range of the matched bytes, or nil
  /// when an optional part is absent. Up to eight captures need no allocation.
  package struct Captures: Hashable, Sendable {
    private static let inlineCount = 8
    private static let absent = UInt64.max

    private var inline = SIMD8<UInt64>(repeating: absent)
    private var overflow: [UInt64] = []
    /// How many captures the pattern has.
    package private(set) var count = 0

    /// No captures yet.
    package init() {}

    /// Captures from starts and ends; -1 marks an absent one.
    init(saved: [Int]) {
      for slot in 0..<saved.count / 2 {
        let start = saved[2 * slot]
        let end = saved[2 * slot + 1]
        append(start < 0 || end < start ? nil : start..<end)
      }
    }

    /// The range of one capture, counted from the left; nil if that part of the pattern was absent.
    @inline(__always)
    package subscript(slot: Int) -> Range<Int>? {
      precondition(slot >= 0 && slot < count, "no capture \(slot)")
      let packed = slot < Self.inlineCount ? inline[slot] : overflow[slot - Self.inlineCount]
      return packed == Self.absent ? nil : Int(packed >> 32)..<Int(packed & 0xFFFF_FFFF)
    }

    /// Adds the next capture.
    @inline(__always)
    mutating func append(_ range: Range<Int>?) {
      var packed = Self.absent
      if let range { packed = UInt64(range.lowerBound) << 32 | UInt64(range.upperBound) }
      if count < Self.inlineCount {
        inline[count] = packed
      } else {
        overflow.append(packed)
      }
      count += 1
    }

    /// Removes the last capture.
    @inline(__always)
    mutating func removeLast() {
      count -= 1
      if count < Self.inlineCount {
        inline[count] = Self.absent
      } else {
        overflow.removeLast()
      }
    }
  }
}
