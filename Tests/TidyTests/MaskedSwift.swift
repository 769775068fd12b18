/// Swift source in which comments and literals are replaced by spaces, so that its length is
/// unchanged: both texts have no comments, and `code` also has no contents of string literals.
struct MaskedSwift {
  private let bytes: [UInt8]
  private var position = 0
  private(set) var code: [UInt8]
  private(set) var uncommented: [UInt8]

  init(_ text: String) {
    bytes = Array(text.utf8)
    code = bytes
    uncommented = bytes
    maskCode(insideInterpolation: false)
  }

  private func at(_ offset: Int) -> UInt8? {
    let index = position + offset
    return index < bytes.count ? bytes[index] : nil
  }

  private mutating func mask(_ count: Int, comment: Bool) {
    for index in position..<min(position + count, bytes.count) where bytes[index] != .newline {
      code[index] = .space
      if comment { uncommented[index] = .space }
    }
    position += count
  }

  private mutating func maskCode(insideInterpolation: Bool) {
    var depth = 0
    while let byte = at(0) {
      switch byte {
      case .slash where at(1) == .slash: maskLineComment()
      case .slash where at(1) == .star: maskBlockComment()
      case .quote: maskString(hashes: 0)
      case .hash where hashesBeforeQuote > 0: maskString(hashes: hashesBeforeQuote)
      case .backtick: maskRawIdentifier()
      case UInt8(ascii: "("):
        depth += 1
        position += 1
      case UInt8(ascii: ")"):
        if insideInterpolation, depth == 0 { return }
        depth -= 1
        position += 1
      default: position += 1
      }
    }
  }

  private mutating func maskLineComment() {
    while let byte = at(0), byte != .newline { mask(1, comment: true) }
  }

  private mutating func maskBlockComment() {
    var depth = 0
    repeat {
      if at(0) == .slash, at(1) == .star {
        depth += 1
        mask(2, comment: true)
      } else if at(0) == .star, at(1) == .slash {
        depth -= 1
        mask(2, comment: true)
      } else {
        mask(1, comment: true)
      }
    } while depth > 0 && position < bytes.count
  }

  /// A raw identifier stays one word: `a link is refused` becomes a_link_is_refused.
  private mutating func maskRawIdentifier() {
    position += 1
    while let byte = at(0), byte != .backtick, byte != .newline {
      if !byte.isWordPart { code[position] = UInt8(ascii: "_") }
      position += 1
    }
    position += 1
  }

  private var hashesBeforeQuote: Int {
    var count = 0
    while at(count) == .hash { count += 1 }
    return at(count) == .quote ? count : 0
  }

  private mutating func maskString(hashes: Int) {
    position += hashes
    let quotes = at(1) == .quote && at(2) == .quote ? 3 : 1
    position += quotes
    while let byte = at(0) {
      if byte == .quote, ends(quotes: quotes, hashes: hashes) {
        position += quotes + hashes
        return
      }
      if byte == .newline, quotes == 1 { return }
      guard byte == .backslash, repeats(.hash, hashes, from: 1) else {
        mask(1, comment: false)
        continue
      }
      mask(1 + hashes, comment: false)
      if at(0) == UInt8(ascii: "(") {
        position += 1
        maskCode(insideInterpolation: true)
        position += 1
      } else {
        mask(1, comment: false)
      }
    }
  }

  private func ends(quotes: Int, hashes: Int) -> Bool {
    repeats(.quote, quotes, from: 0) && repeats(.hash, hashes, from: quotes)
  }

  private func repeats(_ byte: UInt8, _ count: Int, from start: Int) -> Bool {
    (0..<count).allSatisfy { at(start + $0) == byte }
  }
}

extension UInt8 {
  static let newline = UInt8(ascii: "\n")
  static let space = UInt8(ascii: " ")
  static let slash = UInt8(ascii: "/")
  static let star = UInt8(ascii: "*")
  static let quote = UInt8(ascii: "\"")
  static let hash = UInt8(ascii: "#")
  static let backtick = UInt8(ascii: "`")
  static let backslash = UInt8(ascii: "\\")

  var isWordPart: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...0xFF: true
    default: false
    }
  }
}
