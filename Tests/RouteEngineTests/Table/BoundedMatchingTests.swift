import Foundation
import RouteEngine
import RouteTestSupport
import Testing

/// Bounds on the work for a link, counted in steps, not in time.
struct BoundedMatchingTests {
  /// Patterns with which a lookup backtracks from far ahead.
  private static let hostilePatterns = [
    "/:a/:b/:c/:d/:e/:f/x", "/:a/b/:c/d/:e/f/y", "/:a-:b-:c-:d/z", "/*/a/*/b/*/c",
    "/a/:x((?:(?:a*)*)*b)", "/a/:y((?:a|a)*c)/e", "/b{/:p}?{/:q}?{/:r}?{/:s}?/end",
    "/c{/:p}?{/:q}?{/:r}?{/:s}?{/:t}?/end", "/d/:all+/stop", "/:all*",
    "/e/:v((?:a?){20}a{20})", "/e/:w(\\w{1,40}x)/:z((?:ab|a)(?:c|bcd)*d)",
    "/f/:u((?:(?:a|a|a|a|a|a)aaaaaaaa)*b)", "/f/:u((?:a{0,2}){0,30}c)/more",
    // Where alternatives meet again before a counted repetition, each would repeat the long rest.
    "/g/:t(a*(?:\(String(repeating: "a|", count: 40))b)a{20}c)",
    "/g/:t(a*(?:a{0,2}){0,40}a{20}c)/more",
  ]

  private static func hostilePaths(bytes: Int) -> [[UInt8]] {
    let units = [
      "/a", "/a-", "/aaaa", "a", "-a", "//", "/b/a", "/a/b/c/d/e/f", "/%61", "/d/", "/e/a", "/f/a",
    ]
    return units.map { unit in
      let times = bytes / unit.utf8.count + 1
      return Array(("/" + String(repeating: unit, count: times)).utf8.prefix(bytes))
    }
      + ["/a/", "/e/", "/f/", "/g/", "/b/", "/c/"].map { start in
        Array((start + String(repeating: "a", count: bytes)).utf8.prefix(bytes))
      }
  }

  private static func steps(_ index: PathIndex, _ path: [UInt8]) -> Int {
    index.steps(in: path, path.indices)
  }

  @Test func `fault 27: no link makes more steps than the table and its length allow`() throws {
    let patterns = try Self.hostilePatterns.map { try PathPattern($0) }
    let index = try PathIndex(
      patterns.enumerated().map { PathIndex.Item($1, priority: $0, value: $0) })
    var mostOfAll = 0
    for bytes in [16, 100, 1_000] {
      let bound = index.mostSteps(bytes: bytes)
      for path in Self.hostilePaths(bytes: bytes) {
        let steps = Self.steps(index, path)
        #expect(steps <= bound, "\(String(decoding: path.prefix(40), as: UTF8.self))")
        mostOfAll = max(mostOfAll, steps)
      }
    }
    // The patterns do take steps: the longest of these paths needs several for each of its bytes.
    #expect(mostOfAll > 50_000)
  }

  @Test func `a hostile link that is twice as long makes at most twice the steps`() throws {
    for text in Self.hostilePatterns {
      let index = try PathIndex([PathIndex.Item(PathPattern(text), value: 0)])
      let short = Self.hostilePaths(bytes: 300)
      for (path, twice) in zip(short, Self.hostilePaths(bytes: 600)) {
        let (once, more) = (Self.steps(index, path), Self.steps(index, twice))
        #expect(more <= once * 22 / 10 + 200, "\(text): \(once), then \(more)")
      }
    }
  }

  @Test func `made-up expressions keep within two steps for each instruction and byte`() throws {
    var random = SeededRandom(27)
    let atoms = ["a", "b", "[ab]", "\\w", ".", "(?:a|b|ab)", "(?:a|a|)", "(?:ab?)*", "(?:)"]
    let counts = ["", "", "*", "+", "?", "{0,9}", "{3}", "*?", "{2,}"]
    var tried = 0
    for _ in 0..<400 {
      var text = ""
      for _ in 0..<(1 + random.below(6)) {
        let piece = random.pick(atoms) + random.pick(counts)
        text += random.chance(30) ? "(?:\(piece))\(random.pick(counts))" : piece
        if random.chance(10) { text += "|" }
      }
      guard let pattern = try? PathPattern("/:x(\(text))/y") else { continue }
      let index = try PathIndex([PathIndex.Item(pattern, value: 0)])
      let length = 1 + random.below(300)
      let path = Array("/".utf8) + (0..<length).map { _ in random.pick(Array("aab".utf8)) }
      #expect(Self.steps(index, path) <= index.mostSteps(bytes: path.count), "\(text)")
      tried += 1
    }
    #expect(tried > 200)
  }

  @Test func `a larger table makes no more steps for the same path`() throws {
    func index(_ copies: Int) throws -> PathIndex {
      let items = try (0..<copies).flatMap { copy in
        try ["/r\(copy)", "/r\(copy)/:a", "/r\(copy)/:a/x", "/r\(copy)/:a/:b/y"].map {
          try PathPattern($0)
        }
      }
      return try PathIndex(items.enumerated().map { PathIndex.Item($1, value: $0) })
    }
    let (small, large) = (try index(5), try index(5_000))
    for path in ["/r3", "/r3/1", "/r3/1/x", "/r3/1/2/y", "/r3/1/2/z", "/nowhere"] {
      let bytes = Array(path.utf8)
      #expect(Self.steps(small, bytes) == Self.steps(large, bytes), "\(path)")
      #expect(Self.steps(large, bytes) <= 6)
    }
  }
}
