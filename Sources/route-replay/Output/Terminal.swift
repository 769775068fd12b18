#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What a stream is connected to.
struct Terminal: Sendable, Equatable {
  /// Somebody looks at it; otherwise it is a pipe or a file.
  var isInteractive: Bool
  var usesColor: Bool
  /// In columns.
  var width: Int
  /// The user says by `COLUMNS` how wide it is, also where nobody looks at it.
  var hasWidth = false

  static let none = Terminal(isInteractive: false, usesColor: false, width: 80)

  /// Asks the system about a descriptor.
  static func of(_ descriptor: Int32) -> Terminal {
    let isInteractive = isatty(descriptor) == 1
    return Terminal(
      isInteractive: isInteractive,
      usesColor: isInteractive
        && allowsColor(noColor: environment("NO_COLOR"), term: environment("TERM")),
      width: columns(windowColumns(descriptor), variable: environment("COLUMNS")),
      hasWidth: environment("COLUMNS").flatMap { Int($0) }.map { $0 > 0 } ?? false)
  }

  /// Colour unless `NO_COLOR` is set and not empty (no-color.org) or the terminal knows none.
  static func allowsColor(noColor: String?, term: String?) -> Bool {
    (noColor ?? "").isEmpty && term != "dumb"
  }

  /// The window's width, else the variable's, else 80; at least 20, so that a table is still one.
  static func columns(_ window: Int?, variable: String?) -> Int {
    max(20, window ?? variable.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 80)
  }

  private static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  private static func windowColumns(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, numericCast(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }
}

/// The few colours that the program uses, as SGR codes (ECMA-48).
enum Ink: Int, Sendable {
  case bold = 1
  case dim = 2
  case red = 31
  case green = 32
  case yellow = 33
  case cyan = 36

  func paint(_ text: String) -> String { "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" }
}
