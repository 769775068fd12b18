/// An input from a terminal.
package enum TerminalInput: Hashable, Sendable {
  case key(Key)
  /// The size of the window has changed.
  case resized
  /// The terminal is gone, or the program is requested to end.
  case hangUp
}
