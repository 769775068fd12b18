import RouteEngine
import Testing

struct PlainLinkTests {
  @Test(arguments: [
    "https://shop.example/categories/shoes/items/40700/red-running-shoes",
    "shop://orders/7?x=1&y=a+b",
    "/products/7", "/", "/a//b?#", "https://127.0.0.1/a%20b?q=%41#top", "ftp://e.com/a..b/c.",
  ])
  func `an ordinary link needs no closer look`(text: String) {
    #expect(RouteLink(plain: Array(text.utf8), maximumQueryItems: 8)?.text == text)
  }

  @Test(arguments: [
    "", "//e.com/a", "https://e.com", "https://E.com/a", "https://e.com:80/a", "https://a@e.com/a",
    "https:///a", "shop:a", "://e.com/a", "/a/../b", "/a/%2e%2E/b", "/.", "/a b", "/a\\b", "/a~b",
    "/é", "/a?x='", "/a#`", "/a?1&2&3&4&5&6&7&8&9", "https://e_f.com/a", "HTTPS://e.com/a",
  ])
  func `a link that is not, or may not be, canonical needs a closer look`(text: String) {
    #expect(RouteLink(plain: Array(text.utf8), maximumQueryItems: 8) == nil)
  }

  @Test func `a link is the same with and without a closer look`() {
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
        // A space in front is left out, but takes a closer look.
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
