import RouteStore
import RouteTestSupport
import Testing

@testable import RouteEngine

/// No content of a file may trap: bytes that are no entry give a typed error.
struct HostilePayloadTests {
  /// Reads a row and, if it is valid, applies its changes and takes digests.
  private func digest(_ row: EntryRow, on state: RouteState) -> Bool {
    guard let entry = try? EntryCoder.decode(row) else { return false }
    var next = state
    for change in entry.changes {
      try? next.apply(change)
      _ = try? next.inverse(of: change)
    }
    _ = next.digest
    _ = entry.request?.fingerprint
    if let bytes = try? StateCoding.decode(StateCoding.encode(next)) { _ = bytes.digest }
    return true
  }

  private func row(_ payload: String) -> EntryRow {
    var row = EntryRow(sequence: 1, session: 1, kind: 4)
    row.payload = Array(payload.utf8)
    return row
  }

  @Test func `numbers at the ends of their range are recorded without overflow`() {
    let change = TreeChange.splice(container: ScreenID(2), at: .max, drop: 1, insert: [])
    #expect(change.summary == "in 2: drop 1 screen from place \(Int.min) on")
    #expect(OutageSummary(notes: ["unrecorded": .int(.max)]).unrecorded == nil)
    #expect(OutageSummary(notes: ["unrecorded": -1]).unrecorded == nil)
    #expect(OutageSummary(notes: ["unrecorded": 7]).unrecorded == 7)
  }

  @Test func `unknown members of a target are ignored`() throws {
    var reader = JSONReader(Array(#"{"route":"home","zzz":[2]}"#.utf8))
    #expect(try reader.target() == .route("home", [:]))
  }

  @Test func `a link is bounded as the guide to the format says`() throws {
    let most = RouteLink.defaultMaximumJournaledLength
    let guide = try PackageFile.text("Sources/RouteStore/RouteStore.docc/journal-format.md")
    #expect(most == 524_288 && guide.contains("| a link | 512 KiB (524,288 bytes)"))
    for length in [most, most + 1] {
      let link = "/" + String(repeating: "a", count: length - 1)
      var reader = JSONReader(Array(#"{"link":"\#(link)"}"#.utf8))
      let target = try? reader.target()
      #expect((target != nil) == (length == most), "\(length)")
    }
  }

  @Test(arguments: 1...2 as ClosedRange<UInt64>)
  func `a payload cut off at any byte is refused`(seed: UInt64) throws {
    var maker = RandomEntry(seed)
    var coder = EntryCoder()
    for kind in [EntryKind.decided, .enqueued, .received] {
      var entry = try maker.entry(kind)
      entry.changes.append(.unreadyForTests)
      var row = EntryRow()
      coder.encode(entry, into: &row)
      let whole = row.payload
      for length in 1..<whole.count {
        row.payload = Array(whole.prefix(length))
        #expect(throws: EntryError.self) { try EntryCoder.decode(row) }
      }
    }
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `fault 27: a payload with any byte changed is read or refused, never a trap`(seed: UInt64)
    throws
  {
    var maker = RandomEntry(seed &+ 100)
    var coder = EntryCoder()
    let state = try maker.state()
    for _ in 0..<6 {
      var row = EntryRow()
      coder.encode(try maker.entry(.decided), into: &row)
      let whole = row.payload
      guard !whole.isEmpty else { continue }
      for _ in 0..<80 {
        row.payload = whole
        for _ in 0...maker.tree.random.below(2) {
          row.payload[maker.tree.random.below(whole.count)] = maker.tree.random.pick(
            Array(#"019-e.{}[]",:\tfnu"#.utf8) + [0, 0x80, 0xFF])
        }
        _ = digest(row, on: state)
      }
    }
  }

  @Test(arguments: 1...2 as ClosedRange<UInt64>)
  func `a checkpoint with any byte changed or cut off is read or refused`(seed: UInt64) throws {
    var maker = RandomEntry(seed &+ 200)
    let whole = StateCoding.encode(try maker.state())
    for length in stride(from: 0, to: whole.count, by: 7) {
      #expect(throws: JSONError.self) { try StateCoding.decode(Array(whole.prefix(length))) }
    }
    for _ in 0..<300 {
      var bytes = whole
      bytes[maker.tree.random.below(whole.count)] = maker.tree.random.pick(
        Array(#"019-e.{}[]",:\tfnu"#.utf8) + [0, 0x80, 0xFF])
      if let state = try? StateCoding.decode(bytes) { _ = state.digest }
    }
  }

  static let hugeNumbers = [
    "9223372036854775807", "-9223372036854775808", "18446744073709551615", "1e308", "-1", "0",
    "99999999999999999999999", "1.5", "\"7\"", "null", "[]", "{}", "true",
  ]

  /// Payloads that are read when the number is 1.
  private static func payloads(holding number: String) -> [String] {
    let action = #"{"id":\#(number),"name":"a","request":1,"screen":1,"when":"arrival"}"#
    let scenes = #"[{"name":"main","root":{"id":1,"kind":"a"}}]"#
    return [
      #"{"changes":[{"at":\#(number),"change":"splice","drop":1,"in":1}]}"#,
      #"{"changes":[{"at":0,"change":"splice","drop":\#(number),"in":1}]}"#,
      #"{"changes":[{"at":0,"change":"splice","in":\#(number)}]}"#,
      #"{"changes":[{"change":"select","id":\#(number)}]}"#,
      #"{"changes":[{"change":"ready","holds":true,"id":\#(number)}]}"#,
      #"{"changes":[{"change":"present","over":1,"screen":{"id":\#(number),"kind":"a"}}]}"#,
      #"{"changes":[{"change":"root","scene":"main","screen":{"id":\#(number),"kind":"a"}}]}"#,
      #"{"changes":[{"change":"settle","request":\#(number)}]}"#,
      #"{"changes":[{"change":"suspect","count":\#(number),"fingerprint":"0000000000000001"}]}"#,
      #"{"changes":[{"change":"adopt","state":{"counter":\#(number),"scenes":\#(scenes)}}]}"#,
      #"{"changes":[{"by":"claim","change":"advance","id":\#(number)}]}"#,
      #"{"changes":[{"by":"retry","change":"advance","id":1,"until_us":\#(number)}]}"#,
      #"{"action":\#(action)}"#,
      #"{"answers":[{"answer":"allow","hop":\#(number),"kind":"interceptor","name":"a"}]}"#,
      #"{"notes":{"a":\#(number)}}"#, #"{"other":\#(number)}"#,
    ]
  }

  @Test(arguments: hugeNumbers)
  func `fault 27: numbers at the edge and values of other types are read or refused`(number: String)
    throws
  {
    let state = try edgeState()
    let others = [
      #"{"changes":\#(number)}"#, #"{"answers":\#(number)}"#, #"{"request":\#(number)}"#,
      #"{"step":\#(number)}"#, number,
    ]
    for payload in Self.payloads(holding: number) + others {
      _ = digest(row(payload), on: state)
    }
  }

  @Test func `each of these payloads is read when its number is harmless`() throws {
    let state = try edgeState()
    for payload in Self.payloads(holding: "1") {
      #expect(digest(row(payload), on: state), "\(payload)")
    }
  }

  private func edgeState() throws -> RouteState {
    var maker = RandomEntry(3)
    var state = try maker.state()
    try state.apply(.suspend(false))
    return state
  }

  @Test(arguments: hugeNumbers)
  func `attempts and deaths at the edge do not overflow`(number: String) throws {
    let root = #"{"change":"root","scene":"main","screen":{"id":1,"kind":"a"}}"#
    for status in ["waiting", "claimed", "started", "dead"] {
      for name in ["attempt", "crashes", "revived_at"] {
        let counts = #""\#(name)":\#(number)"#
        let action = """
          {\(counts),"id":1,"name":"a","request":1,"screen":1,"status":"\(status)"}
          """
        for transition in ["claim", "start", "giveBack", "crash", "retry", "revive"] {
          let payload = row(
            """
            {"changes":[\(root),{"action":\(action),"change":"enqueue"},\
            {"by":"\(transition)","change":"advance","id":1,"until_us":\(Int64.max)}]}
            """)
          _ = digest(payload, on: RouteState())
          if number == "0" {
            #expect(throws: Never.self) { try EntryCoder.decode(payload) }
          } else {
            #expect(throws: EntryError.self, "\(counts)") { try EntryCoder.decode(payload) }
          }
        }
      }
    }
    let suspect = #"{"count":\#(number),"fingerprint":"0000000000000001"}"#
    let state = #"{"counter":1,"scenes":[],"suspects":[\#(suspect)]}"#
    _ = try? StateCoding.decode(Array(state.utf8)).digest
  }

  @Test(arguments: [[1, 2, 3], [1, 3, 2], [2, 2], []])
  func `a checkpoint's actions come in the order of their ids, each once`(ids: [Int]) throws {
    func state(_ ids: [Int]) throws -> RouteState {
      let actions = ids.map { #"{"id":\#($0),"name":"a","request":1,"screen":1}"# }
      let text = """
        {"actions":[\(actions.joined(separator: ","))],"counter":1,\
        "scenes":[{"name":"main","root":{"id":1,"kind":"a"}}]}
        """
      return try StateCoding.decode(Array(text.utf8))
    }
    guard zip(ids, ids.dropFirst()).allSatisfy({ $0 < $1 }) else {
      #expect(throws: JSONError.self) { try state(ids) }
      return
    }
    let read = try state(ids)
    #expect(read.actions.map { Int($0.id.rawValue) } == ids)
    var built = try state([])
    let empty = built
    for action in read.actions { try built.apply(.enqueue(action)) }
    #expect(read == built && read.digest == built.digest)
    #expect(empty.actions.isEmpty, "a copy does not see later edits")
    #expect(try empty.digest == state([]).digest)
  }

  @Test(arguments: [
    #""changes":[]"#, #""answers":["gate"]"#, #""left_out":["page"]"#, #""notes":{"a":1}"#,
    #""request":{"target":{"route":"home"}}"#, #""sources":[]"#, #""step":1"#,
  ])
  func `a member that comes twice is refused, and so are changes beside all changes`(
    member: String
  ) throws {
    let entryPoint = member.contains("request") ? "url" : nil
    var (once, twice) = (row("{\(member)}"), row("{\(member),\(member)}"))
    (once.entryPoint, twice.entryPoint) = (entryPoint, entryPoint)
    (once.outcome, twice.outcome) = ("failed", "failed")
    #expect(throws: Never.self) { try EntryCoder.decode(once) }
    #expect(throws: EntryError.self) { try EntryCoder.decode(twice) }
    let both = row(#"{"all_changes":[],"changes":[]}"#)
    #expect(throws: EntryError.self) { try EntryCoder.decode(both) }
  }

  @Test func `a step is read of a request that failed at it and refused elsewhere`() throws {
    for (outcome, step) in [
      ("shown", 1), ("denied", 1), (nil, 1), ("failed", 0), ("failed", -1), ("shown", 0),
    ] as [(String?, Int)] {
      var forged = row(#"{"step":\#(step)}"#)
      forged.outcome = outcome
      let error = #expect(throws: EntryError.self) { try EntryCoder.decode(forged) }
      #expect(error?.cause == .payload("has a step, and no step of a request failed"))
    }
    var failed = row(#"{"step":7,"zzz":1}"#)
    (failed.outcome, failed.reason) = ("failed", "no")
    #expect(try EntryCoder.decode(failed).outcome == .failed(step: 7, reason: "no"))
    failed.payload = []
    #expect(try EntryCoder.decode(failed).outcome == .failed(step: 0, reason: "no"))
  }

  @Test(arguments: [
    (#"{"request":{@"target":{"route":"home"}}}"#, #""on_behalf_of":1,"#),
    (#"{"request":{@"target":{"route":"home"}}}"#, #""principal":"ann","#),
    (#"{"request":{@"target":{"route":"home"}}}"#, #""suspendable":false,"#),
    (#"{"request":{"target":{@"parameters":{}}}}"#, #""route":"home","#),
    (#"{"action":{"id":3,@"request":1,"screen":4}}"#, #""name":"mark","#),
    (#"{"action":{"id":3,@"name":"mark","request":1,"screen":4}}"#, #""key":"k","#),
    (#"{"action":{"id":3,"name":"mark","request":1,"screen":4@}}"#, #","when":"ready""#),
    (#"{"answers":[{"answer":"deny","kind":"interceptor"@}]}"#, #","name":"gate""#),
  ])
  func `members of a request, an action or an answer occur once, too`(
    payload: String, inner: String
  ) throws {
    var once = row(payload.replacing("@", with: inner))
    var twice = row(payload.replacing("@", with: inner + inner))
    if payload.contains("target") { (once.entryPoint, twice.entryPoint) = ("url", "url") }
    #expect(throws: Never.self) { try EntryCoder.decode(once) }
    #expect(throws: EntryError.self) { try EntryCoder.decode(twice) }
  }

  @Test(arguments: [
    (#"{"request":{"on_behalf_of":1,"target":{"route":"home"}}}"#, "on_behalf_of"),
    (#"{"request":{"on_behalf_of":1,"target":{"route":"home"}}}"#, "request"),
    (#"{"action":{"id":3,"name":"mark","request":1,"screen":4}}"#, "name"),
    (#"{"notes":{"extent":"top","left":1}}"#, "left"),
    (#"{"answers":[{"answer":"deny","kind":"interceptor","name":"gate"}]}"#, "name"),
  ])
  func `a name that questions look for in SQL has no escapes`(payload: String, name: String) throws
  {
    let escaped = "\\u00\(String(name.utf8.first ?? 0, radix: 16))\(name.dropFirst())"
    var (plain, other) = (
      row(payload), row(payload.replacing("\"\(name)\"", with: "\"\(escaped)\""))
    )
    if payload.contains("target") { (plain.entryPoint, other.entryPoint) = ("url", "url") }
    #expect(throws: Never.self) { try EntryCoder.decode(plain) }
    #expect(throws: EntryError.self) { try EntryCoder.decode(other) }
  }

  @Test func `fault 27: deep nesting is refused`() throws {
    for depth in [10, 63, 64, 65, 300, 600, 100_000] {
      let open = String(
        repeating: #"{"id":1,"kind":"a","container":"stack","children":["#, count: depth)
      let screen = open + String(repeating: "]}", count: depth)
      let payload = #"{"changes":[{"change":"root","scene":"main","screen":"# + screen + "}]}"
      _ = digest(row(payload), on: RouteState())
      let arrays = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let nested = row(#"{"other":\#(arrays)}"#)
      if depth > 4 * RouteLimits.format.depth {
        #expect(throws: EntryError.self, "\(depth)") { try EntryCoder.decode(nested) }
      } else {
        #expect(throws: Never.self, "\(depth)") { try EntryCoder.decode(nested) }
      }
    }
  }

  @Test func `fault 27: scenes, conditions and suspects by the thousand make a state`() throws {
    let numbers = 1...8_000
    let scenes = numbers.map { #"{"name":"s\#($0)","root":{"id":\#($0),"kind":"x"}}"# }
    let conditions = numbers.reversed().map { "\"c\($0)\"" }
    let suspects = numbers.reversed().map {
      #"{"count":1,"fingerprint":"\#(Digest64.hex(UInt64($0)))"}"#
    }
    let members = [
      #""active":"s1""#, "\"conditions\":[\(conditions.joined(separator: ","))]",
      "\"counter\":8000", "\"scenes\":[\(scenes.joined(separator: ","))]",
      "\"suspects\":[\(suspects.joined(separator: ","))]",
    ]
    let state = try StateCoding.decode(Array("{\(members.joined(separator: ","))}".utf8))
    #expect(state.tree.scenes.count == numbers.count)
    #expect(state.conditions.count == numbers.count)
    #expect(state.suspects.count == numbers.count)
  }

  @Test func `conditions and suspects by the thousand in one entry make a state`() throws {
    let numbers = (0..<8_000).map { $0 * 3_001 % 8_000 }  // each once, in no order
    let suspects = numbers.map { RouteState.CrashSuspect(fingerprint: UInt64($0), count: 2) }
    let expected = try RouteState(
      rebuilding: [], numbers.map { "c\($0)" }, suspects, actions: [], counter: 0)
    var entry = JournalEntry(
      sequence: 1, session: 1, kind: .signalled, at: RouteInstant(microseconds: 0), elapsed: 0)
    for number in numbers {
      entry.changes += [
        .suspect(fingerprint: UInt64(number), count: 1), .signal(condition: "c\(number)", true),
        .suspect(fingerprint: UInt64(number), count: 2),
      ]
    }
    entry.changes += [
      .suspect(fingerprint: .max, count: 1), .suspect(fingerprint: .max, count: 0),
      .signal(condition: "c", true), .signal(condition: "c", true),
      .signal(condition: "c", false), .signal(condition: "d", false),
    ]
    entry.stateDigest = expected.digest
    var state = RouteState()
    try entry.apply(to: &state)
    #expect(state == expected && state.brokenInvariant == nil)
  }

  @Test func `a state that is read is the one that changes lead to`() throws {
    let text = #"""
      {"conditions":["b","a","b"],"counter":1,"scenes":[{"root":{"id":1,"kind":"x"}}],"suspects":[\#
      {"count":1,"fingerprint":"0000000000000002"},{"count":1,"fingerprint":"0000000000000001"},\#
      {"count":3,"fingerprint":"0000000000000002"}]}
      """#
    var root = Subtree(kind: "x")
    root.id = ScreenID(1)
    var made = RouteState()
    try made.apply([
      .tree(.root(scene: "main", screen: [root])), .signal(condition: "b", true),
      .signal(condition: "a", true), .suspect(fingerprint: 2, count: 1),
      .suspect(fingerprint: 1, count: 1), .suspect(fingerprint: 2, count: 3),
    ])
    let state = try StateCoding.decode(Array(text.utf8))
    #expect(state == made && state.digest == made.digest)
    #expect(state.brokenInvariant == nil)
    let twice = text.replacing(
      #"[{"root""#, with: #"[{"name":"main","root":{"id":2,"kind":"x"}},{"root""#)
    #expect(throws: JSONError.self) { try StateCoding.decode(Array(twice.utf8)) }
  }

  @Test func `fault 25: an unknown kind, outcome, entry point or link is a typed error`() throws {
    var kind = row("{}")
    kind.kind = 999
    let error = #expect(throws: EntryError.self) { try EntryCoder.decode(kind) }
    #expect(error?.cause == .unknownKind(999))
    for change in [
      { (row: inout EntryRow) in row.outcome = "nowhere" },
      { $0.entryPoint = "nowhere" },
      {
        $0.entryPoint = "url"
        $0.link = "not\na link"
      },
      { $0.payload = Array(#"{"changes":[{"change":"nothing"}]}"#.utf8) },
      { $0.payload = Array(#"{"answers":[{"answer":"perhaps","kind":"step"}]}"#.utf8) },
      { $0.payload = Array(#"{"a":1}{"#.utf8) }, { $0.payload = [0xFF] },
    ] {
      var changed = row("")
      change(&changed)
      #expect(throws: EntryError.self) { try EntryCoder.decode(changed) }
    }
  }
}

extension RouteChange {
  /// A change to write, so that no payload is empty.
  static var unreadyForTests: RouteChange { .tree(.unready) }
}
