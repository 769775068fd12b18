import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Decisions of a session by limits that were pruned with its first entry.
@MainActor
struct PrunedBoundsTests {
  @Test func `a request that failed by a bound that is gone is undecided, and no difference`()
    throws
  {
    let journal = try TestJournal(Scenario.shop())
    let session = journal.launch {
      $0.limits.waitingRequests = 1
      $0.retention = RetentionPolicy(entries: 4)
    }
    for number in 1...20 { session.open("/products/\(number)") }
    session.background()
    session.foreground()
    for number in 30...40 { session.open("/products/\(number)") }
    session.journal.prune()
    session.requests.suspend()
    session.openAll("/products/50", "/products/51")
    let history = try History(path: journal.path)
    #expect(try history.base().sequence > 1)
    #expect(try journal.entries().last?.outcome?.reason == "too many requests wait already")
    try journal.requireReplays(of: session)
    #expect(try Rerun(of: history).undecided == 1)
  }
}
