import Foundation
import Testing

/// The output of `explain` for links whose route depends on more than their path, and for steps
/// that lead to no screen of their own.
@Suite struct `Explaining a link` {
  let place = Workplace()

  private static let push = "destination: [{ push: \"page\" }]"

  init() {
    place.write(
      "asked.json",
      """
      { format: "route-table/1", tree: "main/stack[feed]",
        links: { letterCase: "ignored", rewriter: { name: "unwrap" } },
        screens: { page: {
          parameters: { id: "int?", n: "int?", sizes: "[int]?", k: ["A", null] } } },
        routes: [
          { id: "page", patterns: ["/p/:id"], interceptors: ["signedIn"], \(Self.push) },
          { id: "list", patterns: ["/list"], unreadable: "next", \(Self.push) },
          { id: "strict", patterns: ["/strict"], unreadable: "fails", \(Self.push) },
          { id: "app", patterns: ["/app"], fragment: { path: "/inbox/:id" }, \(Self.push) },
          { id: "open", patterns: ["/open"], query: { url: { path: "/inbox/:id" } },
            \(Self.push) },
          { id: "label", patterns: ["/n"], hosts: [":n.shop.example"], \(Self.push) },
          { id: "case", patterns: ["/k"], hosts: [":k.shop.example"], \(Self.push) },
          { id: "home", patterns: ["/home"], destination: [{ pop: "all" }] } ] }
      """)
    place.write(
      "steps.json",
      """
      { format: "route-table/1", tree: "main/tabs[home/stack*[feed] shop/stack[catalog]]",
        screens: { login: {} }, routes: [
          { id: "login", patterns: ["/login"], destination: [{ push: "login" }] },
          { id: "all", patterns: ["/all"], destination: [{ pop: "all" }] },
          { id: "top", patterns: ["/top"], destination: [{ pop: "top" }] },
          { id: "to", patterns: ["/to"], destination: [{ popTo: "feed" }] },
          { id: "over", patterns: ["/over"],
            destination: [{ popTo: "shop" }, { present: "login" }] },
          { id: "close", patterns: ["/close"], destination: [{ dismiss: "all" }] },
          { id: "shop", patterns: ["/shop"],
            destination: [{ pop: "all" }, { select: "shop" }, { pop: "all" }, { push: "login" }] },
          { id: "code", patterns: ["/code"], destination: [{ run: "tidy" }] } ] }
      """)
  }

  private func explain(_ words: String..., in table: String = "asked.json") throws
    -> Workplace.Result
  {
    try place.run(["explain", "--routes", table] + words)
  }

  // MARK: Why a route does not match

  @Test(arguments: [
    (
      "/list?n=x",
      "'n' is 'x', which is no int; the rule 'unreadable' passes such a link on to the next route"
    ),
    ("/list?k=b", "'k' is 'b', expected "),
    ("/list?sizes=1&sizes=x", "'sizes' is 'x', which is no int; the rule 'unreadable' passes"),
    ("https://www.shop.example/n", ":n would be 'www', which is no int"),
    ("https://b.shop.example/k", ":k would be 'b', expected "),
  ])
  func `the unreadable part is named, and no other route`(link: String, reason: String) throws {
    try explain(link).expect(1, says: "route      none", reason, lacks: "fits too")
  }

  @Test func `an item that can be read takes the link to its route`() throws {
    try explain("/list?n=7").expect(0, says: "> list /list")
    try explain("https://a.shop.example/n?n=x").expect(1)
    try explain("https://7.shop.example/n").expect(0, says: "n: 7")
  }

  @Test func `an item that makes the request fail is shown with the parameters`() throws {
    let rule = "the item n cannot be read as int, and 'unreadable' makes the request fail"
    try explain("/strict?n=x").expect(
      1, says: "route      strict version 1", "> strict /strict", rule)
    try explain("/strict?n=7").expect(0, lacks: "unreadable")
  }

  // MARK: Routers

  @Test func `the route is that of the router that is asked first, as in a session`() throws {
    place.write(
      "routers.json",
      """
      { format: "route-table/1", tree: "main/tabs[home/stack*[feed] shop/stack[catalog]]",
        screens: { product: { parameters: { id: "int" } }, results: {} },
        routes: [
          { id: "exact", patterns: ["/x/7"], destination: [{ push: "results" }] },
          { id: "all", patterns: ["/:id"], destination: [{ push: "product" }] },
          { id: "shop", patterns: ["/x/:id"],
            destination: [{ select: "shop" }, { push: "product" }] },
          { id: "home", patterns: ["/x/:id"], destination: [{ push: "product" }] },
          { id: "wide", patterns: ["/x/:id*"], destination: [{ push: "results" }] } ],
        routers: [
          { id: "app", children: [{ router: "home" }, { router: "shop", priority: 1000 }] },
          { id: "home", routes: ["home", "wide"], screens: ["home", "feed"] },
          { id: "shop", routes: ["shop"], screens: ["shop"] } ] }
      """)
    try place.record("/x/7\n", into: "routers.journal", routes: "routers.json")
    try place.run("log", "routers.journal", "-o", "csv").expect(says: ",decided,shown,home,/x/7")
    let first = "fits too, but the router home is asked first"
    try explain("/x/7", in: "routers.json").expect(
      0, says: "route      home version 1", "> home /x/:id", "exact /x/7    \(first)",
      "shop /x/:id   \(first)",
      "wide /x/:id*  fits too, but a more specific pattern or a higher priority comes first",
      lacks: "ends at")
    try explain("/x/7", "-o", "json", in: "routers.json").expect(says: #""route": "home""#)
    try explain(
      "/x/7", "--tree", "main/tabs[home/stack[feed] shop/stack*[catalog]]", in: "routers.json"
    ).expect(
      0, says: "route      shop version 1", "> shop /x/:id",
      "home /x/:id   fits too, but the router shop is asked first", lacks: "ends at")
  }

  // MARK: How the link is read

  @Test(arguments: ["/app#/INBOX/7", "/open?url=/INBOX/7", "/APP#/inbox/7"])
  func `ignored letter case is shown, outside the path too`(link: String) throws {
    try explain(link).expect(
      0, says: "read       without regard to letter case", lacks: "a slash at the end")
    try explain(link, "-o", "json").expect(says: "without regard to letter case")
  }

  @Test(arguments: ["/app#/inbox/7/", "/open?url=/inbox/7/", "/app/#/inbox/7"])
  func `an ignored slash is shown, outside the path too`(link: String) throws {
    try explain(link).expect(
      0, says: "read       without regard to a slash at the end", lacks: "letter case")
  }

  @Test(arguments: ["/app#/inbox/7", "/open?url=/inbox/7"])
  func `a link that is read exactly has no such line`(link: String) throws {
    try explain(link).expect(0, lacks: "read  ")
  }

  // MARK: Redirects

  @Test func `the link that a rewriter gives is the one that is presented`() throws {
    try explain("/p/7", "--answer", "unwrap=go:/home/").expect(
      0, says: "link       /p/7", "becomes    /home/, before the match",
      "read       without regard to a slash at the end", "route      home version 1",
      "> home /home",
      "step 1     pop: not needed", lacks: "ends at", "> page", "id: 7", "sent on")
    try explain("/p/7", "--answer", "unwrap=go:/home", "-o", "json").expect(
      0, says: #""link": "/p/7""#, #""becomes": "/home""#, #""route": "home""#, #""sent_on": []"#)
    try explain("/p/7", "--answer", "unwrap=go:/nowhere").expect(
      1, says: "becomes    /nowhere", "route      none", lacks: "takes it")
    try explain("/p/7").expect(0, says: "> page /p/:id", lacks: "becomes")
  }

  @Test func `the link that an interceptor gives is where the first one is sent on to`() throws {
    try explain("/p/7", "--answer", "signedIn=go:/home").expect(
      0, says: "route      page version 1", "id: 7", "> page /p/:id",
      "sent on    to /home, by interceptor signedIn", "ends at    home version 1",
      lacks: "becomes")
    try explain("/p/7", "--answer", "signedIn=go:/home", "-o", "json").expect(
      says: #""route": "page""#, #""/home""#)
  }

  @Test func `output for programs has a redirect's end and the parameters left out`() throws {
    place.write(
      "redirects.json",
      """
      { format: "route-table/1", tree: "main/stack[feed]",
        screens: { page: { parameters: { id: "int", n: "int?" } } },
        routes: [
          { id: "page", patterns: ["/p/:id"], version: 2, \(Self.push) },
          { id: "old", patterns: ["/old/:nr"],
            redirect: { route: "page", with: { id: ":nr" } } } ] }
      """)
    try explain("/old/7", in: "redirects.json").expect(
      0, says: "redirects  to page", "ends at    page version 2")
    let old = try jsonObject(explain("/old/7", "-o", "json", in: "redirects.json").output)
    #expect(old["redirects_to"] as? String == "page")
    let end = try #require(old["ends_at"] as? [String: Any])
    #expect(end["route"] as? String == "page" && end["version"] as? Int == 2)
    #expect(old["left_out"] as? [String] == [])
    let page = try jsonObject(explain("/p/7?n=x", "-o", "json", in: "redirects.json").output)
    #expect(page["left_out"] as? [String] == ["n"])
    #expect(page["redirects_to"] is NSNull && page["ends_at"] is NSNull)
  }

  // MARK: Steps that lead to no screen

  @Test(arguments: [
    ("/all", "home/stack*[feed login login]", "step 1     pop: carried out"),
    ("/all", "home/stack*[feed]", "step 1     pop: not needed"),
    ("/top", "home/stack*[feed login]", "step 1     pop: carried out"),
    ("/to", "home/stack*[feed login]", "step 1     popTo feed: carried out"),
    ("/to", "home/stack*[feed]", "step 1     popTo feed: not needed"),
    ("/close", "home/stack*[feed^login]", "step 1     dismiss: carried out"),
    ("/close", "home/stack*[feed login]", "step 1     dismiss: not needed"),
  ])
  func `a step that removes screens is described by its effect`(
    link: String, home: String, line: String
  ) throws {
    try explain(link, "--tree", "main/tabs[\(home) shop/stack[catalog]]", in: "steps.json").expect(
      0, says: line)
  }

  @Test(arguments: [
    ("home/stack*[feed login]", "shop/stack[catalog]", "carried out", "not needed"),
    ("home/stack*[feed]", "shop/stack[catalog login]", "not needed", "carried out"),
    ("home/stack*[feed login]", "shop/stack[catalog login]", "carried out", "carried out"),
    ("home/stack*[feed]", "shop/stack[catalog]", "not needed", "not needed"),
  ])
  func `each of several such steps is described separately`(
    home: String, shop: String, first: String, second: String
  ) throws {
    try explain("/shop", "--tree", "main/tabs[\(home) \(shop)]", in: "steps.json").expect(
      0, says: "step 1     pop: \(first)", "step 2     select shop: found",
      "step 3     pop: \(second)", "step 4     push login: built")
  }

  @Test(arguments: [
    ("shop/tabs[catalog] login", "carried out"), ("shop/tabs[catalog]", "not needed"),
    ("shop/stack[catalog] login", "carried out"),
  ])
  func `a pop to a container is described by the screens over the container`(
    screens: String, fate: String
  ) throws {
    try explain("/over", "--tree", "main/stack[feed \(screens)]", in: "steps.json").expect(
      0, says: "step 1     popTo shop: \(fate)", "step 2     present login: built")
  }

  @Test func `a Swift step is described by its changes`() throws {
    func reply(_ changes: String) -> String {
      #"tidy={"answer":"edited","changes":[\#(changes)],"kind":"step","name":"tidy"}"#
    }
    try explain(
      "/code", "--answer", reply(#"{"change":"select","id":4}"#), in: "steps.json"
    ).expect(0, says: "step 1     run tidy: carried out")
    try explain("/code", "--answer", reply(""), in: "steps.json").expect(
      0, says: "step 1     run tidy: not needed")
  }

  @Test func `an entry describes such a step as it was`() throws {
    try place.record("/login\n/all\n/all\n", into: "app.journal", routes: "steps.json")
    try place.run("show", "app.journal", "3").expect(
      0, says: "  step     pop: carried out", "drop 1 screen")
    try place.run("show", "app.journal", "4").expect(0, says: "  step     pop: not needed")
  }

  // MARK: Answers

  @Test func `an invalid answer is reported with the valid ones`() throws {
    try explain("/p/7", "--answer", "unwrap=means:/x").expect(
      2,
      notes: "'unwrap' is an interceptor, which replies allow, deny, deny:REASON, wait, "
        + "wait:CONDITION, go:LINK, or an answer as the journal writes it, not 'means:/x'")
    try explain("/p/7", "--answer", "signedIn=allow", "--answer", "signedIn=deny").expect(
      2, notes: "there are two answers of 'signedIn'; give one of them", notesLack: "SEQUENCE/")
  }
}
