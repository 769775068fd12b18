/// An address from outside: a URL with any scheme, or a path without a scheme.
///
/// A link is read as defined by the URL Standard (https://url.spec.whatwg.org/), on bytes and
/// without Foundation, and kept as one canonical text: scheme and web host in lower case, `.` and
/// `..` segments resolved, default ports left out, and percent-encoding where it is required. Two
/// links are equal if their canonical bytes are.
///
/// It deliberately differs from the standard in these points:
/// - Control characters are refused everywhere, while a browser removes some: a link with a hidden
///   line break is an attack or a mistake. Percent-encoded ones stay encoded in the text.
/// - A path without a scheme is a link. It is read like the path of an https link and must start
///   with a single `/`.
/// - Hosts are not mapped to `xn--` form; a host beyond ASCII that the standard would map is
///   refused. Numeric addresses stay as written.
/// - `shop:`, `shop:/` and `shop://` are the same link.
/// - Each character in a path and in the host of a custom scheme has one form (RFC 3986, 6.2.2), so
///   `/%40joe` and `/@joe` are the same link. An encoded slash stays part of its segment.
/// - `~` followed by 22 letters or digits stands for a private value in the journal. In a link from
///   outside such text is literal: its `~` becomes `%7E`, so the link cannot be mistaken for a
///   journaled one.
public struct RouteLink: Sendable {
  /// The default limit for the length of a link, in bytes.
  public static let defaultMaximumLength = 8_192
  /// The default limit for the number of query items, and for the parts of a fragment that `&`
  /// separates.
  public static let defaultMaximumQueryItems = 64
  /// The default limit for the canonical text of a journaled link, in bytes: encoding can triple a
  /// link, and a token can be longer than its value. Every link that a session may journal
  /// (``RouteLimits/format``) is shorter.
  public static let defaultMaximumJournaledLength = 524_288
  /// The highest possible limit, so that positions in a link fit into 32 bits.
  static let greatestLength = 1 << 28

  /// The canonical text as UTF-8, all of it ASCII.
  package let bytes: [UInt8]
  private let places: Places
  /// Whether tokens replace private values in this link. True only for links from a journal or for
  /// one.
  public let carriesTokens: Bool

  /// Reads a link from outside.
  ///
  /// - Parameters:
  ///   - text: a URL or a path; spaces around it are ignored.
  ///   - maximumLength: the most bytes that are accepted.
  ///   - maximumQueryItems: the most items that are accepted in the query, and in the fragment.
  /// - Throws: ``ParseError``, with the position, if it is no link.
  public init(
    _ text: String, maximumLength: Int = defaultMaximumLength,
    maximumQueryItems: Int = defaultMaximumQueryItems
  ) throws(ParseError) {
    try Self.check(length: text.utf8.count, limit: maximumLength)
    try self.init(Array(text.utf8), maximumQueryItems: maximumQueryItems, honoursTokens: false)
  }

  /// Reads a link from outside, given as bytes.
  ///
  /// - Throws: ``ParseError`` if it is no link; ``ParseError/notUTF8(offset:)`` if the bytes are no
  ///   text.
  public init(
    utf8 bytes: [UInt8], maximumLength: Int = defaultMaximumLength,
    maximumQueryItems: Int = defaultMaximumQueryItems
  ) throws(ParseError) {
    try Self.check(length: bytes.count, limit: maximumLength)
    if let offset = Parser.firstByteThatIsNotUTF8(in: bytes) {
      throw ParseError.notUTF8(offset: offset)
    }
    try self.init(bytes, maximumQueryItems: maximumQueryItems, honoursTokens: false)
  }

  /// Reads back the ``text`` of a link, with its tokens. Only for text that this package wrote: in
  /// a journal or in a report made from one.
  ///
  /// - Throws: ``ParseError`` if it is no link.
  public init(
    journaled text: String, maximumLength: Int = defaultMaximumJournaledLength
  ) throws(ParseError) {
    try Self.check(length: text.utf8.count, limit: maximumLength)
    try self.init(journaledBytes: Array(text.utf8))
  }

  private static func check(length: Int, limit: Int) throws(ParseError) {
    let limit = min(limit, greatestLength)
    guard length <= limit else { throw ParseError.tooLong(length: length, limit: limit) }
  }

  init(journaledBytes bytes: [UInt8]) throws(ParseError) {
    try self.init(bytes, maximumQueryItems: .max, honoursTokens: true)
  }

  private init(
    _ bytes: [UInt8], maximumQueryItems: Int, honoursTokens: Bool
  ) throws(ParseError) {
    if let plain = RouteLink(plain: bytes, maximumQueryItems: maximumQueryItems) {
      self = plain
    } else {
      var parser = Parser(
        bytes, maximumQueryItems: maximumQueryItems, honoursTokens: honoursTokens)
      self = try parser.link()
    }
  }

  init(bytes: [UInt8], places: Places, carriesTokens: Bool) {
    self.bytes = bytes
    self.places = places
    self.carriesTokens = carriesTokens
  }

  /// The places of the components in the canonical bytes.
  struct Places: Sendable {
    struct Place: Sendable {
      let start: UInt32
      let end: UInt32

      init(_ range: Range<Int>) {
        start = UInt32(range.lowerBound)
        end = UInt32(range.upperBound)
      }

      var range: Range<Int> { Int(start)..<Int(end) }
    }

    var scheme: Place?
    var userInfo: Place?
    var host: Place?
    var port: UInt16?
    var path = Place(0..<0)
    var query: Place?
    var fragment: Place?
  }
}

extension RouteLink: Hashable, CustomStringConvertible {
  /// Whether both have the same bytes.
  public static func == (first: RouteLink, second: RouteLink) -> Bool {
    first.bytes == second.bytes
  }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(bytes)
  }

  /// The canonical text.
  public var description: String { text }
}

extension RouteLink {
  /// The canonical text, which reads back as an equal link.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The scheme in lower case, such as `https`; nil for a path alone.
  public var scheme: String? { places.scheme.map { text(of: $0.range) } }

  /// User name and password as written before `@`, still encoded.
  public var userInfo: String? { places.userInfo.map { text(of: $0.range) } }

  /// The host, in lower case unless the scheme is custom. In `shop://orders/7` it is `orders`.
  public var host: String? { places.host.map { text(of: $0.range) } }

  /// The port, unless it is the scheme's default port.
  public var port: Int? { places.port.map(Int.init) }

  /// The path, still encoded. Patterns are matched against it, see <doc:patterns>.
  public var path: String { text(of: pathRange) }

  /// The fragment after `#`, still encoded.
  public var fragment: String? { places.fragment.map { text(of: $0.range) } }

  /// The range of the scheme in ``bytes``.
  package var schemeRange: Range<Int>? { places.scheme?.range }

  /// The range of user name and password in ``bytes``.
  package var userInfoRange: Range<Int>? { places.userInfo?.range }

  /// The range of the host in ``bytes``.
  package var hostRange: Range<Int>? { places.host?.range }

  /// The range of the path in ``bytes``.
  package var pathRange: Range<Int> { places.path.range }

  /// The range of the query in ``bytes``, without its `?`.
  package var queryRange: Range<Int>? { places.query?.range }

  /// The range of the fragment in ``bytes``, without its `#`.
  package var fragmentRange: Range<Int>? { places.fragment?.range }

  /// The text of `range` of ``bytes``, percent-decoded. Bytes that are not UTF-8 become U+FFFD.
  package func decoded(_ range: Range<Int>) -> String {
    PercentEncoding.decoded(bytes, range)
  }

  private func text(of range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}
