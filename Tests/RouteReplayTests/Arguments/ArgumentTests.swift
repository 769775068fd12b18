import RouteTestSupport
import Testing

@testable import RouteReplayProgram

@Suite struct `Reading a command line` {
  @Test(arguments: [
    ["log", "a.journal", "--limit", "3"], ["log", "--limit=3", "a.journal"],
    ["log", "-n", "3", "a.journal"], ["log", "-n3", "a.journal"], ["log", "-n=3", "a.journal"],
    ["log", "-fn", "3", "--", "a.journal"], ["--no-color", "log", "-n3", "a.journal"],
    ["-o", "json", "log", "a.journal", "-n", "3"], ["-q", "log", "a.journal", "-n", "3"],
  ])
  func `an option may be written in every usual way`(words: [String]) throws {
    guard case .run(let arguments) = try SampleProgram.program.parse(words) else {
      throw ScenarioMistake("not run")
    }
    #expect(arguments[SampleProgram.limit] == 3)
    #expect(arguments[SampleProgram.file] == "a.journal")
  }

  @Test func `a missing option has its default`() throws {
    let arguments = try SampleProgram.arguments("log", "a")
    #expect(arguments[SampleProgram.limit] == 10)
    #expect(arguments[SampleProgram.from] == nil)
    #expect(arguments[SampleProgram.session] == nil)
    #expect(arguments[SampleProgram.follow] == false)
    #expect(arguments[SampleProgram.edits] == [])
    #expect(arguments[CommonOptions.output] == .text)
    #expect(arguments[CommonOptions.time] == .auto)
  }

  @Test func `a given option is read with its type`() throws {
    let arguments = try SampleProgram.arguments(
      "log", "a", "--from", "7", "--session", "last", "-f", "--edit", "1=x", "--edit", "2==y",
      "-o", "csv", "--time=raw")
    #expect(arguments[SampleProgram.from] == 7)
    #expect(arguments[SampleProgram.session] == "last")
    #expect(arguments[SampleProgram.follow])
    #expect(arguments[SampleProgram.edits] == ["1=x", "2==y"])
    #expect(arguments[CommonOptions.output] == .csv)
    #expect(arguments[CommonOptions.time] == .raw)
  }

  @Test func `two dashes end the options and one dash is an input`() throws {
    #expect(try SampleProgram.arguments("log", "--", "--limit")[SampleProgram.file] == "--limit")
    #expect(try SampleProgram.arguments("log", "-")[SampleProgram.file] == "-")
  }

  @Test func `an argument after one that takes many words gets the last word`() throws {
    let sql = try SampleProgram.arguments("sql", "a", "b", "SELECT 1")
    #expect(sql[SampleProgram.files] == ["a", "b"])
    #expect(sql[SampleProgram.query] == "SELECT 1")
    let named = try SampleProgram.arguments("stats", "a", "paths")
    #expect(named[SampleProgram.files] == ["a"])
    #expect(named[SampleProgram.question] == "paths")
    let unnamed = try SampleProgram.arguments("stats", "a", "b")
    #expect(unnamed[SampleProgram.files] == ["a", "b"])
    #expect(unnamed[SampleProgram.question] == nil)
    #expect(try SampleProgram.arguments("stats", "paths")[SampleProgram.files] == ["paths"])
  }

  @Test func `a file instead of a command runs the fallback`() throws {
    let arguments = try SampleProgram.arguments("folder/log")
    #expect(arguments.command.name == "overview")
    #expect(arguments[SampleProgram.file] == "folder/log")
    #expect(try SampleProgram.arguments("app.journal", "-q").command.name == "overview")
  }

  @Test func `help comes before all mistakes`() throws {
    guard case .help(let command?) = try SampleProgram.program.parse(["record", "--help"]) else {
      throw ScenarioMistake("no help for record")
    }
    #expect(command.name == "record")
    guard case .help(nil) = try SampleProgram.program.parse(["-h"]) else {
      throw ScenarioMistake("no help for the program")
    }
    guard case .version = try SampleProgram.program.parse(["--version"]) else {
      throw ScenarioMistake("no version")
    }
  }

  @Test(
    arguments: [
      (["lgo", "a"], "no command and no file is called 'lgo'; did you mean 'log'?"),
      (["zzzzz"], "no command and no file is called 'zzzzz'"),
      (["log", "a", "--sesion", "1"], "'log' has no option '--sesion'; did you mean '--session'?"),
      (["log", "a", "--sess=1"], "'log' has no option '--sess'; did you mean '--session'?"),
      (["log", "a", "--xyzzy"], "'log' has no option '--xyzzy'"),
      (
        ["--from", "1", "log"],
        "unknown option '--from'; the options of a command come after its name"
      ),
      (["log", "a", "--limit"], "'--limit' needs a value: --limit N"),
      (["log", "a", "--session", "--follow"], "'--session' needs a value: --session N|last"),
      (["log", "a", "--follow=yes"], "'--follow' takes no value; leave out '=yes'"),
      (["log", "a", "-n", "1", "--limit=2"], "'--limit' was given twice; give it once"),
      (["log", "a", "-n", "x"], "'--limit' takes a whole number from 0, not 'x'"),
      (["log", "a", "--from", "1001"], "'--from' takes a whole number from 1 to 1000, not '1001'"),
      (
        ["log", "a", "-o", "jsn"],
        "'--output' takes text, json, jsonl, csv, not 'jsn'; did you mean 'json'?"
      ),
      (["log"], "FILE is missing: the journal to read"),
      (["sql", "SELECT 1"], "QUERY is missing: an SQL query"),
      (["sql"], "FILE is missing: journals to read"),
      (["help", "log", "b"], "one word too many: 'b'; quote a value that contains spaces"),
      (["log", "a", "b"], "one word too many: 'b'; quote a value that contains spaces"),
      (["record", "a"], "'--routes FILE' is needed: the route table"),
      ([], "no command given"),
      (["log", "a", "-x"], "'log' has no option '-x'"),
      (["log", "a", "-limit", "3"], "'log' has no option '-limit'; did you mean '--limit'?"),
    ] as [([String], String)])
  func `a mistake is reported with advice`(words: [String], message: String) {
    #expect {
      try SampleProgram.program.parse(words)
    } throws: { error in
      let actual = (error as? ArgumentError)?.message
      if actual != message { Issue.record("got: \(actual ?? "\(error)")") }
      return actual == message
    }
  }

  @Test func `the distance between words counts swapped letters once`() {
    let distances = [("ab", "ba"), ("log", "lgo"), ("", "abc"), ("kitten", "sitting"), ("a", "a")]
      .map { typingDistance(Array($0.0.utf8), Array($0.1.utf8)) }
    #expect(distances == [1, 1, 3, 3, 0])
  }

  @Test func `a word that resembles no other has no nearest one`() {
    #expect(nearestWord(to: "frobnicate", among: ["log", "show", "verify"]) == nil)
    #expect(nearestWord(to: String(repeating: "log", count: 10_000), among: ["log"]) == nil)
    #expect(nearestWord(to: "veri", among: ["log", "show", "verify"]) == "verify")
    #expect(nearestWord(to: "", among: ["log"]) == nil)
  }
}

@MainActor
@Suite struct `Running the program` {
  private func run(_ words: String...) async -> (RouteReplayProgram.ExitStatus, Output) {
    let output = Output.inMemory()
    return (await SampleProgram.program.run(words, output: output), output)
  }

  @Test func `a command prints its result, and gives the program's exit status`() async {
    let (status, output) = await run("log", "a", "-o", "csv")
    #expect(status == .expected)
    #expect(output.text == "file,limit\r\na,10\r\n")
    #expect(await run("sql", "a", "b").0 == .difference)
  }

  @Test func `wrong use ends with 2 and a hint`() async {
    let (status, output) = await run("log", "a", "--limt", "3")
    #expect(status == .usage)
    #expect(output.text.isEmpty)
    #expect(
      output.notesText == """
        route-replay: 'log' has no option '--limt'; did you mean '--limit'?
        route-replay: type 'route-replay log --help' for help

        """)
  }

  @Test func `hostile text in a failure does not reach the terminal`() async {
    let (status, output) = await run("stats", "a")
    #expect(status == .unreadable)
    #expect(output.notesText == "route-replay: it is \\x1b[31mlocked\n")
    #expect(await run("log", "a", "--\u{1B}[2J").1.notesText.contains("'--\\x1b[2J'"))
  }

  @Test func `version and help go to standard output`() async {
    let (status, output) = await run("--version")
    #expect(status == .expected)
    #expect(output.text == "route-replay 1.2.3\n")
    #expect(await run("record", "--help").1.text.hasPrefix("Usage: route-replay record"))
  }

  @Test func `exit statuses keep their numbers`() {
    #expect(RouteReplayProgram.ExitStatus.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6, 7])
  }

  @Test func `no exit status but the first one is lost among those of several files`() {
    typealias ExitStatus = RouteReplayProgram.ExitStatus
    for status in ExitStatus.allCases {
      #expect(status.graver(.expected) == status && ExitStatus.expected.graver(status) == status)
      #expect(status.graver(status) == status)
    }
  }
}
