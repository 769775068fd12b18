import Foundation
import RouteTestSupport

/// The program run as a process, in a folder of its own that ends with the value.
final class Workplace {
  /// The program beside the test bundle.
  static let program: URL = {
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    let tests = bundles.first ?? URL(filePath: CommandLine.arguments[0])
    return tests.deletingLastPathComponent().appending(path: "route-replay")
  }()

  /// How a run ended, and what it wrote.
  struct Result {
    let status: Int32
    let output: String
    let notes: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "replay-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Runs the program in the folder.
  @discardableResult
  func run(_ words: String...) throws -> Result { try run(words) }

  /// Runs a script of the shell in the folder; the program is `$1`.
  func shell(_ script: String) throws -> Result {
    try run(["-c", script, "sh", Self.program.path], of: URL(filePath: "/bin/sh"))
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
    var environment = ProcessInfo.processInfo.environment
    environment["SWIFT_BACKTRACE"] = "enable=no"
    environment.merge(extra) { _, new in new }
    process.environment = environment
    let output = Pipe()
    // Notes go to a file: two pipes read one after the other could block the process.
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
      status: process.terminationStatus + signal, output: String(decoding: printed, as: UTF8.self),
      notes: String(decoding: noted, as: UTF8.self))
  }

  func write(_ name: String, _ text: String) { write(name, Data(text.utf8)) }

  func write(_ name: String, _ bytes: Data) {
    _ = FileManager.default.createFile(
      atPath: folder.appending(path: name).path, contents: bytes)
  }

  func bytes(_ name: String) -> Data? { try? Data(contentsOf: folder.appending(path: name)) }

  /// Everything in the folder but what this type puts there.
  func contents() throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    var contents: [String: Data] = [:]
    for name in names where name != ".notes" { contents[name] = bytes(name) }
    return contents
  }

  /// Writes a small route table, and records ten links with it into `app.journal`.
  func recordSample() throws {
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
