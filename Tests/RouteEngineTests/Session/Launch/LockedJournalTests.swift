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

  /// A session on a journal that is locked while the device is.
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

  /// Records a session that has shown these links.
  private func leave(_ links: String...) throws {
    let session = journal.launch()
    for link in links { session.open(link) }
    session.background()
  }

  @Test func `a locked session has no screens and keeps all requests`() throws {
    try leave("/products/1")
    let session = launch()
    #expect(session.health.problem == .locked(path: journal.path))
    #expect(session.isInBackground && session.state == RouteState())
    let opening = session.open("/products/2")
    #expect(opening.accepted && opening.outcome == nil && opening.request == nil)
    #expect(session.state == RouteState())
    #expect(!Ownership.isHeld(of: journal.path))
  }

  @Test func `a kept screen is opened by the route of the table to be adopted`() throws {
    struct Order: ScreenKind { var id: Int }
    try leave("/products/1")
    let session = launch { $0.answer("gate") { _ in .deny(reason: "gated") } }
    let table = try RouteTable(tree: Scenario.tree) {
      DeclaredScreen(Order.self)
      Route("order", "/orders/:id", to: [.push(Order.self)]).asks("gate")
    }
    #expect(session.adopt(table))
    let opening = session.open(Order(id: 7))
    lock.isLocked = false
    journal.wake(session, after: 1_000_000)
    #expect(opening.outcome == .denied(reason: "gated"))
    try journal.requireReplays(of: session)
  }

  @Test func `a kept request can be cancelled while the session begins`() throws {
    try leave("/products/1")
    let session = launch()
    let first = session.open("/products/2")
    let second = session.open("/products/3")
    var taken: [Bool] = []
    session.onChange = { session in
      if taken.isEmpty { taken.append(session.requests.cancel(second)) }
    }
    lock.isLocked = false
    journal.wake(session, after: 1_000_000)
    #expect(taken == [true])
    #expect(first.outcome == .shown && second.outcome == .denied(reason: "cancelled"))
    #expect(!session.notation.contains("product(id: 3)"))
    try journal.requireReplays(of: session)
  }

  @Test func `a session that is gone before it could begin ends all waits`() async {
    var session: RouteSession? = launch()
    let opening = session?.open("/products/2")
    var told: [Outcome?] = []
    Task { told.append(await opening?.ended()) }
    #expect(await !eventually { !told.isEmpty })
    session = nil
    #expect(await eventually { told == [nil] })
  }

  @Test func `unlocked, it restores the last session's place and keeps the order`() throws {
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

  @Test func `a host that comes to the foreground finds the session begun`() throws {
    try leave("/products/1")
    let session = launch()
    lock.isLocked = false
    session.foreground()
    #expect(session.health == .recording && session.visible["id"] == 1)
    #expect(try journal.kinds().suffix(3) == ["began", "restored", "foreground"])
    try journal.requireReplays(of: session)
  }

  @Test func `a present user does not wait for the lock any longer`() throws {
    try leave("/products/1")
    let session = launch()
    let opening = session.open("/products/2")
    session.foreground()
    #expect(session.health.problem == .locked(path: journal.path))
    #expect(opening.outcome == .shown && !opening.isRecorded)
    #expect(session.visible["id"] == 2)
  }

  @Test func `a host fact shows that a user is present`() throws {
    try leave("/products/1")
    let session = launch()
    #expect(session.report(.popped(nil)).outcome?.word == "impossible")
    #expect(!session.held.isHolding)
  }

  @Test(arguments: [true, false])
  func `a render failure and a resume cannot wait`(isPicture: Bool) throws {
    try leave("/products/1")
    let session = launch()
    if isPicture {
      session.display.renderFailed(reason: "no view")
    } else {
      session.requests.resumeTransforming { _ in nil }
    }
    #expect(!session.held.isHolding && session.health.problem == .locked(path: journal.path))
  }

  @Test func `another table waits for the beginning`() throws {
    try leave("/products/1")
    let session = launch()
    let other = try RouteTable(
      Scenario.noteShop().definition(tree: "main/tabs[shop/stack*[catalog] about]"))
    #expect(session.adopt(other) && session.held.isHolding)
    lock.isLocked = false
    journal.wake(session, after: 1_000_000)
    #expect(session.table.digest == other.digest)
    try journal.requireReplays(of: session)
  }

  @Test func `calls about screens that do not exist yet do nothing`() throws {
    try leave("/products/1")
    let session = launch()
    session.ready()
    session.stable()
    #expect(!session.actions.revive(ActionID(1)) && !session.actions.cancel(ActionID(1)))
    #expect(throws: StoreError.locked(path: journal.path)) {
      try session.writeReportCopy(to: journal.file("report"))
    }
    lock.isLocked = false
    journal.wake(session, after: 1_000_000)
    #expect(try journal.kinds().suffix(2) == ["began", "restored"])
  }

  @Test func `a background reported to a locked session counts when it begins`() throws {
    try leave("/products/1")
    let session = launch { $0.releasesInBackground = true }
    let opening = session.open("/products/2")
    session.background()
    lock.isLocked = false
    journal.wake(session, after: 1_000_000)
    #expect(opening.outcome == .shown)
    #expect(try journal.kinds().suffix(2) == ["decided", "background"])
    #expect(session.isInBackground && !Ownership.isHeld(of: journal.path))
    session.foreground()
    #expect(try journal.kinds().suffix(2) == ["background", "foreground"])
    #expect(!session.isInBackground)
    try journal.requireReplays(of: session)
  }

  @Test func `the background is no reason to try a locked journal sooner`() throws {
    try leave("/products/1")
    let session = launch()
    session.background()
    #expect(lock.tries == 1 && session.held.isHolding)
  }

  @Test func `the foreground comes after the background that was kept`() throws {
    try leave("/products/1")
    let session = launch { $0.releasesInBackground = true }
    session.background()
    lock.isLocked = false
    session.foreground()
    #expect(try journal.kinds().suffix(2) == ["background", "foreground"])
    #expect(!session.isInBackground && Ownership.isHeld(of: journal.path))
  }

  @Test func `a kept request can be cancelled`() throws {
    try leave("/products/1")
    let session = launch()
    let opening = session.open("/products/2")
    #expect(session.requests.cancel(opening, reason: "no longer"))
    #expect(opening.outcome == .denied(reason: "no longer") && !opening.isRecorded)
    #expect(!session.requests.cancel(opening))
    lock.isLocked = false
    journal.wake(session, after: 1_000_000)
    #expect(session.visible["id"] == 1)
  }

  @Test func `requests that are handed over have to be known at once`() throws {
    let session = launch()
    session.requests.suspend()
    session.open("/products/2")
    lock.isLocked = false
    var taken = 0
    session.requests.resumeHandingOver { taken = $0.count }
    #expect(taken == 1)
  }

  @Test func `a kept request belongs to the person who is signed in then`() throws {
    var session: RouteSession? = journal.launch()
    session?.signIn(as: "user-1")
    session?.open("/notes/mine")
    session?.background()
    session = nil
    let next = launch()
    let opening = next.open("/notes/mine")
    lock.isLocked = false
    journal.wake(next, after: 1_000_000)
    #expect(opening.isRecorded)
    let requests = try journal.entries().compactMap(\.request)
    #expect(requests.map(\.principal) == ["user-1", "user-1"])
    #expect(requests[0].target == requests[1].target)
    try journal.requireReplays(of: next)
  }

  @Test func `the time until a restored place is stable begins at the unlock`() throws {
    try leave("/products/1")
    let session = launch { $0.stableAfter = .seconds(10) }
    clock(after: 60_000_000)
    lock.isLocked = false
    session.wake()
    #expect(try journal.kinds().last == "restored")
    journal.wake(session, after: 11_000_000)
    #expect(try journal.kinds().last == "stable")
  }

  @Test func `a place whose time to be stable is beyond the end of time is never stable`() throws {
    try leave("/products/1")
    let session = launch { $0.stableAfter = .seconds(Int64.max) }
    clock(after: 60_000_000)
    lock.isLocked = false
    session.wake()
    #expect(session.health == .recording)
    #expect(try journal.kinds().last == "restored")
  }

  private func clock(after microseconds: Int64) { journal.clock.advance(by: microseconds) }

  @Test func `a window that opens on a locked session finds the restored place`() throws {
    try leave("/products/1")
    for isLockedAtFirst in [false, true] {
      lock.isLocked = true
      let session = launch()
      lock.isLocked = isLockedAtFirst
      let controls = SceneControls(of: session)
      controls.show(scene: isLockedAtFirst ? "other" : "main")
      if isLockedAtFirst {
        #expect(session.held.isHolding)
        lock.isLocked = false
        journal.wake(session, after: 60_000_000)
      }
      #expect(!session.held.isHolding && controls.scene == "main")
      #expect(session.visible["id"] == 1 && session.state.tree.scenes.count == 1)
      #expect(try !journal.kinds().suffix(1).contains("decided"))
      session.background()
    }
  }

  @Test func `the kept link of a window is opened in the scene that the window gets`() throws {
    let session = launch()
    let controls = SceneControls(of: session)
    controls.show(scene: "other")
    let opening = controls.open(.url("/products/2"))
    lock.isLocked = false
    journal.wake(session, after: 60_000_000)
    #expect(controls.scene == "main" && opening.outcome == .shown)
  }

  @Test func `kept requests end unrecorded when the host ends before`() throws {
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
    #expect(!session.held.isHolding)
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

  @Test func `links that other processes left meanwhile are taken`() throws {
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

  @Test func `the very first launch may be locked`() throws {
    let session = launch()
    let opening = session.open("/products/1")
    lock.isLocked = false
    journal.wake(session, after: 1_000_000)
    #expect(opening.outcome == .shown && opening.isRecorded)
    #expect(try journal.kinds() == ["began", "decided"])
    try journal.requireReplays(of: session)
  }

  @Test func `the host gets a notice that it records again`() throws {
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
