import TextTerminal

/// The number of screen rows that a text takes, counted while it is written.
struct ScreenFill {
  private let columns: Int
  private let rows: Int
  private var taken = 0
  private var column = 0
  /// Whether the text is inside a colour code, which takes no room.
  private var isInCode = false

  init(of terminal: Terminal) { (columns, rows) = (terminal.width, terminal.height) }

  /// Whether the text does not fit the screen; one row is reserved for the shell's prompt.
  var isOver: Bool { taken >= rows }

  /// Adds text; text after the screen is full does not matter.
  mutating func add(_ text: String) {
    for character in text {
      if isOver { return }
      if isInCode {
        isInCode = character.unicodeScalars.first != "m"
      } else if character == "\u{1B}" {
        isInCode = true
      } else if character.isNewline {
        (taken, column) = (taken + 1, 0)
      } else {
        let width = displayWidth(character)
        if column + width > columns { (taken, column) = (taken + 1, 0) }
        column += width
      }
    }
  }
}
