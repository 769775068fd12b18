import RouteEngine
import Testing

struct RouteLinkTests {
  static let digits = "AbCdEfGhIjKlMnOpQrStUv"
  static let token = "~\(digits)"

  @Test func `a URL is cut into its components`() throws {
    let link = try RouteLink("HTTPS://Ann:pw@Shop.Example.com:8443/p/1?x=1&y=a+b%21#top")
    #expect(link.scheme == "https")
    #expect(link.userInfo == "Ann:pw")
    #expect(link.host == "shop.example.com")
    #expect(link.port == 8443)
    #expect(link.path == "/p/1")
    #expect(link.queryItems.map(\.name) == ["x", "y"])
    #expect(link.queryItems.map(\.value) == ["1", "a b!"])
    #expect(link.fragment == "top")
    #expect(link.text == "https://Ann:pw@shop.example.com:8443/p/1?x=1&y=a+b%21#top")
  }

  @Test func `the first word of a custom scheme is its host`() throws {
    let link = try RouteLink("shop://orders/7")
    #expect(link.scheme == "shop")
    #expect(link.host == "orders")
    #expect(link.path == "/7")
    let local = try RouteLink("shop:///cart")
    #expect(local.host == nil)
    #expect(local.path == "/cart")
  }

  @Test(arguments: [
    ("/caf%c3%a9", "/café"), ("/%40joe", "/@joe"), ("/%7Eme", "/~me"), ("/%7eme", "/~me"),
    ("/%70roducts/%37", "/products/7"),
    ("/a%3Ab%21%24%26%27%28%29%2A%2B%2C%3B%3D", "/a:b!$&'()*+,;="),
    ("/%2e/a", "/a"), ("/a%20b", "/a b"), ("/a%7c", "/a|"), ("/100%25", "/100%"),
    ("/%%34%31", "/%25%34%31"), ("shop:caf%c3%a9/%40joe", "shop:café/@joe"),
    ("shop://%4%31/x", "shop://%254%31/x"), ("shop://a\"b`c{d}", "shop://a%22b%60c%7Bd%7D"),
    ("shop://%41b", "shop://Ab"),
  ])
  func `a path is the same, however it is written`(text: String, same: String) throws {
    #expect(try RouteLink(text) == RouteLink(same))
    #expect(try RouteLink(journaled: RouteLink(text).text) == RouteLink(same))
  }

  @Test(arguments: [("/a%2Fb", "/a/b"), ("/a%252Fb", "/a%2Fb"), ("/a%3Fb", "/a?b"), ("/A", "/a")])
  func `what separates or is another character makes another link`(text: String, other: String)
    throws
  {
    #expect(try RouteLink(text) != RouteLink(other))
    #expect(try RouteLink(text).text == text)
  }

  @Test func `a path alone is a link`() throws {
    let link = try RouteLink("  /products/7?x=1 ")
    #expect(link.scheme == nil)
    #expect(link.host == nil)
    #expect(link.path == "/products/7")
    #expect(link.text == "/products/7?x=1")
    #expect(try RouteLink("/").path == "/")
  }

  @Test(arguments: [
    ("https://example.com", "https://example.com/"),
    ("http://example.com:80/a", "http://example.com/a"),
    ("https:\\\\example.com\\a\\b", "https://example.com/a/b"),
    ("https:example.com", "https://example.com/"),
    ("https://ex%61mple.com/", "https://example.com/"),
    ("https://@example.com/", "https://example.com/"),
    ("https://[2001:DB8::1]:81/", "https://[2001:db8::1]:81/"),
    ("https://e.com/a/./b/../c/%2e%2E/d/.", "https://e.com/a/d/"),
    ("https://e.com/../../a", "https://e.com/a"),
    ("https://e.com/café {x}", "https://e.com/caf%C3%A9%20%7Bx%7D"),
    ("https://e.com/?a='b'", "https://e.com/?a=%27b%27"),
    ("shop://e/?a='b'", "shop://e/?a='b'"),
    ("shop://Orders", "shop://Orders"), ("shop://%4Frders", "shop://Orders"), ("shop:", "shop:/"),
    ("shop://", "shop:/"), ("shop:?x", "shop:/?x"), ("shop://\(token)", "shop://%7E\(digits)"),
    ("shop:/.//x", "shop:/.//x"),
    ("/.//x", "/.//x"),
    ("/a/..//x", "/.//x"),
    ("shop:item é", "shop:item%20%C3%A9"),
    ("file:///etc/x", "file:///etc/x"),
    ("file:/etc/x", "file:///etc/x"),
    ("/a%zz%4", "/a%25zz%254"),
    ("/a|b[c]^", "/a%7Cb%5Bc%5D%5E"),
    ("/a?", "/a?"),
    ("/a#", "/a#"),
    ("/a#b c", "/a#b%20c"),
  ])
  func `the canonical text is the standard's, its path one of RFC 3986`(
    text: String, canonical: String
  ) throws {
    let link = try RouteLink(text)
    #expect(link.text == canonical)
    #expect(try RouteLink(link.text) == link)
    #expect(try RouteLink(journaled: link.text) == link)
  }

  @Test(arguments: [
    ("", RouteLink.ParseError.empty),
    ("   ", .empty),
    ("products/7", .missingScheme(offset: 0)),
    ("//evil.example/x", .missingScheme(offset: 0)),
    ("/\\evil.example/x", .missingScheme(offset: 0)),
    ("1a:b", .missingScheme(offset: 0)),
    ("https://", .missingHost(offset: 8)),
    ("https://ann@/x", .missingHost(offset: 12)),
    ("https://a b/x", .invalidHost(offset: 9)),
    ("https://bücher.example/", .invalidHost(offset: 9)),
    ("https://a%2Fb/x", .invalidHost(offset: 9)),
    ("https://[::1/x", .invalidHost(offset: 8)),
    ("https://a:65536/", .invalidPort(offset: 14)),
    ("https://a:8x/", .invalidPort(offset: 11)),
    ("/a\nb", .controlCharacter(offset: 2)),
    ("/a\u{0}", .controlCharacter(offset: 2)),
    ("/a\u{7F}", .controlCharacter(offset: 2)),
    ("/\u{85}", .controlCharacter(offset: 1)),
    ("\t/a", .controlCharacter(offset: 0)),
  ])
  func `a text that is no link is refused with the mistake's place`(
    text: String, error: RouteLink.ParseError
  ) {
    #expect(throws: error) { try RouteLink(text) }
    #expect(!error.description.isEmpty)
  }

  @Test func `fault 27: length and number of items are bounded`() throws {
    let long = "/" + String(repeating: "a", count: 9_000)
    #expect(throws: RouteLink.ParseError.tooLong(length: 9_001, limit: 8_192)) {
      try RouteLink(long)
    }
    #expect(throws: RouteLink.ParseError.tooLong(length: 9_001, limit: 8_192)) {
      try RouteLink(utf8: Array(long.utf8))
    }
    #expect(try RouteLink(long, maximumLength: 9_001).path.utf8.count == 9_001)
    let items = "/?" + String(repeating: "a&&", count: 65)
    #expect(throws: RouteLink.ParseError.tooManyQueryItems(limit: 64, offset: 194)) {
      try RouteLink(items)
    }
    #expect(try Array(RouteLink(items, maximumQueryItems: 65).queryItems).count == 65)
    // A route may also read the items of a fragment.
    #expect(throws: RouteLink.ParseError.tooManyQueryItems(limit: 64, offset: 194)) {
      try RouteLink("/#" + String(repeating: "a&&", count: 65))
    }
    #expect(try RouteLink("/#" + String(repeating: "a&&", count: 64)).fragment != nil)
  }

  @Test func `every link that the format allows is read back, encoded and with tokens`() throws {
    let limits = RouteLimits.format
    let given = "/" + String(repeating: "\"", count: limits.linkBytes - 1)
    let link = try RouteLink(given, maximumLength: limits.linkBytes)
    #expect(try RouteLink(journaled: link.text) == link)
    let item = "a=~" + String(repeating: "0", count: 22)
    let items = repeatElement(item, count: limits.queryItems).joined(separator: "&")
    #expect(try RouteLink(journaled: "/?\(items)#\(items)").carriesTokens)
  }

  @Test func `fault 27: bytes that are not UTF-8 are refused`() throws {
    let cut: [UInt8] = [0x2F, 0x61, 0xC3]
    #expect(throws: RouteLink.ParseError.notUTF8(offset: 2)) { try RouteLink(utf8: cut) }
    #expect(try RouteLink(utf8: [0x2F, 0xC3, 0xA9]).path == "/%C3%A9")
  }

  @Test func `query items without a name or a value are read`() throws {
    let items = try Array(RouteLink("/?a&=b&c=&&d=e=f&%FF").queryItems)
    #expect(items.map(\.name) == ["a", "", "c", "d", "\u{FFFD}"])
    #expect(items.map(\.value) == ["", "b", "", "e=f", ""])
  }

  @Test(arguments: ["/a/T", "/T/b?c=1", "/?q=T", "/#T", "shop:T", "https://T@e.com/", "/a-T-b"])
  func `a link from outside cannot carry a token`(shape: String) throws {
    let text = shape.replacing("T", with: Self.token)
    let outside = try RouteLink(text)
    #expect(!outside.carriesTokens)
    #expect(outside.text.contains("%7EAbCdEfGhIjKlMnOpQrStUv"))
    #expect(try RouteLink(outside.text) == outside)
    let journaled = try RouteLink(journaled: text)
    #expect(journaled.carriesTokens)
    #expect(journaled.text.contains(Self.token))
    #expect(journaled != outside)
    #expect(try !RouteLink(journaled: outside.text).carriesTokens)
  }

  @Test func `private values are replaced by tokens`() throws {
    let link = try RouteLink("https://ann:pw@e.com/u/ann/files/a/b?q=secret&utm=1&drop=2#frag")
    let start = link.pathRange.lowerBound
    let other = "~0000000000000000000000"
    let clean = link.replacing(
      pathCaptures: [(start + 3..<start + 6, Self.token), (start + 13..<start + 16, other)],
      userInfo: .drop, fragment: .token(other)
    ) { item in
      switch item.name {
      case "q": .token(Self.token)
      case "drop": .drop
      default: .keep
      }
    }
    #expect(
      clean.text == "https://e.com/u/\(Self.token)/files/\(other)?q=\(Self.token)&utm=1#\(other)")
    #expect(clean.carriesTokens)
    #expect(try RouteLink(journaled: clean.text) == clean)
    let hidden = link.replacing(userInfo: .token(other)) { _ in .drop }
    #expect(hidden.text == "https://\(other)@e.com/u/ann/files/a/b#frag")
    #expect(link.replacing() == link)
  }

  @Test func `no change of any byte traps, and canonical text is stable`() {
    let seeds = [
      "https://ann:pw@shop.example.com:8443/p/../1/%2e/x?x=1&y=a+b%21#top", "shop://orders/7",
      "/products/7?x=1", "shop:/.//x?\(Self.token)", "file://[::1]:80/%7E", "//\\@:?#",
    ]
    var generator = Deterministic(seed: 1)
    for seed in seeds {
      for _ in 0..<1_000 {
        let bytes = generator.mutation(of: Array(seed.utf8))
        guard let link = try? RouteLink(utf8: bytes) else { continue }
        let again = try? RouteLink(link.text, maximumLength: .max)
        #expect(again == link, "\(seed): \(bytes)")
        #expect((try? RouteLink(journaled: link.text)) == link)
        #expect(again?.pathRange == link.pathRange && again?.host == link.host)
        let kept = link.replacing()
        #expect(kept.queryItems.map(\.value) == link.queryItems.map(\.value))
        #expect(kept.path == link.path && kept.fragment == link.fragment)
        #expect(link.bytes.allSatisfy { $0 > 0x1F && $0 < 0x7F })
      }
    }
  }

  // MARK: Links for which the fast path suffices

  @Test(arguments: [
    "https://shop.example/categories/shoes/items/40700/red-running-shoes",
    "shop://orders/7?x=1&y=a+b",
    "/products/7", "/", "/a//b?#", "https://127.0.0.1/a%20b%2F?q=%41#top", "ftp://e.com/a..b/c.",
  ])
  func `an ordinary link takes the fast path`(text: String) {
    #expect(RouteLink(plain: Array(text.utf8), maximumQueryItems: 8)?.text == text)
  }

  @Test(arguments: [
    "", "//e.com/a", "https://e.com", "https://E.com/a", "https://e.com:80/a", "https://a@e.com/a",
    "https:///a", "shop:a", "://e.com/a", "/a/../b", "/a/%2e%2E/b", "/.", "/a b", "/a\\b", "/a~b",
    "/%41", "/%c3", "/a%", "/é", "/a?x='", "/a#`", "/a?1&2&3&4&5&6&7&8&9", "https://e_f.com/a",
    "HTTPS://e.com/a",
  ])
  func `a link that may not be canonical takes the slow path`(text: String) {
    #expect(RouteLink(plain: Array(text.utf8), maximumQueryItems: 8) == nil)
  }

  @Test func `a link is the same by the fast and the slow path`() {
    let seeds = [
      "https://shop.example.com/p/1/x?x=1&y=a+b#top", "shop://orders/7", "/products/7?x=1#y",
      "file://host/a/b", "https://e.com/a//b/c.d?",
    ]
    var generator = Deterministic(seed: 2)
    var plain = 0
    for seed in seeds {
      for _ in 0..<1_000 {
        let bytes = generator.mutation(of: Array(seed.utf8))
        let link = try? RouteLink(utf8: bytes, maximumQueryItems: 2)
        if RouteLink(plain: bytes, maximumQueryItems: 2) != nil { plain += 1 }
        // A leading space is removed, but requires the slow path.
        let looked = try? RouteLink(utf8: [0x20] + bytes, maximumQueryItems: 2)
        #expect(link == looked, "\(bytes)")
        #expect(link?.schemeRange == looked?.schemeRange && link?.hostRange == looked?.hostRange)
        #expect(link?.pathRange == looked?.pathRange && link?.queryRange == looked?.queryRange)
        #expect(link?.fragmentRange == looked?.fragmentRange && link?.port == looked?.port)
        #expect(link?.userInfoRange == looked?.userInfoRange)
        #expect(link?.carriesTokens == looked?.carriesTokens)
      }
    }
    #expect(plain > 500)
  }
}

/// Numbers that are the same in every run (SplitMix64).
struct Deterministic: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// `bytes` with one to four bytes changed, added, removed or doubled.
  mutating func mutation(of bytes: [UInt8]) -> [UInt8] {
    let marks = Array("/\\:@?#%&=.~[]{}()*+^$|-2eé \u{0}".utf8)
    var result = bytes
    for _ in 0..<Int.random(in: 1...4, using: &self) {
      let place = Int.random(in: 0...result.count, using: &self)
      let byte =
        Bool.random(using: &self)
        ? marks.randomElement(using: &self) ?? 0 : UInt8.random(in: 0...255, using: &self)
      switch Int.random(in: 0..<4, using: &self) {
      case 0 where place < result.count: result[place] = byte
      case 1 where place < result.count: result.remove(at: place)
      case 2: result.insert(contentsOf: result[..<place], at: place)
      default: result.insert(byte, at: place)
      }
      if result.count > 400 { result.removeLast(result.count - 400) }
    }
    return result
  }
}
