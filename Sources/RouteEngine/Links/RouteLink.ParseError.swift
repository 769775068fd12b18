extension RouteLink {
  /// Why a text is no link. Offsets count UTF-8 bytes from the start of the given text.
  public enum ParseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text is longer than allowed and was not read. Both numbers are bytes.
    case tooLong(length: Int, limit: Int)
    /// The text is empty or only spaces.
    case empty
    /// The bytes are not UTF-8.
    case notUTF8(offset: Int)
    /// A control character (below U+0020, or U+007F to U+009F), such as a NUL or a line break.
    case controlCharacter(offset: Int)
    /// It starts with neither a scheme (`https:`) nor a single `/`.
    case missingScheme(offset: Int)
    /// A scheme that needs a host, such as https, has none.
    case missingHost(offset: Int)
    /// A host contains a forbidden character, or one beyond ASCII where `xn--` form is required.
    case invalidHost(offset: Int)
    /// A port is not a number up to 65535.
    case invalidPort(offset: Int)
    /// The query or the fragment has more items than allowed.
    case tooManyQueryItems(limit: Int, offset: Int)

    /// The position of the problem, in UTF-8 bytes from the start.
    public var offset: Int {
      switch self {
      case .tooLong(_, let limit): limit
      case .empty: 0
      case .notUTF8(let offset), .controlCharacter(let offset), .missingScheme(let offset),
        .missingHost(let offset), .invalidHost(let offset), .invalidPort(let offset),
        .tooManyQueryItems(_, let offset):
        offset
      }
    }

    /// The problem, its place, and what to do about it.
    public var description: String {
      switch self {
      case .tooLong(let length, let limit):
        "a link of \(length) bytes is over the limit of \(limit); shorten it or raise the limit"
      case .empty:
        "an empty text is no link; give a URL or a path that starts with \"/\""
      case .notUTF8(let offset):
        "byte \(offset) is not UTF-8; percent-encode other bytes"
      case .controlCharacter(let offset):
        "a control character at byte \(offset); remove it or percent-encode it"
      case .missingScheme(let offset):
        "no scheme at byte \(offset); start with \"scheme:\" or with a single \"/\""
      case .missingHost(let offset):
        "no host at byte \(offset), which this scheme needs; write it after \"//\""
      case .invalidHost(let offset):
        "a host with a forbidden character at byte \(offset); write international names as xn--"
      case .invalidPort(let offset):
        "no port at byte \(offset); give a number from 0 to 65535 or leave out the \":\""
      case .tooManyQueryItems(let limit, let offset):
        "more than \(limit) items of a query or fragment, the next at byte \(offset); send fewer "
          + "or raise the limit"
      }
    }

    /// The reason of a request or an answer that fails because its text is no link.
    var reason: String { "no link: \(self)" }
  }
}
