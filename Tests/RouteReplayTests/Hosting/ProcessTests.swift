import Foundation
import Testing

@Suite struct `The program as a process` {
  private func shell(_ script: String) throws -> (status: Int32, output: String, notes: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script, "sh", Workplace.program.path]
    let output = Pipe()
    let notes = Pipe()
    process.standardOutput = output
    process.standardError = notes
    try process.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    let noted = notes.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (
      process.terminationStatus, String(decoding: printed, as: UTF8.self),
      String(decoding: noted, as: UTF8.self)
    )
  }

  @Test func `prints its help to standard output`() throws {
    let result = try shell("\"$1\" --help")
    #expect(result.status == 0)
    #expect(result.output.contains("Usage: route-replay COMMAND [options]\n"))
    #expect(result.notes.isEmpty)
  }

  @Test func `ends with 2 for wrong use`() throws {
    let result = try shell("\"$1\" completions --qiet zsh")
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.notes.contains("did you mean '--quiet'?"))
  }

  @Test func `ends quietly when nobody reads its output`() throws {
    let result = try shell("{ \"$1\" manual; echo \"status $?\" >&2; } | true")
    #expect(result.notes == "status 0\n")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"))
  func `says so when its output cannot be written`() throws {
    let result = try shell("\"$1\" manual > /dev/full")
    #expect(result.status == 5)
    #expect(result.notes.hasPrefix("route-replay: cannot write the output: No space left"))
  }

  /// Files of at most 16 blocks of 512 bytes: what is written beyond fails, and no signal ends it.
  @Test(arguments: [
    "import lines --journal new", "export app.journal --format jsonl --out new",
    "export app.journal --format ndjson --out new", "report app.journal --out new",
    "doctor app.journal --salvage new", "fixture add new app.journal",
    "record --journal new --routes routes.json links",
  ])
  func `leaves nothing unfinished where files may not be large enough`(command: String) throws {
    let place = try Workplace()
    try place.recordSample()
    let result = try shell(
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

  @Test func `writes completions that bash understands`() throws {
    let script = """
      command -v bash > /dev/null || { echo "no bash"; exit 0; }
      exec bash -c '
        eval "$("$1" completions bash)"
        COMP_WORDS=(route-replay comp); COMP_CWORD=1; _route_replay; echo "${COMPREPLY[@]}"
        COMP_WORDS=(route-replay completions z); COMP_CWORD=2; _route_replay; echo "${COMPREPLY[@]}"
        COMP_WORDS=(route-replay manual --no-c); COMP_CWORD=2; _route_replay; echo "${COMPREPLY[@]}"
      ' bash "$1"
      """
    let result = try shell(script)
    #expect(result.output == "completions\nzsh\n--no-color\n" || result.output == "no bash\n")
    #expect(result.notes.isEmpty)
  }
}
