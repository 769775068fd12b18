import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

struct EntryCodingTests {
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

  @Test func `every change comes back from its bytes as it was`() throws {
    var maker = RandomEntry(99)
    var coder = EntryCoder()
    var seen: Set<String> = []
    for _ in 0..<600 {
      let change = try maker.change()
      var entry = JournalEntry(
        sequence: 1, session: 1, kind: .decided, at: Instant(microseconds: 0), elapsed: 0)
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
    #expect(seen.count >= 20, "\(seen)")
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
    try state.apply(.tree(.root(scene: "main", screen: root)))
    try state.apply(.enqueue(maker.action(on: ScreenID(2))))
    try state.apply(.tree(.splice(container: ScreenID(1), at: 0, drop: 1, insert: [])))
    #expect(try StateCoding.decode(StateCoding.encode(state)) == state)
    let action = try #require(state.actions.first)
    var undone = state
    try undone.apply(.retire(action.id))
    try undone.apply(state.inverse(of: .retire(action.id)))
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
      .tree(.present(over: root, style: .sheet, screen: maker.tree.subtree())),
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
