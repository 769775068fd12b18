import Foundation
import RouteEngine
import RouteTestSupport
import Testing

struct PathIndexTests {
  static let routes = "../shared/data/github-api/routes.tsv"

  /// The distinct patterns of a real web API.
  static func realPatterns() throws -> [String] {
    var patterns: [String] = []
    for line in try PackageFile.lines(routes) {
      let pattern = String(line.split(separator: "\t")[1])
      if !patterns.contains(pattern) { patterns.append(pattern) }
    }
    return patterns
  }

  /// An index whose values are the positions of the patterns.
  static func index(_ patterns: [String], typed: Set<String> = []) throws -> PathIndex {
    try PathIndex(patterns.enumerated().map { .init(try PathPattern($1), typed: typed, value: $0) })
  }

  /// The position of the matching pattern, and its captures.
  static func find(
    _ path: String, in index: PathIndex, refusing refused: Set<Int> = []
  ) -> (value: Int, captures: [String?])? {
    let bytes = Array(path.utf8)
    var taker = Choice { !refused.contains($0) }
    let found = index.firstMatch(in: bytes, bytes.indices, for: &taker)
    return found.map { found in
      let captures = (0..<found.captures.count).map { slot in
        found.captures[slot].map { String(decoding: bytes[$0], as: UTF8.self) }
      }
      return (found.value, captures)
    }
  }

  static func conflicts(_ items: [PathIndex.Item]) throws -> [PathIndex.Conflict] {
    do throws(PathIndex.Conflicts) {
      _ = try PathIndex(items)
      return []
    } catch {
      return error.all
    }
  }

  @Test func `literal beats mixed beats typed beats free beats repeated`() throws {
    let index = try Self.index(["/a/*", "/a/:free", "/a/:id", "/a/:n.x", "/a/b.x"], typed: ["id"])
    var refused: Set<Int> = []
    for expected in [4, 3, 2, 1, 0] {
      #expect(Self.find("/a/b.x", in: index, refusing: refused)?.value == expected)
      refused.insert(expected)
    }
    #expect(Self.find("/a/b.x", in: index, refusing: refused) == nil)
  }

  @Test func `literals of every length are distinguished, at every position`() throws {
    let letters = (0..<40).map { UInt8(ascii: "a") + UInt8($0 % 23) }
    let texts = (1...40).map { String(decoding: letters.prefix($0), as: UTF8.self) }
    let patterns = texts.flatMap { ["/\($0)", "/\($0)/:id/\($0)"] }
    let index = try Self.index(patterns)
    for (place, text) in texts.enumerated() {
      #expect(Self.find("/\(text)", in: index)?.value == 2 * place)
      for id in ["", "1", "1234567", "12345678", "123456789-123456"] {
        let found = Self.find("/\(text)/\(id)/\(text)", in: index)
        #expect(found?.value == (id.isEmpty ? nil : 2 * place + 1), "\(text) \(id)")
        #expect(found?.captures == (id.isEmpty ? nil : [id]))
        #expect(Self.find("/\(text)/\(id)/\(text)-", in: index) == nil)
      }
      // Another last letter, another first one, and another length with a slash in it.
      #expect(Self.find("/\(text.dropLast())~", in: index) == nil)
      #expect(Self.find("/~\(text.dropFirst())", in: index) == nil)
      #expect(Self.find("/\(text)/", in: index) == nil)
    }
  }

  @Test func `the least priority is one like others`() throws {
    let index = try PathIndex([
      PathIndex.Item(try PathPattern("/a/:x(\\d+)"), priority: .min, value: 0),
      PathIndex.Item(try PathPattern("/a/:x(\\d*)"), priority: 1, value: 1),
      PathIndex.Item(try PathPattern("/b"), priority: .min, value: 2),
      PathIndex.Item(try PathPattern("/b"), priority: .max, value: 3),
    ])
    #expect(Self.find("/a/7", in: index)?.value == 1)
    #expect(Self.find("/a/7", in: index, refusing: [1])?.value == 0)
    #expect(Self.find("/b", in: index)?.value == 3)
    #expect(Self.find("/b", in: index, refusing: [3])?.value == 2)
  }

  @Test func `the part further left decides`() throws {
    let index = try Self.index(["/:a/b", "/x/:b", "/x/*"])
    #expect(Self.find("/x/b", in: index)?.value == 1)
    #expect(Self.find("/y/b", in: index)?.value == 0)
    #expect(Self.find("/x/b/c", in: index)?.value == 2)
    #expect(Self.find("/y/c", in: index) == nil)
  }

  @Test func `a literal that leads nowhere gives way`() throws {
    let index = try Self.index(["/google/callback", "/:provider", "/:provider/:step/end"])
    #expect(Self.find("/google", in: index)?.value == 1)
    #expect(Self.find("/google/callback", in: index)?.value == 0)
    let deep = Self.find("/google/callback/end", in: index)
    #expect(deep?.value == 2)
    #expect(deep?.captures == ["google", "callback"])
  }

  @Test func `a refused capture falls through, and its place is free again`() throws {
    let index = try Self.index(["/p/:id/:x", "/p/:name/:y"], typed: ["id"])
    let found = Self.find("/p/ann/z", in: index, refusing: [0])
    #expect(found?.value == 1)
    #expect(found?.captures == ["ann", "z"])
  }

  @Test func `optional parts match with and without`() throws {
    let index = try Self.index(["/l{/:page(\\d+)}?/:kind?", "/l/x", "/f/:rest*", "/g/:rest+"])
    #expect(Self.find("/l", in: index)?.captures == [nil, nil])
    #expect(Self.find("/l/5", in: index)?.captures == ["5", nil])
    #expect(Self.find("/l/a", in: index)?.captures == [nil, "a"])
    #expect(Self.find("/l/5/a", in: index)?.captures == ["5", "a"])
    #expect(Self.find("/l/x", in: index)?.value == 1)
    #expect(Self.find("/f", in: index)?.captures == [nil])
    #expect(Self.find("/f/a/b", in: index)?.captures == ["a/b"])
    #expect(Self.find("/f/a//b", in: index) == nil)
    #expect(Self.find("/g", in: index) == nil)
  }

  @Test func `each of many equal patterns is reported once, with the first`() throws {
    let items = try (0..<5_000).map { PathIndex.Item(try PathPattern("/a"), value: $0) }
    do throws(PathIndex.Conflicts) {
      _ = try PathIndex(items)
      Issue.record("nothing conflicts")
    } catch {
      #expect(error.count == 4_999)
      #expect(error.all.count == 1_000)
      #expect(error.all.allSatisfy { $0.first == 0 })
    }
  }

  @Test func `more alternatives at one place than can be compared are a conflict`() throws {
    let items = try (0..<3_000).map {
      PathIndex.Item(try PathPattern("/:name.x\($0)y"), value: $0)
    }
    #expect(try Self.conflicts(items).map(\.reason) == [.tooMany])
  }

  @Test func `all conflicts are reported together`() throws {
    let texts = ["/a/:x", "/b/:x(\\d+)", "/a/:y", "/b/:y([a-z]+)/c", "/a/:z", "/c/*", "/c/:w(.*)"]
    let items = try texts.enumerated().map { PathIndex.Item(try PathPattern($1), value: $0) }
    #expect(
      try Self.conflicts(items) == [
        .init(first: 0, second: 2, reason: .samePaths),
        .init(first: 0, second: 4, reason: .samePaths),
        .init(first: 1, second: 3, reason: .differentExpressions),
        .init(first: 5, second: 6, reason: .samePaths),
      ])
  }

  @Test func `priorities order equal patterns`() throws {
    let index = try PathIndex([
      .init(PathPattern("/b/:x(\\d+)"), value: 0),
      .init(PathPattern("/b/:y([0-9a-f]+)"), priority: 5, value: 1),
      .init(PathPattern("/a/:x"), priority: -1, value: 2),
      .init(PathPattern("/a/:y"), value: 3),
    ])
    #expect(Self.find("/b/12", in: index)?.value == 1)
    #expect(Self.find("/b/12", in: index, refusing: [1])?.value == 0)
    #expect(Self.find("/a/q", in: index)?.value == 3)
    #expect(Self.find("/a/q", in: index, refusing: [3])?.value == 2)
  }

  /// With a priority for each single pattern, an expression would come before a later literal, or
  /// the order would be circular.
  @Test func `an expression has the highest priority of the patterns that begin with it`() throws {
    func taker(_ first: Int?, _ other: Int?, _ longer: Int?) throws -> Int? {
      let index = try PathIndex([
        .init(PathPattern("/p/:id(\\d+)"), priority: first, value: 0),
        .init(PathPattern("/p/:name(\\w+)"), priority: other, value: 1),
        .init(PathPattern("/p/:id(\\d+)/edit"), priority: longer, value: 2),
      ])
      #expect(Self.find("/p/7/edit", in: index)?.value == 2)
      return Self.find("/p/7", in: index)?.value
    }
    #expect(try taker(nil, 1, nil) == 1)
    #expect(try taker(nil, 1, 2) == 0)
    #expect(try taker(nil, nil, 1) == 0)
    #expect(try taker(2, 1, 2) == 0)
  }

  @Test(arguments: [
    // An expression that matches slashes spans segments, as an asterisk does.
    (["/:rest(.+)", "/:free"], "/7", "/:free"),
    (["/:rest(\\S+)", "/:id/edit"], "/7/edit", "/:id/edit"),
    (["/:rest(\\S+)", "/:id/edit"], "/7/8", "/:rest(\\S+)"),
    // A literal comes first, whatever repeated or optional part follows it.
    (["/:a/:b/c", "/x/:b+/c"], "/x/1/c", "/x/:b+/c"),
    (
      ["/:a/:b", "/x/y{/:b}?{/:c}?{/:d}?{/:e}?{/:f}?"], "/x/y",
      "/x/y{/:b}?{/:c}?{/:d}?{/:e}?{/:f}?"
    ),
    (["/shop/:b+/edit", "/shops/:b+/edit"], "/shops/1/2/edit", "/shops/:b+/edit"),
  ])
  func `the more specific pattern comes first from the left`(
    patterns: [String], path: String, taker: String
  ) throws {
    for patterns in [patterns, patterns.reversed()] {
      let found = try Self.find(path, in: Self.index(patterns))
      #expect(found.map { patterns[$0.value] } == taker, "\(patterns)")
    }
  }

  @Test func `patterns that cannot fit one path do not conflict`() throws {
    let index = try Self.index(["/:n.json", "/:n.xml", "/*/end", "/*/stop"])
    #expect(Self.find("/a.xml", in: index)?.value == 1)
    #expect(Self.find("/a/b/stop", in: index)?.value == 3)
    let clash = try ["/:n.json", "/v:n"].enumerated()
      .map { PathIndex.Item(try PathPattern($1), value: $0) }
    #expect(try Self.conflicts(clash).count == 1)
  }

  @Test func `patterns without a slash that begin with different text do not conflict`() throws {
    let index = try Self.index(["item-:id", "user-:id", "a/:id", "b/:id"])
    for (place, path) in ["item-7", "user-7", "a/7", "b/7"].enumerated() {
      #expect(Self.find(path, in: index)?.value == place)
      #expect(Self.find(path, in: index, refusing: [place]) == nil)
    }
    for texts in [
      ["item-:id", "item-:name"], ["item-:id", "item-x:id"], ["a/:id", "a/:id-x"],
      ["a:id", "a/:id"],
    ] {
      let items = try texts.enumerated().map { PathIndex.Item(try PathPattern($1), value: $0) }
      #expect(try Self.conflicts(items).count == 1, "\(texts)")
    }
    for (letterCase, count) in [(LinkRules.LetterCase.ignored, 1), (.exact, 0)] {
      let items = try ["item-:id", "ITEM-:id"].enumerated().map {
        PathIndex.Item(try PathPattern($1, letterCase: letterCase), value: $0)
      }
      #expect(try Self.conflicts(items).count == count)
    }
  }

  @Test func `an index of nothing finds nothing`() throws {
    #expect(Self.find("/a", in: try PathIndex([])) == nil)
    #expect(Self.find("", in: try Self.index(["/", "/*"])) == nil)
  }

  @Test(.enabled(if: PackageFile.exists(routes), "needs ../shared/data beside the package"))
  func `142 paths of a real interface find themselves and nothing else`() throws {
    let patterns = try Self.realPatterns()
    #expect(patterns.count == 142)
    let index = try Self.index(patterns)
    for (place, pattern) in patterns.enumerated() {
      let segments = pattern.split(separator: "/", omittingEmptySubsequences: false)
      let path = segments.map { $0.hasPrefix(":") ? "some-\($0.dropFirst())" : String($0) }
        .joined(separator: "/")
      let found = Self.find(path, in: index)
      #expect(found?.value == place, "\(path)")
      let values = segments.filter { $0.hasPrefix(":") }.map { "some-\($0.dropFirst())" }
      #expect(found?.captures == values)
      #expect(Self.find(path + "/", in: index) == nil)
      // Only its own pattern is accepted: the search has to fail in every other branch.
      let others = Set(patterns.indices).subtracting([place])
      #expect(Self.find(path, in: index, refusing: others)?.value == place)
    }
  }

  @Test func `an index finds what its patterns find one by one`() throws {
    let pieces = ["/a", "/b", "/:N", "/:N(\\d+)", "/x:N", "{/:N}?", "/", "/1", "{/a}?"]
    let tails = ["", "", "", "/*", "/:T+", "/:T*", "{/b}*"]
    var generator = Deterministic(seed: 3)
    for _ in 0..<80 {
      let items: [PathIndex.Item] = try (0..<8).map { value in
        var text = ""
        for name in 0..<Int.random(in: 1...4, using: &generator) {
          let piece = pieces.randomElement(using: &generator) ?? ""
          text += piece.replacing("N", with: "n\(name)")
        }
        text += tails.randomElement(using: &generator) ?? ""
        return .init(try PathPattern(text), priority: value, value: value)
      }
      let index = try PathIndex(items)
      for _ in 0..<30 {
        let segments = ["/a", "/b", "/1", "/x1", "/", "/x"]
        let path = (0..<Int.random(in: 1...5, using: &generator))
          .map { _ in segments.randomElement(using: &generator) ?? "" }.joined()
        let bytes = Array(path.utf8)
        for item in items {
          let alone = item.pattern.match(bytes, in: bytes.indices)
          var taker = Choice { $0 == item.value }
          let found = index.firstMatch(in: bytes, bytes.indices, for: &taker)
          #expect(found?.captures == alone, "\(item.pattern) on \(path)")
        }
        let fits = items.contains { $0.pattern.match(bytes, in: bytes.indices) != nil }
        #expect((index.firstMatch(in: bytes, bytes.indices) != nil) == fits)
      }
    }
  }
}

/// Accepts the patterns of certain values.
private struct Choice: PathTaker {
  let isWanted: (Int) -> Bool

  func accepts(_ value: Int, _ captures: PathPattern.Captures) -> Bool { isWanted(value) }
}
