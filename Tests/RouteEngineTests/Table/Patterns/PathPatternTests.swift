import RouteEngine
import Testing

struct PathPatternTests {
  @Test func `captures come with their names and places`() throws {
    let pattern = try PathPattern("/users/:user/files/*")
    #expect(pattern.names == ["user", "0"])
    let link = try RouteLink("https://e.com/users/ann/files/a/b?x=1")
    let captures = try #require(pattern.match(link))
    #expect(captures.count == 2)
    #expect(try link.decoded(#require(captures[0])) == "ann")
    #expect(try link.decoded(#require(captures[1])) == "a/b")
  }

  @Test func `an optional part that is absent captures nothing`() throws {
    let pattern = try PathPattern("/list/:page(\\d+)?")
    let absent = try #require(pattern.match(RouteLink("/list")))
    #expect(absent[0] == nil)
    let present = try #require(pattern.match(RouteLink("/list/12")))
    #expect(present[0] == 6..<8)
  }

  @Test func `patterns are the same if their canonical text is`() throws {
    #expect(try PathPattern("/café/(.*)") == PathPattern("/caf%C3%A9/*"))
    #expect(try PathPattern("/a/:b") != PathPattern("/a/:c"))
    #expect(try PathPattern("/a{/b}?").text == "/a{/b}?")
  }

  @Test(arguments: [
    ("/a/:b", true), ("/", true), ("/a/b/", true), ("/a/:b(\\d+)", false), ("/a/*", false),
    ("/a/:b?", false), ("/:a.json", false), ("/([^\\/]+?)", false), ("a", false),
  ])
  func `a simple pattern is whole literals and named captures`(text: String, expected: Bool) throws
  {
    #expect(try PathPattern(text).isSimple == expected)
  }

  @Test(arguments: [
    ("/a/:", 3), ("/:a/:a", 4), ("/{a", 3), ("/a}", 2), ("/a?", 2), ("/a\\", 2), ("/(a", 1),
    ("/()", 1), ("/(?a)", 2), ("/(é)", 2), ("/{a:b:c}", 5), ("/:é/:é", 5),
  ])
  func `a mistake is named by its place`(text: String, offset: Int) throws {
    let error = try #require(throws: PathPattern.ParseError.self) { try PathPattern(text) }
    #expect(error.offset == offset, "\(error)")
  }

  @Test func `a pattern has a greatest length`() {
    let long = "/" + String(repeating: "a", count: PathPattern.maximumLength)
    let error = #expect(throws: PathPattern.ParseError.self) { try PathPattern(long) }
    #expect(error?.description.contains("at most \(PathPattern.maximumLength) bytes") == true)
  }

  @Test func `parameters make a path that matches again`() throws {
    let product = try PathPattern("/p/:id(\\d+)/:title")
    #expect(
      product.build(["id": "7", "title": "a/b? é 100%"]) == "/p/7/a%2Fb%3F%20%C3%A9%20100%25")
    #expect(product.build(["id": "x", "title": "a"]) == nil)
    #expect(product.build(["id": "7"]) == nil)
    #expect(product.build(["id": "7", "title": ""]) == nil)
    #expect(product.build(["id": "7", "title": ".."]) == nil)
    #expect(product.build(["id": "7", "title": "~AbCdEfGhIjKlMnOpQrStUv"]) != nil)
    #expect(try PathPattern("/f/*").build(["0": "a/b c"]) == "/f/a/b%20c")
    #expect(try PathPattern("/f/:n.:ext").build(["n": "x", "ext": "js"]) == "/f/x.js")
    #expect(try PathPattern("/f/:n.:ext").build(["n": "x.y", "ext": "js"]) == nil)
    #expect(try PathPattern("/l/:page?").build([:]) == "/l")
    #expect(try PathPattern("/l/:page?").build(["page": "2"]) == "/l/2")
  }

  @Test func `what is optional or repeated and has no name is there as seldom as possible`() throws
  {
    #expect(try PathPattern("/l{/all}?").build([:]) == "/l")
    #expect(try PathPattern("/l{/all}*/x").build([:]) == "/l/x")
    #expect(try PathPattern("/l{/all}+").build([:]) == "/l/all")
    #expect(try PathPattern("/l/:rest+").build(["rest": "a/b c"]) == "/l/a/b%20c")
    #expect(try PathPattern("/l/:rest+").build(["rest": "a//b"]) == "/l/a/%2Fb")
    #expect(try PathPattern("/l/:rest*{/}?").build([:]) == "/l")
    #expect(try PathPattern("/l{-:rest}+").build(["rest": "a-b/c"]) == "/l-a-b%2Fc")
    #expect(try PathPattern("/a{/b}?/*").build(["0": "b/c"]) == "/a/b/b/c")
  }

  @Test func `what keeps values from making a path is named`() throws {
    func error(_ text: String, _ values: [String: String]) throws -> PathPattern.BuildError {
      let pattern = try PathPattern(text)
      return try #require(throws: PathPattern.BuildError.self) { try pattern.path { values[$0] } }
    }
    let product = "/p/:id(\\d+)/:title"
    #expect(try error(product, ["id": "7"]) == .missing(name: "title"))
    #expect(try error(product, ["id": "x", "title": "a"]) == .misfit(name: "id"))
    #expect(try error(product, ["id": "7", "title": ""]) == .misfit(name: "title"))
    #expect(try error(product, ["id": "7", "title": ".."]) == .misread)
    #expect(try error("/:a-:b", ["a": "x-y", "b": "z"]) == .misread)
  }

  @Test func `more than eight captures are kept too`() throws {
    let pattern = try PathPattern("/:a/:b/:c/:d/:e/:f/:g/:h/:i/:j")
    let captures = try #require(pattern.match(RouteLink("/0/1/2/3/4/5/6/7/8/9")))
    #expect((0..<10).allSatisfy { captures[$0] == 2 * $0 + 1..<2 * $0 + 2 })
  }

  @Test func `a path that begins with two slashes is built as a link can carry it`() throws {
    let pattern = try PathPattern("//*")
    let built = try #require(pattern.build(["0": "/"]))
    #expect(built == "/.///")
    #expect(try pattern.match(RouteLink(built)) != nil)
  }

  @Test func `fault 27: a hostile path costs little more than its length`() throws {
    let pattern = try PathPattern("/:a-:b-:c-:d-:e-:f-:g-x")
    #expect(try pattern.match(RouteLink("/" + String(repeating: "-a", count: 1_000))) == nil)
  }

  @Test(arguments: [
    "/{}?.", "/{}?.{}?.x/b", "/{}+.{}+.|'{}+/|*|'{}+/|*/1-U*", "/a/{}?../b", "/a{/}?b/..:c",
    "/st{/}?.%ff/../..:nUa/../:nUaz", "/a{b/..}?:c",
  ])
  func `text that comes to nothing leaves nothing behind`(text: String) throws {
    let pattern = try PathPattern(text)
    #expect(try PathPattern(pattern.text) == pattern, "\(pattern.text)")
  }

  @Test func `no change of any character traps, and canonical text reads back`() {
    let seeds = [
      "/users/:user/files/*", "/a{/b}?/:c(\\d+)*", "/:foo.{json}+", "/([a-z&&[^b]]{2,3})",
      "{:a}{(.*)b}?:c", "/(?:a|b(?:c)*)x\\:",
    ]
    var generator = Deterministic(seed: 2)
    for seed in seeds {
      for _ in 0..<700 {
        let bytes = generator.mutation(of: Array(seed.utf8))
        guard let pattern = try? PathPattern(String(decoding: bytes, as: UTF8.self)) else {
          continue
        }
        let again = try? PathPattern(pattern.text)
        #expect(again == pattern, "\(pattern.text) from \(String(decoding: bytes, as: UTF8.self))")
        let path = RouteLink.canonicalPath(bytes)
        let alone = pattern.match(path, in: path.indices)
        let index = try? PathIndex([.init(pattern, value: 1)])
        let indexed = index?.firstMatch(in: path, path.indices)
        #expect(indexed?.captures == alone, "\(pattern.text)")
      }
    }
  }
}
