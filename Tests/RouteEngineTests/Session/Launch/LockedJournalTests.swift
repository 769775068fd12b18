import RouteStore
import RouteTestSupport
import RouteTesting
import Testing

@testable import RouteEngine

/// Launches before the device's first unlock, when the journal cannot be read.
@MainActor
struct LockedJournalTests {
  let journal = TestJournal(of: .noteShop())
  private let lock = Lock()

  /// The device: it locks the journal until a test unlocks it.
  private final class Lock {
    var isLocked = true
    var tries = 0
  }

  /// A session on a journal that is locked as long as the device is.
  private func launch(
    _ configure: (inout RouteSession.Configuration) -> Void = { _ in }
  ) -> RouteSession {
    journal.launch { [lock, path = journal.path] in
      $0.openingProblem = {
        lock.tries += 1
        return lock.isLocked ? .locked(path: path) : nil
      }
      configure(&$0)
    }
  }

  /// Leaves a session behind that has shown these links.
  private func leave(_ links: String...) throws {
    let session = journal.launch()
    for link in links { session.open(link) }
    session.background()
  }

  @Test func `a locked session has no screens and keeps what comes in`() throws {
    try leave("/products/1")
    let session = launch()
    #expect(session.health.problem == .locked(path: journal.path))
    #expect(session.isInBackground && session.state == RouteState())
    let opening = session.open("/products/2")
    #expect(opening.accepted && opening.outcome == nil && opening.request == nil)
    #expect(session.state == RouteState())
    #expect(!Ownership.isHeld(of: journal.path))
  }

  @Test func `unlocked, it goes on from the last session's place with everything in its order`()
    throws
  {
    try leave("/products/1")
    let session = launch()
    let openings = ["/products/2", "/products/3"].map { session.open($0) }
    session.signal("online")
    let last = session.open("/products/4")
    lock.isLocked = false
    journal.wake(session, after: 1_000_000)
    #expect(session.health == .recording)
    #expect((openings + [last]).allSatisfy { $0.outcome == .shown && $0.isRecorded })
    let kinds = try journal.kinds().suffix(6)
    #expect(kinds == ["began", "restored", "decided", "decided", "signalled", "decided"])
    let began = try journal.entries().last { $0.kind == .began }
    #expect(began?.elapsed == 0 && began?.session == 2)
    try journal.requireReplays(of: session)
  }

  @Test func `it tries again after a while, and not at every request`() throws {
    try leave("/products/1")
    let session = launch()
    #expect(lock.tries == 1)
    for number in 2...9 { session.open("/products/\(number)") }
    #expect(lock.tries == 1)
    journal.wake(session, after: 1_000_000)
    #expect(lock.tries == 2)
    journal.wake(session, after: 1_000_000)
    journal.wake(session, after: 1_000_000)
    #expect(lock.tries == 3)
    #expect(session.health.problem == .locked(path: journal.path))
  }

  @Test func `a host that comes to the foreground finds it begun`() throws {
    try leave("/products/1")
    let session = launch()
    lock.isLocked = false
    session.foreground()
    #expect(session.health == .recording && session.visible["id"] == 1)
    #expect(try journal.kinds().suffix(3) == ["began", "restored", "foreground"])
    try journal.requireReplays(of: session)
  }

  @Test func `a user who is there is no longer kept waiting by the lock`() throws {
    try leave("/products/1")
    let session = launch()
    let opening = session.open("/products/2")
    session.foreground()
    #expect(session.health.problem == .locked(path: journal.path))
    #expect(opening.outcome == .shown && !opening.isRecorded)
    #expect(session.visible["id"] == 2)
  }

  @Test func `a host fact and another table are no matters of a locked session`() throws {
    try leave("/products/1")
    let session = launch()
    #expect(session.report(.popped(nil)).outcome?.word == "impossible")
    #expect(!session.machine.isHeld)
    let other = launch()
    #expect(other.adopt(journal.table))
    #expect(!other.machine.isHeld)
  }

  @Test func `what was kept ends unrecorded when the host ends before`() throws {
    try leave("/products/1")
    let entries = try journal.kinds()
    let session = launch()
    let opening = session.open("/products/2")
    session.end()
    #expect(opening.outcome == .shown && !opening.isRecorded)
    #expect(try journal.kinds() == entries)
  }

  @Test func `as many requests are kept as may be queued`() throws {
    try leave("/products/1")
    let session = launch { $0.limits.queuedRequests = 3 }
    let openings = (2...5).map { session.open("/products/\($0)") }
    #expect(!session.machine.isHeld)
    #expect(openings.allSatisfy { $0.outcome == .shown && !$0.isRecorded })
  }

  @Test func `a private value has the token that the file's own key gives it`() throws {
    try leave("/notes/mine", "/products/1")
    let session = launch()
    let opening = session.open("/notes/mine")
    lock.isLocked = false
    journal.wake(session, after: 1_000_000)
    #expect(opening.outcome == .shown && session.visible["text"] == "mine")
    let tokens = try journal.entries().compactMap { $0.request?.target.summary }
      .filter { $0.contains("/notes/") }
    #expect(tokens.count == 2 && tokens[0] == tokens[1])
    try journal.requireReplays(of: session)
  }

  @Test func `a sign-out is kept like everything else`() throws {
    var session: RouteSession? = journal.launch()
    session?.signIn(as: "user-1")
    session?.background()
    session = nil
    let next = launch()
    next.signOut()
    lock.isLocked = false
    journal.wake(next, after: 1_000_000)
    #expect(next.state.principal == nil)
    #expect(try journal.entries().last?.kind == .principal)
    try journal.requireReplays(of: next)
  }

  @Test func `what other processes left meanwhile is taken in`() throws {
    try leave("/products/1")
    let session = launch()
    try DropBox(ofJournal: journal.path).leave("/products/7", source: "widget-1")
    session.journal.ingest()
    #expect(session.state == RouteState())
    lock.isLocked = false
    journal.wake(session, after: 1_000_000)
    #expect(session.visible["id"] == 7)
    try journal.requireReplays(of: session)
  }

  @Test func `a first launch of all may be locked`() throws {
    let session = launch()
    let opening = session.open("/products/1")
    lock.isLocked = false
    journal.wake(session, after: 1_000_000)
    #expect(opening.outcome == .shown && opening.isRecorded)
    #expect(try journal.kinds() == ["began", "decided"])
    try journal.requireReplays(of: session)
  }

  @Test func `the host is told that it records again`() throws {
    try leave("/products/1")
    let told = Lines()
    let session = launch {
      $0.tell = { notice in
        if case .health(let health) = notice { told.lines.append(health.description) }
      }
    }
    lock.isLocked = false
    journal.wake(session, after: 1_000_000)
    #expect(told.lines.count == 2 && told.lines.last == "recording")
    #expect(told.lines.first?.contains("before the device is unlocked") ?? false)
  }

  private final class Lines {
    var lines: [String] = []
  }
}
