import FaultHost
import RouteEngine
import RouteStore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A host in a process of its own, which tests kill. It runs a session on a journal, takes one
/// request per line on its standard input, and acknowledges each on its standard output once the
/// engine has returned.
///
/// Arguments: the journal's path, the path for effects, a kill point, the number of entries of
/// history to keep, and the user to run as; `-` stands for the default.
@main
struct FaultChild {
  @MainActor
  static func main() async throws {
    alarm(patience)
    let arguments = CommandLine.arguments
    guard arguments.count == 6 else { exit(64) }
    // The superuser may do everything, so the child runs as another user.
    if let user = UInt32(arguments[5]), setgid(user) != 0 || setuid(user) != 0 { exit(77) }
    let killPoint = KillPoint(arguments[3])
    if killPoint?.isOperation == true { FaultFileSystem.watch(arguments[1]) }
    if case .launchOperation(let count) = killPoint {
      FaultFileSystem.begin(.kills, on: .changes, from: count)
    }
    if case .migration(let count) = killPoint {
      FaultFileSystem.begin(.kills, on: .changes, from: count)
      try migrate(arguments[1])
      exit(0)
    }
    if case .offline(let work, let count) = killPoint {
      FaultFileSystem.begin(.kills, on: .changes, from: count)
      try work.perform(on: arguments[1])
      exit(0)
    }
    let host = FaultHost(effects: arguments[2], killPoint: killPoint)
    let session = RouteSession.launch(try FaultHost.table(), at: .file(arguments[1])) {
      host.configure(&$0)
      if let entries = Int(arguments[4]) {
        $0.retention = RetentionPolicy(entries: entries)
      }
    }
    host.watch(session)
    acknowledge(nil, session)
    for await line in input() {
      alarm(patience)
      await obey(line, session, dying: killPoint)
    }
  }

  private static func migrate(_ path: String) throws {
    let connection = try Connection(path: path, mode: .write)
    try connection.becomeWriter(durability: .process)
    try NextMigration.migrator.migrate(connection)
  }

  /// Seconds after which a child that hangs ends by itself; its parent sees the end of its output.
  private static var patience: UInt32 { 20 }

  @MainActor
  private static func obey(
    _ line: String, _ session: RouteSession, dying killPoint: KillPoint?
  ) async {
    let words = line.split(separator: " ").map(String.init)
    let argument = words.count > 1 ? words[1] : ""
    var opening: Opening?
    switch words.first {
    case "open": opening = session.open(argument, source: words.count > 2 ? words[2] : nil)
    // Opens, and waits until the request is parked by its interceptor.
    case "park":
      let parked = session.state.waiting.filter(\.isParked).count
      opening = session.open(argument)
      while session.state.waiting.filter(\.isParked).count == parked {
        await Task.yield()
      }
    // Signals, and waits until nothing waits any more.
    case "signal":
      session.signal(argument, principal: words.count > 2 ? words[2] : nil)
      while !session.state.waiting.isEmpty { await Task.yield() }
    case "popped": opening = session.report(.popped(nil))
    case "ready": session.ready()
    case "suspend": session.requests.suspend()
    case "resume": session.requests.resume()
    case "stable": session.stable()
    case "background": session.background()
    case "foreground": session.foreground()
    case "prune": session.journal.prune()
    case "sign-out": session.signOut()
    case "redact": _ = try? session.journal.redact(argument == "all" ? .all : .principal(argument))
    case "end": session.end()
    // Leaves a link for the owner of the journal.
    case "leave": try? DropBox(ofJournal: CommandLine.arguments[1]).leave(argument)
    case "take-in": session.journal.ingest()
    // Reads the state that the journal leads to, as another process does.
    case "look":
      let seen = try? RestoredState(ofJournal: CommandLine.arguments[1])
      guard seen?.state.tree.digest == session.state.tree.digest else { exit(65) }
    // From now on operations on files count towards the kill point.
    case "arm": arm(killPoint)
    default: exit(64)
    }
    acknowledge(opening, session)
  }

  private static func arm(_ killPoint: KillPoint?) {
    switch killPoint {
    case .operation(let count): FaultFileSystem.begin(.kills, on: .changes, from: count)
    case .halfWrite(let count): FaultFileSystem.begin(.killsHalfway, on: .write, from: count)
    default: break
    }
  }

  /// One line: anchor, state digest, request, outcome, and whether the session can write its
  /// journal.
  @MainActor
  private static func acknowledge(_ opening: Opening?, _ session: RouteSession) {
    let words = [
      session.journal.anchor.description, String(session.state.digest),
      opening?.request?.description ?? "-", opening?.outcome?.word ?? "-",
      session.health.description,
    ]
    let bytes = Array("\(words.joined(separator: " "))\n".utf8)
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe write(1, bytes.baseAddress?.advanced(by: written), bytes.count - written)
      }
      guard count > 0 else { exit(74) }
      written += count
    }
  }

  /// The lines of standard input, read on a thread that may block.
  private static func input() -> AsyncStream<String> {
    AsyncStream { continuation in
      Task.detached {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
      }
    }
  }
}
