import FaultHost
import Foundation
import RouteStore

/// The child process of a test: a session on a journal, which the test reaches over one socket that
/// is the child's standard input and output.
///
/// A child that hangs ends by itself after 20 seconds; then reading from it fails.
final class Child {
  /// The line that the child writes once the engine has returned to it.
  struct Acknowledgement: Hashable, Sendable {
    /// The newest entry.
    let anchor: JournalAnchor
    /// The state's digest.
    let digest: UInt64
    /// The request's id, when the line was a request and an entry has it.
    let request: Int64?
    /// The outcome's word; nil while the request waits.
    let outcome: String?
    /// The health of the session: whether it can write its journal.
    let health: String

    var isRecording: Bool { health == "recording" || health.hasPrefix("recording in a new") }

    fileprivate init?(_ line: String) {
      let words = line.split(separator: " ", maxSplits: 4).map(String.init)
      guard words.count == 5, let anchor = JournalAnchor(words[0]), let digest = UInt64(words[1])
      else {
        return nil
      }
      self.anchor = anchor
      self.digest = digest
      request = Int64(words[2])
      outcome = words[3] == "-" ? nil : words[3]
      health = words[4]
    }
  }

  /// An error: the child did not do what the test expects.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The first acknowledgement of the session.
  let launched: Acknowledgement?
  private let process: pid_t
  private let socket: Int32
  private var unread: [UInt8] = []
  private var status: Int32?

  /// Starts a child on the journal and waits until its session has begun, or the child has died
  /// before that.
  ///
  /// - Parameters:
  ///   - entries: the number of entries of history that the child keeps; nil: the default.
  ///   - user: the user that it runs as; nil: the user of the test.
  init(
    journal: String, effects: String, dying killPoint: KillPoint? = nil,
    keeping entries: Int? = nil, as user: UInt32? = nil
  ) throws {
    let arguments = [
      Self.program, journal, effects, killPoint?.description ?? "-",
      entries.map(String.init) ?? "-", user.map(String.init) ?? "-",
    ]
    (process, socket) = try Self.spawn(arguments)
    var first: [UInt8] = []
    launched = try Self.readLine(socket, &first).map { line in
      guard let acknowledgement = Acknowledgement(line) else {
        throw Failure(description: "the child said: \(line)")
      }
      return acknowledgement
    }
    unread = first
  }

  deinit {
    kill()
    close(socket)
  }

  /// Sends a line and waits for the acknowledgement.
  @discardableResult
  func ask(_ line: String) throws -> Acknowledgement {
    say(line)
    guard let acknowledgement = try acknowledgement() else {
      throw Failure(description: "the child died (\(wait())) over: \(line)")
    }
    return acknowledgement
  }

  /// Sends a line on which the child has to kill itself.
  func dies(over line: String) throws {
    say(line)
    if let acknowledgement = try acknowledgement() {
      throw Failure(description: "the child lived on and said: \(acknowledgement)")
    }
    guard wait() == SIGKILL else {
      throw Failure(description: "the child ended with \(wait()) instead of being killed")
    }
  }

  /// Sends a line without waiting.
  func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe send(
          socket, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, Self.sendFlags)
      }
      guard count > 0 else { return }  // it is dead, which reading its answer shows
      sent += count
    }
  }

  /// The next acknowledgement; nil when the child has died without a further one.
  func acknowledgement() throws -> Acknowledgement? {
    guard let line = try Self.readLine(socket, &unread) else { return nil }
    guard let acknowledgement = Acknowledgement(line) else {
      throw Failure(description: "the child said: \(line)")
    }
    return acknowledgement
  }

  /// Kills the child, unless it is already dead, and waits for its end.
  func kill() {
    guard status == nil else { return }
    _ = Foundation.kill(process, SIGKILL)
    wait()
  }

  /// Suspends the child at any point of its work, as a system does with an app.
  func stop() { _ = Foundation.kill(process, SIGSTOP) }

  /// Resumes a suspended child.
  func resume() { _ = Foundation.kill(process, SIGCONT) }

  /// Waits until the child is dead. Returns the signal that ended it, 0 when it ended by itself.
  @discardableResult
  func wait() -> Int32 {
    if let status { return status & 0x7f }
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    self.status = status
    return status & 0x7f
  }
}

extension Child {
  /// The folder of the test bundle, with the programs beside it.
  private static let folder: URL = {
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    let tests = bundles.first ?? URL(filePath: CommandLine.arguments[0])
    return tests.deletingLastPathComponent()
  }()

  private static let program = folder.appending(path: "route-fault-child").path

  /// Runs another program to its end; returns all that it prints.
  static func run(_ name: String, _ words: String...) throws -> (status: Int32, output: String) {
    try run(name, words)
  }

  /// Runs another program with a list of arguments.
  static func run(_ name: String, _ words: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = folder.appending(path: name)
    process.arguments = words
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: said, as: UTF8.self))
  }

  #if canImport(Darwin)
  private static var sendFlags: Int32 { 0 }
  #else
  private static var sendFlags: Int32 { Int32(MSG_NOSIGNAL) }
  #endif

  /// A pair of connected sockets that no other child process inherits.
  private static func sockets() throws -> (ours: Int32, theirs: Int32) {
    var pair: [Int32] = [-1, -1]
    #if canImport(Darwin)
    let code = unsafe socketpair(AF_UNIX, SOCK_STREAM, 0, &pair)
    var on: Int32 = 1
    unsafe _ = setsockopt(
      pair[0], SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #else
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let code = unsafe socketpair(AF_UNIX, kind, 0, &pair)
    #endif
    guard code == 0 else { throw Failure(description: "no sockets: \(errno)") }
    return (pair[0], pair[1])
  }

  private static func spawn(_ arguments: [String]) throws -> (pid_t, Int32) {
    let (ours, theirs) = try sockets()
    defer { close(theirs) }
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    unsafe posix_spawnattr_init(&attributes)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_CLOEXEC_DEFAULT))
    #else
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawn_file_actions_adddup2(&actions, theirs, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, theirs, 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, 2, 2)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    // The backtracer can hang when its process is killed while it inspects it.
    var environment = ProcessInfo.processInfo.environment
    environment["SWIFT_BACKTRACE"] = "enable=no"
    // A coverage profile that is cut short by a kill could not be read.
    environment["LLVM_PROFILE_FILE"] = "/dev/null"
    let variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    let words = unsafe arguments.map { unsafe strdup($0) } + [nil]
    defer { unsafe (variables + words).forEach { unsafe free($0) } }
    var process: pid_t = 0
    let code = unsafe posix_spawn(&process, arguments[0], &actions, &attributes, words, variables)
    guard code == 0 else {
      close(ours)
      throw Failure(description: "\(arguments[0]) cannot be started: \(code)")
    }
    return (process, ours)
  }

  private static func readLine(_ socket: Int32, _ unread: inout [UInt8]) throws -> String? {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: unread[..<end], as: UTF8.self)
        unread.removeSubrange(...end)
        return line
      }
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = unsafe recv(socket, &bytes, bytes.count, 0)
      if count > 0 {
        unread += bytes[..<count]
      } else if count == 0 || errno == ECONNRESET {
        return nil  // an incomplete line does not count
      } else if errno != EINTR {
        throw Failure(description: "the child cannot be read: \(errno)")
      }
    }
  }
}
