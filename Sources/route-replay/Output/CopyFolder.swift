import Dispatch
import RouteStore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A folder for the copies of journals that a command makes, with their private values: gone when
/// the command has ended, and also when the user interrupts the program, has it ended before or
/// closes its terminal.
final class CopyFolder {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  private let handled: [Int32]
  private let sources: [any DispatchSourceProtocol]

  /// Runs `body`; the temporary folders that it and its tasks make lie in this one.
  ///
  /// Throws whatever `body` throws.
  static func during<Result>(_ body: () async throws -> Result) async throws -> Result {
    // Most journals are read as they lie. A copy for which there is no folder says so itself.
    guard let path = try? FilePath.makeTemporaryFolder() else { return try await body() }
    let removal = CopyFolder(removing: path)
    defer { withExtendedLifetime(removal) { FilePath.removeTree(path) } }
    return try await FilePath.temporaryBase.withValue(path) { try await body() }
  }

  /// From now on these signals remove the folder before they end the process.
  private init(removing folder: String) {
    let queue = DispatchQueue(label: "route-replay.copies")
    let registered = DispatchSemaphore(value: 0)
    handled = Self.signals.filter(Self.handles)
    sources = handled.map { number -> any DispatchSourceProtocol in
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        guard !Self.isPagers(number) else { return }
        // Meanwhile the work goes on, and may make a file until the folder is gone.
        for _ in 0..<100 where FileFacts(path: folder) != nil { FilePath.removeTree(folder) }
        Self.endProcess(by: number)
      }
      source.setRegistrationHandler { registered.signal() }
      source.resume()
      return source
    }
    for _ in handled { registered.wait() }
  }

  deinit {
    for source in sources { source.cancel() }
    // As long as a pager shows the text, an interrupt stays the pager's.
    for number in handled where !Self.isPagers(number) { _ = signal(number, SIG_DFL) }
  }

  /// Keeps a signal from ending the process by itself; false for a hangup that is ignored, as under
  /// `nohup`, and stays so. A program that is started meanwhile does not ignore the others.
  private static func handles(_ number: Int32) -> Bool {
    let before = unsafe unsafeBitCast(signal(number) { _ in }, to: Int.self)
    guard number == SIGHUP, before == ignoring else { return true }
    _ = signal(number, SIG_IGN)
    return false
  }

  private static var ignoring: Int { unsafe unsafeBitCast(SIG_IGN, to: Int.self) }

  /// Whether the program ignores the signal by now: a pager has it.
  private static func isPagers(_ number: Int32) -> Bool {
    let before = unsafe unsafeBitCast(signal(number, SIG_IGN), to: Int.self)
    return before == ignoring
  }

  /// Does what the signal does by itself, so that a shell sees that the process was interrupted.
  private static func endProcess(by number: Int32) {
    _ = signal(number, SIG_DFL)
    var only = sigset_t()
    unsafe sigemptyset(&only)
    unsafe sigaddset(&only, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &only, nil)
    raise(number)
  }
}
