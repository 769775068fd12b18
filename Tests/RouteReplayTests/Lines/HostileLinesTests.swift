import Foundation
import RouteEngine
import RouteTestSupport
import Testing

@testable import RouteStore
@testable import RouteReplayProgram

/// Changed lines: they are refused with their number, and nothing is written.
@MainActor
@Suite struct `Hostile lines` {
  let stories: ExportStories
  let lines: [String]

  init() throws {
    stories = try ExportStories(in: .inMemory())
    stories.everyday()
    lines = try Exported(stories.path).lines
  }

  /// The error of importing some lines; nil when a journal was made.
  private func error(
    _ lines: [String], longest: Int = JournalLine.longest,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> LinesError? {
    try error(of: Data(lines.joined(separator: "\n").utf8), longest, sourceLocation)
  }

  private func error(
    of bytes: Data, _ longest: Int = JournalLine.longest,
    _ sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> LinesError? {
    let name = "\(UUID())"
    let path = stories.folder.file("\(name).jsonl")
    try bytes.write(to: URL(fileURLWithPath: path))
    do {
      _ = try ImportedLines(path: path, to: stories.folder.file(name), longest: longest)
      return nil
    } catch let error as LinesError {
      let left = try FileManager.default.contentsOfDirectory(atPath: stories.folder.path)
        .filter { $0.hasPrefix(name) }
      #expect(left == ["\(name).jsonl"], sourceLocation: sourceLocation)
      #expect(error.message.contains("; "), sourceLocation: sourceLocation)
      return error
    }
  }

  /// The number, from 1, of the first entry's line.
  private var firstEntry: Int {
    get throws { try #require(lines.firstIndex { $0.hasPrefix(#"{"entry""#) }) + 1 }
  }

  private func changed(_ number: Int, _ change: (String) -> String) -> [String] {
    var lines = lines
    lines[number - 1] = change(lines[number - 1])
    return lines
  }

  @Test func `are read when nothing was changed, with or without the last line feed`() throws {
    #expect(try error(lines) == nil)
    #expect(try error(lines + [""]) == nil)
  }

  @Test(arguments: ["", "\n", "{}\n", "[1]\n", "what is this\n", "{\"format\":\"other\"}\n"])
  func `of another format are recognised by the first`(_ text: String) throws {
    let error = try #require(try error(of: Data(text.utf8)))
    guard case .notLines = error else { throw ScenarioMistake("\(error)") }
    #expect(error.failure.status == .unreadable)
  }

  @Test func `may be the journal itself by mistake`() throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: stories.path))
    #expect(try error(of: bytes)?.message.contains("this is a database") == true)
  }

  @Test func `of a newer version are left to that version`() throws {
    let newer = #"{"format":"route-journal","more":{"new":true},"version":2}"#
    #expect(try error(changed(1) { _ in newer }) == .newerVersion(2))
    #expect(LinesError.newerVersion(2).failure.status == .incompatible)
    let place = try firstEntry
    let kind = try error(
      changed(place) { $0.replacing(#""kind":"began""#, with: #""kind":"dreamt""#) })
    #expect(kind == .newerKind(line: place, "dreamt") && kind?.failure.status == .incompatible)
  }

  @Test func `that are no JSON are named with the byte`() throws {
    let place = try firstEntry
    #expect(
      try error(changed(place) { String($0.dropLast()) })?.message.hasPrefix(
        "line \(place): expected a comma or the end of the object at byte ") == true)
    for text in ["", "{", "nonsense", "{}", "[]", "null", #"{"entry":7}"#, "\u{0}", "{\"a\":{}}"] {
      let error = try error(changed(place) { _ in text })
      guard case .malformed(place, _) = error else {
        Issue.record("\(text) is \(String(describing: error))")
        continue
      }
    }
  }

  @Test func `with numbers that are too large, or none, are named`() throws {
    let place = try firstEntry
    for number in [
      "9007199254740992", "9223372036854775808", "1e3", "1.5", "\"1\"", "null", "true", "[]",
    ] {
      let error = try error(
        changed(place) { $0.replacing(#""sequence":1,"#, with: #""sequence":\#(number),"#) })
      guard case .malformed(place, _) = error else {
        Issue.record("\(number) is \(String(describing: error))")
        continue
      }
    }
  }

  @Test func `with texts that are too long for a journal are named`() throws {
    let place = try firstEntry
    let most = FileBounds.textBytes
    let began = #""kind":"began","#
    let link = #""link":"\#(String(repeating: "x", count: most + 1))","#
    let error = try error(changed(place) { $0.replacing(began, with: began + link) })
    #expect(error == .malformed(line: place, "expected 'link' to have at most \(most) bytes"))
  }

  @Test func `with a document that is a long text are refused for its digest alone`() throws {
    let place = try firstEntry
    let document = String(repeating: "x", count: FileBounds.textBytes + 1)
    let line = lines[place - 1]
    let start = try #require(line.firstRange(of: #""payload":"#)).lowerBound
    let end = try #require(line.firstRange(of: #","screen_after""#)).lowerBound
    let text = #"\#(line[..<start])"payload_text":"\#(document)"\#(line[end...])"#
    let error = try error(changed(place) { _ in text })
    #expect(error == .brokenChain(line: place, sequence: 1))
  }

  @Test func `nested too deep are refused, not followed`() throws {
    let deep = String(repeating: "[", count: 100_000)
    let error = try error(changed(try firstEntry) { _ in #"{"entry":{"payload":\#(deep)"# })
    #expect(error?.message.contains("levels of nesting") == true)
  }

  @Test func `that lack a member or have another one are refused`() throws {
    let place = try firstEntry
    let lacking = try error(changed(place) { $0.replacing(#""session":1,"#, with: "") })
    #expect(lacking == .malformed(line: place, "expected a member 'session'"))
    let more = try error(
      changed(place) { $0.replacing(#""session":1,"#, with: #""session":1,"t":1,"#) })
    #expect(more == .otherForm(line: place))
    let twice = try error(
      changed(place) { $0.replacing(#""session":1,"#, with: #""session":1,"session":1,"#) })
    #expect(twice == .otherForm(line: place))
  }

  @Test func `with the same meaning in another form are refused`() throws {
    let place = try firstEntry
    for (old, new) in [
      (#""session":1,"#, #""session": 1,"#), (#""began""#, #""\u0062egan""#), ("}}", "}} "),
      ("}}", "}}\r"), (#""session":1,"#, #""session":1,"variant":"#),
    ] {
      let error = try error(changed(place) { $0.replacing(old, with: new) })
      #expect(error != nil && error?.failure.status == .damaged, "\(new)")
    }
    let text = try error(
      changed(place) { line in line.replacing(#""payload":{"#, with: #""payload":{"aa":1.0,"#) })
    #expect(text == .otherForm(line: place))
  }

  @Test func `that were moved, repeated or left out are reported at their place`() throws {
    let place = try firstEntry
    var moved = lines
    moved.swapAt(place, place + 1)
    #expect(try error(moved) == .brokenChain(line: place + 1, sequence: 3))
    var repeated = lines
    repeated.insert(lines[place - 1], at: place)
    #expect(try error(repeated) == .brokenChain(line: place + 1, sequence: 1))
    var left = lines
    left.remove(at: place)
    #expect(try error(left) == .brokenChain(line: place + 1, sequence: 3))
    var early = lines
    early.swapAt(1, place - 1)
    #expect(try error(early) == .outOfPlace(line: 3))
    for text in [lines[1], lines[lines.count - 1], "{}", "nonsense", " "] {
      #expect(try error(lines + [text]) == .behindLast(line: lines.count + 1))
    }
    let table = try #require(lines.firstIndex { $0.hasPrefix(#"{"route_table""#) })
    var without = lines
    without.remove(at: table)
    #expect(try error(without) == .changed(line: lines.count - 1))
  }

  @Test func `that were cut off do not count as complete`() throws {
    for count in [1, 2, lines.count / 2, lines.count - 1] {
      #expect(try error(Array(lines[..<count])) == .cutOff(line: count))
    }
    let bytes = Data(lines.joined(separator: "\n").utf8)
    #expect(try error(of: bytes.dropLast(9)) == .cutOff(line: lines.count))
    let start = lines[..<5].joined(separator: "\n").utf8.count
    #expect(try error(of: bytes.prefix(start - 7)) == .cutOff(line: 5))
  }

  @Test func `without an entry make no journal`() throws {
    var digest = LinesDigest()
    digest.take(JournalLine.header.encoded)
    let end = JournalLine.end(
      LinesEnd(anchor: .start, entries: 0, lines: digest.lines, digest: digest.value))
    let error = try error([lines[0], String(decoding: end.encoded, as: UTF8.self)])
    #expect(error == .noEntries && error?.failure.status == .usage)
  }

  @Test func `with any one byte changed are refused`() throws {
    let place = try firstEntry
    let bytes = Data(lines.joined(separator: "\n").utf8)
    for offset in stride(from: 0, to: bytes.count, by: bytes.count / 30) {
      var changed = bytes
      changed[offset] ^= 0x01
      #expect(try error(of: changed) != nil, "byte \(offset)")
    }
    let entry = try error(changed(place) { $0.replacing(#""at_us":1"#, with: #""at_us":2"#) })
    #expect(entry == .brokenChain(line: place, sequence: 1))
    let session = try #require(lines.firstIndex { $0.hasPrefix(#"{"session""#) }) + 1
    let row = try error(
      changed(session) { $0.replacing(#""device":"device""#, with: #""device":"devise""#) })
    #expect(row == .changed(line: lines.count))
  }

  @Test(arguments: 1...4) func `with any bytes changed are read or refused, never a trap`(
    seed: UInt64
  ) {
    var random = SeededRandom(seed)
    let marks = Array(#"{}[]":,\u0e-9. "#.utf8) + [0, 0x80, 0xFF]
    for line in lines.dropFirst() {
      var bytes = Array(line.utf8)
      for _ in 0...random.below(3) {
        let place = random.below(bytes.count)
        let mark = random.pick(marks)
        switch random.below(3) {
        case 0: bytes[place] = mark
        case 1: bytes.insert(mark, at: place)
        default: bytes.remove(at: place)
        }
      }
      guard let read = try? JournalLine(reading: bytes, number: 2) else { continue }
      #expect(read.encoded == bytes)
    }
  }

  @Test func `that are too long are not kept`() throws {
    let longest = lines.map(\.utf8.count).max() ?? 0
    #expect(try error(lines, longest: longest) == nil)
    let error = try error(lines, longest: longest - 1)
    guard case .tooLong? = error else { throw ScenarioMistake("\(String(describing: error))") }
  }

  @Test func `that never end are left`() throws {
    let copy = stories.folder.file("endless")
    #expect(throws: LinesError.notLines("the first line is too long")) {
      _ = try ImportedLines(path: "/dev/zero", to: copy, longest: 1_000)
    }
  }

  @Test func `that start after the last possible sequence are refused`() throws {
    let zero = "\(ChainDigest.zero)"
    for sequence in ["0", "-1", "\(Int64.max)"] {
      let base = #"{"base":{"chain_digest":"\#(zero)","sequence":\#(sequence)}}"#
      guard case .malformed(2, _)? = try error([lines[0], base, base]) else {
        Issue.record("\(sequence)")
        continue
      }
    }
    let highest = FileBounds.numbers.upperBound
    let last = #"{"base":{"chain_digest":"\#(zero)","sequence":\#(highest)}}"#
    let entry = lines[try firstEntry - 1]
    #expect(try error([lines[0], last, entry]) == .brokenChain(line: 3, sequence: 1))
  }
}

/// Payloads, states and tables are JSON in a line exactly when that restores their bytes.
@Suite struct `Documents in a line` {
  @Test(arguments: [
    "{}", "[]", "0", "-1", "1.5", "1e+21", "18446744073709551615", "\"\"", "\"\\n\\u0001é\"",
    #"{"a":1,"aa":{"b":[true,false,null]},"b":"x"}"#, "-9223372036854775808",
  ])
  func `are JSON when they are canonical`(_ text: String) {
    #expect(isCanonicalJSON(Array(text.utf8)))
  }

  @Test(arguments: [
    "", " {}", "{} ", "{ }", "1.0", "-0", "01", "1E5", "18446744073709551616", "1e999",
    "\"\\u0061\"", "\"\\/\"", #"{"b":1,"a":2}"#, #"{"a":1,"a":1}"#, "{\"a\":1}{}", "nul", "{",
    String(repeating: "[", count: 600) + String(repeating: "]", count: 600),
  ])
  func `are texts otherwise`(_ text: String) throws {
    #expect(!isCanonicalJSON(Array(text.utf8)))
    guard !text.isEmpty else { return }
    var row = EntryRow(sequence: 1, session: 1, kind: 4)
    row.payload = Array(text.utf8)
    let line = JournalLine.entry(row)
    #expect(String(decoding: line.encoded, as: UTF8.self).contains(#""payload_text":""#))
    #expect(try JournalLine(reading: line.encoded, number: 2) == line)
  }

  @Test func `are restored like every other value of a row`() throws {
    let lines: [JournalLine] =
      JournalLine.everyMember + [
        .routeTable(RouteTableRow(digest: "x", json: Array("[ ]".utf8))),
        .checkpoint(CheckpointRow(sequence: 1, format: 1, state: [], stateDigest: 0)),
        .funnelStep(FunnelStepRow(funnel: "f", step: 1, screen: "s")),
      ]
    for line in lines { #expect(try JournalLine(reading: line.encoded, number: 2) == line) }
  }

  @Test func `are safe to be printed`() {
    let line = #"{"a":"\#u{9B}31m\#u{202E}ok é"}"#
    #expect(safeJSON(line) == #"{"a":"\u009b31m\u202eok é"}"#)
  }
}
