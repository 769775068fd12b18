#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The terminal, pipe or file that a stream is connected to.
package struct Terminal: Sendable, Equatable {
  /// Whether it is a terminal; if not, it is a pipe or a file.
  package var isInteractive: Bool
  /// Whether colours are wanted.
  package var usesColor: Bool
  /// The width in columns.
  package var width: Int
  /// The height in rows.
  package var height: Int
  /// Whether the user sets the width by `COLUMNS`, which also counts without a terminal.
  package var hasWidth: Bool

  /// A terminal with this number of columns and rows.
  package init(
    isInteractive: Bool, usesColor: Bool, width: Int, hasWidth: Bool = false, height: Int = 24
  ) {
    (self.isInteractive, self.usesColor) = (isInteractive, usesColor)
    (self.width, self.hasWidth, self.height) = (width, hasWidth, height)
  }

  /// A pipe or a file.
  package static let none = Terminal(isInteractive: false, usesColor: false, width: 80)

  /// The system's facts about a descriptor.
  package static func of(_ descriptor: Int32) -> Terminal {
    let isInteractive = isatty(descriptor) == 1
    let window = windowSize(of: descriptor)
    return Terminal(
      isInteractive: isInteractive,
      usesColor: isInteractive
        && allowsColor(noColor: environment("NO_COLOR"), term: environment("TERM")),
      width: columns(window?.width, variable: environment("COLUMNS")),
      hasWidth: environment("COLUMNS").flatMap { Int($0) }.map { $0 > 0 } ?? false,
      height: window.flatMap { $0.height > 0 ? $0.height : nil } ?? 24)
  }

  /// Whether colour is allowed: unless `NO_COLOR` is set and not empty (no-color.org) or the
  /// terminal has no colours.
  package static func allowsColor(noColor: String?, term: String?) -> Bool {
    (noColor ?? "").isEmpty && term != "dumb"
  }

  /// The window's width, otherwise the variable's, otherwise 80; at least 20, so that a table is
  /// still readable, and at most 10,000, so that sums of widths do not overflow.
  package static func columns(_ window: Int?, variable: String?) -> Int {
    let width = window ?? variable.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 80
    return min(max(20, width), 10_000)
  }

  /// The value of a variable of the process's environment; nil when it is not set.
  package static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// The size of the window to which a descriptor is connected; nil when there is none, or it is
  /// unknown.
  package static func windowSize(of descriptor: Int32) -> (width: Int, height: Int)? {
    var size = winsize()
    guard unsafe ioctl(descriptor, numericCast(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }
}
