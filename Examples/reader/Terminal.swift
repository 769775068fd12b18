import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A key that was pressed; control keys without a name of their own are texts.
enum Key: Hashable, Sendable {
  case up, down, left, right, pageUp, pageDown, first, last, enter, tab, escape, erase
  case text(Character)

  /// The keys in what a terminal sends. An escape that introduces nothing is the key of that name.
  static func keys(in text: String) -> [Key] {
    var (rest, keys) = (text[...], [Key]())
    while let character = rest.popFirst() {
      switch character {
      case "\u{1B}" where rest.first == "[" || rest.first == "O":
        let code = rest.dropFirst().prefix { $0.isNumber || $0 == ";" }
        rest = rest.dropFirst(1 + code.count)
        let final = rest.popFirst().map(String.init) ?? ""
        if let key = sequences[final == "~" ? String(code) : final] { keys.append(key) }
      case "\u{1B}": keys.append(.escape)
      case "\r", "\n", "\r\n": keys.append(.enter)
      case "\t": keys.append(.tab)
      case "\u{8}", "\u{7F}": keys.append(.erase)
      default: keys.append(.text(character))
      }
    }
    return keys
  }

  private static let sequences: [String: Key] = [
    "A": .up, "B": .down, "C": .right, "D": .left, "H": .first, "F": .last,
    "1": .first, "4": .last, "5": .pageUp, "6": .pageDown, "7": .first, "8": .last,
  ]
}

/// The terminal in raw mode, on its alternate screen, until ``leave()``.
@MainActor final class Terminal {
  private var before = termios()
  private var sources: [any DispatchSourceProtocol] = []

  /// Whether a person sits in front of the program.
  static var isThere: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// The window's columns and rows.
  static var size: (width: Int, height: Int) {
    var size = winsize()
    let isKnown = unsafe ioctl(STDOUT_FILENO, numericCast(TIOCGWINSZ), &size) == 0
    return isKnown && size.ws_col > 0 ? (Int(size.ws_col), Int(size.ws_row)) : (80, 24)
  }

  /// Takes the terminal over. What it hears is told on the main queue, so the session's own timers
  /// run beside it.
  init(tell: @escaping @Sendable (Input) -> Void) {
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
    let signals = [(SIGWINCH, Input.redraw), (SIGTERM, .hangUp), (SIGHUP, .hangUp)]
    for (number, input) in signals {
      _ = signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler { tell(input) }
      sources.append(source)
    }
    for source in sources { source.resume() }
  }

  /// Shows a frame over the last one, in one write: nothing is cleared first, so nothing flickers.
  func show(_ lines: [String]) {
    let text = lines.joined(separator: "\u{1B}[K\r\n")
    write("\u{1B}[?2026h\u{1B}[H" + text + "\u{1B}[K\u{1B}[J\u{1B}[?2026l")
  }

  /// Gives the terminal back as it was.
  func leave() {
    write("\u{1B}[?25h\u{1B}[?1049l")
    _ = unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
  }

  private func write(_ codes: String) {
    print(codes, terminator: "")
    _ = fflush(nil)
  }
}
