import RouteEngine
import Testing

struct PathExpressionTests {
  /// Whether the expression matches the whole text.
  static func matches(_ expression: String, _ text: String) throws -> Bool {
    try PathPattern("(\(expression))").match(Array(text.utf8), in: 0..<text.utf8.count) != nil
  }

  @Test(arguments: [
    ("\\d+", ["0", "42"], ["", "4a", "a"]),
    ("[a-c]{2,3}", ["ab", "abc"], ["a", "abca", "ad"]),
    ("x{2}", ["xx"], ["x", "xxx"]),
    ("x{2,}", ["xx", "xxxxx"], ["x"]),
    ("[^0-9/]*", ["", "abc"], ["a1", "/"]),
    ("cat|dog|(?:bird)?s", ["cat", "dog", "s", "birds"], ["bird", "catdog"]),
    ("(?:ab|a)(?:c|bc)", ["abc", "abbc", "ac"], ["ab", "abcc"]),
    ("\\w\\W\\s\\S", ["a- b"], ["aa b", "a-bb"]),
    ("a.c", ["abc", "a/c"], ["ac", "a\nc"]),
    ("\\x41\\u0042\\.\\/", ["AB./"], ["AB,/"]),
    ("[\\w.-]+", ["a-b.c_9"], ["a b"]),
    ("[[a-z]--[aeiou]]+", ["xyz"], ["xay"]),
    ("[\\w&&\\D]+", ["ab_"], ["a1"]),
    ("(?:a?){3}b", ["b", "aaab"], ["aaaab"]),
    ("(?:a*)*b", ["b", "aab"], ["aa"]),
    ("a+?b??", ["aaa", "aab"], ["b"]),
    ("(?:)|x{0}", [""], ["x"]),
  ])
  func `an expression matches the whole text or not`(
    expression: String, fitting: [String], other: [String]
  ) throws {
    for text in fitting { #expect(try Self.matches(expression, text), "\(text)") }
    for text in other { #expect(try !Self.matches(expression, text), "\(text)") }
  }

  @Test(arguments: [
    ("(?=a)b", 2, "a capturing group"), ("(?!a)b", 2, "a capturing group"),
    ("(?<n>a)", 2, "a capturing group"), ("x(a)", 3, "a capturing group"),
    ("(?:a)\\1", 7, "an escape"), ("a\\b", 3, "an escape"), ("\\p{L}", 2, "an escape"),
    ("^a", 2, "an anchor"), ("a$", 3, "an anchor"), ("a**", 4, "\"*\" with nothing"),
    ("[a", 4, "an open class"), ("[z-a]", 3, "a range"), ("a{2", 5, "an open count"),
    ("a{3,2}", 8, "a count that ends"), ("a{201}", 4, "a count too large"),
    ("a{}", 4, "a count without"), ("(?:a", 1, "an open"), ("]", 2, "\"]\" with nothing"),
    ("\\u00e9", 8, "a character beyond"),
  ])
  func `what is outside the subset is refused by name`(
    expression: String, offset: Int, problem: String
  ) throws {
    let error = try #require(throws: PathPattern.ParseError.self) {
      try PathPattern("/(\(expression))")
    }
    #expect(error.offset == offset, "\(error)")
    #expect(error.problem.hasPrefix(problem), "\(error)")
  }

  @Test func `expressions that would grow too large are refused`() {
    #expect(throws: PathPattern.ParseError.self) { try PathPattern("((?:a{100}){100})") }
    let nested = String(repeating: "(?:", count: 40) + "a" + String(repeating: ")", count: 40)
    #expect(throws: PathPattern.ParseError.self) { try PathPattern("(\(nested))") }
    let empty = String(repeating: "(?:", count: 12) + String(repeating: "){200}", count: 12)
    #expect(throws: Never.self) { try PathPattern("(\(empty))") }
  }

  @Test func `an expression that makes others explode ends at once`() throws {
    let text = String(repeating: "a", count: 2_000)
    #expect(try !Self.matches("(?:(?:a*)*)*b", text))
    #expect(try !Self.matches("(?:a|a)*b", text))
    #expect(try !Self.matches("(?:a?){50}a{50}b", text))
  }
}
