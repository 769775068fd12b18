import Foundation
import RouteStore
import Testing

@Suite struct `The program as a process` {
  private let place = Workplace()

  @Test func `prints its help to standard output`() throws {
    let result = try place.shell("\"$1\" --help").expect(
      0, says: "Usage: route-replay COMMAND [options]\n")
    #expect(result.notes.isEmpty)
  }

  @Test func `ends with 2 for wrong use`() throws {
    try place.shell("\"$1\" completions --qiet zsh").expect(
      2, notes: "did you mean '--quiet'?", prints: "")
  }

  @Test func `ends quietly when nobody reads its output`() throws {
    let result = try place.shell("{ \"$1\" manual; echo \"status $?\" >&2; } | true")
    #expect(result.notes == "status 0\n")
  }

  @Test func `has the status of its command when the reader has gone before the end`() throws {
    let place = Workplace.sample()
    try Tampering.run(
      "UPDATE journal SET link = '/x' WHERE sequence = 2", on: place.path("app.journal"))
    let result = try place.shell(
      """
      mkfifo gone
      { cat gone > /dev/null; "$1" verify app.journal; echo "status $?" >&2; } |
        { exec <&-; echo > gone; }
      """)
    #expect(result.notes.hasSuffix("status 3\n"), "\(result)")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"))
  func `reports that its output cannot be written`() throws {
    let result = try place.shell("\"$1\" manual > /dev/full").expect(5)
    #expect(result.notes.hasPrefix("route-replay: cannot write the output: No space left"))
  }

  @Test func `writes no message into a file where standard error is closed`() throws {
    let place = Workplace.sample()
    try place.shell("\"$1\" export app.journal none --format otlp --out new 2>&-").expect(5)
    let lines = String(decoding: try #require(place.bytes("new")), as: UTF8.self)
    #expect(try objects(lines).count > 0 && !lines.contains("none: "))
  }

  @Test func `says by its status that standard output is closed`() throws {
    try place.shell("\"$1\" --version >&-").expect(5, notes: "cannot write the output")
  }

  @Test func `says once that a change cannot be written, and nothing of navigation`() throws {
    let place = Workplace.sample()
    try place.record("/nowhere/1\n/nowhere/2\n/nowhere/3\n", into: "new.journal")
    try place.shell(
      """
      cd '\(place.folder.path)'; ulimit -f 64
      LLVM_PROFILE_FILE=/dev/null "$1" prune new.journal --entries 1 --write
      """
    ).expect(5, notes: "disk I/O error", notesLack: "Navigation", prints: "")
  }

  /// Files have at most 16 blocks of 512 bytes: further writes fail, and no signal ends the
  /// program.
  @Test(arguments: [
    "import lines --journal new", "export app.journal --format jsonl --out new",
    "export app.journal --format ndjson --out new", "report app.journal --out new",
    "doctor app.journal --salvage new", "fixture add new app.journal",
    "record --journal new --routes routes.json links",
  ])
  func `leaves nothing unfinished where files may not be large enough`(command: String) throws {
    let place = Workplace.sample()
    let result = try place.shell(
      """
      cd '\(place.folder.path)'; "$1" export app.journal --format jsonl > lines
      i=0; while [ $i -lt 300 ]; do echo "/products/$i"; i=$((i + 1)); done > links
      ulimit -f 16; LLVM_PROFILE_FILE=/dev/null "$1" \(command)
      """)
    #expect(![128 + SIGXFSZ, SIGXFSZ].contains(result.status), "\(result)")
    #expect(result.status == 5 || result.status == 0, "\(result)")
    let left = try place.contents().keys.filter { $0.hasPrefix("new") }
    #expect(result.status == 0 || command.hasPrefix("record") || left.isEmpty, "\(left)")
  }

  @Test(arguments: [
    "import lines --journal new", "export app.journal --format jsonl --out new",
    "export app.journal --format otlp --out new", "export app.journal --format sqlite --out new",
    "report app.journal --out new", "stats app.journal --html new",
    "doctor app.journal --salvage new",
  ])
  func `leaves another's file where its unfinished one would lie, and removes its own`(
    command: String
  ) throws {
    let place = Workplace.sample()
    try place.shell("\"$1\" export app.journal --format jsonl > lines").expect(0)
    place.write("new-part", "mine")
    try place.shell("\"$1\" \(command)").expect(5, notes: "new-part' exists already")
    #expect(place.bytes("new-part") == Data("mine".utf8) && place.bytes("new") == nil)
    try place.shell(
      """
      rm new-part; mkdir new-part; echo half > new-part/route-replay-unfinished
      "$1" \(command) && [ -s new ] && ! [ -e new-part ]
      """
    ).expect(0)
  }

  @Test func `ignores an empty name of the folder for temporary files`() throws {
    let place = Workplace.sample()
    let journal = try Journal.open(.file(place.path("app.journal")))
    // A user other than root cannot make a folder in the root of the file system.
    let result = try place.run(
      ["export", "app.journal", "--format", "otlp", "--out", "new"], environment: ["TMPDIR": ""])
    withExtendedLifetime(journal) {}
    result.expect(0)
  }

  /// A signal that comes too late finds no copy either.
  @Test(arguments: ["INT", "TERM"], ["otlp", "sqlite"])
  func `leaves no copy of a journal in use behind when it is ended`(
    signal: String, format: String
  ) throws {
    let place = Workplace.sample()
    let journal = try Journal.open(.file(place.path("app.journal")))
    let words = "export app.journal --format \(format) --out new"
    let ended = try place.shell(Workplace.cuttingShort(words, by: signal) + "\nls copies")
    withExtendedLifetime(journal) {}
    ended.expect(0, prints: "")
  }

  /// The journal is copied because it has a log, and is large enough for a signal in the middle of
  /// the copy.
  @Test(arguments: ["INT", "TERM", "HUP"])
  func `leaves no half of a copy behind when it is ended`(signal: String) throws {
    let place = Workplace.sample()
    let ended = try place.shell(
      """
      echo "no frames" > app.journal-wal
      head -c 50000000 /dev/zero >> app.journal
      \(Workplace.cuttingShort("log app.journal", by: signal))
      ls copies
      """)
    ended.expect(0, prints: "")
  }

  @Test func `writes completions that bash understands`() throws {
    let script = """
      exec bash -c '
        eval "$("$1" completions bash)"
        COMP_WORDS=(route-replay comp); COMP_CWORD=1; _route_replay; echo "${COMPREPLY[@]}"
        COMP_WORDS=(route-replay completions z); COMP_CWORD=2; _route_replay; echo "${COMPREPLY[@]}"
        COMP_WORDS=(route-replay manual --no-c); COMP_CWORD=2; _route_replay; echo "${COMPREPLY[@]}"
      ' bash "$1"
      """
    let result = try place.shell(script).expect(0, prints: "completions\nzsh\n--no-color\n")
    #expect(result.notes.isEmpty)
  }
}
