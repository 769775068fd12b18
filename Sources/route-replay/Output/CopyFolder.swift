import Dispatch
import RouteStore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A folder for the copies of journals that a command makes, including private values. It is
/// removed when the command ends, and also when the user interrupts or ends the program or closes
/// its terminal.
final class CopyFolder {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  private let handled: [Int32]
  private let sources: [any DispatchSourceProtocol]

  /// Runs `body`; its temporary folders, and those of its tasks, are made in this folder.
  ///
  /// Throws the errors of `body`.
  static func during<Result>(_ body: () async throws -> Result) async throws -> Result {
    // Most journals are read in place. If a copy is needed and there is no folder, making the copy
    // reports the error.
    guard let path = try? FilePath.makeTemporaryFolder() else { return try await body() }
    let removal = CopyFolder(removing: path)
    defer { withExtendedLifetime(removal) { FilePath.removeTree(path) } }
    return try await FilePath.temporaryBase.withValue(path) { try await body() }
  }

  /// Makes these signals remove the folder before they end the process.
  private init(removing folder: String) {
    let queue = DispatchQueue(label: "route-replay.copies")
    let registered = DispatchSemaphore(value: 0)
    handled = Self.signals.filter(Self.handles)
    sources = handled.map { number -> any DispatchSourceProtocol in
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        guard !Self.isPagers(number) else { return }
        // The work continues meanwhile, and may create a file until the folder is gone.
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
    // While a pager shows the text, an interrupt belongs to the pager.
    for number in handled where !Self.isPagers(number) { _ = signal(number, SIG_DFL) }
  }

  /// Prevents a signal from ending the process by default. False for a hangup that is ignored, as
  /// under `nohup`, and stays ignored. Programs that are started meanwhile do not inherit the empty
  /// handler, so they do not ignore the other signals.
  private static func handles(_ number: Int32) -> Bool {
    let before = unsafe unsafeBitCast(signal(number) { _ in }, to: Int.self)
    guard number == SIGHUP, before == ignoring else { return true }
    _ = signal(number, SIG_IGN)
    return false
  }

  private static var ignoring: Int { unsafe unsafeBitCast(SIG_IGN, to: Int.self) }

  /// Whether the program ignores the signal now, because a pager handles it.
  private static func isPagers(_ number: Int32) -> Bool {
    let before = unsafe unsafeBitCast(signal(number, SIG_IGN), to: Int.self)
    return before == ignoring
  }

  /// Performs the signal's default action, so that a shell sees that the process was interrupted.
  private static func endProcess(by number: Int32) {
    _ = signal(number, SIG_DFL)
    var only = sigset_t()
    unsafe sigemptyset(&only)
    unsafe sigaddset(&only, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &only, nil)
    raise(number)
  }
}
