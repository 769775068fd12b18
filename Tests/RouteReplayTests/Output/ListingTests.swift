import RouteAnalytics
import Testing
import TextTerminal

@testable import RouteReplayProgram

@Suite struct `A listing` {
  static let columns = [
    Column("sequence", .number), Column("at", .time), Column("link"), Column("ok"),
    Column("share", .number),
  ]
  static let rows: [[Cell]] = [
    [.integer(9), .time(1_431_857_103_000_999), .text("app:/a"), .bool(true), .real(0.5)],
    [.integer(10), .time(1_431_857_104_250_000), .text("=x\u{1B}"), .null, .real(.nan)],
  ]

  private func printed(
    _ format: OutputFormat, _ time: TimeStyle = .iso, rows: [[Cell]] = rows,
    columns: [Column] = columns, terminal: Terminal = .none
  ) throws -> String {
    let output = Output.inMemory(data: terminal)
    var report = Report()
    report.list(Table(columns, rows, time: time))
    _ = try output.print(report, format)
    return output.text
  }

  @Test func `is a table for people`() throws {
    #expect(
      try printed(.text) == """
        sequence  at                        link    ok   share
               9  2015-05-17T10:05:03.000Z  app:/a  yes    0.5
              10  2015-05-17T10:05:04.250Z  =x\\x1b  -      nan

        """)
  }

  @Test func `is an array of objects as JSON`() throws {
    #expect(
      try printed(.json) == """
        [
        {"sequence":9,"at":"2015-05-17T10:05:03.000Z","link":"app:/a","ok":true,"share":0.5},
        {"sequence":10,"at":"2015-05-17T10:05:04.250Z","link":"=x\\u001b","ok":null,"share":null}
        ]

        """)
    #expect(try printed(.json, rows: []) == "[]\n")
  }

  @Test func `is an object on each line as JSON lines`() throws {
    let lines = try printed(.jsonl, .raw).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("{\"sequence\":9,\"at\":1431857103000999,\"link\""))
    #expect(try printed(.jsonl, rows: []) == "")
  }

  @Test func `is RFC 4180 with a header as CSV`() throws {
    #expect(
      try printed(.csv, .relative)
        == "sequence,at,link,ok,share\r\n9,+0.000s,app:/a,true,0.5\r\n10,+1.249s,'=x\\x1b,,\r\n")
    #expect(try printed(.csv, rows: []) == "sequence,at,link,ok,share\r\n")
  }

  @Test func `is fitted to a terminal and only there`() throws {
    let long = String(repeating: "x", count: 100)
    let columns = [Column("sequence", .number), Column("link"), Column("reason")]
    let row: [Cell] = [.integer(123_456_789), .text(long), .text("short")]
    let terminal = Terminal(isInteractive: true, usesColor: false, width: 40)
    let lines = try printed(.text, rows: [row], columns: columns, terminal: terminal)
      .split(separator: "\n")
    #expect(lines[1] == "123456789  \(String(repeating: "x", count: 20))…  short")
    #expect(lines.allSatisfy { displayWidth(String($0)) <= 40 })
    #expect(try printed(.text, rows: [row], columns: columns).contains(long))
  }

  @Test func `keeps its columns straight with wide and right-to-left text`() throws {
    let columns = [Column("name"), Column("n", .number)]
    let rows: [[Cell]] = [
      [.text("世界"), .integer(1)], [.text("שלום!"), .integer(22)], [.text("e\u{301}"), .integer(3)],
    ]
    #expect(
      try printed(.text, rows: rows, columns: columns) == """
        name    n
        世界    1
        \u{2068}שלום!\u{2069}  22
        e\u{301}       3

        """)
  }

  @Test func `is coloured on a terminal and never in a pipe`() throws {
    let columns = [Column("outcome", ink: { $0 == .text("failed") ? .red : nil })]
    let rows: [[Cell]] = [[.text("failed")], [.text("shown")]]
    let terminal = Terminal(isInteractive: true, usesColor: true, width: 80)
    let colored = try printed(.text, rows: rows, columns: columns, terminal: terminal)
    #expect(colored == "\u{1B}[1moutcome\u{1B}[0m\n\u{1B}[31mfailed\u{1B}[0m\nshown\n")
    #expect(try printed(.text, rows: rows, columns: columns) == "outcome\nfailed\nshown\n")
    #expect(
      !(try printed(.json, rows: rows, columns: columns, terminal: terminal)).contains("\u{1B}"))
  }

  @Test func `of any length keeps the widths of its first rows`() throws {
    let columns = [Column("n", .number), Column("text"), Column("end")]
    let rows = (0..<2000).map { number -> [Cell] in
      [.integer(number), .text(number < 1000 ? "ab" : "abcdef"), .text("|")]
    }
    let lines = try printed(.text, rows: rows, columns: columns).split(separator: "\n")
    #expect(lines.count == 2001)
    #expect(lines[1] == "  0  ab    |")
    // In a pipe nothing is cut off, even a text that is too wide for its column.
    #expect(lines[2000] == "1999  abcdef  |")
  }
}

@Suite struct `Points in time` {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
    (951_782_400_000_000, "2000-02-29T00:00:00.000Z"),
    (4_107_542_399_999_999, "2100-02-28T23:59:59.999Z"),
    (-62_135_596_800_000_000, "0001-01-01T00:00:00.000Z"),
    (Int64.max, "+294247-01-10T04:00:54.775Z"), (Int64.min, "-290308-12-21T19:59:05.224Z"),
  ])
  func `are printed in ISO 8601, however far away`(microseconds: Int64, text: String) {
    #expect(isoTime(microseconds) == text)
  }

  @Test func `are printed as seconds since the first`() {
    #expect(relativeTime(2_250_999, since: 1_000_000) == "+1.250s")
    #expect(relativeTime(1_000_000, since: 1_500_000) == "-0.500s")
    #expect(relativeTime(.max, since: .min) == "+inf")
    #expect(relativeTime(.min, since: .max) == "-inf")
  }

  @Test func `have days that convert both ways`() {
    for days in stride(from: Int64(-1_000_000), to: 1_000_000, by: 37) {
      #expect(CivilDay(daysSince1970: days).daysSince1970 == days)
    }
    #expect(CivilDay(year: 2024, month: 2, day: 29).exists)
    #expect(!CivilDay(year: 2023, month: 2, day: 29).exists)
    #expect(!CivilDay(year: 2023, month: 6, day: 31).exists)
    #expect(!CivilDay(year: 2023, month: 13, day: 1).exists)
  }
}

@Suite struct `The terminal` {
  @Test func `is not coloured where the user or the terminal says so`() {
    #expect(Terminal.allowsColor(noColor: nil, term: "xterm"))
    #expect(Terminal.allowsColor(noColor: "", term: nil))
    #expect(!Terminal.allowsColor(noColor: "1", term: "xterm"))
    #expect(!Terminal.allowsColor(noColor: nil, term: "dumb"))
  }

  @Test func `is as wide as its window, else COLUMNS, else 80`() {
    #expect(Terminal.columns(120, variable: "60") == 120)
    #expect(Terminal.columns(nil, variable: "60") == 60)
    #expect(Terminal.columns(nil, variable: "many") == 80)
    #expect(Terminal.columns(nil, variable: nil) == 80)
    #expect(Terminal.columns(1, variable: nil) == 20)
    #expect(Terminal.columns(nil, variable: "4611686018427387904") == 10_000)
  }

  @Test func `cuts a heading to the line, and isolates its direction`() throws {
    let output = Output.inMemory(data: Terminal(isInteractive: true, usesColor: false, width: 20))
    var report = Report()
    report.heading("request 7: /שלום")
    report.heading("request 8: /a/rather/long/path\u{1B}[2J")
    try output.write(report)
    let lines = output.text.split(separator: "\n")
    #expect(lines.first == "\u{2068}request 7: /שלום\u{2069}")
    #expect(
      lines.last.map { displayWidth(String($0)) } == 20 && lines.last?.contains("\u{1B}") == false)
  }

  @Test func `shows progress only when it takes long`() {
    let drawn = Drawn()
    let start = ContinuousClock.now
    var bar = ProgressBar(label: "reading", total: 10, width: 60, start: start) { drawn.add($0) }
    bar.advance(to: 1, now: start + .milliseconds(499))
    #expect(drawn.texts.isEmpty)
    bar.finish()
    #expect(drawn.texts.isEmpty)
    bar.advance(to: 5, now: start + .seconds(2))
    bar.advance(to: 6, now: start + .milliseconds(2050))
    bar.finish()
    #expect(
      drawn.texts == [
        "\rreading [###############...............] 50% 5/10, 2 s left\u{1B}[K",
        "\r\u{1B}[K",
      ])
  }

  @Test func `shows only a count when the total is unknown`() {
    let bar = ProgressBar(label: "trials", total: nil, width: 60, draw: nil)
    #expect(bar.line(done: 42, after: .seconds(3)) == "trials 42")
  }

  @Test func `shows no progress in a pipe or when quiet`() {
    let terminal = Terminal(isInteractive: true, usesColor: false, width: 80)
    let later = ContinuousClock.now + .seconds(60)
    for (notes, isQuiet, isShown) in [
      (terminal, false, true), (terminal, true, false), (Terminal.none, false, false),
    ] {
      let output = Output.inMemory(notes: notes)
      output.isQuiet = isQuiet
      var bar = output.progress(of: "reading", total: 10)
      bar.advance(to: 5, now: later)
      #expect(output.writtenNotes.isEmpty == !isShown)
    }
  }

  @Test(arguments: [(0, 0), (20, 10), (-5, 10), (5, 10)])
  func `fits a progress bar into the line`(done: Int, total: Int) {
    for width in [20, 30, 80] {
      let bar = ProgressBar(label: "a rather long label", total: total, width: width, draw: nil)
      #expect(displayWidth(bar.line(done: done, after: .seconds(1))) < width)
    }
  }

  private final class Drawn {
    private(set) var texts: [String] = []
    func add(_ text: String) { texts.append(text) }
  }
}
