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
/// the command has ended, and also when the user interrupts the program or has it ended before.
final class CopyFolder {
  private static let signals = [SIGINT, SIGTERM]

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
    sources = Self.signals.map { number -> any DispatchSourceProtocol in
      // A program that is started meanwhile does not ignore them.
      _ = signal(number) { _ in }
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
    for _ in Self.signals { registered.wait() }
  }

  deinit {
    for source in sources { source.cancel() }
    for number in Self.signals { _ = signal(number, SIG_DFL) }
  }

  /// Whether the program ignores the signal by now: a pager has it.
  private static func isPagers(_ number: Int32) -> Bool {
    let before = unsafe unsafeBitCast(signal(number, SIG_IGN), to: Int.self)
    let ignored = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
    return before == ignored
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
