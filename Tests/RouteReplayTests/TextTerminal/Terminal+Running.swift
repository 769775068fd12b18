import Foundation
import Testing
import TextTerminal

#if canImport(Glibc)
import Glibc
#endif

extension Workplace {
  /// Runs the program, or another one, on a pseudo-terminal of that size, to which both its streams
  /// are connected. There is no pager unless a test sets one.
  ///
  /// - Parameter isStopped: whether the terminal shows nothing, as after Ctrl-S: a program that
  ///   writes to it waits.
  func runOnTerminal(
    _ words: [String], of program: URL = Workplace.program, columns: UInt16 = 80,
    rows: UInt16 = 40, environment extra: [String: String] = [:], isStopped: Bool = false
  ) throws -> (status: Int32, screen: String) {
    var (main, side): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard unsafe openpty(&main, &side, nil, nil, &size) == 0 else { throw POSIXError(.ENXIO) }
    defer { close(main) }
    if isStopped {
      try FileHandle(fileDescriptor: main, closeOnDealloc: false).write(contentsOf: Data([0x13]))
    }
    let terminal = FileHandle(fileDescriptor: side, closeOnDealloc: false)
    let process = Process()
    process.executableURL = program
    process.arguments = words
    process.currentDirectoryURL = folder
    var environment = Self.environment
    for name in ["NO_COLOR", "COLUMNS", "LESS"] { environment[name] = nil }
    environment["TERM"] = "xterm"
    environment["PAGER"] = ""
    environment["ROUTE_REPLAY_PAGER"] = nil
    environment.merge(extra) { _, new in new }
    process.environment = environment
    process.standardOutput = terminal
    process.standardError = terminal
    try process.run()
    // When the last descriptor of the program's side is closed, reading ends.
    close(side)
    var screen: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = unsafe read(main, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      screen += buffer[..<count]
    }
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: screen, as: UTF8.self))
  }

  /// Runs the program on a terminal of 80 columns and requires that its output fits. Lines with a
  /// command to copy and with an anchor are never broken.
  ///
  /// - Returns: The output, with its colours.
  @discardableResult
  func expectFits(
    _ words: [String], status: Int32, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let (ended, screen) = try runOnTerminal(words)
    #expect(ended == status && !screen.isEmpty, "\(screen)", sourceLocation: sourceLocation)
    for line in screen.replacing(/\u{1B}\[\d*m/, with: "").split(separator: "\r\n") {
      let isWhole = line.contains("route-replay ") || line.hasPrefix("anchor ")
      let fits = isWhole || displayWidth(String(line)) <= 80
      #expect(fits, "\(line)", sourceLocation: sourceLocation)
    }
    return screen
  }
}
