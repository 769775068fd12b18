import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Places that are not restored although no launch died over them: too old, or a link wins.
@MainActor
struct LeftPlaceTests {
  private let shop = RestorationTests().shop

  private func journal() throws -> TestJournal {
    let journal = try TestJournal(shop)
    let session = journal.launch { $0.answer("gate") { _ in .wait(condition: "open") } }
    session.openAll("/gated/9", "/products/7")
    session.background()
    return journal
  }

  @Test func `a place beyond its age is left, and what waits stays`() throws {
    let journal = try journal()
    journal.clock.advance(by: 3_600_000_000)
    do {
      let session = journal.launch { $0.maximumAge = .seconds(3_600) }
      #expect(session.restoration == Restoration())
      #expect(session.notation == "main[home[feed] shop*[catalog product(id: 7)]]")
      session.background()
    }
    journal.clock.advance(by: 3_600_000_001)
    let session = journal.launch { $0.maximumAge = .seconds(3_600) }
    #expect(session.restoration?.left == .age)
    #expect(session.restoration?.extent == .clean)
    #expect(session.notation == "main[home*[feed] shop[catalog]]")
    #expect(session.state.waiting.count == 1)
    try journal.requireReplays(of: session)
  }

  @Test func `a launch link that a route takes wins over the place`() throws {
    let journal = try journal()
    let session = journal.launch { $0.launchLink = "/products/8" }
    #expect(session.restoration?.left == .link)
    #expect(session.launchOpening?.outcome == .shown)
    #expect(session.notation == "main[home[feed] shop*[catalog product(id: 8)]]")
    #expect(session.state.waiting.count == 1)
    try journal.requireReplays(of: session)
  }

  @Test func `one that no route takes leaves the place`() throws {
    let journal = try journal()
    for link in ["/nothing/8", "no link at all", "http://[bad"] {
      let session = journal.launch { $0.launchLink = link }
      session.stable()
      #expect(session.restoration == Restoration(), "\(link)")
      #expect(session.launchOpening?.outcome != .shown)
      #expect(session.notation == "main[home[feed] shop*[catalog product(id: 7)]]")
      try journal.requireReplays(of: session)
    }
  }

  @Test func `a forged reason is found`() throws {
    let journal = try journal()
    let session = journal.launch { $0.launchLink = "/products/8" }
    try journal.requireReplays(of: session)
    let last = try journal.entries().last { $0.kind == .restored }
    let restored = try #require(last).sequence
    for (index, edit) in [
      #"replace(payload, '"left":"link"', '"left":"mood"')"#,
      #"replace(payload, '"extent":"clean"', '"extent":"root"')"#,
      #"replace(payload, ',"left":"link"', '')"#,
    ].enumerated() {
      let sql = "UPDATE journal SET payload = \(edit) WHERE sequence = \(restored)"
      let forged = try journal.forged(sql, as: "forged-\(index)")
      #expect(try Verification(of: forged).findings.first?.sequence == restored, "\(edit)")
    }
  }
}
