import Foundation
import RouteTestSupport
import Testing

/// The program run as a process, in a folder that is removed with this value.
final class Workplace {
  /// The program beside the test bundle.
  static let program: URL = {
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    let tests = bundles.first ?? URL(filePath: CommandLine.arguments[0])
    return tests.deletingLastPathComponent().appending(path: "route-replay")
  }()

  /// The environment of a program. All programs add their counts of covered lines to one file: four
  /// thousand files took more than a minute to merge.
  static let environment: [String: String] = {
    var environment = ProcessInfo.processInfo.environment
    environment["SWIFT_BACKTRACE"] = "enable=no"
    let profile = environment["LLVM_PROFILE_FILE"]
    environment["LLVM_PROFILE_FILE"] = profile?.replacing("%p", with: "programs")
    return environment
  }()

  /// The exit status of a run, and its output.
  struct Result {
    let words: [String]
    let status: Int32
    let output: String
    let notes: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  let folder: URL

  init() {
    folder = FileManager.default.temporaryDirectory.appending(path: "replay-\(UUID())")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch { Issue.record(error) }
  }

  /// A workplace with `app.journal`, into which ten links of a small shop were recorded.
  static func sample() -> Workplace {
    let place = Workplace()
    do { try place.recordSample() } catch { Issue.record(error) }
    return place
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Runs the program in the folder.
  @discardableResult
  func run(_ words: String...) throws -> Result { try run(words) }

  /// Runs a shell script in the folder; the program is `$1`.
  func shell(_ script: String) throws -> Result {
    try run(["-c", script, "sh", Self.program.path], of: URL(filePath: "/bin/sh"))
  }

  /// A script of the shell that ends the program by a signal in the midst of its work: when it has
  /// a copy of a journal in `copies`, its folder for temporary files. What it prints is in `told`.
  static func cuttingShort(_ words: String, by signal: String) -> String {
    """
    mkdir copies; export TMPDIR="$PWD/copies"
    # A profile of coverage that the signal cuts short could not be read.
    LLVM_PROFILE_FILE=/dev/null "$1" \(words) > told 2>&1 & program=$!
    tries=0
    until find copies -name journal 2> seen | grep -q journal || [ $tries -gt 2000 ]; do
      kill -0 $program 2> seen || break
      tries=$((tries + 1))
    done
    kill -\(signal) $program 2> seen; wait $program
    """
  }

  /// Runs the program, or another one, in the folder.
  @discardableResult
  func run(
    _ words: [String], of program: URL = Workplace.program,
    environment extra: [String: String] = [:]
  ) throws -> Result {
    let process = Process()
    process.executableURL = program
    process.arguments = words
    process.currentDirectoryURL = folder
    process.environment = Self.environment.merging(extra) { _, new in new }
    let output = Pipe()
    // Notes are written to a file: two pipes read one after the other could block the process.
    let notes = folder.appending(path: ".notes")
    _ = FileManager.default.createFile(atPath: notes.path, contents: nil)
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: notes)
    try process.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let signal: Int32 = process.terminationReason == .uncaughtSignal ? 1000 : 0
    let noted = try Data(contentsOf: notes)
    return Result(
      words: words, status: process.terminationStatus + signal,
      output: String(decoding: printed, as: UTF8.self),
      notes: String(decoding: noted, as: UTF8.self))
  }

  /// Expects that a journal is intact, and has the same decisions again.
  func expectSound(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try run("verify", name).expect(0, sourceLocation: sourceLocation)
    try run("rerun", name).expect(0, sourceLocation: sourceLocation)
  }

  /// The path of a file in the folder.
  func path(_ name: String) -> String { folder.appending(path: name).path }

  func write(_ name: String, _ text: String) { write(name, Data(text.utf8)) }

  func write(_ name: String, _ bytes: Data) {
    _ = FileManager.default.createFile(atPath: folder.appending(path: name).path, contents: bytes)
  }

  func bytes(_ name: String) -> Data? { try? Data(contentsOf: folder.appending(path: name)) }

  /// Everything in the folder except files of this type.
  func contents() throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    var contents: [String: Data] = [:]
    for name in names where name != ".notes" { contents[name] = bytes(name) }
    return contents
  }

  /// Records links, one a line, into a journal.
  @discardableResult
  func record(
    _ links: String, into journal: String, routes: String = "routes.json"
  ) throws -> Result {
    write("\(journal).txt", links)
    return try run("record", "--journal", journal, "--routes", routes, "\(journal).txt")
  }

  private func recordSample() throws {
    write("routes.json", Self.table)
    write("links.txt", Self.links)
    try run("record", "--journal", "app.journal", "--routes", "routes.json", "links.txt")
  }

  static let links = """
    /products/7
    /products/7
    # a comment
    /orders/3
    /nowhere
    //broken
    /products/x
    /
    """

  static let table = """
    {
      format: "route-table/1",
      tree: "main/tabs[home/stack*[feed] shop/stack[catalog]]",
      screens: { product: { parameters: { id: "int" } }, order: { parameters: { id: "int" } } },
      routes: [
        { id: "home", patterns: ["/"], destination: [{ select: "home" }] },
        { id: "product", patterns: ["/products/:id"], version: 3,
          destination: [{ select: "shop" }, { push: "product" }],
          actions: [{ perform: "trackView", with: { id: ":id" } }] },
        { id: "order", patterns: ["/orders/:id"], interceptors: ["signedIn"],
          destination: [{ select: "home" }, { push: "order" }] },
      ],
    }
    """
}

/// The JSON object of a text.
func jsonObject(_ text: some StringProtocol) throws -> [String: Any] {
  try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any], "\(text)")
}

/// The JSON objects of some lines.
func objects(_ lines: String) throws -> [[String: Any]] {
  try lines.split(separator: "\n").map { try jsonObject($0) }
}

extension Workplace.Result {
  /// Expects the exit status and the output of the run: texts that its output or its notes contain,
  /// texts that they do not contain, the beginning of the output, all of it, and its number of
  /// lines.
  @discardableResult
  func expect(
    _ status: Int32? = nil, says: String..., lacks: String..., notes: String...,
    notesLack: String..., begins: String? = nil, prints: String? = nil, lines count: Int? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    func require(_ isSo: Bool, _ what: String) {
      #expect(isSo, "\(what): \(self)", sourceLocation: sourceLocation)
    }
    if let status { require(self.status == status, "status \(status)") }
    for text in says { require(output.contains(text), "says '\(text)'") }
    for text in lacks { require(!output.contains(text), "lacks '\(text)'") }
    if status == nil, !lacks.isEmpty { require(!output.isEmpty, "says anything") }
    for text in notes { require(self.notes.contains(text), "notes '\(text)'") }
    for text in notesLack { require(!self.notes.contains(text), "notes lack '\(text)'") }
    if let begins { require(output.hasPrefix(begins), "begins '\(begins)'") }
    if let prints { require(output == prints, "prints '\(prints)'") }
    if let count { require(lines.count == count, "\(count) lines") }
    return self
  }
}
