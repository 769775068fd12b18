package import Foundation

/// Private values that can be recognised anywhere: texts that begin with `CANARYX`, and numbers
/// that begin with ten fixed digits.
package enum Canaries {
  /// The canary text with that number.
  package static func text(_ number: Int) -> String { "CANARYX\(number)Q" }

  /// The canary integer with that number, which is below 10,000.
  package static func number(_ number: Int) -> Int64 { 91_337_550_120_000 + Int64(number) }

  /// Finds canaries in bytes, each with the bytes around it. It finds text with an encoded first
  /// letter, in lowercase, in UTF-16, in hexadecimal digits, in percent-encoding, and in base64 at
  /// any offset.
  ///
  /// - Parameters:
  ///   - bytes: the bytes to search.
  ///   - most: the most results for each spelling.
  package static func found(in bytes: Data, most: Int = 3) -> [String] {
    var found: [String] = []
    for spelling in spellings {
      var start = bytes.startIndex
      var count = 0
      while count < most, let range = bytes.range(of: spelling, in: start..<bytes.endIndex) {
        found.append(surroundings(of: range, in: bytes))
        (start, count) = (range.upperBound, count + 1)
      }
    }
    return found
  }

  /// The canaries in a text.
  package static func found(in text: String) -> [String] { found(in: Data(text.utf8)) }

  private static let spellings: [Data] = {
    let core = "ANARYX"
    var spellings = ["9133755012", core, core.lowercased()].map { Data($0.utf8) }
    for letters in [core, core.lowercased()] {
      let hex = letters.utf8.map { String($0, radix: 16) }
      spellings += [hex.joined(), hex.joined().uppercased()].map { Data($0.utf8) }
      spellings.append(Data(hex.map { "%\($0.uppercased())" }.joined().utf8))
      spellings.append(Data(letters.utf8.flatMap { [$0, 0] }.dropLast()))
    }
    for lead in 0..<3 {
      let bytes = Data(repeating: 0, count: lead) + Data("CANARYX".utf8)
      let (first, end) = ((lead * 8 + 5) / 6, (lead + 7) * 8 / 6)
      spellings.append(Data(bytes.base64EncodedString().utf8.dropFirst(first).prefix(end - first)))
    }
    return spellings
  }()

  private static func surroundings(of range: Range<Data.Index>, in bytes: Data) -> String {
    let start = max(bytes.startIndex, range.lowerBound - 60)
    let end = min(bytes.endIndex, range.upperBound + 40)
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}

/// Links around private routes, each with a canary where some reading of the link has a private
/// value.
///
/// They are generated from a seed. The routes are those of ``table``.
package struct CanaryLinks {
  /// Screens with a private parameter of every type, and routes that match as many of the links as
  /// they can.
  ///
  /// - Parameters:
  ///   - hidden: the key of the private parameters: `private` or `secret`.
  ///   - isOpen: whether there are routes that match any path of up to three segments.
  package static func table(hidden: String = "private", isOpen: Bool = true) -> String {
    let open =
      isOpen
      ? """
      { id: "page", patterns: ["/:name"], destination: [{ push: "page" }] },
          { id: "pair", patterns: ["/:name/:second"], destination: [{ push: "page" }] },
          { id: "triple", patterns: ["/:name/:second/:third"], destination: [{ push: "page" }] },
      """ : ""
    return """
      { format: "route-table/1", tree: "main/tabs[home/stack*[feed] shop/stack[catalog]]",
        screens: {
          gift: { parameters: { code: "string", late: "string?" }, \(hidden): ["code", "late"] },
          ticket: { parameters: { event: "string", seat: "string" }, \(hidden): ["seat"] },
          account: { parameters: { number: "int" }, \(hidden): ["number"] },
          member: { parameters: { id: "uuid" }, \(hidden): ["id"] },
          file: { parameters: { path: "string" }, \(hidden): ["path"] },
          call: { parameters: { digits: "string" }, \(hidden): ["digits"] },
          page: { parameters: { name: "string", second: "string?", third: "string?" } },
          login: {},
        },
        routes: [
          { id: "gift", patterns: ["/gift/:code"], destination: [{ push: "gift" }] },
          { id: "ticket", patterns: ["/e/:event/seat/:seat"], destination: [{ push: "ticket" }] },
          { id: "account", patterns: ["/account/:number"], destination: [{ push: "account" }] },
          { id: "member", patterns: ["/m/:id"], destination: [{ push: "member" }] },
          { id: "file", patterns: ["/files/:path+"], destination: [{ push: "file" }] },
          { id: "call", patterns: ["/call/tel-:digits"], destination: [{ push: "call" }] },
          \(open)
          { id: "asked", patterns: ["/asked/:code"], interceptors: ["asked"],
            destination: [{ push: "gift" }],
            actions: [{ perform: "work", with: { code: ":code" }, when: "ready" }] },
          { id: "moved", patterns: ["/moved/:code"], interceptors: ["moved"],
            destination: [{ push: "gift" }] },
          { id: "stepped", patterns: ["/stepped/:code"],
            destination: [{ push: "gift" }, { run: "step" }] },
          { id: "login", patterns: ["/login"],
            destination: [{ present: "login", style: "sheet" }] },
        ] }
      """
  }

  private static let separators = [
    "/", "/", "/", "//", "%2F", "%2f", "%252F", "%25252f", "%5C", "%5c", "\\", "/./", "%2F%2F", ";",
    "%3B", "%3F", "%23", "?", "#", "%20/", "%00", "%0A", "/%2e/", "/x/../", ":", "=", "%3D", "&",
    "%2F%2e%2e%2F", "/;a=1/", "%C0%AF", "%E2%88%95", "/%20", "+", ",", "%7C",
  ]
  private static let starts = [
    "", "", "https://shop.example", "https://shop.example:8443", "shop:/", "shop:", "shop://",
    "shop://host", "http:/", "HTTPS://SHOP.EXAMPLE", "https://ann@shop.example", "//shop.example",
    "https://xn--bcher-kva.example", "https://[::1]", "mailto:", "intent://host",
  ]
  private static let words = [
    ["gift"], ["GIFT"], ["%67ift"], ["gift"], ["e", "7", "seat"], ["E", "a%20b", "Seat"],
    ["account"], ["Account"], ["m"], ["files"], ["files", "a"], ["asked"], ["moved"], ["stepped"],
    ["en", "gift"], ["en", "account"], ["g%69ft"], ["gift", "7"],
  ]
  private static let ends = [
    "", "", "", "", "/", "/more", "?x=1", "#top", "%20", ".json", "%C3%A9", "~", "%00", ";v=1",
    "//",
    "%2Fmore", "?", "#", "/more/and/more", "%", "%zz",
  ]

  private var random: SeededRandom
  /// Whether the next link has only slashes as separators.
  private var isPlain = false

  /// Makes the links of a seed.
  package init(seed: UInt64) { random = SeededRandom(seed) }

  /// The next link around a route, with the canary of that number in its path; a separator may
  /// stand before it.
  ///
  /// - Parameters:
  ///   - number: the number of the canary.
  ///   - staysInPath: whether nothing before the canary may end the path.
  package mutating func next(_ number: Int, staysInPath: Bool = false) -> String {
    isPlain = random.chance(40)
    var link = random.pick(Self.starts)
    if random.chance(20) { link += separator(staysInPath) + "en" }
    for word in random.pick(Self.words) { link += separator(staysInPath) + word }
    link += separator(staysInPath)
    switch random.below(12) {
    case 0: link += String(Canaries.number(number))
    case 1: link += "+\(Canaries.number(number))"
    case 2: link += "%43" + Canaries.text(number).dropFirst()
    case 3: link += Canaries.text(number) + String(repeating: "a", count: random.below(3) * 1_500)
    default: link += Canaries.text(number)
    }
    return link + random.pick(Self.ends)
  }

  private mutating func separator(_ staysInPath: Bool) -> String {
    if isPlain { return "/" }
    let separator = random.pick(Self.separators)
    return staysInPath && ["?", "#", "&"].contains(separator) ? "/" : separator
  }

  /// The next link with canaries outside its path: user name, password, query, fragment.
  package mutating func nextBeside(_ number: Int) -> String {
    let canary = Canaries.text(number)
    let path = random.pick(["/gift/7", "/nowhere/at/all/of/it", "/", "", "/account/x", "/login"])
    return random.pick([
      "https://\(canary)@shop.example\(path)", "https://ann:\(canary)@shop.example\(path)",
      "shop://host\(path)?x=\(canary)", "\(path)?\(canary)",
      "\(path)?code=\(canary)", "\(path)#\(canary)", "\(path)?x[\(canary)]=1",
      "\(path)?x=1;\(canary)", "https://shop.example\(path)?late=\(canary)&late=\(canary)",
      "\(path)?%63ode=\(canary)", "\(path)??\(canary)", "\(path)?=\(canary)",
      "\(path)?x=\(canary)#",
      "\(path)?e=%25\(canary)", "\(path)?q=a%26\(canary)", "\(path)#a=\(canary)&b",
    ])
  }
}
