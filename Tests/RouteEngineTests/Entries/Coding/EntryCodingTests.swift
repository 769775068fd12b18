import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

struct EntryCodingTests {
  @Test func `the request of an entry has its entry's time, whatever its object says`() throws {
    var row = EntryRow(sequence: 7, session: 1, kind: EntryKind.received.rawValue)
    (row.request, row.entryPoint, row.link) = (7, "url", "/feed")
    (row.atMicroseconds, row.durationMicroseconds) = (50, 8)
    row.payload = Array(#"{"request":{"at_us":9,"principal":"ada"}}"#.utf8)
    let entry = try EntryCoder.decode(row)
    #expect(entry.request?.at == RouteInstant(microseconds: 42))
    var (coder, written) = (EntryCoder(), EntryRow(sequence: 7, session: 1, kind: row.kind))
    coder.encode(entry, into: &written)
    #expect(try EntryCoder.decode(written) == entry)
  }

  @Test(arguments: [
    #"{"link":"/other"}"#, #"{"entry_point":"shortcutItem"}"#,
    #"{"entry_point":"shortcutItem","link":"/other"}"#,
  ])
  func `the request of an entry has the link and the entry point of its columns`(
    request: String
  ) throws {
    var row = EntryRow(sequence: 7, session: 1, kind: EntryKind.decided.rawValue)
    (row.request, row.entryPoint, row.link) = (7, "url", "/feed")
    row.payload = Array("{\"request\":\(request)}".utf8)
    let read = try #require(try EntryCoder.decode(row).request)
    #expect(try read.target == .link(RouteLink("/feed")))
    #expect(read.entryPoint == .url)
    row.payload = Array(#"{"request":{"target":{"link":"/other"}}}"#.utf8)
    #expect(throws: EntryError.self) { try EntryCoder.decode(row) }
  }

  @Test(arguments: EntryKind.allCases)
  func `an entry without a request has no entry point`(kind: EntryKind) throws {
    var row = EntryRow(sequence: 7, session: 1, kind: kind.rawValue)
    row.entryPoint = "url"
    let error = #expect(throws: EntryError.self) { try EntryCoder.decode(row) }
    #expect(error?.description.contains("brings no request") == true)
  }

  @Test(arguments: EntryKind.allCases)
  func `every entry comes back from its row as it was`(kind: EntryKind) throws {
    var maker = RandomEntry(UInt64(kind.rawValue))
    var coder = EntryCoder()
    for _ in 0..<60 {
      let entry = try maker.entry(kind)
      var row = EntryRow()
      coder.encode(entry, into: &row)
      let read = try EntryCoder.decode(row)
      #expect(read == entry)
      var again = EntryRow()
      coder.encode(read, into: &again)
      #expect(again == row, "the canonical bytes are the same again")
    }
  }

  private static let notes: [ParameterValue] = [
    .int(.max), .int(.min), .int(-1), .int(0), .int(1), .bool(true), .double(0.5), "", "all",
    "clean",
    "principal", "interceptor", "depth=32 wishes=3",
    .string("7:" + String(repeating: "0a", count: 32)),
  ]

  @Test(arguments: EntryKind.allCases)
  func `notes come back byte for byte, whatever they say`(kind: EntryKind) throws {
    var random = RandomEntry(UInt64(kind.rawValue)).tree.random
    var coder = EntryCoder()
    let names = EntryDetails.noteNames(of: kind).sorted() + ["by", "whim"]
    func check(_ notes: Parameters) throws {
      var entry = JournalEntry(
        sequence: 9, session: 1, kind: kind, at: RouteInstant(microseconds: 5), elapsed: 0)
      entry.notes = notes
      #expect(entry.notes == notes)
      var row = EntryRow()
      coder.encode(entry, into: &row)
      let read = try EntryCoder.decode(row)
      #expect(read == entry && read.notes == notes)
      _ = read.replaced?.missing
    }
    for _ in 0..<200 {
      var notes = Parameters()
      for name in names where random.chance(60) { notes[name] = random.pick(Self.notes) }
      try check(notes)
    }
    try check(["keys": 1, "selector": "all", "values": .int(.max)])
  }

  @Test func `a payload does not repeat what kind and columns say`() throws {
    #expect(try payload(.claimed) { $0.changes = [.advance(ActionID(3), .claim)] } == "")
    #expect(try payload(.dead) { $0.changes = [.advance(ActionID(3), .die)] } == "")
    let moment = RouteInstant(microseconds: 5)
    #expect(
      try payload(.retried) { $0.changes = [.advance(ActionID(3), .retry(at: moment))] }
        == #"{"changes":[{"by":"retry","change":"advance","id":3,"until_us":5}]}"#)
    let request = RouteRequest(
      .route("a", [:]), from: .programmatic, at: RouteInstant(microseconds: 90))
    let arrived = try payload(.received) {
      $0.duration = 10
      $0.request = request
      $0.changes = [.wait(WaitingRequest(id: RequestID(7), request: request, status: .received))]
    }
    #expect(arrived == #"{"request":{"target":{"parameters":{},"route":"a"}}}"#)
    let decided = try payload(.decided) {
      $0.duration = 10
      $0.changes = [.settle(RequestID(7)), .tree(.unready)]
    }
    #expect(decided == #"{"changes":[{"change":"unready"}]}"#)
    let atOnce = try payload(.decided) {
      $0.requestID = RequestID($0.sequence)
      $0.request = request
      $0.duration = 10
    }
    #expect(atOnce == #"{"request":{"target":{"parameters":{},"route":"a"}}}"#)
  }

  @Test func `a request that was received says how long before it arrived`() throws {
    let request = RouteRequest(
      try .link(RouteLink("https://shop.example/bag")), from: .url,
      at: RouteInstant(microseconds: 90))
    let arrived = try payload(.received) {
      ($0.request, $0.duration) = (request, 10)
      $0.changes = [.wait(WaitingRequest(id: RequestID(7), request: request, status: .received))]
    }
    #expect(arrived == "", "its columns say everything")
  }

  @Test func `an interceptor that allows a request is written as its name`() throws {
    let answers = [
      RecordedAnswer(Question(.interceptor, "open"), .allow),
      RecordedAnswer(Question(.interceptor, "signedIn"), .deny(reason: "no")),
      RecordedAnswer(Question(.interceptor, "open", hop: 1), .allow),
      RecordedAnswer(Question(.interceptor, "\"\u{0}"), .allow),
    ]
    let decided = try payload(.decided) {
      ($0.answers, $0.changes) = (answers, [.settle(RequestID(7))])
    }
    #expect(
      decided == #"{"answers":["open",{"answer":"deny","kind":"interceptor","name":"signedIn","#
        + #""reason":"no"},{"answer":"allow","hop":1,"kind":"interceptor","name":"open"},"#
        + #""\"\u0000"]}"#)
  }

  @Test func `an accepted action has the id and the request of its columns`() throws {
    func enqueued(_ id: Int64, of request: Int64) throws -> String {
      try payload(.enqueued) {
        $0.changes = [
          .enqueue(
            PendingAction(
              id: ActionID(id), request: RequestID(request), principal: nil, name: "mark",
              parameters: [:], screen: ScreenID(4), key: nil, terms: ActionTerms()))
        ]
      }
    }
    #expect(try enqueued(3, of: 7) == #"{"action":{"name":"mark","screen":4}}"#)
    #expect(try enqueued(4, of: 7) == #"{"action":{"id":4,"name":"mark","screen":4}}"#)
    #expect(try enqueued(3, of: 8) == #"{"action":{"name":"mark","request":8,"screen":4}}"#)
  }

  @Test func `an entry that does not begin as its kind does lists all its changes`() throws {
    #expect(try payload(.done) { _ in } == #"{"all_changes":[]}"#)
    #expect(
      try payload(.decided) { $0.changes = [.advance(ActionID(3), .finish)] }
        == #"{"all_changes":[{"by":"finish","change":"advance","id":3}]}"#)
  }

  /// The payload of an entry of request 7 and action 3, after a check that it decodes to the same
  /// entry.
  private func payload(_ kind: EntryKind, _ fill: (inout JournalEntry) -> Void) throws -> String {
    var entry = JournalEntry(
      sequence: 9, session: 1, kind: kind, at: RouteInstant(microseconds: 100), elapsed: 0)
    entry.requestID = RequestID(7)
    entry.action = ActionID(3)
    entry.attempt = 2
    if kind == .decided { entry.outcome = .shown }
    fill(&entry)
    var coder = EntryCoder()
    var row = EntryRow()
    coder.encode(entry, into: &row)
    #expect(try EntryCoder.decode(row) == entry)
    return String(decoding: row.payload, as: UTF8.self)
  }

  @Test func `every change comes back from its bytes as it was`() throws {
    var maker = RandomEntry(99)
    var coder = EntryCoder()
    var seen: Set<String> = []
    for _ in 0..<600 {
      let change = try maker.change()
      var entry = JournalEntry(
        sequence: 1, session: 1, kind: .decided, at: RouteInstant(microseconds: 0), elapsed: 0)
      entry.changes = [change]
      var row = EntryRow()
      coder.encode(entry, into: &row)
      #expect(try EntryCoder.decode(row).changes == [change])
      let text = "\(change)".prefix { $0 != "(" }
      seen.insert(
        text == "tree"
          ? "\(change)".prefix(60).split(separator: ".").last.map {
            String($0.prefix { $0.isLetter })
          } ?? "" : String(text))
    }
    // Ten kinds of tree changes, nine other kinds.
    #expect(seen.count >= 19, "\(seen)")
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `a state comes back from its checkpoint as it was`(seed: UInt64) throws {
    var maker = RandomEntry(seed)
    for _ in 0..<5 {
      let state = try maker.state()
      let bytes = StateCoding.encode(state)
      let read = try StateCoding.decode(bytes)
      #expect(read == state)
      #expect(read.digest == state.digest)
      #expect(StateCoding.encode(read) == bytes)
    }
  }

  @Test func `an action whose screen is gone stays in a checkpoint until it is cancelled`() throws {
    var maker = RandomEntry(4)
    var state = RouteState()
    var root = Subtree(kind: "main", container: .stack, children: [Subtree(kind: "a")])
    var counter: UInt64 = 0
    root.assignIDs(after: &counter)
    try state.apply(.tree(.root(scene: "main", screen: [root])))
    try state.apply(.enqueue(maker.action(on: ScreenID(2))))
    try state.apply(.tree(.splice(container: ScreenID(1), at: 0, drop: 1, insert: [])))
    #expect(try StateCoding.decode(StateCoding.encode(state)) == state)
    let action = try #require(state.actions.first)
    var undone = state
    try undone.apply(.advance(action.id, .cancel))
    #expect(undone.actions == [])
    try undone.apply(state.inverse(of: .advance(action.id, .cancel)))
    #expect(undone == state)
  }

  @Test func `every field of a state counts in its digest`() throws {
    var maker = RandomEntry(8)
    let base = try maker.state()
    let root = try #require(base.tree.root())
    let changes: [RouteChange] = [
      .tree(.parameters(root, ["new": 1])), .tree(.ready(root, base.tree[root]?.isReady != true)),
      .wait(try maker.waiting()), .enqueue(maker.action(on: root)),
      .signal(condition: "other", true), .principal("somebody"), .suspend(!base.isSuspended),
      .suspect(fingerprint: 5, count: 1),
      .tree(.present(over: root, style: .sheet, screen: [maker.tree.subtree()])),
    ]
    var digests: Set<UInt64> = [base.digest]
    for change in changes {
      var state = base
      if case .tree(.present) = change { try? state.apply(.tree(.dismiss(from: root))) }
      try state.apply(change)
      #expect(digests.insert(state.digest).inserted, "\(change)")
    }
  }
}
