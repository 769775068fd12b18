import RouteEngine
import Testing

@testable import RouteReplay

/// The meaning of an association file for links, by Apple's documentation.
@Suite struct `An association file` {
  private static let app = "ABCDE12345.example.shop"

  /// A file with these components, in JSON.
  private func file(_ components: String, _ more: String = "") -> [UInt8] {
    Array(
      """
      { "applinks": { \(more)
        "details": [ { "appIDs": ["\(Self.app)"], "components": [\(components)] } ] } }
      """.utf8)
  }

  private func word(_ link: String, _ bytes: [UInt8], app: String? = nil) throws -> String {
    let association = try AppSiteAssociation(json: bytes, for: app)
    return switch association.verdict(on: try RouteLink(link)) {
    case .arrives(let rule): "arrives \(rule)"
    case .excluded(let rule): "excluded \(rule)"
    case .untaken: "untaken"
    }
  }

  private func mistakes(_ text: String) -> [String] {
    do throws(AppSiteAssociation.Failure) {
      _ = try AppSiteAssociation(json: Array(text.utf8), for: nil)
      return []
    } catch {
      guard case .mistakes(let mistakes, _) = error else { return ["\(error)"] }
      return mistakes.map {
        "\($0.position.line):\($0.position.column): \($0.field): \($0.problem)"
      }
    }
  }

  @Test(arguments: [
    ("*", "", true), ("*", "/a/b", true), ("/a", "/a", true), ("/a", "/a/", false),
    ("/a*", "/a", true), ("/a/*", "/a", false), ("/a/*/b", "/a/x/y/b", true), ("/?", "/", false),
    ("/?", "/x", true), ("/??", "/x", false), ("/?*", "/x/y", true), ("*/b", "/a/b", true),
    ("/a", "/A", false), ("", "", true), ("", "x", false), ("/$(digit)", "/7", true),
    ("/$(digit)", "/x", false), ("/$(xdigit)$(xdigit)", "/fF", true), ("/$(upper)", "/e", false),
    ("/$(lang)/$(region)", "/de/CH", true), ("/$(lang)", "/gsw", true), ("/$(lang)", "/d", false),
    ("/$(own)", "/soup", true), ("/$(own)s", "/anything-breads", true), ("/$(own)", "/s", false),
    ("/$(none)", "/", false), ("/$(none)x", "/x", false), ("/$", "/$", true),
    ("/a$b", "/a$b", true),
  ])
  func `has wildcards and variables`(pattern: String, text: String, fits: Bool) throws {
    let pattern = try WildcardPattern(
      pattern, variables: ["own": ["soup", "*bread"], "none": []])
    #expect(pattern.matches(text) == fits)
  }

  @Test func `ignores case where it says so`() throws {
    let pattern = try WildcardPattern("/Caf\u{C9}/$(upper)", ignoresCase: true)
    #expect(pattern.matches("/caf\u{E9}/x") && !pattern.matches("/cafe/x"))
  }

  @Test func `takes bounded work, whatever its patterns`() throws {
    let stars = String(repeating: "*a", count: 300) + "b"
    let text = String(repeating: "a", count: 1_000)
    #expect(try !WildcardPattern(stars).matches(text))
    let lists = String(repeating: "$(l)", count: 20)
    #expect(try WildcardPattern(lists, variables: ["l": ["a", "a*", "*a", "aa"]]).matches(text))
    #expect(throws: WildcardPattern.Mistake.tooManySteps) {
      try WildcardPattern(String(repeating: "*", count: 1_000))
    }
    // A text without characters takes steps too, and so does a list that is in every file.
    #expect(throws: WildcardPattern.Mistake.tooManySteps) {
      try WildcardPattern(String(repeating: "$(v)", count: 1_100), variables: ["v": ["", ""]])
    }
    #expect(throws: WildcardPattern.Mistake.tooManySteps) {
      try WildcardPattern("$(v)", variables: ["v": [String](repeating: "", count: 2_000)])
    }
    #expect(throws: WildcardPattern.Mistake.tooManySteps) {
      try WildcardPattern(String(repeating: "$(digit)", count: 3_000))
    }
    let many = (0...1_000).map { "{ \"/\": \"/\($0)\" }" }.joined(separator: ",")
    #expect(mistakes(String(decoding: file(many), as: UTF8.self)).count == 1)
    // Each pattern is within its bound; all together are not.
    let texts = (0..<300).map { "\"\($0)\"" }.joined(separator: ",")
    let wide = (0..<900).map { "{ \"/\": \"/$(v)/\($0)\" }" }.joined(separator: ",")
    let variables = "\"substitutionVariables\": { \"v\": [\(texts)] },"
    #expect(mistakes(String(decoding: file(wide, variables), as: UTF8.self)).count == 1)
    // Patterns that are too long count as much as the longest allowed one.
    let long = (0..<900).map { _ in "{ \"/\": \"/$(v)$(v)\" }" }.joined(separator: ",")
    #expect(mistakes(String(decoding: file(long, variables), as: UTF8.self)).count < 100)
  }

  @Test func `lets the first component decide that fits path, query and fragment`() throws {
    // The example of https://developer.apple.com/documentation/bundleresources/applinks
    let bytes = file(
      """
      { "#": "no_universal_links", "exclude": true, "comment": "not these" },
      { "/": "/buy/*" }, { "/": "/help/website/*", "exclude": true },
      { "/": "/help/*", "?": { "articleNumber": "????" } }
      """)
    let start = "https://www.example.com"
    #expect(try word(start + "/buy/1#no_universal_links", bytes) == "excluded 0")
    #expect(try word(start + "/buy/1?x=1#top", bytes) == "arrives 1")
    #expect(try word(start + "/buy", bytes) == "untaken")
    #expect(try word(start + "/help/website/a?articleNumber=1234", bytes) == "excluded 2")
    #expect(try word(start + "/help/a?articleNumber=1234&x=1", bytes) == "arrives 3")
    #expect(try word(start + "/help/a?articleNumber=12345", bytes) == "untaken")
    #expect(try word(start + "/help/a", bytes) == "untaken")
    let repeated = start + "/help/a?articleNumber=1234&articleNumber=1"
    #expect(try word(repeated, bytes) == "untaken")
  }

  @Test func `matches a whole query, and an item that is missing as one without a value`() throws {
    let bytes = file(#"{ "/": "/a", "?": "x=*" }, { "/": "/b", "?": { "x": "*" } }"#)
    #expect(try word("https://e.example/a?x=1&y=2", bytes) == "arrives 0")
    #expect(try word("https://e.example/a?y=2&x=1", bytes) == "untaken")
    #expect(try word("https://e.example/b", bytes) == "arrives 1")
  }

  @Test func `has defaults, the nearer ones first`() throws {
    let bytes = Array(
      """
      { "applinks": { "defaults": { "caseSensitive": false, "percentEncoded": false },
        "details": [ { "appID": "A.b", "defaults": { "caseSensitive": true },
          "components": [ { "/": "/caf\u{E9}/x y" }, { "/": "/BIG", "caseSensitive": false },
            { "/": "/a%20b", "percentEncoded": true } ] } ] } }
      """.utf8)
    #expect(try word("https://e.example/caf%C3%A9/x%20y", bytes) == "arrives 0")
    #expect(try word("https://e.example/CAF%C3%A9/x%20y", bytes) == "untaken")
    #expect(try word("https://e.example/big", bytes) == "arrives 1")
    #expect(try word("https://e.example/a%20b", bytes) == "arrives 2")
  }

  @Test func `reads the older forms`() throws {
    let bytes = Array(
      """
      { "applinks": { "apps": [], "details": [
        { "appID": "A.b", "paths": ["NOT /news/old/*", "/news/*", "/wwdc/201?/"] } ] } }
      """.utf8)
    #expect(try word("https://e.example/news/old/1?x#y", bytes) == "excluded 0")
    #expect(try word("https://e.example/news/1?x#y", bytes) == "arrives 1")
    #expect(try word("https://e.example/wwdc/2015/", bytes) == "arrives 2")
    let byApp = #"{ "applinks": { "details": { "A.b": { "paths": ["*"] } } } }"#
    #expect(try word("https://e.example/", Array(byApp.utf8)) == "arrives 0")
    let both = file(#"{ "/": "/new" }"#)
    let text = String(decoding: both, as: UTF8.self).replacing(
      "] } ]", with: "], \"paths\": [\"*\"] } ]")
    #expect(try word("https://e.example/old", Array(text.utf8)) == "untaken")
  }

  @Test func `is for the app that is asked about`() throws {
    let bytes = Array(
      """
      { "applinks": { "details": [ { "appIDs": ["A.b", "A.c"], "components": [{ "/": "/b" }] },
        { "appIDs": ["A.c"], "components": [{ "/": "/c" }] } ] } }
      """.utf8)
    #expect(try word("https://e.example/c", bytes, app: "A.b") == "untaken")
    #expect(try word("https://e.example/c", bytes, app: "A.c") == "arrives 1")
    let failures = [nil, "A.d"].map { app in
      #expect(throws: AppSiteAssociation.Failure.self) {
        try AppSiteAssociation(json: bytes, for: app)
      }?.description
    }
    #expect(
      failures == [
        "the file says different things for A.b, A.c", "the file is for A.b, A.c, not for 'A.d'",
      ])
  }

  @Test func `reports the first thousand of its mistakes, with shortened names`() {
    let name = String(repeating: "a", count: 100_000)
    let ones = Array(repeating: "1", count: 3_000).joined(separator: ",")
    for text in [
      #"{ "applinks": { "details": { "\#(name)": { "appIDs": [\#(ones)], "paths": [] } } } }"#,
      #"{ "applinks": { "details": [], "substitutionVariables": { "\#(name)": [\#(ones)] } } }"#,
    ] {
      let found = mistakes(text)
      #expect(found.count == 1_000)
      #expect(found.allSatisfy { $0.utf8.count < 1_000 })
    }
  }

  @Test func `has each mistake named with line and column`() {
    #expect(mistakes("{").first?.hasPrefix("1:2: file: ") == true)
    #expect(mistakes("[]") == ["1:1: file: expected an object with \"applinks\", found an array"])
    #expect(
      mistakes("{ \"applinks\": {} }") == ["1:15: applinks: expected \"details\", found nothing"])
    let names = (0..<1_000).map { "\"member\($0)\": 1" }.joined(separator: ",")
    let many = mistakes("{ \"applinks\": { \(names) } }")
    #expect(many.count == 1 && many.allSatisfy { $0.utf8.count < 1_000 })
    #expect(mistakes("{ \"applinks\": { \"details\": 7 } }").count == 1)
    #expect(
      mistakes("{ \"applinks\":\n { \"details\": [ /* */ ] } }").first?.hasPrefix("2:17") == true)
    let found = mistakes(
      """
      { "applinks": { "substitutionVariables": { "a$": ["x"], "b": [7] },
        "details": [ {
          "appIDs": ["A.b"], "components": [
            { "/": "buy/*", "exclud": true }, { "/": "/a#b" }, { "/": 7, "exclude": 1 },
            { "?": { "a": "$(foo)" } }, { "#": "$(foo" }, 5 ] },
        {} ] } }
      """)
    let starts = [
      "1:44: applinks.substitutionVariables.a$: ", "1:63: applinks.substitutionVariables.b[0]: ",
      "4:14: applinks.details[0].components[0]./: ",
      "4:23: applinks.details[0].components[0].exclud: there is no such member",
      "4:48: applinks.details[0].components[1]./: a path has no '#'",
      "4:65: applinks.details[0].components[2]./: expected a string",
      "4:79: applinks.details[0].components[2].exclude: expected true or false",
      "5:21: applinks.details[0].components[3].?.a: there is no variable 'foo'",
      "5:42: applinks.details[0].components[4].#: '$(' has no ')'",
      "5:53: applinks.details[0].components[5]: expected an object",
      "6:3: applinks.details[1]: expected \"appIDs\"",
      "6:3: applinks.details[1]: expected \"components\" or \"paths\"",
    ]
    #expect(found.count == starts.count, "\(found)")
    for (line, start) in zip(found, starts) { #expect(line.hasPrefix(start), "\(line)") }
  }
}
