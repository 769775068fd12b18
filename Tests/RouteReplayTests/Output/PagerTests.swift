import Foundation
import Testing
import TextTerminal

@testable import RouteReplayProgram

/// Text that is longer than the screen, and its pager. The tests use pagers of their own.
@Suite struct `Text that is longer than the screen` {
  let place = Workplace.sample()

  init() throws {
    try install(
      "pager",
      """
      echo "LESS=${LESS-none} arguments=$*" > told
      cat > got
      echo 'the pager ends'
      """)
  }

  private func install(_ name: String, _ script: String) throws {
    place.write(name, "#!/bin/sh\n\(script)\n")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: place.path(name))
  }

  private func lines(_ text: String) -> [Substring] { text.split(whereSeparator: \.isNewline) }

  private func text(_ name: String) -> String? {
    place.bytes(name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Prints a journal that is more than a pipe takes.
  private static let printMany = ["export", "many.journal", "--format", "jsonl", "-q"]

  private func recordMany() throws {
    let links = (0..<300).map { "/products/\($0)\n" }.joined()
    try place.record(links, into: "many.journal")
  }

  // MARK: When

  @Test func `the pager gets it as the terminal would`() throws {
    let words = ["log", "app.journal"]
    let plain = try place.runOnTerminal(words)
    let paged = try place.runOnTerminal(words, rows: 6, environment: ["PAGER": "./pager"])
    #expect(paged.status == 0 && paged.screen == "the pager ends\r\n", "\(paged)")
    #expect(text("got")?.replacing("\n", with: "\r\n") == plain.screen)
    #expect(plain.screen.contains("\u{1B}["), "colours are the terminal's")
    #expect(text("told") == "LESS=FRX arguments=\n")
  }

  @Test func `text that fits the screen needs no pager`() throws {
    let count = lines(try place.runOnTerminal(["log", "app.journal"]).screen).count
    for (rows, isPaged) in [(count, true), (count + 1, false)] {
      let screen = try place.runOnTerminal(
        ["log", "app.journal"], rows: UInt16(rows), environment: ["PAGER": "./pager"]
      ).screen
      #expect(screen.contains("the pager ends") == isPaged, "\(rows): \(screen)")
    }
  }

  @Test(arguments: [
    ["show", "app.journal", "2"], ["tree", "app.journal"], ["diff", "app.journal", "0", "5"],
    ["verify", "app.journal"], ["rerun", "app.journal", "-o", "json"], ["app.journal"],
    ["what-if", "app.journal", "--drop", "2"], ["export", "app.journal", "--format", "jsonl"],
    ["sessions", "app.journal"], ["stats", "app.journal"], ["routes", "app.journal"],
  ])
  func `every output about a journal is paged`(words: [String]) throws {
    let plain = try place.runOnTerminal(words)
    let paged = try place.runOnTerminal(words, rows: 2, environment: ["PAGER": "./pager"])
    #expect(paged.status == plain.status && paged.screen == "the pager ends\r\n", "\(paged)")
    #expect(text("got").map(lines) == lines(plain.screen))
  }

  @Test func `there is no pager when none is wanted`() throws {
    let plain = try place.runOnTerminal(["log", "app.journal"])
    let none: [[String: String]] = [
      ["PAGER": ""], ["PAGER": "cat"], ["PAGER": "./pager", "ROUTE_REPLAY_PAGER": ""],
    ]
    for environment in none {
      let run = try place.runOnTerminal(["log", "app.journal"], rows: 6, environment: environment)
      #expect(run == plain, "\(environment)")
    }
    let asked = try place.runOnTerminal(
      ["--no-pager", "log", "app.journal"], rows: 6, environment: ["PAGER": "./pager"])
    #expect(asked == plain)
    _ = try place.runOnTerminal(
      ["log", "app.journal"], rows: 6, environment: ["PAGER": "./pager", "TERM": "dumb"])
    try place.run(["log", "app.journal"], environment: ["PAGER": "./pager", "TERM": "xterm"])
    #expect(text("told") == nil)
    let own = ["PAGER": "./none", "ROUTE_REPLAY_PAGER": "./pager"]
    _ = try place.runOnTerminal(["log", "app.journal"], rows: 6, environment: own)
    #expect(text("told") != nil)
  }

  // MARK: How

  @Test func `the pager's command has arguments, and the user's LESS stays`() throws {
    _ = try place.runOnTerminal(
      ["log", "app.journal"], rows: 6, environment: ["PAGER": "./pager -R 'a b'", "LESS": "M"])
    #expect(text("told") == "LESS=M arguments=-R a b\n")
  }

  @Test func `notes are read where they stand`() throws {
    place.write("text.txt", "hello\n")
    let words = ["what-if", "text.txt", "app.journal", "--answer", "signedIn=deny"]
    let paged = try place.runOnTerminal(words, rows: 3, environment: ["PAGER": "./pager"])
    #expect(paged.status == 5 && paged.screen == "the pager ends\r\n", "\(paged)")
    #expect(text("got")?.hasPrefix("text.txt: ") == true, "\(text("got") ?? "")")
  }

  @Test func `no text of a journal reaches the pager as it is`() throws {
    let hostile = "a\u{1B}[2J\u{1B}]0;mine\u{7}b\rc\u{8}\u{9B}31m\u{202E}d"
    try Tampering.run(
      "UPDATE journal SET route = '\(hostile)', reason = '\(hostile)', link = '/\(hostile)'",
      on: place.path("app.journal"))
    for words in [["log", "app.journal"], ["log", "app.journal", "-o", "csv"]] {
      _ = try place.runOnTerminal(words, rows: 3, environment: ["PAGER": "./pager"])
      let got = try #require(text("got")).replacing(/\u{1B}\[\d*m/, with: "")
      let raw = got.replacing("\r\n", with: "\n").unicodeScalars.filter {
        $0 != "\n" && isUnsafe($0)
      }
      #expect(raw.isEmpty && !got.isEmpty, "\(got.debugDescription)")
    }
  }

  @Test func `the program waits for the pager`() throws {
    let script = "\"$1\" log app.journal; echo \"then $?\""
    let screen = try place.runOnTerminal(
      ["-c", script, "sh", Workplace.program.path], of: URL(filePath: "/bin/sh"), rows: 3,
      environment: ["PAGER": "./pager"]
    ).screen
    #expect(screen == "the pager ends\r\nthen 0\r\n")
  }

  // MARK: Ends

  @Test func `when the pager does not exist, that is reported and the text is printed`() throws {
    let plain = try place.runOnTerminal(["log", "app.journal"]).screen
    let pager = "no-such-pager -R"
    for (variable, environment) in [
      ("PAGER", ["PAGER": pager]),
      ("ROUTE_REPLAY_PAGER", ["PAGER": "cat", "ROUTE_REPLAY_PAGER": pager]),
    ] {
      let missing = try place.runOnTerminal(
        ["log", "app.journal"], rows: 6, environment: environment)
      let advice = "correct \(variable), or give --no-pager"
      let note = "the pager '\(pager)' cannot be started; \(advice)\r\n"
      #expect(missing.status == 0 && missing.screen == note + plain, "\(missing)")
    }
    // The shell reports these errors itself.
    for code in [126, 127] {
      let left = try place.runOnTerminal(
        ["log", "app.journal"], rows: 6, environment: ["PAGER": "(exit \(code))"])
      #expect(left.status == 0 && left.screen == plain, "\(left)")
    }
  }

  @Test func `when the pager is left early, the program ends quietly`() throws {
    try recordMany()
    try install("leave", "head -n 2")
    let left = try place.runOnTerminal(Self.printMany, environment: ["PAGER": "./leave"])
    #expect(left.status == 0 && lines(left.screen).count == 2, "\(left)")
    // A difference that was found before still gives its exit status.
    let differs = try place.runOnTerminal(
      ["what-if", "app.journal", "--drop", "2"], rows: 3, environment: ["PAGER": "./leave"])
    #expect(differs.status == 1, "\(differs)")
  }

  @Test func `an interrupt while the pager runs is handled by the pager`() throws {
    try recordMany()
    let whole = lines(try place.runOnTerminal(Self.printMany).screen)
    for signal in ["INT", "QUIT"] {
      // The pager ends while there is more output, and after the program has ended.
      for pager in ["kill -\(signal) $PPID; cat > got", "cat > got; kill -\(signal) $PPID"] {
        let run = try place.runOnTerminal(
          Self.printMany, environment: ["PAGER": "\(pager); echo whole"])
        #expect(run.status == 0 && run.screen == "whole\r\n", "\(pager): \(run)")
        let isWhole = text("got").map(lines) == whole
        #expect(isWhole, "\(pager)")
      }
    }
  }

  @Test func `an interrupt after the pager removes the copies, like one before it`() throws {
    try FileManager.default.createDirectory(
      atPath: place.path("copies"), withIntermediateDirectories: true)
    // The last row takes long. Interrupts are sent until one of them ends the program.
    let query = """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000000)
      SELECT i FROM n WHERE i < 3000 OR i = 20000000
      """
    let script = "\"$1\" sql app.journal \"$2\"; echo \"then $?\""
    // A profile of coverage that the signal cuts short could not be read.
    let screen = try place.runOnTerminal(
      ["-c", script, "sh", Workplace.program.path, query], of: URL(filePath: "/bin/sh"),
      environment: [
        "PAGER": "(while kill -INT $PPID; do :; done) > /dev/null 2>&1 & exit 127",
        "TMPDIR": place.path("copies"), "LLVM_PROFILE_FILE": "/dev/null",
      ]
    ).screen
    #expect(screen.hasSuffix("then \(128 + SIGINT)\r\n"), "\(screen.suffix(100))")
    let left = try FileManager.default.contentsOfDirectory(atPath: place.path("copies"))
    #expect(left == [])
  }

  @Test func `an interrupt behind the pager ends what is printed in its place`() throws {
    // The terminal shows nothing, so that the text is never printed whole. The shell around the
    // program reaps it, which ends the loop.
    let script = "\"$1\" log app.journal; echo $? > status"
    let run = try place.runOnTerminal(
      ["-c", script, "sh", Workplace.program.path], of: URL(filePath: "/bin/sh"), rows: 6,
      environment: [
        "PAGER":
          "cat > /dev/null; (while kill -INT $PPID; do :; done) > /dev/null 2>&1 & exit 127",
        "LLVM_PROFILE_FILE": "/dev/null",
      ], isStopped: true)
    #expect(run.screen == "", "\(run)")
    let status = try String(contentsOfFile: place.path("status"), encoding: .utf8)
    #expect(status == "\(128 + SIGINT)\n")
  }

  // MARK: Its command

  private func command(_ variables: [String: String], hasLess: Bool = true) -> String? {
    PagerCommand({ variables[$0] }, isInstalled: { $0 == "less" && hasLess })?.text
  }

  @Test func `the first variable that is set names the pager, else it is less`() {
    let terminal = ["TERM": "xterm"]
    #expect(command(terminal) == "less")
    #expect(command(terminal, hasLess: false) == nil)
    #expect(command(["TERM": "dumb"]) == nil && command([:]) == nil)
    #expect(command(["TERM": "xterm", "PAGER": "more -s"]) == "more -s")
    #expect(command(["TERM": "xterm", "PAGER": "more", "ROUTE_REPLAY_PAGER": "most"]) == "most")
    for none in ["", "  ", "cat"] {
      #expect(command(["TERM": "xterm", "PAGER": none]) == nil)
      #expect(command(["TERM": "xterm", "PAGER": "more", "ROUTE_REPLAY_PAGER": none]) == nil)
    }
  }

  // MARK: The screen

  @Test func `a screen is full when its last row but one is`() {
    let terminal = Terminal(isInteractive: true, usesColor: true, width: 20, height: 4)
    func isOver(_ texts: String...) -> Bool {
      var fill = ScreenFill(of: terminal)
      for text in texts { fill.add(text) }
      return fill.isOver
    }
    #expect(!isOver("a\n", "b\n", "c\n"))
    #expect(isOver("a\n", "b\n", "c\n", "d\n"))
    #expect(!isOver(String(repeating: "a", count: 60), "\n"), "three whole rows")
    #expect(isOver(String(repeating: "a", count: 60), "\n", "b\n"))
    #expect(isOver("a\nb\n", String(repeating: "世", count: 11), "\n"))
    let inks = String(repeating: "\u{1B}[31mab\u{1B}[0m", count: 30)
    #expect(!isOver(inks, "\n") && isOver(inks, "\n", "b\r\n"))
  }
}
