import Dispatch
import RouteStore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A private copy of a journal, with its private values: gone when the body has ended, and also
/// when the user interrupts the program or has it ended before.
final class PreviewCopy {
  private static let signals = [SIGINT, SIGTERM]

  private let sources: [any DispatchSourceProtocol]

  /// Gives `body` the path of a copy to do with as it likes.
  ///
  /// Throws `StoreError` when there can be no copy, and whatever `body` throws.
  static func of<Result>(
    _ history: History, _ body: (_ path: String) throws -> Result
  ) throws -> Result {
    try ScratchJournal.withPath { path in
      let removal = PreviewCopy(removing: FilePath.split(path).folder)
      return try withExtendedLifetime(removal) {
        try history.copyPages(to: path)
        return try body(path)
      }
    }
  }

  /// From now on these signals remove the folder before they end the process.
  private init(removing folder: String) {
    let registered = DispatchGroup()
    sources = Self.signals.map { number -> any DispatchSourceProtocol in
      _ = signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        // Meanwhile the work goes on, and may make a file until the folder is gone.
        for _ in 0..<100 where FileFacts(path: folder) != nil { FilePath.removeTree(folder) }
        Self.endProcess(by: number)
      }
      registered.enter()
      source.setRegistrationHandler { registered.leave() }
      source.resume()
      return source
    }
    registered.wait()
  }

  deinit {
    for source in sources { source.cancel() }
    for number in Self.signals { _ = signal(number, SIG_DFL) }
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
