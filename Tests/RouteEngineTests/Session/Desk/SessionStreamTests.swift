import RouteTestSupport
import Testing

@testable import RouteEngine
@testable import RouteStore

/// States and outcomes of requests as async sequences.
@MainActor
struct SessionStreamTests {
  private let journal = TestJournal(of: .shop())

  /// The numbers of the products on the stack.
  private func products(_ state: RouteState) -> [ParameterValue?] {
    state.tree.screens.filter { $0.kind == "product" }.map { $0.parameters["id"] }
  }

  @Test func `states begin with the one that is there, and end with the session`() async {
    let session = journal.launch()
    session.open("/products/1")
    var states = session.states().makeAsyncIterator()
    #expect(await states.next() == session.state)
    session.open("/products/2")
    #expect(await states.next().map(products) == [1, 2])
    session.end()
    #expect(await states.next() == nil)
  }

  @Test func `a reader that is behind gets only the newest state`() async {
    let session = journal.launch()
    var states = session.states().makeAsyncIterator()
    session.openAll("/products/1", "/products/2", "/products/3")
    #expect(await states.next().map(products) == [1, 2, 3])
    session.end()
    #expect(await states.next() == nil)
  }

  @Test func `changes that the host makes on a change are read too, each once`() async {
    let session = journal.launch()
    session.onChange = { session in
      switch session.state.tree.count {
      case 5: session.open("/products/2")
      case 6: session.requests.suspend()
      default: break
      }
      if session.state.isSuspended { session.end() }
    }
    let states = session.states()
    session.open("/products/1")
    var told: [RouteState] = []
    for await state in states { told.append(state) }
    #expect(told == [session.state])
  }

  @Test func `a reader that leaves gets no more states, and another one does`() async {
    let session = journal.launch()
    let leaving = Task { [states = session.states()] in for await _ in states { return } }
    await leaving.value
    var states = session.states().makeAsyncIterator()
    _ = await states.next()
    session.open("/products/1")
    #expect(session.audience.readers == 1)
    #expect(await states.next().map(products) == [1])
  }

  @Test func `a request that changes nothing makes no state`() async {
    let session = journal.launch()
    var states = session.states().makeAsyncIterator()
    _ = await states.next()
    session.open("/nowhere")
    session.open("/products/7")
    #expect(await states.next().map(products) == [7])
  }

  @Test func `outcomes come for every request in order, including those of the last session`() async
  {
    let kept: RequestID?
    do {
      let first = journal.launch()
      first.requests.suspend()
      kept = first.open("/products/1").request
    }
    journal.clock.advance(by: 1_000_000)
    let session = journal.launch()
    var ends = session.requests.ends().makeAsyncIterator()
    let missing = session.open("/nowhere", options: .init(isSuspendable: false))
    session.requests.resume(.execute)
    let told = [await ends.next(), await ends.next()]
    #expect(told.map { $0?.request } == [missing.request, kept])
    #expect(told.map { $0?.outcome } == [.notFound, .shown])
    #expect(told.map { $0?.isRecorded } == [true, true])
    session.end()
    #expect(await ends.next() == nil)
  }

  @Test func `an outcome that is not in the journal says so`() async throws {
    let session = journal.launch()
    try session.recorder.journal.connection.execute("PRAGMA max_page_count=1")
    var ends = session.requests.ends().makeAsyncIterator()
    for number in 1...200 where session.health.isRecording { session.open("/products/\(number)") }
    #expect(!session.health.isRecording)
    session.end()
    var told: [RouteSession.Requests.End] = []
    while let end = await ends.next() { told.append(end) }
    #expect(told.last?.isRecorded == false)
    #expect(told.last?.outcome == .shown)
    #expect(!told.dropLast().contains { !$0.isRecorded })
  }

  @Test func `when there are more outcomes than are kept, the oldest are lost`() async {
    let session = journal.launch()
    var ends = session.requests.ends().makeAsyncIterator()
    let first = session.open("/nowhere").request
    for _ in 0..<RouteSession.Requests.mostKeptEnds { session.open("/nowhere") }
    let oldest = await ends.next()
    #expect(oldest?.request.rawValue == first.map { $0.rawValue + 1 })
  }

  @Test func `a session that ended, or that is given up, has sequences that end`() async {
    let session = journal.launch()
    session.end()
    var states = session.states().makeAsyncIterator()
    #expect(await states.next() == session.state)
    #expect(await states.next() == nil)
    var ends = session.requests.ends().makeAsyncIterator()
    #expect(await ends.next() == nil)
    var given = journal.launch().states().makeAsyncIterator()
    _ = await given.next()
    #expect(await given.next() == nil)
  }
}
