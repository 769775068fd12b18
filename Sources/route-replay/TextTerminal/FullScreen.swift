import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The terminal in raw mode, on its alternate screen, until ``leave()``: keys arrive as they are
/// pressed, and each frame replaces the last one.
@MainActor package final class FullScreen {
  private var before = termios()
  private var sources: [any DispatchSourceProtocol] = []

  /// Whether the program is used interactively: its input and its output are a terminal.
  package static var isPossible: Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
  }

  /// The window's columns and rows.
  package static var size: (width: Int, height: Int) {
    Terminal.windowSize(of: STDOUT_FILENO) ?? (80, 24)
  }

  /// Puts the terminal into full-screen mode. Its inputs are delivered on the main queue, one after
  /// the other. The first is ``TerminalInput/resized``, when keys and signals are no longer missed:
  /// a window that changes before that is drawn in its new size.
  package init(tell: @escaping @Sendable (TerminalInput) -> Void) {
    _ = unsafe tcgetattr(STDIN_FILENO, &before)
    var raw = before
    unsafe cfmakeraw(&raw)
    _ = unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw)
    write("\u{1B}[?1049h\u{1B}[?25l")
    let keys = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
    keys.setEventHandler {
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = max(0, unsafe read(STDIN_FILENO, &bytes, bytes.count))
      if count == 0 { tell(.hangUp) }
      Key.keys(in: String(decoding: bytes[..<count], as: UTF8.self)).forEach { tell(.key($0)) }
    }
    sources = [keys]
    let signals = [
      (SIGWINCH, TerminalInput.resized), (SIGTERM, .hangUp), (SIGHUP, .hangUp), (SIGINT, .hangUp),
      (SIGQUIT, .hangUp),
    ]
    for (number, input) in signals {
      _ = signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler { tell(input) }
      sources.append(source)
    }
    let registered = DispatchGroup()
    for source in sources {
      registered.enter()
      source.setRegistrationHandler { registered.leave() }
      source.resume()
    }
    registered.notify(queue: .main) { tell(.resized) }
  }

  /// Replaces the last frame, in one write: nothing is cleared first, so nothing flickers.
  package func show(_ lines: [String]) {
    let text = lines.joined(separator: "\u{1B}[K\r\n")
    write("\u{1B}[?2026h\u{1B}[H" + text + "\u{1B}[K\u{1B}[J\u{1B}[?2026l")
  }

  /// Restores the terminal.
  package func leave() {
    for source in sources { source.cancel() }
    write("\u{1B}[?25h\u{1B}[?1049l")
    _ = unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
  }

  private func write(_ codes: String) {
    print(codes, terminator: "")
    _ = fflush(nil)
  }
}
