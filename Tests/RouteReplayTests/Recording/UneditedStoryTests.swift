import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// Stories of hosts with overlapping requests, run again without edits, and exported as a test:
/// both have the same inputs.
@MainActor @Suite struct `A story that is run again` {
  let place = Workplace()
  let stories: ExportStories

  init() throws {
    stories = try ExportStories()
    place.write("routes.json", ExportStories.table())
  }

  /// Requires that the story ends as it did, and returns the report about it.
  @discardableResult
  private func repeated() throws -> Workplace.Result {
    try place.run("export", stories.path, "--format", "swift-test").expect(0)
    let result = try place.run(
      "what-if", stories.path, "--routes", "routes.json", "--out", "new.journal"
    ).expect(0, begins: "identical: ")
    try place.expectSound("new.journal")
    return result
  }

  @Test func `a fact names a screen that was never there`() throws {
    stories.everyday()
    try repeated()
  }

  @Test func `requests that ended because of others or of slow host code are left out`()
    async throws
  {
    try await stories.policies()
    let text = try repeated().lines.joined(separator: " ")
    #expect(text.contains("8 requests left out: "))
    #expect(text.contains("refused or superseded because of others"))
  }

  @Test func `requests that host code opened keep its options`() throws {
    let session = stories.launch {
      $0.answer("signedIn") { asked in
        asked.open("/login", from: .customValue, source: "a", options: .init(isAnimated: false))
        return .deny(reason: "not signed in")
      }
    }
    session.open("/orders/1")
    try repeated()
    for path in [stories.path, place.path("new.journal")] {
      var opened: [RouteRequest] = []
      try History(path: path).forEachEntry { row in
        if let request = try EntryCoder.decode(row).request { opened.append(request) }
      }
      let child = try #require(opened.first { $0.options.onBehalfOf != nil }, "\(path)")
      #expect(child.entryPoint == .customValue && child.source == "a")
      #expect(!child.options.isAnimated && opened.count == 2)
    }
  }

  @Test func `requests wait for the end of a transition, facts do not`() throws {
    let session = stories.launch()
    session.open("/products/1")
    session.display.beginTransition()
    session.open("/products/2")
    session.report(.popped(nil))
    stories.pass()
    session.display.endTransition()
    session.open("/products/3")
    try repeated()
    let log = try place.run("log", "new.journal").output
    #expect(try place.run("log", stories.path).output == log)
  }

  @Test func `requests that end in a transition do not end it`() throws {
    let session = stories.launch()
    for links in [["/products/1", "/products/2", "/products/3"], ["/products/4"]] {
      session.display.beginTransition()
      let first = session.open(links[0])
      let late = links.dropFirst().first.map {
        session.open($0, options: .init(expiresAfter: .seconds(2)))
      }
      if let last = links.dropFirst(2).first { session.open(last) }
      stories.pass()
      session.requests.cancel(first)
      stories.pass(5)
      session.wake()
      #expect(late.map { $0.outcome == .expired } ?? true)
      stories.pass()
      session.display.endTransition()
      session.open("/login")
      session.report(.dismissed(nil))
    }
    try repeated()
  }

  @Test func `a request is replaced at one resume and again at another`() throws {
    let session = stories.launch()
    session.requests.suspend()
    session.open("/products/1")
    session.requests.resumeTransforming { _ in .route("order", ["id": 5]) }
    session.requests.suspend()
    session.signal("signedIn", principal: "ann")
    session.open("/products/9", options: .init(isSuspendable: false))
    session.requests.resumeTransforming { _ in .route("product", ["id": 6]) }
    #expect(session.notation.hasSuffix("product(id: 9) product(id: 6)]]"))
    try repeated()
  }
}
