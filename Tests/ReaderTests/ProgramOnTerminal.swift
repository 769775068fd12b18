import Foundation
import RouteTestSupport

#if canImport(Glibc)
import Glibc
#endif

/// A program on a pseudo-terminal of 60 columns and 14 rows.
final class ProgramOnTerminal {
  /// The folder of the programs, beside the test bundle.
  static let programs: URL = {
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    let tests = bundles.first ?? URL(filePath: CommandLine.arguments[0])
    return tests.deletingLastPathComponent()
  }()

  /// The reader.
  static let program = programs.appending(path: "reader")

  /// An error: the expected text did not come.
  struct Missing: Error, CustomStringConvertible { let description: String }

  private let process = Process()
  private let main: Int32
  private var bytes: [UInt8] = []

  /// Starts the reader on a journal in the folder.
  convenience init(
    _ folder: TemporaryFolder, articles: String = ".", journal: String = "journal",
    environment extra: [String: String] = [:]
  ) throws {
    try self.init(Self.program, [articles, journal], in: folder, environment: extra)
  }

  /// Starts a program in the folder.
  init(
    _ program: URL, _ words: [String], in folder: TemporaryFolder,
    environment extra: [String: String] = [:]
  ) throws {
    var (main, side): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: 14, ws_col: 60, ws_xpixel: 0, ws_ypixel: 0)
    guard unsafe openpty(&main, &side, nil, nil, &size) == 0 else { throw POSIXError(.ENXIO) }
    self.main = main
    let terminal = FileHandle(fileDescriptor: side, closeOnDealloc: true)
    process.executableURL = program
    process.arguments = words
    process.currentDirectoryURL = URL(filePath: folder.path)
    process.environment = ProcessInfo.processInfo.environment
      .merging(["NO_COLOR": ""]) { $1 }.merging(extra) { $1 }
    process.standardInput = terminal
    process.standardOutput = terminal
    process.standardError = terminal
    try process.run()
  }

  deinit {
    end(by: SIGKILL)
    close(main)
  }

  /// All output of the program.
  var output: String { String(decoding: bytes, as: UTF8.self) }

  /// The last complete frame, without its colours.
  var frame: String {
    let output = output
    let end = output.ranges(of: "\u{1B}[J").last?.lowerBound ?? output.startIndex
    let begin = output[..<end].ranges(of: "\u{1B}[H").last?.upperBound ?? output.startIndex
    return String(output[begin..<end]).replacing(/\u{1B}\[\d*[mK]/, with: "")
  }

  /// Presses keys, and waits for the expected text.
  func press(_ keys: String, until text: String) throws {
    let bytes = Array(keys.utf8)
    guard unsafe write(main, bytes, bytes.count) == bytes.count else { throw POSIXError(.EIO) }
    try wait(for: text)
  }

  /// Changes the size of the window.
  func resize(columns: UInt16, rows: UInt16) throws {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard unsafe ioctl(main, numericCast(TIOCSWINSZ), &size) == 0 else { throw POSIXError(.EIO) }
    kill(process.processIdentifier, SIGWINCH)
  }

  /// Reads until a complete frame shows the text, or the output has it if the program draws no
  /// frames.
  func wait(for text: String) throws {
    while !(output.contains("\u{1B}[?1049h") ? frame : output).contains(text) {
      guard receive() else {
        throw Missing(description: "no '\(text)' in \(output.debugDescription)")
      }
    }
  }

  /// Sends a signal, and waits for the end of the program.
  func end(by signal: Int32) {
    guard process.isRunning else { return }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    while receive(within: 0) {}
  }

  /// The lines that a program writes when its output is no terminal.
  static func lines(of name: String, _ words: [String], in folder: TemporaryFolder) throws
    -> [String]
  {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = programs.appending(path: name)
    process.arguments = words
    process.currentDirectoryURL = URL(filePath: folder.path)
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let said = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: said, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The exit status.
  var status: Int32 { process.terminationStatus }

  /// Reads the available output; false when there will be no more.
  private func receive(within seconds: Int32 = 30) -> Bool {
    var descriptor = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&descriptor, 1, seconds * 1_000) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe read(main, &buffer, buffer.count)
    bytes += buffer[..<max(0, count)]
    return count > 0
  }
}
