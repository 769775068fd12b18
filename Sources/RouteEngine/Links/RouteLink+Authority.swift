extension RouteLink {
  /// The schemes that the URL Standard treats specially, and all others.
  enum Scheme: Sendable {
    case http, https, ftp, file, custom

    /// Reads a scheme in lower-case letters.
    init(_ name: ArraySlice<UInt8>) {
      func isName(_ text: String) -> Bool { name.elementsEqual(text.utf8) }
      if isName("https") || isName("wss") {
        self = .https
      } else if isName("http") || isName("ws") {
        self = .http
      } else if isName("ftp") {
        self = .ftp
      } else {
        self = isName("file") ? .file : .custom
      }
    }

    /// Whether every link of the scheme names a host.
    var needsHost: Bool {
      switch self {
      case .http, .https, .ftp: true
      case .file, .custom: false
      }
    }

    /// The scheme's default port.
    var usualPort: Int? {
      switch self {
      case .http: 80
      case .https: 443
      case .ftp: 21
      case .file, .custom: nil
      }
    }
  }
}

extension RouteLink.Parser {
  /// Reads user info, host and port, which stand between `//` and the path.
  mutating func readAuthority(
    _ range: Range<Int>, scheme: RouteLink.Scheme
  ) throws(RouteLink.ParseError) {
    var hostStart = range.lowerBound
    if let at = input[range].lastIndex(of: UInt8(ascii: "@")) {
      writeUserInfo(range.lowerBound..<at)
      hostStart = at + 1
    }
    var hostEnd = hostStart
    var isBracketed = false
    while hostEnd < range.upperBound, isBracketed || input[hostEnd] != UInt8(ascii: ":") {
      if input[hostEnd] == UInt8(ascii: "[") { isBracketed = true }
      if input[hostEnd] == UInt8(ascii: "]") { isBracketed = false }
      hostEnd += 1
    }
    let hasPort = hostEnd < range.upperBound
    if hostStart == hostEnd {
      // Only a completely empty authority needs no host: shop:///cart.
      guard !scheme.needsHost, range.isEmpty else {
        throw RouteLink.ParseError.missingHost(offset: hostStart)
      }
      return
    }
    try writeHost(hostStart..<hostEnd, isCustom: scheme == .custom)
    if hasPort { try writePort(hostEnd + 1..<range.upperBound, usual: scheme.usualPort) }
  }

  private mutating func writeUserInfo(_ range: Range<Int>) {
    let colon = input[range].firstIndex(of: UInt8(ascii: ":"))
    let user = range.lowerBound..<(colon ?? range.upperBound)
    let password = (colon.map { $0 + 1 } ?? range.upperBound)..<range.upperBound
    if user.isEmpty, password.isEmpty { return }
    places.userInfo = write { (input, output) in
      let encoded = PercentEncoding.userInfo
      PercentEncoding.append(input, user, encoding: encoded, to: &output)
      if password.isEmpty { return }
      output.append(UInt8(ascii: ":"))
      PercentEncoding.append(input, password, encoding: encoded, to: &output)
    }
    output.append(UInt8(ascii: "@"))
  }

  private mutating func writeHost(
    _ range: Range<Int>, isCustom: Bool
  ) throws(RouteLink.ParseError) {
    let start = output.count
    if input[range.lowerBound] == UInt8(ascii: "[") {
      try writeAddress(range)
    } else if isCustom {
      try writeCustomHost(range)
    } else {
      let forbidden = Self.forbiddenInHosts
      var position = range.lowerBound
      while position < range.upperBound {
        let place = position
        let byte = decodedByte(&position, before: range.upperBound)
        if forbidden.contains(byte) || byte >= 0x80 {
          throw RouteLink.ParseError.invalidHost(offset: place)
        }
        output.append(Self.small(byte))
      }
      // No host has such a name, and a "~" has no other form in this part of a link.
      if !honoursTokens, RouteLink.holdsToken(output, from: start) {
        throw RouteLink.ParseError.invalidHost(offset: range.lowerBound)
      }
    }
    places.host = RouteLink.Places.Place(start..<output.count)
  }

  /// Writes the host of a custom scheme. The standard keeps it unchanged, because it may be part of
  /// the path. Each character gets one form: literal if a path segment allows it and it separates
  /// nothing here, encoded otherwise. A `%` without two digits becomes `%25`, so that the text
  /// behind it does not become an escape.
  private mutating func writeCustomHost(_ range: Range<Int>) throws(RouteLink.ParseError) {
    let start = output.count
    var position = range.lowerBound
    while position < range.upperBound {
      let place = position
      let byte = decodedByte(&position, before: range.upperBound)
      let isEncoded = position > place + 1
      let isForbidden = Self.forbiddenInHosts.contains(byte)
      if isForbidden, !isEncoded, byte != UInt8(ascii: "%"),
        !PercentEncoding.control.contains(byte)
      {
        throw RouteLink.ParseError.invalidHost(offset: place)
      }
      // In a journal a literal "~" begins a token, and an encoded one does not.
      let isKept = isEncoded && honoursTokens && byte == UInt8(ascii: "~")
      if isForbidden || isKept || !PercentEncoding.bareInPath.contains(byte) {
        PercentEncoding.appendEncoded(byte, to: &output)
      } else {
        output.append(byte)
      }
    }
    if !honoursTokens { RouteLink.escapeTokens(in: &output, from: start) }
  }

  /// The byte at `position`, decoded if it is percent-encoded; moves the position behind it.
  private func decodedByte(_ position: inout Int, before end: Int) -> UInt8 {
    let byte = input[position]
    position += 1
    guard let encoded = PercentEncoding.encodedByte(at: position - 1, in: input, before: end)
    else { return byte }
    position += 2
    return encoded
  }

  /// Writes an IPv6 address in brackets as it is, in lower-case letters.
  private mutating func writeAddress(_ range: Range<Int>) throws(RouteLink.ParseError) {
    let allowed = ByteSet("0123456789abcdefABCDEF:.")
    let last = range.upperBound - 1
    guard range.count >= 4, input[last] == UInt8(ascii: "]") else {
      throw RouteLink.ParseError.invalidHost(offset: range.lowerBound)
    }
    output.append(UInt8(ascii: "["))
    for position in range.lowerBound + 1..<last {
      guard allowed.contains(input[position]) else {
        throw RouteLink.ParseError.invalidHost(offset: position)
      }
      output.append(Self.small(input[position]))
    }
    output.append(UInt8(ascii: "]"))
  }

  private mutating func writePort(
    _ range: Range<Int>, usual: Int?
  ) throws(RouteLink.ParseError) {
    if range.isEmpty { return }
    var port = 0
    for position in range {
      let byte = input[position]
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else {
        throw RouteLink.ParseError.invalidPort(offset: position)
      }
      port = port * 10 + Int(byte - UInt8(ascii: "0"))
      guard port <= 65_535 else { throw RouteLink.ParseError.invalidPort(offset: position) }
    }
    if port == usual { return }
    places.port = UInt16(port)
    output.append(UInt8(ascii: ":"))
    output += Array(String(port).utf8)
  }

  /// https://url.spec.whatwg.org/#forbidden-domain-code-point
  private static let forbiddenInHosts: ByteSet = {
    var set = ByteSet(" #/:<>?@[\\]^|%")
    set.insert(0x00...0x1F)
    set.insert(0x7F)
    return set
  }()
}
