import RouteEngine
import RouteStore

/// One request of a web server's access log in the combined format of Apache httpd ("Log Files,
/// Combined Log Format"), or in the common format, which lacks the last two fields.
struct AccessLogLine: Sendable, Equatable {
  /// The digest of the line in the log, for a source id: 32 bytes instead of the line's 250, of
  /// which a recording holds a million.
  let digest: SHA256.Digest
  /// The host field: an address, a name, or a replacement for one.
  let visitor: String
  /// Microseconds since 1970-01-01 00:00 UTC.
  let at: Int64
  /// The target of the request as it was sent: path and query, or a whole URL. Bytes that are not
  /// UTF-8 are percent-encoded.
  let target: String
  /// Whether more of the line than its target may be private: the name of a user, or a link with a
  /// query, such as the page that led there.
  let mayHoldPrivateValues: Bool

  /// The reason why a line is not a request.
  enum Failure: Error, Sendable, Equatable {
    case noVisitor
    case noTime
    case badTime(String)
    case unheldTime(String)
    case noRequest
    case cutTarget
    case noTarget(String)

    var reason: String {
      switch self {
      case .noVisitor: "has no visitor; is this an access log in the combined format?"
      case .noTime: "has no time in brackets; is this an access log in the combined format?"
      case .badTime(let text): "has the time '\(text)', not one like 17/May/2015:10:05:03 +0000"
      case .unheldTime(let text): "has the time '\(text)', which no journal can hold"
      case .noRequest: "has no request in quotes after the time"
      case .cutTarget: "is cut off inside what was asked for"
      case .noTarget(let text): "asks for nothing: '\(text)'"
      }
    }
  }

  /// Reads visitor, time and target; the rest of the line may be missing or cut off.
  init(_ raw: [UInt8]) throws(Failure) {
    var fields = FieldReader(raw)
    guard let host = fields.word(), !host.isEmpty else { throw .noVisitor }
    let hasNames = fields.hasNames
    // The two names between host and time may contain spaces.
    guard let stamp = fields.bracketed() else { throw .noTime }
    guard let time = microseconds(ofLogTime: stamp) else { throw .badTime(decodedText(stamp)) }
    guard SessionClock.beginnings.contains(time) else { throw .unheldTime(decodedText(stamp)) }
    guard let request = fields.quoted() else { throw .noRequest }
    target = linkText(try Self.target(of: request))
    digest = SHA256.digest(of: raw)
    visitor = decodedText(host)
    at = time
    let marks = (UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "@"))
    mayHoldPrivateValues =
      hasNames || raw.contains { $0 == marks.0 || $0 == marks.1 || $0 == marks.2 }
  }

  /// The target between method and version.
  private static func target(of request: FieldReader.Quoted) throws(Failure) -> ArraySlice<UInt8> {
    let space = UInt8(ascii: " ")
    let bytes = request.bytes
    guard let first = bytes.firstIndex(of: space), first > 0 else {
      throw request.isWhole ? .noTarget(decodedText(bytes)) : .cutTarget
    }
    let rest = bytes[(first + 1)...]
    // A target may contain spaces that a client failed to encode.
    if let last = rest.lastIndex(of: space),
      request.isWhole ? rest[(last + 1)...].starts(with: "HTTP/".utf8) : last > rest.startIndex
    {
      guard last > rest.startIndex else { throw .noTarget(decodedText(bytes)) }
      return rest[..<last]
    }
    // A truncated target would lead somewhere else.
    guard request.isWhole else { throw .cutTarget }
    guard !rest.isEmpty else { throw .noTarget(decodedText(bytes)) }
    return rest
  }
}

/// Reads the fields of a line one after another.
private struct FieldReader {
  struct Quoted {
    /// Without the quotes, with escapes resolved.
    var bytes: [UInt8]
    /// Whether the closing quote is there.
    var isWhole: Bool
  }

  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    // Logs copied through Windows end their lines with a carriage return.
    rest = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes[...]
  }

  mutating func word() -> [UInt8]? {
    rest = rest.drop { $0 == UInt8(ascii: " ") }
    guard !rest.isEmpty else { return nil }
    let word = rest.prefix { $0 != UInt8(ascii: " ") }
    rest = rest[word.endIndex...]
    return Array(word)
  }

  /// Whether a name stands before the next bracket; a hyphen stands in for one that is not known.
  var hasNames: Bool {
    let names = rest.prefix { $0 != UInt8(ascii: "[") }
    return !names.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") }
  }

  /// Reads the text in the next brackets.
  mutating func bracketed() -> [UInt8]? {
    guard let open = rest.firstIndex(of: UInt8(ascii: "[")),
      let close = rest[open...].firstIndex(of: UInt8(ascii: "]"))
    else { return nil }
    let inside = Array(rest[(open + 1)..<close])
    rest = rest[(close + 1)...]
    return inside
  }

  /// Reads the text in quotes, if it comes next. Apache escapes quotes, backslashes and bytes that
  /// are not printable ASCII.
  mutating func quoted() -> Quoted? {
    let start = rest.drop { $0 == UInt8(ascii: " ") }
    guard start.first == UInt8(ascii: "\"") else { return nil }
    rest = start.dropFirst()
    var bytes: [UInt8] = []
    let quote = UInt8(ascii: "\"")
    let backslash = UInt8(ascii: "\\")
    while let stop = rest.firstIndex(where: { $0 == quote || $0 == backslash }) {
      bytes += rest[..<stop]
      let isEnd = rest[stop] == quote
      rest = rest[(stop + 1)...]
      if isEnd { return Quoted(bytes: bytes, isWhole: true) }
      bytes.append(escaped())
    }
    bytes += rest
    rest = []
    return Quoted(bytes: bytes, isWhole: false)
  }

  /// The byte that an escape represents; its backslash was already read.
  private mutating func escaped() -> UInt8 {
    let backslash = UInt8(ascii: "\\")
    guard let letter = rest.first else { return backslash }
    let plain: [UInt8: UInt8] = [
      UInt8(ascii: "\""): UInt8(ascii: "\""), backslash: backslash, UInt8(ascii: "n"): 0x0A,
      UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "b"): 0x08,
      UInt8(ascii: "f"): 0x0C, UInt8(ascii: "v"): 0x0B,
    ]
    if let byte = plain[letter] {
      rest.removeFirst()
      return byte
    }
    let digits = rest.dropFirst().prefix(2)
    guard letter == UInt8(ascii: "x"), digits.count == 2,
      let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
    else { return backslash }
    rest.removeFirst(3)
    return byte
  }
}

/// Bytes of a link as text. Bytes that are not UTF-8, and control characters, are percent-encoded,
/// which has the same meaning in a link.
private func linkText(_ bytes: ArraySlice<UInt8>) -> String {
  if let text = validText(bytes), !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
    return text
  }
  var text = String.UnicodeScalarView()
  decodeUTF8(bytes) { item in
    switch item {
    case .success(let scalar) where scalar.value >= 0x20 && scalar.value != 0x7F:
      text.append(scalar)
    case .success(let control): text.append(contentsOf: percentEncoded(UInt8(control.value)))
    case .failure(let invalid): text.append(contentsOf: percentEncoded(invalid.byte))
    }
  }
  return String(text)
}

private func percentEncoded(_ byte: UInt8) -> String.UnicodeScalarView {
  let digits = String(byte, radix: 16, uppercase: true)
  return ("%" + (digits.utf8.count < 2 ? "0" : "") + digits).unicodeScalars
}
