extension RouteLink {
  /// Reads a link once from left to right and writes its canonical text.
  struct Parser {
    let input: [UInt8]
    let maximumQueryItems: Int
    let honoursTokens: Bool
    var output: [UInt8] = []
    var places = Places()
    var carriesTokens = false
    /// Whether the input contains a `~`, literal or encoded.
    private var mayHaveTilde = false

    init(_ input: [UInt8], maximumQueryItems: Int, honoursTokens: Bool = false) {
      self.input = input
      self.maximumQueryItems = maximumQueryItems
      self.honoursTokens = honoursTokens
    }

    mutating func link() throws(ParseError) -> RouteLink {
      var rest = try trimmedInput()
      output.reserveCapacity(rest.count + 8)
      let fragment = cut(&rest, at: UInt8(ascii: "#"))
      let query = cut(&rest, at: UInt8(ascii: "?"))
      let isSpecial: Bool
      if let colon = endOfScheme(in: rest) {
        for byte in input[rest.lowerBound..<colon] { output.append(Self.small(byte)) }
        places.scheme = Places.Place(0..<output.count)
        output.append(UInt8(ascii: ":"))
        let scheme = Scheme(output[..<(output.count - 1)])
        isSpecial = scheme != .custom
        try readHierarchy(colon + 1..<rest.upperBound, scheme: scheme)
      } else {
        isSpecial = true
        guard !rest.isEmpty, isSlash(rest.lowerBound, true),
          rest.count == 1 || !isSlash(rest.lowerBound + 1, true)
        else { throw ParseError.missingScheme(offset: rest.lowerBound) }
        writePath(rest, isSpecial: true)
      }
      try readQuery(query, isSpecial: isSpecial)
      if let fragment {
        try checkItems(in: fragment)
        output.append(UInt8(ascii: "#"))
        places.fragment = write { (input, output) in
          PercentEncoding.append(input, fragment, encoding: PercentEncoding.fragment, to: &output)
        }
      }
      return RouteLink(bytes: output, places: places, carriesTokens: carriesTokens)
    }

    /// The range of the input without surrounding spaces. Control characters are an error.
    private mutating func trimmedInput() throws(ParseError) -> Range<Int> {
      for position in input.indices {
        let byte = input[position]
        if byte < 0x20 || byte == 0x7F {
          throw ParseError.controlCharacter(offset: position)
        }
        if byte == 0xC2, position + 1 < input.count, input[position + 1] < 0xA0 {
          throw ParseError.controlCharacter(offset: position)
        }
        if byte == UInt8(ascii: "~") || byte == UInt8(ascii: "%") { mayHaveTilde = true }
      }
      var start = 0
      var end = input.count
      while start < end, input[start] == UInt8(ascii: " ") { start += 1 }
      while end > start, input[end - 1] == UInt8(ascii: " ") { end -= 1 }
      guard start < end else { throw ParseError.empty }
      return start..<end
    }

    /// Shortens `range` to the text before the first `mark`, and returns the range after it.
    private func cut(_ range: inout Range<Int>, at mark: UInt8) -> Range<Int>? {
      for position in range where input[position] == mark {
        let after = position + 1..<range.upperBound
        range = range.lowerBound..<position
        return after
      }
      return nil
    }

    /// The position of the `:` after the scheme; nil when there is no scheme.
    private func endOfScheme(in range: Range<Int>) -> Int? {
      for position in range {
        switch input[position] {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
          continue
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
          UInt8(ascii: "."):
          if position == range.lowerBound { return nil }
        case UInt8(ascii: ":"):
          return position == range.lowerBound ? nil : position
        default:
          return nil
        }
      }
      return nil
    }

    /// Reads authority and path, which follow the scheme's colon.
    private mutating func readHierarchy(
      _ range: Range<Int>, scheme: Scheme
    ) throws(ParseError) {
      let isSpecial = scheme != .custom
      var start = range.lowerBound
      var slashes = 0
      while start < range.upperBound, isSlash(start, isSpecial) {
        // A special scheme accepts any number of slashes before its host; file: and others accept
        // two.
        if slashes == 2, scheme == .custom || scheme == .file { break }
        start += 1
        slashes += 1
      }
      let hasAuthority = slashes >= 2 || (isSpecial && scheme != .file)
      if scheme == .custom, start == range.upperBound {
        // shop:, shop:/ and shop:// are the same link.
        return writePath(start..<start, isSpecial: false)
      }
      guard hasAuthority else {
        if slashes == 1 || isSpecial {
          if scheme == .file { output += "//".utf8 }
          writePath(range, isSpecial: isSpecial)
        } else {
          places.path = write { [honoursTokens] (input, output) in
            PercentEncoding.appendCanonical(
              input, range, keepingTildes: honoursTokens, to: &output)
          }
        }
        return
      }
      var end = start
      while end < range.upperBound, !isSlash(end, isSpecial) { end += 1 }
      output += "//".utf8
      try readAuthority(start..<end, scheme: scheme)
      writePath(end..<range.upperBound, isSpecial: isSpecial)
    }

    private mutating func writePath(_ range: Range<Int>, isSpecial: Bool) {
      let start = output.count
      let hasAuthority = places.host != nil || output.last == UInt8(ascii: "/")
      if range.isEmpty {
        let isBehindHost = places.host != nil
        places.path = write { (_, output) in
          if isSpecial || !isBehindHost { output.append(UInt8(ascii: "/")) }
        }
        return
      }
      places.path = write { [honoursTokens] (input, output) in
        appendPath(
          input, range, backslashIsSlash: isSpecial, keepingTildes: honoursTokens, to: &output)
      }
      let slash = UInt8(ascii: "/")
      if !hasAuthority, output.count > start + 1, output[start + 1] == slash {
        // The standard's way to prevent a path with two leading slashes from being read as a host.
        output.insert(contentsOf: [slash, UInt8(ascii: ".")], at: start)
        places.path = Places.Place(start + 2..<output.count)
      }
    }

    private mutating func readQuery(
      _ range: Range<Int>?, isSpecial: Bool
    ) throws(ParseError) {
      guard let range else { return }
      try checkItems(in: range)
      output.append(UInt8(ascii: "?"))
      let encoded = isSpecial ? PercentEncoding.specialQuery : PercentEncoding.query
      places.query = write { (input, output) in
        PercentEncoding.append(input, range, encoding: encoded, to: &output)
      }
    }

    /// Refuses too many items. Items of a fragment count, too: a route may read them like a query.
    private func checkItems(in range: Range<Int>) throws(ParseError) {
      var items = 0
      var itemStart = range.lowerBound
      for position in range.lowerBound...range.upperBound
      where position == range.upperBound || input[position] == UInt8(ascii: "&") {
        if position > itemStart {
          items += 1
          guard items <= maximumQueryItems else {
            throw ParseError.tooManyQueryItems(limit: maximumQueryItems, offset: itemStart)
          }
        }
        itemStart = position + 1
      }
    }

    /// Lets `body` write a component, escapes or checks text in it that looks like a token, and
    /// returns its place.
    mutating func write(_ body: (_ input: [UInt8], _ output: inout [UInt8]) -> Void)
      -> Places.Place
    {
      let start = output.count
      body(input, &output)
      if mayHaveTilde {
        if honoursTokens {
          let found = (start..<output.count).contains { TokenText.starts(in: output, at: $0) }
          carriesTokens = carriesTokens || found
        } else {
          escapeTokens(in: &output, from: start)
        }
      }
      return Places.Place(start..<output.count)
    }

    /// Whether a slash stands at a position; with `backslashToo` a backslash counts.
    private func isSlash(_ position: Int, _ backslashToo: Bool) -> Bool {
      input[position] == UInt8(ascii: "/")
        || (backslashToo && input[position] == UInt8(ascii: "\\"))
    }

    /// The byte in lower case, if it is a capital ASCII letter.
    static func small(_ byte: UInt8) -> UInt8 {
      byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }

    /// The position of the first byte that is not UTF-8 (RFC 3629); nil when all are.
    static func firstByteThatIsNotUTF8(in bytes: [UInt8]) -> Int? {
      var position = 0
      var decoder = UTF8.ForwardParser()
      var iterator = bytes.makeIterator()
      while true {
        switch decoder.parseScalar(from: &iterator) {
        case .valid(let scalar): position += scalar.count
        case .emptyInput: return nil
        case .error: return position
        }
      }
    }
  }
}
