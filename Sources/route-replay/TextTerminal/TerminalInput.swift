/// An input from a terminal.
package enum TerminalInput: Hashable, Sendable {
  case key(Key)
  /// The window has another size.
  case resized
  /// The terminal is gone, or somebody asks the program to end.
  case hangUp
}
